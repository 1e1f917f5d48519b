import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

import { mapLimited } from '../../service/async.js';
import { isGone } from '../error-codes.js';

const AT_ONCE = 32;

/** Those of the keys that a symbolic link below the folder is part of, whether it leads anywhere or not. */
export async function linkedKeys(folder: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Map<string, Promise<boolean>>();
  const isLink = (path: string): Promise<boolean> => {
    const found = known.get(path) ?? isSymbolicLink(join(folder, path));
    known.set(path, found);
    return found;
  };
  const linked = await mapLimited(keys, AT_ONCE, async (key) => {
    const names = key.split('/');
    for (let at = 1; at <= names.length; at++) if (await isLink(names.slice(0, at).join('/'))) return true;
    return false;
  });
  return new Set(keys.filter((_, at) => linked[at]));
}

async function isSymbolicLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (isGone(error)) return false;
    // A name that cannot even be looked up is left alone.
    return true;
  }
}
