/** Absolute paths of stores and their files, without a file system. */
import type { MemoryId, StoreInfo, StoreKey } from '../core/memory.js';
import { relativeInside } from '../core/paths.js';
import { fileOf } from '../core/stores/task-groups.js';

export const isAbsolute = (path: string): boolean => /^(?:\/|[a-zA-Z]:[\\/]|\\\\)/.test(path);

/** Absolute path of the file of a memory, in the store path's own separators. */
export function absolutePath(store: Pick<StoreInfo, 'path'>, path: string): string {
  const backslashes = /^(?:[a-zA-Z]:\\|\\\\)/.test(store.path);
  const joined = `${store.path.replace(/[\\/]+$/, '')}/${fileOf(path)}`;
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
    const path = relativeInside(file, store.path);
    if (path !== undefined && (best === undefined || store.path.length > best.store.path.length))
      best = { store, path };
  }
  return best;
}
