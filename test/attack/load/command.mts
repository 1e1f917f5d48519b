/** Commands as processes of their own, and what they cost. Linux and macOS. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const CLI = path.resolve('dist/cli.js');

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Words alone are searched: what a language model takes is another question. */
export const environmentOf = (dataDir: string): NodeJS.ProcessEnv => ({
  ...process.env,
  MEMDIR_DATA_DIR: dataDir,
  MEMDIR_SETTINGS: JSON.stringify({ 'embedding.provider': 'none' }),
});

export const run = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> =>
  execute(process.execPath, [CLI, ...args], env);

function execute(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((done) =>
    execFile(file, [...args], { env, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, stdout, stderr });
    }),
  );
}

/** Milliseconds of processor time of a command, its start included: the shell tells what its children took. */
export async function cpuOf(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const script = '"$@" >/dev/null || exit 1; times';
  const { code, stdout, stderr } = await execute('bash', ['-c', script, '_', process.execPath, CLI, ...args], env);
  if (code !== 0) throw new Error(`memdir ${args[0] ?? ''} failed: ${stderr}`);
  const children = stdout.trim().split('\n').at(-1) ?? '';
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000,
    0,
  );
}

/** Resident bytes of a process; 0 where that is not known. */
export function residentOf(pid: number | null): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch (_gone) {
    return 0; // it ended, or this is not Linux
  }
}

/** Milliseconds of processor time that a process has taken, its threads included; 0 where that is not known. */
export function takenBy(pid: number): number {
  try {
    // The name before the last bracket may hold blanks. The clock of the system ticks a hundred times a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch (_gone) {
    return 0; // it ended, or this is not Linux
  }
}

/** Processes whose command line names a folder. */
export const runningWith = (folder: string): number[] =>
  (process.platform === 'linux' ? readdirSync('/proc') : [])
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch (_gone) {
        return false; // it ended between listing and reading
      }
    });

/** Whether a process is the one that all servers share. */
export const isBackground = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes('serve');
  } catch (_gone) {
    return false; // it ended between listing and reading
  }
};
