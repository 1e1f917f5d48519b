import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { alive, embedderPids, modelDir, processFile, root, until } from './support.js';

let started: ChildProcess | undefined;
afterEach(() => started?.kill('SIGKILL'));

async function startParent(mode: 'leave' | 'work') {
  const script = join(import.meta.dirname, 'parent.mts');
  const parent = spawn(process.execPath, ['--import', 'tsx', script, mode, processFile, modelDir], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started = parent;
  const hears = async (word: string): Promise<void> => {
    const [said] = (await Promise.race([once(parent.stdout, 'data'), once(parent, 'exit')])) as [unknown];
    expect(String(said)).toBe(`${word}\n`);
  };
  await hears('ready');
  const [embedderPid = 0] = embedderPids(parent.pid);
  expect(alive(embedderPid)).toBe(true);
  return { parent, embedderPid, hears };
}

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'a parent ended by %s in the middle of work leaves no embedder behind',
  async (signal) => {
    const { parent, embedderPid, hears } = await startParent('work');
    parent.stdin.write('go\n');
    await hears('working');
    parent.kill(signal);
    await until('the embedder ends', () => !alive(embedderPid));
  },
);

it('an idle embedder does not keep its parent, and ends with it', async () => {
  const { parent, embedderPid } = await startParent('leave');
  parent.stdin.write('go\n');
  const [code] = (await once(parent, 'exit')) as [number];
  expect(code).toBe(0);
  await until('the embedder ends', () => !alive(embedderPid));
});
