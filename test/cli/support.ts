import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll } from 'vitest';

const CLI = resolve('dist/cli.js');
const made: string[] = [];
afterAll(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
});

export async function tempFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'memdir-cli-')));
  made.push(folder);
  return folder;
}

/** A copy of the case whose name starts with the number; answers the copy's path. */
export async function copyOfCase(number: string): Promise<string> {
  const cases = 'test/fixtures/cases';
  const name = (await readdir(cases)).find((one) => one.startsWith(`${number}-`)) ?? '';
  const folder = await tempFolder();
  await cp(join(cases, name), folder, { recursive: true });
  return folder;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Terminal {
  readonly home: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly run: (...args: string[]) => Promise<Ended>;
  /** Runs with `--json` and answers what was printed. */
  readonly json: <T>(...args: string[]) => Promise<T>;
}

export interface RunOptions {
  readonly node?: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs the built command line as a process of its own and waits until it has ended by itself. */
export function runCli({ node = process.execPath, args, cwd, env }: RunOptions): Promise<Ended> {
  return new Promise((done, failed) => {
    const child = spawn(node, [CLI, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', failed).on('close', (code) => done({ code, stdout, stderr }));
  });
}

/** A shell of a user of their own: empty home, own data folder, an empty working directory unless one is given. */
export async function terminal(workingDirectory?: string): Promise<Terminal> {
  const home = await tempFolder();
  const cwd = workingDirectory ?? (await tempFolder());
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    MEMDIR_DATA_DIR: join(home, 'data'),
    TMPDIR: process.env.TMPDIR,
  };
  const run = (...args: string[]): Promise<Ended> => runCli({ args, cwd, env });
  return {
    home,
    cwd,
    env,
    run,
    json: async <T>(...args: string[]): Promise<T> => {
      const ended = await run(...args, '--json');
      if (ended.stdout === '') throw new Error(`memdir ${args.join(' ')} printed nothing: ${ended.stderr}`);
      return JSON.parse(ended.stdout) as T;
    },
  };
}
