import { isIndexLoaded } from '../file-kinds.js';
import { INDEX_NAME } from '../index/index-file.js';
import { type NewIndex, newIndex } from '../index/new-index.js';
import { storeNames } from '../index/resolved-entries.js';
import { isIndexCloudOnly } from '../index/unreachable-files.js';
import { t, tPlural } from '../l10n.js';
import { dayAt } from '../local-day.js';
import { memo } from '../memo.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix } from '../problem.js';
import { insert } from '../text-edits.js';
import { belongsInIndex, hasMisnamedIndex, isCopyable } from './index-orphan.js';
import { nameRange } from './metadata.js';
import type { StoreRule } from './rule.js';
import { syncCopies } from './sync-copy.js';

/** A store with memories whose MEMORY.md is not there: reported at the first memory. */
export const indexMissing: StoreRule = {
  code: 'index-missing',
  severity: 'warning',
  on: 'store',
  *check(store, only) {
    if (!lacksIndex(store)) return;
    const memories = listedFiles(store);
    const [first] = memories;
    if (first === undefined || (only !== undefined && only !== first.source.path)) return;
    const made = newIndexOf(store);
    yield {
      path: first.source.path,
      range: nameRange(first),
      message:
        tPlural(
          memories.length,
          'No {index} in this directory, so Claude Code doesn’t know about this memory when a session starts. Create one that lists it.',
          'No {index} in this directory, so Claude Code doesn’t know about these {n} memories when a session starts. Create one that lists them.',
          { index: INDEX_NAME },
        ) + leftWords(made),
      fixes: made.listed === 0 ? [] : [creation(made)],
    };
  },
};

/** A MEMORY.md in the cloud only, or in what could not be listed, is not missing. */
const lacksIndex = (store: ParsedStore): boolean =>
  store.index === undefined &&
  isIndexLoaded(store.info) &&
  !hasMisnamedIndex(store) &&
  !isIndexCloudOnly(store) &&
  !(store.facts.unread ?? []).includes(INDEX_NAME) &&
  !(store.facts.unlisted ?? []).some(({ path }) => path === INDEX_NAME);

/** By path. */
const listedFiles = memo((store: ParsedStore): readonly ParsedFile[] => {
  const copies = syncCopies(store);
  return [...store.files]
    .flatMap(([path, file]) => (!copies.has(path) && belongsInIndex(path, file, store) ? [file] : []))
    .sort((a, b) => (a.source.path < b.source.path ? -1 : 1));
});

/** The newest first, because what is past the limit is left out; those of a day by path. */
const newIndexOf = memo((store: ParsedStore): NewIndex => {
  const memories = listedFiles(store)
    .filter((file) => isCopyable(file.source.path, file))
    .sort((a, b) => dayAt(b.memory.dateMs) - dayAt(a.memory.dateMs));
  const { text, listed } = newIndex(
    memories.map(({ memory }) => memory),
    storeNames(store),
  );
  return { text, listed, left: listedFiles(store).length - listed };
});

const leftWords = ({ listed, left }: NewIndex): string =>
  left === 0 || listed === 0
    ? ''
    : ` ${tPlural(
        left,
        'The fix lists {listed} of them; 1 memory doesn’t fit into the loaded part or its name can’t be linked.',
        'The fix lists {listed} of them; {n} memories don’t fit into the loaded part or their names can’t be linked.',
        { listed },
      )}`;

function creation({ text, listed, left }: NewIndex): Fix {
  const title =
    left === 0
      ? tPlural(listed, 'Create {index} with 1 entry', 'Create {index} with {n} entries', { index: INDEX_NAME })
      : t('Create {index} with {listed} of {all} memories', { index: INDEX_NAME, listed, all: listed + left });
  return { title, edits: { [INDEX_NAME]: [insert({ line: 0, character: 0 }, text)] }, safe: true, preferred: true };
}
