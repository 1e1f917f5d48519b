import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import envPaths from 'env-paths';

import { MemdirError } from '../core/errors.js';
import { t } from '../core/l10n.js';
import { namedPath } from '../core/named-path.js';
import { codeOf } from './error-codes.js';

/** Why no data folder can be at a path, before it is looked for; undefined where one can. */
export function dataFolderRefusal(
  env: Readonly<Record<string, string | undefined>>,
  given?: string,
): string | undefined {
  const found = namedPath(given || env['MEMDIR_DATA_DIR'] || '/default', { platform: process.platform, tilde: false });
  return found.fault === undefined || !['null', 'share', 'drive', 'device'].includes(found.fault)
    ? undefined
    : found.why;
}

/** The data folder, see {@link dataDirectory}, whether or not one can be made there. Throws `bad-input` for a path that is refused. */
export function dataFolderPath(env: Readonly<Record<string, string | undefined>>, given?: string): string {
  const refusal = dataFolderRefusal(env, given);
  if (refusal !== undefined)
    throw new MemdirError(
      'bad-input',
      t('The data folder can’t be used: {reason}. Choose another with --data-dir or MEMDIR_DATA_DIR.', {
        reason: refusal,
      }),
    );
  return resolve(given || env['MEMDIR_DATA_DIR'] || envPaths('memdir', { suffix: '' }).data);
}

/**
 * Where index, locks and log live: the one given, else `MEMDIR_DATA_DIR`, else the platform's folder for user data. Absolute.
 * Throws `bad-input` for a path that is refused, `unavailable` for a place in which no folder can ever be made.
 */
export function dataDirectory(env: Readonly<Record<string, string | undefined>>, given?: string): string {
  const folder = dataFolderPath(env, given);
  requireMakeable(folder);
  return folder;
}

/** Below `/proc` and its like a new folder "does not exist" although its parent does; Node, asked for it with all its parents, then tries for ever. */
function requireMakeable(folder: string): void {
  let missing = folder;
  while (!existsSync(missing) && !existsSync(dirname(missing))) missing = dirname(missing);
  if (existsSync(missing)) return;
  try {
    mkdirSync(missing, { mode: 0o700 });
  } catch (error) {
    // Other errors are reported by the code that needs the folder: much works without it.
    if (codeOf(error) === 'ENOENT')
      throw new MemdirError(
        'unavailable',
        t(
          'The data folder {folder} can’t be created: folders can’t be created in {parent}. Choose another with --data-dir or MEMDIR_DATA_DIR.',
          { folder, parent: dirname(missing) },
        ),
        { cause: error },
      );
  }
}
