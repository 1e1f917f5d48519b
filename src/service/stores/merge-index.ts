/** Merges the index of a store into that of the store its memories move to. */
import { stemOf } from '../../core/file-stem.js';
import { entryAppender } from '../../core/index/append-entry.js';
import { type IndexEntry, parseIndex } from '../../core/index/index-file.js';
import { pointerLines } from '../../core/index/pointer.js';
import { t, tPlural } from '../../core/l10n.js';
import type { SourceFile } from '../../core/memory.js';
import { applyEdits, isGarbled } from '../../core/text.js';

export type MergedIndex =
  /** `unlisted`: arriving memories that the old index mentions without an entry of their own; they get none. */
  | { readonly text: string; readonly added: number; readonly unlisted: readonly string[]; readonly why?: undefined }
  /** It cannot be merged without losing text. */
  | { readonly why: string };

const sourceOf = (path: string, text: string): SourceFile => ({
  path,
  text,
  encoding: 'utf8',
  stamp: { modifiedMs: 0, size: text.length, hash: '' },
});

/**
 * Appends the entries of the arriving index below those of the present one, in its style; every other byte stays. Only entries of `arriving`
 * memories that are not listed yet are taken. An index with more than entries is not merged.
 */
export function mergeIndex(path: string, old: string, present: string, arriving: ReadonlySet<string>): MergedIndex {
  const from = parseIndex(sourceOf(path, old));
  let into = parseIndex(sourceOf(path, present));
  if (from.conflictLines.length > 0 || into.conflictLines.length > 0)
    return { why: t('One of the two contains merge conflict markers.') };
  const more = new Set([
    ...from.contentLines,
    ...from.entries.flatMap((entry) => (pointerLines(entry, from) === undefined ? [entry.line] : [])),
  ]);
  if (isGarbled(old)) return { why: t('It contains text that isn’t valid UTF-8, so you need to merge it yourself.') };
  if (more.size > 0)
    return {
      why: tPlural(
        more.size,
        'It contains 1 line that isn’t an entry, so you need to merge it yourself.',
        'It contains {n} lines that aren’t entries, so you need to merge it yourself.',
      ),
    };
  const listed = new Set(into.entries.map((entry) => entry.path));
  let text = present;
  let added = 0;
  for (const entry of from.entries) {
    if (entry.mention || entry.path === undefined || listed.has(entry.path) || !arriving.has(entry.path)) continue;
    listed.add(entry.path);
    text = applyEdits(text, [entryAppender(into)(entry.path, listedAs(entry))]);
    into = parseIndex(sourceOf(path, text));
    added++;
  }
  const named = new Set(old.split(/[\s()<>[\]"'`|,;=]+/).map((word) => word.replace(/^\.\//, '')));
  return { text, added, unlisted: [...arriving].filter((path) => named.has(path) && !listed.has(path)) };
}

/** Keeps title and description of the old entry: they may be hand-written. */
const listedAs = (entry: IndexEntry): { name: string; named: boolean; description: string; type: string } => ({
  name: entry.title === '' ? stemOf(entry.path ?? '') : entry.title,
  named: true,
  description: entry.hook,
  type: 'unknown',
});
