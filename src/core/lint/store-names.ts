import type { IndexEntry } from '../index-file.js';
import { namesOf, resolveEntry, type Resolution, type StoreNames } from '../resolve.js';
import type { LintStore } from './rule.js';

interface Known {
  readonly names: StoreNames;
  resolved?: readonly ResolvedEntry[];
}

export interface ResolvedEntry {
  readonly entry: IndexEntry;
  readonly at: Resolution;
}

/** A store that rules look at is not changed any more, so what was worked out for one rule serves all. */
const known = new WeakMap<LintStore, Known>();

function knownOf(store: LintStore): Known {
  let found = known.get(store);
  if (found === undefined) known.set(store, (found = { names: namesOf(store.files) }));
  return found;
}

export const storeNames = (store: LintStore): StoreNames => knownOf(store).names;

/** Every entry of the index with the file it names. */
export function resolvedEntries(store: LintStore): readonly ResolvedEntry[] {
  const mine = knownOf(store);
  return (mine.resolved ??= (store.index?.entries ?? []).map((entry) => ({ entry, at: resolveEntry(entry, mine.names) })));
}

/** Whether a file is only called like an index: another spelling at the top, or the index of a folder. */
export const isIndexLike = (path: string): boolean => /(?:^|\/)memory\.md$/i.test(path);

/** Daily logs are not memories: nothing lists them and they carry no metadata. */
export const isDailyLog = (path: string): boolean => /(?:^|\/)logs\//.test(path) || /(?:^|\/)\d{4}-\d\d-\d\d\.md$/.test(path);
