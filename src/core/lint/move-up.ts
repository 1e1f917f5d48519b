/** Brings entries below the cut into the loaded part of an index, in place of older ones. */
import { isOnlyEntryOnLine } from '../index/entry-description.js';
import { type IndexEntry, type IndexFile, parseIndex } from '../index/index-file.js';
import { resolvedEntries } from '../index/resolved-entries.js';
import { t, tPlural } from '../l10n.js';
import { memo } from '../memo.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix } from '../problem.js';
import { applyEdits, type Range, range, type TextEdit } from '../text.js';
import { replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';

interface DatedEntry {
  readonly entry: IndexEntry;
  readonly dateMs: number;
}

/** Entries below the cut of memories that no loaded entry leads to. */
export const lostEntries = memo((store: ParsedStore): readonly IndexEntry[] => {
  const loaded = new Set<string>();
  const lost: IndexEntry[] = [];
  for (const { entry, at } of resolvedEntries(store)) {
    if (at.found === undefined) continue;
    if (entry.loaded) loaded.add(at.found);
    else if (!entry.mention && !loaded.has(at.found)) lost.push(entry);
  }
  return lost;
});

/** The newest lost entries change places with the oldest loaded ones, line by line: no line goes away. None where that would load less. */
export const moveUp = memo((store: ParsedStore): readonly Fix[] => {
  const { index } = store;
  if (index === undefined || index.conflictLines.length > 0) return [];
  const lost = new Set(lostEntries(store));
  const dated = resolvedEntries(store).flatMap(({ entry, at }): DatedEntry[] => {
    const file = at.found === undefined ? undefined : store.files.get(at.found);
    return file === undefined || !isMovable(entry, index) ? [] : [{ entry, dateMs: file.memory.dateMs }];
  });
  const below = dated.filter(({ entry }) => lost.has(entry)).sort((a, b) => b.dateMs - a.dateMs);
  const above = dated.filter(({ entry }) => entry.loaded).sort((a, b) => a.dateMs - b.dateMs);
  const pairs = below.flatMap((newer, at) => {
    const older = above[at];
    return older !== undefined && older.dateMs < newer.dateMs ? [[newer.entry, older.entry] as const] : [];
  });
  if (pairs.length === 0) return [];
  const { source } = index;
  const edits = pairs.flatMap(([a, b]) => swap(a, b, index));
  const { budget } = parseIndex({ ...source, text: applyEdits(source.text, edits) });
  if (budget.loadedLines < index.budget.loadedLines) return [];
  const title = tPlural(
    pairs.length,
    'Move 1 newer entry into the loaded part, in place of an older one',
    'Move {n} newer entries into the loaded part, in place of older ones',
  );
  return [fix(title, source.path, edits, { preferred: true })];
});

const TOP_ITEM = /^\uFEFF?(?:[-*+]|\d{1,9}[.)])\s+/;

/** Whether an entry is a list item of one line on the outermost level: other items take text with them that belongs to their place. */
export function isMovable(entry: IndexEntry, index: IndexFile): boolean {
  const { lines } = index;
  if (!TOP_ITEM.test(lines.line(entry.line)) || !isOnlyEntryOnLine(entry, index)) return false;
  const below = entry.line + 1 < lines.count ? lines.line(entry.line + 1) : '';
  return below.trim() === '' || /^#{1,6}\s|^(?:[-*+]|\d{1,9}[.)])\s/.test(below);
}

/** An item after its mark or number, which belongs to its place. */
export function itemRange({ line }: IndexEntry, { lines }: IndexFile): Range {
  const text = lines.line(line);
  return range(line, TOP_ITEM.exec(text)?.[0].length ?? 0, line, text.length);
}

export const itemText = (entry: IndexEntry, index: IndexFile): string =>
  index.lines.line(entry.line).slice(itemRange(entry, index).start.character);

const swap = (a: IndexEntry, b: IndexEntry, index: IndexFile): TextEdit[] => [
  replace(itemRange(a, index), itemText(b, index)),
  replace(itemRange(b, index), itemText(a, index)),
];

/** "Memories lost: a.md, b.md, c.md and 1 more." Empty where no entry is lost. */
export function lostText(store: ParsedStore): string {
  const paths = lostEntries(store).map(({ path, target }) => path ?? target);
  if (paths.length === 0) return '';
  const more = paths.length - NAMED;
  const named = paths.slice(0, NAMED).join(', ');
  return more <= 0
    ? t('Memories lost: {named}.', { named })
    : tPlural(more, 'Memories lost: {named} and 1 more.', 'Memories lost: {named} and {n} more.', { named });
}

const NAMED = 3;
