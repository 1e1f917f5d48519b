import { resolve } from 'node:path';
import envPaths from 'env-paths';

/** Where index, locks and log live: the one given, else `MEMDIR_DATA_DIR`, else the platform's folder for user data. Absolute. */
export function dataDirectory(env: Readonly<Record<string, string | undefined>>, given?: string): string {
  return resolve(given || env['MEMDIR_DATA_DIR'] || envPaths('memdir', { suffix: '' }).data);
}
