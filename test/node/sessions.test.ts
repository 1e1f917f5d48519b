import { readdirSync, rmdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { afterTools, NEW_SESSION } from '../../src/core/inject/session.js';
import { createSessions } from '../../src/node/inject/sessions.js';

const lines: string[] = [];
const log = {
  info: (line: string) => void lines.push(line),
  warn: (line: string) => void lines.push(line),
  error: (line: string) => void lines.push(line),
};
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'memdir-sessions-'));
  lines.length = 0;
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const files = async (): Promise<string[]> => (await readdir(join(dataDir, 'sessions'))).sort();
const use =
  (tool: string): Parameters<ReturnType<typeof createSessions>['update']>[1] =>
  (before) => ({ after: afterTools(before, [tool]), result: tool });

describe('sessions', () => {
  it('are new until saved, and then visible to the next process', async () => {
    expect(await createSessions({ dataDir, log }).read('s')).toEqual(NEW_SESSION);
    expect(await createSessions({ dataDir, log }).update('s', use('git'))).toBe('git');
    expect((await createSessions({ dataDir, log }).read('s')).tools).toEqual(['git']);
    expect((await createSessions({ dataDir, log }).read('t')).tools).toEqual([]);
  });

  it('lose nothing under concurrent writes', async () => {
    const [one, other] = [createSessions({ dataDir, log }), createSessions({ dataDir, log })];
    await Promise.all(Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? one : other).update('s', use(`t${at}`))));
    expect([...(await one.read('s')).tools].sort()).toEqual(['t0', 't1', 't2', 't3', 't4', 't5', 't6', 't7']);
    // On a busy machine the last of them may have been kept beside it.
    expect((await files()).filter((name) => !name.endsWith('.late'))).toHaveLength(1);
  });

  it.skipIf(process.platform === 'win32')('are readable by their user alone', async () => {
    await createSessions({ dataDir, log }).update('s', use('git'));
    const [name = ''] = await files();
    expect((await stat(join(dataDir, 'sessions', name))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'sessions'))).mode & 0o777).toBe(0o700);
  });

  it.each(['../../../etc/passwd', 'a/b', 'x'.repeat(10_000), 'nul\u0000', '', 'CON'])(
    'have safe file names for any id: %#',
    async (id) => {
      await createSessions({ dataDir, log }).update(id, use('git'));
      expect(await files()).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.json$/)]);
    },
  );

  it.each(['', '{', '[]', '{"given":3}', '\u0000\u0000'])(
    'that are damaged are new and are replaced: %j',
    async (text) => {
      const sessions = createSessions({ dataDir, log });
      await sessions.update('s', use('git'));
      await writeFile(join(dataDir, 'sessions', (await files())[0] ?? ''), text);
      expect(await sessions.read('s')).toEqual(NEW_SESSION);
      expect(lines.join()).toMatch(/counts as new/);
      await sessions.update('s', use('npm'));
      expect((await sessions.read('s')).tools).toEqual(['npm']);
    },
  );

  it('are removed when unused for long, with temporary files of dead processes', async () => {
    const sessions = createSessions({ dataDir, log });
    await sessions.update('old', use('git'));
    await mkdir(join(dataDir, 'sessions', 'dead.json.lock'));
    for (const name of await files()) await utimes(join(dataDir, 'sessions', name), new Date(0), new Date(0));
    await sessions.update('new', use('git'));
    expect(await files()).toHaveLength(1);
    expect((await sessions.read('new')).tools).toEqual(['git']);
  });

  it('are saved although another process took an expired lock', async () => {
    const stopped = await createSessions({ dataDir, log }).update('s', (before) => {
      for (const name of readdirSync(join(dataDir, 'sessions')))
        if (name.endsWith('.lock')) rmdirSync(join(dataDir, 'sessions', name));
      // As long as it takes until the lock is looked after.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
      return use('git')(before);
    });
    expect(stopped).toBe('git');
    expect((await createSessions({ dataDir, log }).read('s')).tools).toEqual(['git']);
  });

  it('are removed a few at a time', async () => {
    const sessions = createSessions({ dataDir, log });
    await sessions.update('new', use('git'));
    const old = Array.from({ length: 500 }, (_, at) =>
      join(dataDir, 'sessions', `${at.toString(16).padStart(3, '0')}${'0'.repeat(29)}.json`),
    );
    await Promise.all(
      old.map(async (file) => {
        await writeFile(file, '{}');
        await utimes(file, new Date(0), new Date(0));
      }),
    );
    const left = async (): Promise<number> =>
      (await files()).filter((name) => name.endsWith(`${'0'.repeat(29)}.json`)).length;
    await sessions.update('newer', use('git'));
    expect(await left()).toBeGreaterThan(400);
    expect(await left()).toBeLessThan(500);
    for (let at = 0; at < 60 && (await left()) > 0; at++) await sessions.update(`later ${at}`, use('git'));
    expect(await left()).toBe(0);
  });

  it('reject when they cannot be saved and stay unchanged', async () => {
    await writeFile(join(dataDir, 'file'), '');
    await expect(createSessions({ dataDir: join(dataDir, 'file'), log }).update('s', use('git'))).rejects.toMatchObject(
      { code: 'unavailable' },
    );
  });
});
