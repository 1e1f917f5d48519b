/** Files that exist and cannot be reached now. "Not reachable" is never taken for "deleted". */
import { cloudOnlyPaths } from '../file-kinds.js';
import { stemOf } from '../file-stem.js';
import { type NamedFile, namesOf, type StoreNames } from '../links/resolve.js';
import { memo } from '../memo.js';
import type { ParsedStore } from '../parsed-store.js';
import { INDEX_NAME, type IndexEntry } from './index-file.js';
import { resolveEntry } from './resolved-entries.js';

/** Names of the files that are in the cloud only, by path and stem: what their front matter says is unknown. */
export const cloudOnlyNames = memo(({ facts }: Pick<ParsedStore, 'facts'>): StoreNames => {
  const named = (path: string): NamedFile => ({ memory: { name: stemOf(path), named: false } });
  return namesOf(new Map(cloudOnlyPaths(facts.others ?? []).map((path) => [path, named(path)])));
});

/** Whether the index itself is in the cloud only: there is one, and none is written beside it. */
export const isIndexCloudOnly = ({ facts, index }: Pick<ParsedStore, 'facts' | 'index'>): boolean =>
  index === undefined && cloudOnlyPaths(facts.others ?? []).includes(INDEX_NAME);

/** Whether an entry without a file may lead to one that cannot be reached. */
export function mayBeUnreachable(entry: Pick<IndexEntry, 'form' | 'target' | 'path'>, store: ParsedStore): boolean {
  if (resolveEntry(entry, cloudOnlyNames(store)).found !== undefined) return true;
  const { unread = [], stores = [] } = store.facts;
  const path = entry.path?.normalize('NFC').toLowerCase();
  if (stores.some((folder) => (entry.path ?? entry.target).startsWith(`${folder}/`))) return true;
  if (unread.length === 0) return false;
  // A wiki link goes by names, and those of unread files are unknown.
  return (
    entry.form === 'wiki' ||
    unread
      .map((each) => each.normalize('NFC').toLowerCase())
      .some((each) => path === each || path?.startsWith(`${each}/`))
  );
}
