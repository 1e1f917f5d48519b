/** Watches what processes ask of the system: names looked up, addresses beyond this machine, files written outside given folders. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, 'system-trap.c');

export interface SystemTrap {
  /** Environment of a process to be watched; what it starts is watched as well. Files may be written in `folders` (absolute). */
  env(folders: readonly string[]): Record<string, string>;
  /** Environment of a process that cannot open files whose names contain a text; the system's number of the error. */
  failing(part: string, errno: number): Record<string, string>;
  /** One line a call, in order: the call, its name, address or path, and the command line of the process. */
  events(): string[];
  close(): void;
}

/** Compiles the trap. Answers the reason, for people, where it cannot be had. */
export function openSystemTrap(): SystemTrap | string {
  if (process.platform !== 'linux') return `LD_PRELOAD is of Linux, this is ${process.platform}`;
  const folder = mkdtempSync(join(tmpdir(), 'memdir-trap-'));
  const [library, log] = [join(folder, 'trap.so'), join(folder, 'events')];
  const compiled = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl'], { encoding: 'utf8' });
  if (compiled.status !== 0) {
    rmSync(folder, { recursive: true });
    return `the C compiler cc does not work (${compiled.error?.message ?? compiled.stderr.trim()})`;
  }
  return {
    env: (folders) => ({
      LD_PRELOAD: library,
      SYSTEM_TRAP_LOG: log,
      SYSTEM_TRAP_FOLDERS: folders.join(':'),
    }),
    failing: (part, errno) => ({
      LD_PRELOAD: library,
      SYSTEM_TRAP_FAILING: part,
      SYSTEM_TRAP_ERRNO: String(errno),
    }),
    events: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
        : [],
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Paths of everything below a folder, relative to it; none for a folder that is missing. */
export const contentOf = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : [];
