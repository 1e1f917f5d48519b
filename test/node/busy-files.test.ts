/** What Windows does to a file that another program holds open; the same errors are raised here. */
import fs from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { writeAtomic } from '../../src/node/files/atomic-write.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { moveAway } from '../../src/node/moves/copy-files.js';
import { fileHash } from '../../src/node/moves/file-tree.js';
import { interceptFileCalls } from '../support/file-calls.mjs';
import { tempFolder } from './support.js';

const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
let folder: string;
let stop: (() => void) | undefined;
beforeEach(async () => {
  folder = await tempFolder();
  await writeFile(join(folder, 'a.md'), 'one\n');
  Object.defineProperty(process, 'platform', { value: 'win32' });
});
afterEach(() => {
  stop?.();
  Object.defineProperty(process, 'platform', platform);
});

/** A program that holds a file for so many attempts. */
function held(calls: readonly string[], code: string, times: number): void {
  let left = times;
  stop = interceptFileCalls(
    (path) => path.startsWith(folder),
    ({ name, path, args }) => {
      // Reading is possible.
      if (name === 'open' && (Number(args[1]) & fs.constants.O_APPEND) === 0) return;
      if (calls.includes(name) && path.endsWith('a.md') && left-- > 0)
        throw Object.assign(new Error(`${code}: held`), { code, syscall: 'rename', path });
    },
  );
}

describe.each(['EBUSY', 'EPERM', 'EACCES'])('a file that is held on Windows (%s)', (code) => {
  const change = async (text: string): Promise<boolean> =>
    await createFiles({ dataDir: await tempFolder() }).change(folder, 'a.md', () => text);

  it.each([
    ['replaced', ['renameSync'], 'two\n'],
    ['added to', ['open'], 'one\ntwo\n'],
  ])('is %s as soon as it is free', async (_, calls, text) => {
    held(calls, code, 3);
    expect(await change(text)).toBe(true);
    expect(await readFile(join(folder, 'a.md'), 'utf8')).toBe(text);
    expect(await readdir(folder)).toEqual(['a.md']);
  });

  it('is replaced by an atomic write, and moved', async () => {
    held(['renameSync', 'rename'], code, 3);
    await writeAtomic(join(folder, 'a.md'), 'two\n');
    stop?.();
    held(['rename', 'unlink'], code, 3);
    const to = join(await tempFolder(), 'a.md');
    expect(await moveAway(join(folder, 'a.md'), to, (await fileHash(join(folder, 'a.md'))) ?? '')).toBe(true);
    expect(fs.readFileSync(to, 'utf8')).toBe('two\n');
  });
});

it('that stays held for two seconds is named, and stays as it is', async () => {
  held(['renameSync'], 'EBUSY', Infinity);
  await expect(
    createFiles({ dataDir: await tempFolder() }).change(folder, 'a.md', () => 'two\n'),
  ).rejects.toMatchObject({
    code: 'read-only',
    message: expect.stringMatching(
      /^a\.md wasn’t changed: another program, such as an editor or a virus scanner, is using it/,
    ) as string,
  });
  expect(await readFile(join(folder, 'a.md'), 'utf8')).toBe('one\n');
  expect(await readdir(folder)).toEqual(['a.md']);
});
