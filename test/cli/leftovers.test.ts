import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { terminal } from './support.js';

/** The number of a process that was killed. */
async function killed(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return child.pid ?? 0;
}

async function touch(file: string, hours = 0): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'half');
  const at = new Date(Date.now() - hours * 3_600_000);
  await utimes(file, at, at);
  return file;
}

it('the next run removes what a killed process left of a write, and nothing else', async () => {
  const shell = await terminal();
  const data = shell.env['MEMDIR_DATA_DIR'] ?? '';
  const dead = `.memdir-${await killed()}-0123456789ab.part`;
  const [running, stranger] = [`.memdir-${process.pid}-0123456789ab.part`, '.memdir-1-0123456789abc.part'];
  const folders = [
    ...['', 'logs/2025/01', 'logs/2026/10', 'notes', 'logs/2026/11/deep'].map((folder) => join(shell.cwd, folder)),
    ...['', 'sessions', 'capture', 'inbox/pending', 'hosts', 'dream/1', 'moved/1/memory/logs/2026/10'].map((folder) =>
      join(data, folder),
    ),
  ];
  const gone: string[] = [];
  const stays: string[] = [];
  for (const folder of folders) {
    gone.push(await touch(join(folder, dead)), await touch(join(folder, running.replace('01', '10')), 2));
    stays.push(await touch(join(folder, running)), await touch(join(folder, stranger), 2));
  }
  expect(await shell.run('list', '--dir', shell.cwd)).toMatchObject({ code: 0 });
  expect(gone.filter(existsSync)).toEqual([]);
  expect(stays.filter((file) => !existsSync(file))).toEqual([]);
  expect((await shell.run('lint', '--dir', shell.cwd)).stdout).not.toContain(running);
});
