import {
  filesOf,
  indexFolder,
  isCurrent,
  isDailyLog,
  isNamedLikeIndex,
  isReadme,
  listsMemories,
} from '../file-kinds.js';
import { entryAppender, leadsTo } from '../index/append-entry.js';
import { LIMIT_LINES, LIMIT_UNITS } from '../index/budget.js';
import { INDEX_NAME, type IndexFile, LINE_CAP } from '../index/index-file.js';
import { resolvedEntries, storeNames } from '../index/resolved-entries.js';
import { t } from '../l10n.js';
import { resolveLink } from '../links/resolve.js';
import { layoutOf } from '../markdown/layout.js';
import type { SourceFile } from '../memory.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix } from '../problem.js';
import { invisibleRuns } from '../safety/invisible-runs.js';
import { findSecrets } from '../secrets/secrets.js';
import { isGarbled, type TextEdit } from '../text.js';
import { filesOfBrokenEntries } from './index-missing-target.js';
import { markersOf } from './merge-conflict.js';
import { nameRange } from './metadata.js';
import type { StoreRule } from './rule.js';
import { syncCopies } from './sync-copy.js';

/** A memory that the index does not list. */
export const indexOrphan: StoreRule = {
  code: 'index-orphan',
  severity: 'warning',
  on: 'store',
  *check(store, only) {
    const files = filesOf(store, only);
    if (files.length === 0 || !keepsIndex(store)) return;
    const listed = listedPaths(store);
    const copies = syncCopies(store);
    const { index } = store;
    const append = index === undefined ? undefined : entryAppender(index);
    const named = namedBy(index);
    for (const [path, file] of files) {
      if (listed.has(path) || copies.has(path) || !belongsInIndex(path, file, store)) continue;
      yield {
        path,
        range: nameRange(file),
        ...(named.has(path)
          ? {
              severity: 'info' as const,
              message: t(
                'Only mentioned in MEMORY.md, without an entry. Claude Code writes entries as [title](file.md) and may not follow this one. Add an entry for it.',
              ),
            }
          : {
              message: t('Not listed in MEMORY.md, so Claude Code won’t know it exists. Add an entry for it.'),
            }),
        fixes: index === undefined || append === undefined ? [] : additions(path, file, store, { index, append }),
      };
    }
  },
};

/** Names of markdown files in the loaded text of the index in any form: plain words, references, images or tags. */
function namedBy(index: IndexFile | undefined): ReadonlySet<string> {
  if (index === undefined) return new Set();
  const { kinds } = layoutOf(index.lines);
  const found = new Set<string>();
  for (let line = 0; line < index.lines.count; line++) {
    if (kinds[line] !== 'text') continue;
    for (const word of index.lines
      .line(line)
      .slice(0, LINE_CAP)
      .split(/[\s()<>[\]"'`|,;=]+/))
      if (/\.md$/i.test(word)) found.add(word.replace(/^\.\//, ''));
  }
  return found;
}

/**
 * Paths listed by the index, and by memories that it lists and that are lists themselves: parts of an index that grew
 * too long.
 */
function listedPaths(store: ParsedStore): ReadonlySet<string> {
  const listed = new Set<string>();
  for (const { at } of resolvedEntries(store)) if (at.found !== undefined) listed.add(at.found);
  for (const path of [...listed]) {
    const file = store.files.get(path);
    if (file === undefined || !isList(file)) continue;
    for (const link of file.memory.links) {
      const { found } = resolveLink(link, path, storeNames(store));
      if (found !== undefined) listed.add(found);
    }
  }
  return listed;
}

/** Two or more links on list items, and no more other lines than those. */
function isList({ memory, lines }: ParsedFile): boolean {
  const items = new Set(
    memory.links
      .map(({ range }) => range.start.line)
      .filter((line) => /^\s*(?:[-*+]|\d{1,9}[.)]|\|)\s/.test(lines.line(line))),
  );
  if (items.size < 2) return false;
  let others = 0;
  for (let line = memory.bodyLine; line < lines.count && others <= items.size; line++) {
    const text = lines.line(line);
    if (!items.has(line) && text.trim() !== '' && !/^#{1,6}\s/.test(text)) others++;
  }
  return others <= items.size;
}

/** A store without any index is reported by `index-missing`, unless its index only has a wrong name. */
function keepsIndex(store: ParsedStore): boolean {
  // An index that cannot be read may list anything.
  if (!listsMemories(store.info) || (store.index !== undefined && !isReadable(store.index.source))) return false;
  return store.index !== undefined || hasMisnamedIndex(store);
}

/** Whether the index only has other letter case. */
export const hasMisnamedIndex = ({ files }: Pick<ParsedStore, 'files'>): boolean =>
  [...files.keys()].some((path) => path.toLowerCase() === INDEX_NAME.toLowerCase());

const isReadable = ({ unreadable, encoding }: SourceFile): boolean =>
  unreadable === undefined && (encoding === 'utf8' || encoding === 'utf8-invalid');

/** Whether an entry should lead to a file. */
export function belongsInIndex(path: string, file: ParsedFile, store: ParsedStore): boolean {
  if (isNamedLikeIndex(path) || isDailyLog(path) || isReadme(file)) return false;
  const { source, memory } = file;
  // Unreadable files and links out of the store are reported as such; no entry should lead there.
  if (source.unreadable !== undefined || source.linkTarget !== undefined || !memory.searchable) return false;
  return isCurrent(file) && indexFolder(path, store) === '';
}

interface Target {
  readonly index: IndexFile;
  readonly append: ReturnType<typeof entryAppender>;
}

/** None for a file whose text is not to be copied, and for a path to which no link leads. */
function additions(path: string, file: ParsedFile, store: ParsedStore, { index, append }: Target): Fix[] {
  if (!isCopyable(path, file)) return [];
  const edit = entryOf(path, file, append);
  if (!leadsTo(edit.newText.trim(), path, storeNames(store))) return [];
  return [addition(index, edit, filesOfBrokenEntries(store).has(path))];
}

/** Whether name and description of a memory may be copied into the index. */
export const isCopyable = (path: string, file: ParsedFile): boolean =>
  file.source.encoding === 'utf8' && isNameable(path) && markersOf(file.lines).length === 0;

/** A path with a secret or with invisible characters is not written again. */
const isNameable = (path: string): boolean =>
  !isGarbled(path) && findSecrets(path).length === 0 && invisibleRuns(path).length === 0;

/** A description with a secret is left out: the index is loaded into every session. */
function entryOf(path: string, { memory }: ParsedFile, append: ReturnType<typeof entryAppender>): TextEdit {
  const edit = append(path, memory);
  return findSecrets(edit.newText).length === 0 ? edit : append(path, { ...memory, description: '' });
}

/** Safe when the new line will be loaded and no broken entry refers to the file. */
function addition(index: IndexFile, edit: TextEdit, meant: boolean): Fix {
  const fits = index.budget.lines + 1 <= LIMIT_LINES && index.budget.units + edit.newText.length <= LIMIT_UNITS;
  const title = fits ? t('Add an entry to MEMORY.md') : t('Add an entry to MEMORY.md (below the loaded part)');
  return { title, edits: { [index.source.path]: [edit] }, safe: fits && !meant, preferred: true };
}
