import { stemOf } from '../file-stem.js';
import { quoteScalar } from '../frontmatter/frontmatter.js';
import type { IndexEntry, IndexFile } from '../index/index-file.js';
import { isIndexName } from '../index/index-file.js';
import { entryRemoval } from '../index/remove-entry.js';
import { resolvedEntries, storeNames } from '../index/resolved-entries.js';
import { retarget } from '../index/retarget.js';
import { mayBeUnreachable } from '../index/unreachable-files.js';
import { t } from '../l10n.js';
import { nearestPaths, type Suggestion } from '../links/resolve.js';
import { plainLine } from '../markdown/plain-text.js';
import { memo } from '../memo.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix } from '../problem.js';
import { maskForDisplay } from '../secrets/secrets.js';
import { lineEnd } from '../text.js';
import { insert } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import { typeOfName } from './metadata.js';
import { frontMatter } from './move-section.js';
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
        message: t('Broken link: {path} doesn’t exist. Correct the name, create the file, or remove the entry.', {
          path: entry.path ?? entry.target,
        }),
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
 * Files that broken entries may refer to, unlisted ones first. With a few broken entries typos are corrected; with many the files
 * were left behind, and near names prove nothing.
 */
const candidates = memo((store: ParsedStore): ReadonlyMap<IndexEntry, readonly Suggestion[]> => {
  const missing = missingEntries(store);
  if (missing.length > GROUP_ABOVE) return new Map();
  const listed = new Set(resolvedEntries(store).map(({ at }) => at.found));
  return new Map(
    missing.map((entry) => [
      entry,
      nearestPaths(entry.path ?? entry.target, storeNames(store))
        .map(({ path, obvious }) => ({ path, obvious: obvious && !listed.has(path) }))
        .sort((a, b) => Number(listed.has(a.path)) - Number(listed.has(b.path))),
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

/** The nearest names, the missing file, and removal. An entry goes only when a person says so: it may be all that is known of its memory. */
function fixesFor(entry: IndexEntry, index: IndexFile, store: ParsedStore, few: boolean): Fix[] {
  const { path } = index.source;
  const fixes = (candidates(store).get(entry) ?? []).map(({ path: to, obvious }) =>
    fix(t('Change to {path}', { path: to }), path, [retarget(entry, to, index.lines)], {
      safe: obvious && filesOfBrokenEntries(store).get(to) === entry,
      preferred: obvious,
    }),
  );
  const sure = fixes.some((each) => each.preferred);
  return [...fixes, ...creation(entry, index, store), removal(entry, index, few && !sure)];
}

/** A memory with the name and the description of the entry; for a path that any system can write. */
function creation(entry: IndexEntry, { source }: IndexFile, store: ParsedStore): Fix[] {
  const path = entry.form === 'wiki' ? `${entry.target}.md` : entry.path;
  if (
    path === undefined ||
    path.length > LONGEST_PATH ||
    !WRITABLE.test(path) ||
    isIndexName(path.slice(path.lastIndexOf('/') + 1))
  )
    return [];
  const title = oneLine(entry.title) || stemOf(path);
  const said = oneLine(entry.hook);
  const name = stemOf(path);
  const type = typeOfName(path, store.types) ?? 'reference';
  const head = frontMatter(
    { name: /^[a-z][\w-]*$/i.test(name) ? name : quoteScalar(name), description: said || title, type },
    store,
  );
  const end = lineEnd(source.text);
  const body = [...head, said || title, ''].join(end);
  return [fix(t('Create {path}', { path }), path, [insert({ line: 0, character: 0 }, body)])];
}

const LONGEST_PATH = 200;

/** No hidden or empty part, no character that Windows refuses, no link syntax. */
const WRITABLE =
  /^(?:(?![.\s])[^\\:*?"<>|#[\]\p{C}/]*[^\\:*?"<>|#[\]\p{C}/.\s]\/)*(?![.\s])[^\\:*?"<>|#[\]\p{C}/]+\.md$/u;

/** Text of an entry as it may be written again: without line breaks and secrets. */
const oneLine = (text: string): string => maskForDisplay(plainLine(text));

/** @param few whether a link in a line that says more may become plain text unasked: all that it says stays. */
function removal(entry: IndexEntry, index: IndexFile, few: boolean): Fix {
  const { edit, lines } = entryRemoval(entry, index);
  return lines === undefined
    ? fix(t('Turn this link into plain text'), index.source.path, [edit], { safe: few })
    : fix(t('Remove this entry'), index.source.path, [edit]);
}
