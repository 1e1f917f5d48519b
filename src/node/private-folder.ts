/** Makes the data folder private on Windows, where the mode 0700 has no effect: a user's profile is private already, another place gets an access list. */
import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

import { messageOf } from '../core/errors.js';
import { t } from '../core/l10n.js';
import { isInside } from '../core/paths.js';
import type { Log } from '../core/ports/log.js';
import { isGone } from './paths.js';

export interface PrivateFolderOptions {
  /** Absolute. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly log: Pick<Log, 'warn'>;
  /** Runs a program to its end, and rejects when it fails. Default: without a window, for 10 seconds at most. */
  readonly run?: (program: string, args: readonly string[]) => Promise<unknown>;
}

/** Files that hooks, a starting program or a user with settings leave in the folder before it is opened. */
const OWN_NAMES = new Set(['capture', 'compile-cache', 'memdir.log', 'settings.json']);
const SYSTEM = '*S-1-5-18';
const TIMEOUT_MS = 10_000;

/**
 * Creates a new data folder outside of the user's profile, with rights for the user and the system alone. A folder with files of
 * other programs keeps its rights. Never rejects: a failure is a warning in the log.
 */
export async function makePrivate({
  folder,
  env,
  platform,
  log,
  run = runQuietly,
}: PrivateFolderOptions): Promise<'made' | 'left' | 'failed'> {
  if (platform !== 'win32') return 'left';
  const profiles = [env['USERPROFILE'], env['LOCALAPPDATA']];
  if (profiles.some((profile) => profile !== undefined && profile !== '' && isInside(folder, profile))) return 'left';
  const user = userOf(env);
  try {
    if (!(await isNew(folder))) return 'left';
    if (user === undefined) throw new Error(t('the user name is unknown'));
    await mkdir(folder, { recursive: true });
    await run(`${env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\icacls.exe`, [
      folder,
      '/inheritance:r',
      '/grant:r',
      `${user}:(OI)(CI)F`,
      `${SYSTEM}:(OI)(CI)F`,
      '/q',
    ]);
    return 'made';
  } catch (error) {
    log.warn(
      `Other users of this computer may be able to open ${folder}: its rights could not be set (${messageOf(error)}). A folder in your profile is private; choose one with --data-dir or MEMDIR_DATA_DIR.`,
    );
    return 'failed';
  }
}

function userOf({ USERDOMAIN: domain, USERNAME: name }: PrivateFolderOptions['env']): string | undefined {
  if (name === undefined || name === '') return undefined;
  return domain === undefined || domain === '' ? name : `${domain}\\${name}`;
}

async function isNew(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).every((name) => OWN_NAMES.has(name));
  } catch (error) {
    if (isGone(error)) return true;
    throw error;
  }
}

const runQuietly = (program: string, args: readonly string[]): Promise<unknown> =>
  promisify(execFile)(program, [...args], { timeout: TIMEOUT_MS, windowsHide: true });
