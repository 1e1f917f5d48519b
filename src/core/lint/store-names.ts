import type { IndexEntry, IndexFile } from '../index-file.js';
import { namesOf, resolveEntry, type Resolution, type StoreNames } from '../resolve.js';
import type { LintStore } from './rule.js';

export interface ResolvedEntry {
  readonly entry: IndexEntry;
  readonly at: Resolution;
}

export const storeNames = (store: LintStore): StoreNames => namesOf(store.files);

/** A store that rules look at is not changed any more, so what was worked out for one rule serves all. */
const resolved = new WeakMap<LintStore, readonly ResolvedEntry[]>();

/** Every entry of the index with the file it names. */
export function resolvedEntries(store: LintStore): readonly ResolvedEntry[] {
  let found = resolved.get(store);
  if (found === undefined) {
    const names = storeNames(store);
    resolved.set(store, (found = (store.index?.entries ?? []).map((entry) => ({ entry, at: resolveEntry(entry, names) }))));
  }
  return found;
}

interface Line {
  readonly entries: readonly IndexEntry[];
  readonly outside: IndexFile['outside'];
}

const NOTHING: Line = { entries: [], outside: [] };
const byLine = new WeakMap<IndexFile, Map<number, Line>>();

/** What an index links to on one line: entries, mentions among them, and places outside the directory. */
export function linksOn(index: IndexFile, line: number): Line {
  let lines = byLine.get(index);
  if (lines === undefined) byLine.set(index, (lines = linesOf(index)));
  return lines.get(line) ?? NOTHING;
}

function linesOf({ entries, outside }: IndexFile): Map<number, Line> {
  const lines = new Map<number, Line>();
  for (const [line, found] of Map.groupBy(entries, (entry) => entry.line)) lines.set(line, { entries: found, outside: [] });
  for (const [line, found] of Map.groupBy(outside, (link) => link.line)) lines.set(line, { entries: lines.get(line)?.entries ?? [], outside: found });
  return lines;
}
