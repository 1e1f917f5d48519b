/** What Node compiled of our files, kept from one start to the next. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { dataDirectory } from './data-dir.js';

/** Name of the folder in the data folder. */
const FOLDER = 'compile-cache';

/** To be called before the files are loaded that are to start faster. Never throws: where nothing can be kept, starting only takes longer. */
export function keepCompiled(env: Readonly<Record<string, string | undefined>>): boolean {
  try {
    return enableCompileCache(join(dataDirectory(env), FOLDER)).directory !== undefined;
  } catch (_noFolder) {
    return false; // whoever needs the data folder says why there is none
  }
}
