import { relativeInside } from '../paths.js';

/**
 * The entry of the folder itself, or else of the nearest folder around it; undefined without one. Absolute real paths. Claude Code
 * writes paths in composed Unicode, whatever the disk has.
 */
export function nearestAround<T extends { readonly path: string }>(
  folder: string,
  entries: readonly T[],
): T | undefined {
  const found = entries.flatMap((entry) => {
    const below = relativeInside(folder, entry.path) ?? relativeInside(folder.normalize('NFC'), entry.path);
    return below === undefined ? [] : [{ entry, depth: below === '' ? 0 : below.split('/').length }];
  });
  return found.sort((a, b) => a.depth - b.depth)[0]?.entry;
}
