import type { IndexEntry, IndexFile } from '../index/index-file.js';
import { entryRemoval } from '../index/remove-entry.js';
import { resolvedEntries, storeNames } from '../index/resolved-entries.js';
import { retarget } from '../index/retarget.js';
import { mayBeUnreachable } from '../index/unreachable.js';
import { nearestPaths, type Suggestion } from '../links/resolve.js';
import { memo } from '../memo.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix } from '../problem.js';
import { fix } from './merge-fixes.js';
import { GROUP_ABOVE, type IndexRule } from './rule.js';

/** An entry names a missing file. */
export const indexMissingTarget: IndexRule = {
  code: 'index-missing-target',
  severity: 'warning',
  on: 'index',
  *check(index, store) {
    const missing = missingEntries(store);
    const few = missing.length <= GROUP_ABOVE;
    for (const entry of missing) {
      yield {
        range: entry.targetRange,
        message: `${entry.path ?? entry.target} does not exist in this memory directory: Claude Code follows this entry to nothing. Correct the name or remove the entry.`,
        fixes: fixesFor(entry, index, store, few),
      };
    }
  },
};

/** File names in back-ticks and wiki links in running text may refer to anything. */
const isEntry = (entry: IndexEntry): boolean =>
  entry.form === 'markdown' || entry.form === 'raw-space' || (entry.form === 'wiki' && !entry.mention);

const missingEntries = memo((store: ParsedStore): readonly IndexEntry[] =>
  resolvedEntries(store).flatMap(({ entry, at }) =>
    at.found === undefined && !at.folder && isEntry(entry) && !mayBeUnreachable(entry, store) ? [entry] : [],
  ),
);

/**
 * Unlisted files that broken entries may refer to. With a few broken entries typos are corrected; with many the files
 * were left behind, and near names prove nothing.
 */
const candidates = memo((store: ParsedStore): ReadonlyMap<IndexEntry, readonly Suggestion[]> => {
  const missing = missingEntries(store);
  if (missing.length > GROUP_ABOVE) return new Map();
  const listed = new Set(resolvedEntries(store).map(({ at }) => at.found));
  return new Map(
    missing.map((entry) => [
      entry,
      nearestPaths(entry.path ?? entry.target, storeNames(store)).filter(({ path }) => !listed.has(path)),
    ]),
  );
});

/** Files that broken entries obviously refer to, each with the first such entry: they need no new entry. */
export const filesOfBrokenEntries = memo((store: ParsedStore): ReadonlyMap<string, IndexEntry> => {
  const meant = new Map<string, IndexEntry>();
  for (const [entry, near] of candidates(store))
    for (const { path, obvious } of near) if (obvious && !meant.has(path)) meant.set(path, entry);
  return meant;
});

function fixesFor(entry: IndexEntry, index: IndexFile, store: ParsedStore, few: boolean): Fix[] {
  const { path } = index.source;
  const fixes = (candidates(store).get(entry) ?? []).map(({ path: to, obvious }) =>
    fix(`Change the target to ${to}`, path, [retarget(entry, to, index.lines)], {
      safe: obvious && filesOfBrokenEntries(store).get(to) === entry,
      preferred: obvious,
    }),
  );
  const sure = fixes.some((each) => each.preferred);
  return [...fixes, removal(entry, index, { safe: few && !sure, preferred: !sure })];
}

function removal(entry: IndexEntry, index: IndexFile, options: { safe: boolean; preferred: boolean }): Fix {
  const { edit, lines } = entryRemoval(entry, index);
  return fix(
    lines === undefined ? 'Turn this link into plain text' : 'Remove this entry',
    index.source.path,
    [edit],
    options,
  );
}
