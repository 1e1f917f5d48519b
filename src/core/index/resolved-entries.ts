import { namesOf, type Resolution, resolvePath, resolveWiki, type StoreNames, UNRESOLVED } from '../links/resolve.js';
import { memo } from '../memo.js';
import type { ParsedStore } from '../parsed-store.js';
import type { IndexEntry, IndexFile } from './index-file.js';

export interface ResolvedEntry {
  readonly entry: IndexEntry;
  readonly at: Resolution;
}

export const storeNames = (store: ParsedStore): StoreNames => namesOf(store.files);

/**
 * Every entry of the index with the file it resolves to. A parsed store is immutable, so all rules share the result.
 */
export const resolvedEntries = memo((store: ParsedStore): readonly ResolvedEntry[] => {
  const names = storeNames(store);
  return (store.index?.entries ?? []).map((entry) => ({ entry, at: resolveEntry(entry, names) }));
});

interface Line {
  readonly entries: readonly IndexEntry[];
  readonly outside: IndexFile['outside'];
}

const NOTHING: Line = { entries: [], outside: [] };

/** Links of one line: entries, mentions, and targets outside the store. */
export const linksOn = (index: IndexFile, line: number): Line => linesOf(index).get(line) ?? NOTHING;

const linesOf = memo(({ entries, outside }: IndexFile): ReadonlyMap<number, Line> => {
  const lines = new Map<number, Line>();
  for (const [line, found] of Map.groupBy(entries, (entry) => entry.line))
    lines.set(line, { entries: found, outside: [] });
  for (const [line, found] of Map.groupBy(outside, (link) => link.line))
    lines.set(line, { entries: lines.get(line)?.entries ?? [], outside: found });
  return lines;
});

/** Resolves an entry: a wiki link by names, any other by its path. */
export function resolveEntry(entry: Pick<IndexEntry, 'form' | 'target' | 'path'>, names: StoreNames): Resolution {
  if (entry.form === 'wiki') return resolveWiki(entry.target, names);
  return entry.path === undefined ? UNRESOLVED : resolvePath(entry.path, names);
}
