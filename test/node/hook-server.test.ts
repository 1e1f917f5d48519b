import { existsSync, readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MemdirError } from '../../src/core/errors.js';
import { askHost, findHost } from '../../src/node/discovery.js';
import type { HookServerSettings } from '../../src/node/hook-server/messages.js';
import { type HookServer, type HookServerOptions, startHookServer } from '../../src/node/hook-server/thread.js';
import type { HostAddress, RecallCall } from '../../src/protocol/hooks.js';
import { tempFolder } from './support.js';

const BUILT = resolve('dist/hook-server.js');
const CALL: RecallCall = { prompt: 'why Celery', session: 's1', cwd: '/work/app' };
const lines: string[] = [];
const log = {
  info: (line: string) => void lines.push(line),
  warn: (line: string) => void lines.push(line),
  error: (line: string) => void lines.push(line),
};
let dataDir: string;
let settings: HookServerSettings;
let seen: number;
let door: HookServer;

const open = (more: Partial<HookServerOptions> = {}): Promise<HookServer> =>
  startHookServer({
    file: BUILT,
    dataDir,
    folders: ['/work/app'],
    log,
    settings: () => settings,
    recall: async ({ prompt }) => ({ text: `of ${prompt}` }),
    onObserved: () => void seen++,
    ...more,
  });
const host = (): HostAddress => findHost(dataDir, '/work/app') as HostAddress;
const ask = (path: string, question: unknown, ms = 30_000): Promise<unknown> => askHost(host(), path, question, ms);
/** Of a form that has a meaning nowhere. */
const TOKEN = `ghp_${'Zk3vQ9xR7mW2pL5tN8bC1yF6hJ4dS0gA2eU7'}`;

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 3_000 && !holds(); tries++) await new Promise((done) => setTimeout(done, 10));
  expect(holds()).toBe(true);
}

beforeEach(async () => {
  dataDir = await tempFolder();
  [settings, seen] = [{ capturing: true }, 0];
  lines.length = 0;
});
afterEach(() => door.close());

describe('the thread of the hook server', () => {
  it('appends masked observations while the host is busy', async () => {
    let meanwhile = '';
    const file = join(dataDir, 'capture', 'queue.jsonl');
    door = await open({
      recall: async () => {
        // As a search, or collecting memory, may be; here until the other one is kept.
        const until = performance.now() + 20_000;
        while (!meanwhile.endsWith('\n') && performance.now() < until)
          meanwhile = existsSync(file) ? readFileSync(file, 'utf8') : '';
        return { text: '' };
      },
    });
    const asked = [ask('/observe', { text: `The token ${TOKEN} was pasted.` }), ask('/recall', CALL)];
    expect(await Promise.all(asked)).toMatchObject([{ status: 'queued' }, { text: '' }]);
    expect(meanwhile).toContain('was pasted');
    expect(meanwhile).not.toContain(TOKEN);
    expect(seen).toBe(1);
  });

  it('requests memories from the host and passes on its reason for none', async () => {
    door = await open({
      recall: async ({ prompt }) => {
        if (prompt === 'off') throw new MemdirError('unavailable', 'It is closing.');
        if (prompt === 'broken') throw new Error('broken');
        return { text: `of ${prompt}` };
      },
    });
    expect(await ask('/recall', CALL)).toEqual({ text: 'of why Celery' });
    await expect(ask('/recall', { ...CALL, prompt: 'off' })).rejects.toThrow('status 503');
    await expect(ask('/recall', { ...CALL, prompt: 'broken' })).rejects.toThrow('status 500');
    await expect(ask('/recall', { prompt: 1 })).rejects.toThrow('status 400');
    await expect(ask('/observe', { text: '' })).rejects.toThrow('status 400');
  });

  it('cancels a recall when the client disconnects', async () => {
    let [begun, stopped] = [false, false];
    door = await open({
      recall: (_call, signal) =>
        new Promise((_, reject) => {
          begun = true;
          signal.addEventListener('abort', () => {
            stopped = true;
            reject(new Error('stopped'));
          });
        }),
    });
    // Long enough for the question to arrive.
    for (let ms = 50; !begun; ms *= 2)
      await expect(ask('/recall', CALL, ms)).rejects.toThrow(`no response within ${ms} ms`);
    await until(() => stopped);
  });

  it('applies changed settings', async () => {
    door = await open();
    settings = { capturing: false, recallMs: 1_500 };
    door.announce();
    await until(() => host().recallMs === 1_500);
    await expect(ask('/observe', { text: 'We use Celery because of retries.' })).rejects.toThrow('status 503');
  });

  it('stops listening and removes its address when the host ends', async () => {
    door = await open();
    const address = host();
    await door.close();
    expect(await readdir(join(dataDir, 'hosts'))).toEqual([]);
    await expect(askHost(address, '/recall', CALL, 30_000)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('is restarted after a crash while the host continues', async () => {
    const file = join(dataDir, 'breaks.js');
    const once = join(dataDir, 'broke');
    await writeFile(
      file,
      `const fs = require('fs'); require(${JSON.stringify(BUILT)}); if (!fs.existsSync(${JSON.stringify(once)})) setTimeout(() => { fs.writeFileSync(${JSON.stringify(once)}, ''); throw new Error('broke down'); }, 200);`,
    );
    door = await open({ file });
    const { port } = host();
    await until(() => lines.some((line) => line.includes('broke down')));
    expect(findHost(dataDir, '/work/app')).toBeUndefined();
    await until(() => findHost(dataDir, '/work/app') !== undefined);
    expect(host().port).not.toBe(port);
    expect(await ask('/recall', CALL)).toEqual({ text: 'of why Celery' });
  });

  it('reports why it cannot start', async () => {
    door = await open();
    await writeFile(join(dataDir, 'file'), '');
    await expect(open({ dataDir: join(dataDir, 'file') })).rejects.toThrow(/ENOTDIR|EEXIST|not a directory/);
    await expect(open({ file: join(dataDir, 'none.js') })).rejects.toThrow(/Cannot find module/);
  });
});
