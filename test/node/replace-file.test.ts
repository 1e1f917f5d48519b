import fs from 'node:fs';
import { open, readdir, readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { afterEach, describe, expect, it } from 'vitest';

import { createFiles } from '../../src/node/files/memory-files.js';
import { type FileCall, interceptFileCalls } from '../support/file-calls.mjs';
import { tempFolder, writeTree } from './support.js';

const BODY = '---\nname: a\n---\n\n- one\n- two\n';
const MARKED = '---\nname: a\ndeleted_at: now\n---\n\n- one\n- two\n';

let stop: (() => void) | undefined;
afterEach(() => stop?.());

interface Round {
  readonly folder: string;
  readonly calls: readonly FileCall[];
  readonly refused: string | undefined;
  readonly text: string;
}

/** What a change does. */
type Change = (text: string | undefined) => string | undefined;

/** One change of a.md, with something else happening before the call `at`. */
async function changed(at: number, other: (file: string, folder: string) => void, change: Change): Promise<Round> {
  const folder = await tempFolder();
  const file = join(folder, 'a.md');
  await writeTree(folder, { 'a.md': BODY });
  const files = createFiles({ dataDir: await tempFolder() });
  const calls: FileCall[] = [];
  stop = interceptFileCalls(
    (path) => path.startsWith(folder),
    (call) => {
      calls.push(call);
      if (call.index === at) other(file, folder);
    },
  );
  const refused = await files
    .change(folder, 'a.md', (now) => change(now?.text))
    .then(
      () => undefined,
      (error: unknown) => (error as { readonly code: string }).code,
    );
  stop();
  return { folder, calls, refused, text: await readFile(file, 'utf8') };
}

const mark: Change = (text) =>
  text === undefined || text.includes('deleted_at') ? undefined : text.replace('---\n\n', 'deleted_at: now\n---\n\n');
const add: Change = (text) => (text?.includes('- new') === true ? undefined : `${text}- new\n`);

/** Another program that has the file open before it is replaced, and writes into it after. */
async function withLateWriter(at: number, change: Change): Promise<Round> {
  let writing: Promise<void> | undefined;
  const round = await changed(
    at,
    (file) => {
      const fd = fs.openSync(file, 'a');
      writing = setTimeout(5).then(() => {
        fs.writeSync(fd, '- late\n');
        fs.closeSync(fd);
      });
    },
    change,
  );
  await writing;
  return { ...round, text: await readFile(join(round.folder, 'a.md'), 'utf8') };
}

const WRITERS: Readonly<Record<string, (file: string) => void>> = {
  'appends a line': (file) => fs.appendFileSync(file, '- other\n'),
  'writes it anew in place': (file) =>
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('- two', '- 2\n- other')),
  'puts another file in its place': (file) => {
    fs.writeFileSync(`${file}.tmp`, fs.readFileSync(file, 'utf8').replace('- two', '- 2\n- other'));
    fs.renameSync(`${file}.tmp`, file);
  },
};

describe.each<[string, Change, string]>([
  ['a change in the middle', mark, 'deleted_at: now\n'],
  ['a line at the end', add, '- new\n'],
])('%s', (_, change, expected) => {
  it.each(Object.entries(WRITERS))(
    'loses nothing of another program that %s between any two of its calls',
    async (name, other) => {
      const { calls } = await changed(Infinity, other, change);
      expect(calls.length).toBeGreaterThan(10);
      for (let at = 0; at < calls.length; at++) {
        const last = calls[at]?.name === 'renameSync' && name === 'puts another file in its place';
        const { text, refused, folder } = await changed(at, other, change);
        const where = `before call ${at}, ${calls[at]?.name}`;
        expect(refused, where).toBeUndefined();
        // The one moment that the system gives no means for, see docs/writes.md.
        if (!last) expect(text, where).toContain('- other\n');
        expect(text.split(expected), where).toHaveLength(2);
        expect(await readdir(folder), where).toEqual(['a.md']);
      }
    },
  );

  it('loses nothing of a program that opened the file before any of its calls and writes into it later', async () => {
    const { calls } = await changed(Infinity, () => undefined, change);
    const renamed = calls.findIndex(({ name }) => name === 'renameSync' || name === 'writeSync');
    for (let at = 0; at <= renamed; at++) {
      const { text } = await withLateWriter(at, change);
      expect(text, `before call ${at}, ${calls[at]?.name}`).toContain('- late\n');
      expect(text).toContain(expected);
    }
  });
});

describe('a change of a file', () => {
  it('is refused where the text must be a certain one, and what was written meanwhile is put back', async () => {
    const folder = await tempFolder();
    const file = join(folder, 'a.md');
    const files = createFiles({ dataDir: await tempFolder() });
    for (const name of ['renameSync', 'linkSync', 'handle.sync']) {
      await writeTree(folder, { 'a.md': BODY });
      let came = false;
      stop = interceptFileCalls(
        (path) => path.startsWith(folder),
        (call) => {
          if (call.name === name && !came) fs.appendFileSync(file, '- other\n');
          came ||= call.name === name;
        },
      );
      await expect(files.write(folder, 'a.md', MARKED, BODY)).rejects.toMatchObject({ code: 'changed-on-disk' });
      stop();
      expect(await readFile(file, 'utf8')).toBe(`${BODY}- other\n`);
      expect(await readdir(folder)).toEqual(['a.md']);
    }
  });

  it('keeps what it cannot merge, and names the copy', async () => {
    const folder = await tempFolder();
    const dataDir = await tempFolder();
    const file = join(folder, 'a.md');
    await writeTree(folder, { 'a.md': BODY });
    const files = createFiles({ dataDir });
    // A program with the old file open and one that replaces the new one, both at the same line.
    const old = await open(file, 'r+');
    const changing = files.withStoreLock(folder, async () => {
      await files.change(folder, 'a.md', (now) => mark(now?.text));
      fs.writeFileSync(file, MARKED.replace('- two', '- two of the new one'));
      await old.write(BODY.replace('- two', '- two of the old one'));
    });
    await expect(changing).rejects.toMatchObject({
      code: 'changed-on-disk',
      message: expect.stringContaining(join(dataDir, 'kept')) as string,
    });
    await old.close();
    const [copy = ''] = await readdir(join(dataDir, 'kept'));
    expect(await readFile(join(dataDir, 'kept', copy), 'utf8')).toContain('- two of the old one');
    expect(await readFile(file, 'utf8')).toContain('- two of the new one');
    expect(await readdir(folder)).toEqual(['a.md']);
  });

  it('keeps the time where it is asked to, that of a line added meanwhile included', async () => {
    const folder = await tempFolder();
    const file = join(folder, 'a.md');
    await writeTree(folder, { 'a.md': BODY });
    const then = new Date('2026-01-02T03:04:05Z');
    await utimes(file, then, then);
    const files = createFiles({ dataDir: await tempFolder() });
    await files.change(folder, 'a.md', (now) => mark(now?.text), { keepTime: true });
    expect((await stat(file)).mtime).toEqual(then);
    expect(await readFile(file, 'utf8')).toBe(MARKED);
  });

  it.each([
    ['without a last line end', '- one', '- one\n- new\n'],
    ['with CRLF', '- one\r\n', '- one\r\n- new\r\n'],
    ['with a byte order mark', '\uFEFF- one\n', '\uFEFF- one\n- new\n'],
    ['that is empty', '', '- new\n'],
  ])('adds at the end in place, to a text %s', async (_, before, after) => {
    const folder = await tempFolder();
    await writeTree(folder, { 'MEMORY.md': before });
    const { ino } = await stat(join(folder, 'MEMORY.md'));
    const files = createFiles({ dataDir: await tempFolder() });
    expect(await files.change(folder, 'MEMORY.md', () => after)).toBe(true);
    expect(await readFile(join(folder, 'MEMORY.md'), 'utf8')).toBe(after);
    expect((await stat(join(folder, 'MEMORY.md'))).ino).toBe(ino);
  });

  it('creates a file only where none comes into being meanwhile', async () => {
    for (const at of Array.from({ length: 14 }, (_, one) => one)) {
      const folder = await tempFolder();
      const file = join(folder, 'new.md');
      let came = false;
      stop = interceptFileCalls(
        (path) => path.startsWith(folder),
        (call) => {
          if (call.index === at && !fs.existsSync(file)) {
            fs.writeFileSync(file, 'theirs');
            came = true;
          }
        },
      );
      const saved = await createFiles({ dataDir: await tempFolder() })
        .write(folder, 'new.md', 'ours', undefined)
        .then(
          () => true,
          () => false,
        );
      stop();
      expect(await readFile(file, 'utf8'), `before call ${at}`).toBe(came ? 'theirs' : 'ours');
      expect(saved).toBe(!came);
      expect(await readdir(folder)).toEqual(['new.md']);
    }
  });
});
