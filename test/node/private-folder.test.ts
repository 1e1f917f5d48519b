import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { makePrivate } from '../../src/node/private-folder.js';

const ENV = {
  USERPROFILE: 'C:\\Users\\Ann',
  LOCALAPPDATA: 'C:\\Users\\Ann\\AppData\\Local',
  USERDOMAIN: 'SHOP',
  USERNAME: 'ann b',
  SystemRoot: 'D:\\Win',
};
let dir: string;
let folder: string;
let ran: (readonly [string, readonly string[]])[];
let warned: string[];
const log = { warn: (text: string): void => void warned.push(text) };
const run = (program: string, args: readonly string[]): Promise<void> => {
  ran.push([program, args]);
  return Promise.resolve();
};

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'memdir-private-'));
  folder = join(dir, 'data');
  [ran, warned] = [[], []];
});
afterEach(() => rm(dir, { recursive: true }));

describe('the data folder on Windows', () => {
  it('is created with rights for the user and the system only, outside of the profile', async () => {
    expect(await makePrivate({ folder, env: ENV, platform: 'win32', log, run })).toBe('made');
    expect(existsSync(folder)).toBe(true);
    expect(ran).toEqual([
      [
        'D:\\Win\\System32\\icacls.exe',
        [folder, '/inheritance:r', '/grant:r', 'SHOP\\ann b:(OI)(CI)F', '*S-1-5-18:(OI)(CI)F', '/q'],
      ],
    ]);
    expect(warned).toEqual([]);
  });

  it('is made private after a hook created it, and never when it contains files of others', async () => {
    await mkdir(join(folder, 'capture'), { recursive: true });
    expect(await makePrivate({ folder, env: { USERNAME: 'ann' }, platform: 'win32', log, run })).toBe('made');
    expect(ran[0]?.[0]).toBe('C:\\Windows\\System32\\icacls.exe');
    expect(ran[0]?.[1][3]).toBe('ann:(OI)(CI)F');
    await writeFile(join(folder, 'report.docx'), '');
    expect(await makePrivate({ folder, env: ENV, platform: 'win32', log, run })).toBe('left');
    expect(ran).toHaveLength(1);
  });

  it.each([
    ['c:/users/ann/appdata/local/memdir', 'win32', ENV],
    ['C:\\Users\\Ann\\x', 'win32', ENV],
    ['/home/ann/x', 'linux', {}],
  ] as const)('is left as it is at %s on %s', async (path, platform, env) => {
    expect(await makePrivate({ folder: path, env, platform, log, run })).toBe('left');
    expect([ran, warned]).toEqual([[], []]);
  });

  it('is used with a warning when its rights cannot be set', async () => {
    expect(
      await makePrivate({
        folder,
        env: ENV,
        platform: 'win32',
        log,
        run: () => Promise.reject(new Error('access denied')),
      }),
    ).toBe('failed');
    expect(await makePrivate({ folder, env: {}, platform: 'win32', log, run })).toBe('failed');
    expect(
      await makePrivate({ folder: join(dir, 'data', 'x'), env: { ...ENV, SystemRoot: dir }, platform: 'win32', log }),
    ).toBe('failed');
    expect(warned).toEqual([
      expect.stringContaining('access denied') as string,
      expect.stringContaining('unknown') as string,
      expect.stringContaining('MEMDIR_DATA_DIR') as string,
    ]);
    expect(existsSync(folder)).toBe(true);
  });

  it('is not mistaken for a folder in the profile by a common name prefix', async () => {
    expect(
      await makePrivate({ folder, env: { ...ENV, USERPROFILE: folder.slice(0, -1) }, platform: 'win32', log, run }),
    ).toBe('made');
  });
});
