/** A throw-away home and project in which a real client runs, with everything that runs in it ended afterwards. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The built command, or that of an unpacked package. */
const CLI = path.resolve(process.env.MEMDIR_CLI ?? 'dist/cli.js');
/** Milliseconds for one run of a client, on a machine that is busy. */
const PATIENCE_MS = 150_000;

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

export interface Bed {
  readonly home: string;
  /** A git repository. */
  readonly project: string;
  /** Runs a program in the project, with nothing of the real home in its environment. */
  readonly run: (program: string, args: readonly string[], options?: RunOptions) => Promise<Ran>;
  /** Starts a program that {@link close} ends. */
  readonly start: (
    program: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
    cwd?: string,
  ) => ChildProcessWithoutNullStreams;
  /** Runs the command; rejects when it fails. */
  readonly memdir: (...args: readonly string[]) => Promise<string>;
  /** Writes a file below the home. */
  readonly put: (file: string, text: string) => Promise<void>;
  readonly read: (file: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** @param program of the client, found on the PATH then */
export async function makeBed(program?: string): Promise<Bed> {
  const home = await realpath(await mkdtemp(path.join(tmpdir(), 'memdir-clients-')));
  const project = path.join(home, 'shop');
  const running = new Set<ChildProcess>();
  await mkdir(project);
  git(project, 'init', '-q');
  git(project, 'commit', '-q', '--allow-empty', '-m', 'Begin');
  const search = [...(program === undefined ? [] : [path.dirname(program)]), process.env.PATH ?? ''];
  const env = {
    PATH: search.join(path.delimiter),
    HOME: home,
    USERPROFILE: home,
    LANG: 'C.UTF-8',
    TERM: 'xterm',
    CI: '1',
  };
  const start: Bed['start'] = (program, args, more = {}, cwd = project) => {
    // A process group of its own: what the client leaves running is ended with it.
    const child = spawn(program, args, { cwd, env: { ...env, ...more }, detached: true });
    running.add(child);
    child.stdin.on('error', () => undefined);
    return child;
  };
  const run: Bed['run'] = (program, args, { cwd = project, env: more = {}, input = '' } = {}) =>
    new Promise((resolve) => {
      const child = start(program, args, more, cwd);
      let [stdout, stderr] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      child.stdin.end(input);
      const late = setTimeout(() => endGroup(child), PATIENCE_MS);
      child.on('error', (error) => resolve({ code: null, stdout, stderr: `${stderr}${error.message}` }));
      child.on('exit', (code) => {
        clearTimeout(late);
        // What it printed last comes soon; a process that it left may hold its output open.
        setTimeout(() => {
          endGroup(child);
          running.delete(child);
          resolve({ code, stdout, stderr });
        }, 100);
      });
    });
  return {
    home,
    project,
    run,
    start,
    memdir: async (...args) => {
      const { code, stdout, stderr } = await run(process.execPath, [CLI, ...args]);
      if (code !== 0) throw new Error(`memdir ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
      return stdout;
    },
    put: async (file, text) => {
      await mkdir(path.dirname(path.join(home, file)), { recursive: true });
      await writeFile(path.join(home, file), text);
    },
    read: (file) => readFile(path.join(home, file), 'utf8'),
    close: async () => {
      for (const child of running) endGroup(child);
      endLeftovers(home);
      await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

export function git(cwd: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.email=a@example.com', '-c', 'user.name=A', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...who, ...args], { cwd, stdio: 'pipe' });
}

/** Ends what clients left running in groups of its own, such as servers and daemons: every process that has the throw-away home. */
function endLeftovers(home: string): void {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`))
        process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended, or belongs to another user.
    }
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
