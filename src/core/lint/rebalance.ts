/** Reorders the entries of a cut index, and shortens its longest ones, so that more of what matters is loaded. */
import { parseIndex } from '../index/index-file.js';
import { resolvedEntries } from '../index/resolved-entries.js';
import { t, tPlural } from '../l10n.js';
import { memo } from '../memo.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix } from '../problem.js';
import { applyEdits } from '../text.js';
import { replace } from '../text-edits.js';
import { shortenings } from './index-entry-long.js';
import { fix, mergeFixes } from './merge-fixes.js';
import { sectionMoves } from './move-section.js';
import { isMovable, itemRange, itemText, moveUp } from './move-up.js';

/** Fixes of an index that is cut, the one first that changes least. */
export const cutFixes = (store: ParsedStore): Fix[] => [
  ...moveUp(store),
  ...rebalance(store),
  ...shortenLongest(store),
  ...sectionMoves(store),
];

/**
 * Entries that are used more, are newer and are shorter go into the loaded places; within the loaded part and below the cut the
 * entries keep their order. None where that changes nothing, or loads fewer lines.
 */
const rebalance = memo((store: ParsedStore): readonly Fix[] => {
  const { index } = store;
  if (index?.budget.cutLine === undefined || index.conflictLines.length > 0) return [];
  const { source, budget } = index;
  const uses = store.facts.uses ?? new Map<string, number>();
  const items = resolvedEntries(store).flatMap(({ entry, at }) => {
    const file = at.found === undefined ? undefined : store.files.get(at.found);
    if (file === undefined || !isMovable(entry, index)) return [];
    const text = itemText(entry, index);
    return [{ entry, text, dateMs: file.memory.dateMs, uses: uses.get(file.source.path) ?? 0 }];
  });
  type Item = (typeof items)[number];
  /** From 0, the highest value, to 1. */
  const ranks = (key: (item: Item) => number): ReadonlyMap<Item, number> => {
    const values = [...new Set(items.map(key))].sort((a, b) => b - a);
    const places = new Map(values.map((value, place) => [value, place]));
    const last = Math.max(1, values.length - 1);
    return new Map(items.map((item) => [item, (places.get(key(item)) ?? 0) / last]));
  };
  const [byUse, byAge] = [ranks((item) => item.uses), ranks((item) => item.dateMs)];
  const rank = (item: Item): number => (byUse.get(item) ?? 0) + (byAge.get(item) ?? 0);
  const loaded = items.filter(({ entry }) => entry.loaded);
  let room = loaded.reduce((sum, { text }) => sum + text.length, 0) + budget.limitUnits - budget.loadedUnits;
  const kept = new Set<Item>();
  for (const item of items.toSorted((a, b) => rank(a) - rank(b) || a.text.length - b.text.length)) {
    if (kept.size === loaded.length) break;
    if (item.text.length > room) continue;
    room -= item.text.length;
    kept.add(item);
  }
  if (kept.size < loaded.length) return [];
  const order = [...items.filter((item) => kept.has(item)), ...items.filter((item) => !kept.has(item))];
  const edits = items.flatMap(({ entry, text }, at) => {
    const next = order[at]?.text ?? text;
    return next === text ? [] : [replace(itemRange(entry, index), next)];
  });
  if (edits.length === 0) return [];
  const after = parseIndex({ ...source, text: applyEdits(source.text, edits) }).budget;
  if (after.loadedLines < budget.loadedLines) return [];
  return [{ ...fix(t('Rebalance MEMORY.md by use, age and length…'), source.path, edits), confirm: true }];
});

/** Entries that are shortened at once. */
const LONGEST = 10;

const shortenLongest = memo((store: ParsedStore): readonly Fix[] => {
  const { edits, taken } = mergeFixes(shortenings(store).slice(0, LONGEST), true);
  if (taken.length < 2) return [];
  const title = tPlural(taken.length, 'Shorten the longest entry…', 'Shorten the {n} longest entries…');
  return [{ title, edits, safe: false, preferred: false, confirm: true }];
});
