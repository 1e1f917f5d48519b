import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';

import { afterAll } from 'vitest';

import { runCommand } from '../../src/cli/commands-entry.js';

const DIST = resolve('dist');
const CLI = join(DIST, 'cli.js');
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

/** What the `make.sh` of the case whose name starts with the number makes, in a folder of its own; and what it prints. */
export async function madeCase(number: string): Promise<{ readonly folder: string; readonly printed: string }> {
  const cases = 'test/fixtures/cases';
  const name = (await readdir(cases)).find((one) => one.startsWith(`${number}-`)) ?? '';
  const folder = await tempFolder();
  return { folder, printed: execFileSync('bash', [join(cases, name, 'make.sh'), folder], { encoding: 'utf8' }) };
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Of standard input; default: nothing. */
  readonly input?: string | Uint8Array;
  /** Whether somebody sits at standard input. Default false. */
  readonly isTerminal?: boolean;
}

/** Runs a command line in this process, and answers when a process of its own would have ended. */
export async function runInProcess({ args, cwd, env, input = '', isTerminal = false }: RunOptions): Promise<Ended> {
  const [stdout, stderr] = [new Recorder(), new Recorder()];
  let late: number | undefined;
  const code = await runCommand(args, DIST, {
    env,
    cwd,
    home: env['HOME'] ?? '',
    stdin: Object.assign(Readable.from(input === '' ? [] : [Buffer.from(input)]), { isTTY: isTerminal }),
    stdout,
    stderr,
    onInterrupt: () => () => undefined,
    failLate: (failure) => {
      late = failure;
    },
    exit: (exitCode) => {
      throw new Error(`It ended at once with ${exitCode}.`);
    },
  });
  return { code: late ?? code, stdout: stdout.text, stderr: stderr.text };
}

/** Takes down what is written. */
class Recorder extends Writable {
  readonly #chunks: Buffer[] = [];

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}

export interface StartOptions extends RunOptions {
  /** Program that runs it; default: that of this process. */
  readonly node?: string;
  /** The command's file; default: that of dist. */
  readonly cli?: string;
}

/** Runs the built command line as a process of its own and waits until it has ended by itself. For tests whose subject is a process. */
export function startCommand({
  node = process.execPath,
  cli = CLI,
  args,
  cwd,
  env,
  input,
}: StartOptions): Promise<Ended> {
  return new Promise((done, failed) => {
    const child = spawn(node, [cli, ...args], { cwd, env });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', failed).on('close', (code) => done({ code, stdout, stderr }));
    // A process that ends before it has read its input is what some tests are about.
    child.stdin.on('error', () => undefined).end(input ?? '');
  });
}

export interface Terminal {
  readonly home: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs a command line in this process. */
  readonly run: (...args: string[]) => Promise<Ended>;
  /** Runs a command line in this process, with something on its standard input. */
  readonly pipe: (input: string | Uint8Array, ...args: string[]) => Promise<Ended>;
  /** Runs with `--json` and answers what was printed. */
  readonly json: <T>(...args: string[]) => Promise<T>;
  /** Runs a command line as a process of its own, see {@link startCommand}. */
  readonly start: (args: readonly string[], input?: string | Uint8Array, env?: NodeJS.ProcessEnv) => Promise<Ended>;
  /** Runs a hook as Claude Code does: as a process, with JSON on its standard input. */
  readonly hook: (event: string, input: unknown, env?: NodeJS.ProcessEnv) => Promise<Ended>;
}

/** On a busy machine a start alone may take longer than a hook has. */
const PATIENT_HOOK = { MEMDIR_HOOK_MS: '20000' };

/** A shell of a user of their own: empty home, own data folder, an empty working directory unless one is given. */
export async function terminal(workingDirectory?: string): Promise<Terminal> {
  const home = await tempFolder();
  const cwd = workingDirectory ?? (await tempFolder());
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    MEMDIR_DATA_DIR: join(home, 'data'),
    TMPDIR: process.env.TMPDIR,
    // What is tested ends with its test; test/cli/serve.test.ts switches it on.
    MEMDIR_SERVE: 'off',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  };
  const run: Terminal['run'] = (...args) => runInProcess({ args, cwd, env });
  const start: Terminal['start'] = (args, input = '', more = {}) =>
    startCommand({ args, cwd, env: { ...env, ...more }, input });
  return {
    home,
    cwd,
    env,
    run,
    pipe: (input, ...args) => runInProcess({ args, cwd, env, input }),
    start,
    hook: (event, input, more = {}) =>
      start(['hook', event], typeof input === 'string' || input instanceof Uint8Array ? input : JSON.stringify(input), {
        ...PATIENT_HOOK,
        ...more,
      }),
    json: async <T>(...args: string[]): Promise<T> => {
      const ended = await run(...args, '--json');
      if (ended.stdout === '') throw new Error(`memdir ${args.join(' ')} printed nothing: ${ended.stderr}`);
      return JSON.parse(ended.stdout) as T;
    },
  };
}
