/** How agents start Memdir. */
import { execFile } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { OWN_PROCESS } from '../../core/capture/own-tools.js';

export interface Runtime {
  /** Absolute path of a program that runs JavaScript. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
}

const MINIMUM = 22;
const PATIENCE_MS = 5_000;

/** The Node of this process; inside an editor the user's Node, else the editor's. */
export async function runtimeOf(env: Readonly<Record<string, string | undefined>>): Promise<Runtime> {
  if (process.versions['electron'] === undefined) return { program: process.execPath, env: {} };
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const program = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
    if (folder !== '' && isProgram(program) && (await isRecent(program)))
      return { program: realpathSync(program), env: {} };
  }
  return { program: process.execPath, env: { ELECTRON_RUN_AS_NODE: '1' } };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function isRecent(program: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], {
      timeout: PATIENCE_MS,
      env: { ...process.env, [OWN_PROCESS]: '1' },
    });
    return Number(/^v(\d+)/.exec(stdout)?.[1] ?? 0) >= MINIMUM;
  } catch {
    return false;
  }
}

/** One word of a command line of a POSIX shell, which Claude Code uses on every platform. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Backslashes of Windows paths would be escapes in a shell; forward slashes work as well. */
export const shellPath = (path: string, platform: NodeJS.Platform): string =>
  platform === 'win32' ? path.replaceAll('\\', '/') : path;
