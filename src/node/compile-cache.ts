/** Node's compile cache for our bundles, kept from one start to the next. */
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

import { dataDirectory, dataFolderPath, dataFolderRefusal } from './data-dir.js';

/** Name of the folder in the data folder. */
const FOLDER = 'compile-cache';

/**
 * To be called before the bundles are loaded. Never throws: without a cache, starting only takes longer.
 * @param make whether the folder is made where there is none
 */
export function keepCompiled(env: Readonly<Record<string, string | undefined>>, make = true): boolean {
  try {
    const folder = join(make ? dataDirectory(env) : dataFolderPath(env), FOLDER);
    return (make || existsSync(folder)) && enableCompileCache(folder).directory !== undefined;
  } catch (_noFolder) {
    return false; // reported by the code that needs the data folder
  }
}

/** Makes the cache for the next start where there is a data folder: a command that opens nothing leaves no files. */
export function keepNextCompiled(env: Readonly<Record<string, string | undefined>>): void {
  if (dataFolderRefusal(env) === undefined && existsSync(dataFolderPath(env))) keepCompiled(env);
}
