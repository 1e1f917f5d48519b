/** Absolute paths without a file system: both separators, drive letters in either case. */
import type { MemoryId, StoreInfo, StoreKey } from '../core/memory.js';

const slashed = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^([a-zA-Z]):/, (_all, drive: string) => `${drive.toUpperCase()}:`)
    .replace(/(?<=.)\/+$/, '');

export const isAbsolute = (path: string): boolean => /^(?:\/|[a-zA-Z]:[\\/]|\\\\)/.test(path);

/** Path inside a folder, slashes forward; '' for the folder itself, undefined when it lies elsewhere. */
export function pathInside(folder: string, path: string): string | undefined {
  const [outer, inner] = [slashed(folder), slashed(path)];
  if (inner === outer) return '';
  return inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
    ? inner.slice(outer.length).replace(/^\//, '')
    : undefined;
}

/** Absolute path of a file of a store, in the store path's own separators. */
export function absolutePath(store: StoreInfo, path: string): string {
  const backslashes = /^(?:[a-zA-Z]:\\|\\\\)/.test(store.path);
  const joined = `${store.path.replace(/[\\/]+$/, '')}/${path}`;
  return backslashes ? joined.replaceAll('/', '\\') : joined;
}

export const memoryId = (store: StoreKey, path: string): MemoryId => `${store}/${path}`;

/** The innermost store that contains a path. */
export function storeOf(
  stores: readonly StoreInfo[],
  file: string,
): { readonly store: StoreInfo; readonly path: string } | undefined {
  let best: { readonly store: StoreInfo; readonly path: string } | undefined;
  for (const store of stores) {
    const path = pathInside(store.path, file);
    if (path !== undefined && (best === undefined || store.path.length > best.store.path.length))
      best = { store, path };
  }
  return best;
}
