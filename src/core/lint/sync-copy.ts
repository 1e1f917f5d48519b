import { stemOf } from '../file-stem.js';
import { t } from '../l10n.js';
import { memo } from '../memo.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import { range } from '../text.js';
import { firstLine } from '../text-edits.js';
import { type CopyName, copyNames } from './copy-names.js';
import type { StoreRule } from './rule.js';

/** Share of common lines from which one text may be an edited copy of the other. */
const ALIKE = 0.5;
/** Lines that are compared. */
const MOST_LINES = 2_000;

/** A copy of a memory that a sync tool, an editor or a file manager made beside it. */
export const syncCopy: StoreRule = {
  code: 'sync-copy',
  severity: 'warning',
  on: 'store',
  *check(store, only) {
    for (const [path, { original, same, by }] of syncCopies(store)) {
      const file = store.files.get(path);
      if (file === undefined || (only !== undefined && only !== path)) continue;
      yield {
        path,
        range: firstLine(file.lines),
        message: same
          ? t('Copy of {original} with the same text, made by {by}. Claude Code may read both. Delete this one.', {
              original,
              by,
            })
          : t(
              'Possible copy of {original}, made by {by}. Claude Code may read both and can’t tell which is right. Merge what is correct into {original}, then delete this file.',
              { original, by },
            ),
        related: [{ path: original, range: range(0, 0, 0, 0), message: t('Original') }],
      };
    }
  },
};

export interface SyncCopy {
  /** Path of the original. */
  readonly original: string;
  /** Whether the texts are equal except for blank space. */
  readonly same: boolean;
  readonly by: string;
}

/** Copies by path. */
export const syncCopies = memo((store: ParsedStore): ReadonlyMap<string, SyncCopy> => new Map(findCopies(store)));

function* findCopies(store: ParsedStore): Generator<[string, SyncCopy]> {
  let byText: ReadonlyMap<string, string> | undefined;
  for (const [path, file] of store.files) {
    const names = copyNames(stemOf(path));
    const [likeliest] = names;
    if (likeliest === undefined || file.source.unreadable !== undefined) continue;
    const copy = copyOf(path, file, names, store) ?? copyElsewhere(path, file, likeliest, (byText ??= textsOf(store)));
    if (copy !== undefined) yield [path, copy];
  }
}

function copyOf(path: string, file: ParsedFile, names: readonly CopyName[], store: ParsedStore): SyncCopy | undefined {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  for (const { stem, by, sure } of names) {
    const original = `${folder}${stem}.md`;
    const other =
      store.index?.source.path === original ? store.index.source.text : store.files.get(original)?.source.text;
    if (other === undefined) continue;
    const same = plain(file.source.text) === plain(other);
    if (sure || same || isAlike(file, store.files.get(original), other)) return { original, same, by };
  }
  return undefined;
}

/** The original may have been renamed: then only an equal text proves a copy. */
function copyElsewhere(
  path: string,
  file: ParsedFile,
  { by }: CopyName,
  byText: ReadonlyMap<string, string>,
): SyncCopy | undefined {
  const original = byText.get(plain(file.memory.body));
  return original === undefined || original === path ? undefined : { original, same: true, by };
}

/** Files by text, without those whose names read as copies. */
function textsOf({ files }: ParsedStore): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [path, { memory }] of files) {
    const text = plain(memory.body);
    if (text !== '' && copyNames(stemOf(path)).length === 0) texts.set(text, path);
  }
  return texts;
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The same `name` in the front matter, or half of the lines in common. */
function isAlike(file: ParsedFile, original: ParsedFile | undefined, text: string): boolean {
  if (original?.memory.named === true && file.memory.named && original.memory.name === file.memory.name) return true;
  const [a, b] = [linesOf(file.memory.body), linesOf(original?.memory.body ?? text)];
  let common = 0;
  for (const line of a) if (b.has(line)) common++;
  return common > 0 && common >= ALIKE * Math.max(a.size, b.size);
}

const linesOf = (text: string): Set<string> =>
  new Set(
    text
      .split('\n', MOST_LINES)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
