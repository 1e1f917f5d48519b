import { isSeenTogether } from '../agent-scope.js';
import { filesOf, indexFolder, isCurrentKnowledge } from '../file-kinds.js';
import { stemOf } from '../file-stem.js';
import { fieldOf, quoteScalar } from '../frontmatter/frontmatter.js';
import { isPlain } from '../frontmatter/scalar.js';
import { storeNames } from '../index/resolved-entries.js';
import { t } from '../l10n.js';
import { memo } from '../memo.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix } from '../problem.js';
import { fix } from './merge-fixes.js';
import { hasValidFrontMatter, nameRange, setField } from './metadata.js';
import type { StoreRule } from './rule.js';

/** Other memories that a message names. */
const NAMED = 3;
/** Maximum number of related places of a finding. */
const MOST_RELATED = 20;

/** Two memories of one index with the same name. */
export const nameDuplicate: StoreRule = {
  code: 'name-duplicate',
  severity: 'warning',
  on: 'store',
  *check(store, only) {
    const groups = namesakes(store.files);
    for (const [path, file] of filesOf(store, only)) {
      const namesake = counts(file) ? (groups.get(keyOf(path, file, store)) ?? []) : [];
      const same = namesake.filter((other) => isSeenWith(file, store.files.get(other)));
      if (same.length < 2) continue;
      // One more than is named, because the file itself is among them; a name shared by thousands is not scanned for
      // each of them.
      const others = same
        .slice(0, MOST_RELATED + 1)
        .filter((other) => other !== path)
        .slice(0, MOST_RELATED);
      const count = same.length - 1;
      const names = others.slice(0, NAMED).join(', ');
      yield {
        path,
        range: nameRange(file),
        message: t(
          'Duplicate name, also used by {names}. [[{name}]] is ambiguous, and Claude Code may update the wrong memory. Give each memory its own name.',
          {
            names: count > NAMED ? t('{names} and {count} more', { names, count: count - NAMED }) : names,
            name: file.memory.name,
          },
        ),
        related: others.flatMap((other) => {
          const same = store.files.get(other);
          return same === undefined ? [] : [{ path: other, range: nameRange(same), message: t('Same name') }];
        }),
        fixes: renaming(file, store),
      };
    }
  },
};

/** Agents do not see each other's memories, so that those may have one name. */
const isSeenWith = ({ memory }: ParsedFile, other: ParsedFile | undefined): boolean =>
  isSeenTogether(memory.agentId, other?.memory.agentId);

/** A name in the front matter of a current memory. */
const counts = (file: ParsedFile): boolean => file.memory.named && isCurrentKnowledge(file);

/** Equal for memories of one index with the same name. */
const keyOf = (path: string, { memory }: ParsedFile, store: Pick<ParsedStore, 'files'>): string =>
  `${indexFolder(path, store)}\n${memory.name.normalize('NFC')}`;

/** Paths by {@link keyOf}. */
const namesakes = memo((files: ParsedStore['files']): ReadonlyMap<string, readonly string[]> => {
  const named = [...files].filter(([, file]) => counts(file));
  return new Map(
    [...Map.groupBy(named, ([path, file]) => keyOf(path, file, { files }))].map(([key, files]) => [
      key,
      files.map(([path]) => path),
    ]),
  );
});

/** The file's stem, when it is free as a name: links by it resolve to this file already. */
export function renaming(file: ParsedFile, store: ParsedStore): Fix[] {
  const stem = stemOf(file.source.path);
  const names = storeNames(store);
  const taken = (names.byName.get(stem) ?? []).length > 0 || (names.byStem.get(stem) ?? []).length > 1;
  if (taken || !hasValidFrontMatter(file) || fieldOf(file.frontMatter, 'name') === undefined) return [];
  return [
    fix(t('Rename this memory to {name}', { name: stem }), file.source.path, [
      setField(file, 'name', isPlain(stem) ? stem : quoteScalar(stem)),
    ]),
  ];
}
