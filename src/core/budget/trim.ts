/** What of an index to trim first, and the edits that do it. */
import { ageDays } from '../age.js';
import { LONGEST_ENTRY } from '../index/entry-description.js';
import type { IndexEntry, IndexFile } from '../index/index-file.js';
import { pointerLines } from '../index/pointer.js';
import { entryRemoval } from '../index/remove-entry.js';
import { resolvedEntries } from '../index/resolved-entries.js';
import { shortenings } from '../lint/index-entry-long.js';
import { mergeFixes } from '../lint/merge-fixes.js';
import { memo } from '../memo.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import type { StoreEdit } from '../problem.js';
import { maskForDisplay } from '../secrets/secrets.js';
import { type Trim, type TrimChoice, type TrimHow, type TrimReason } from './results.js';

/** Choices of each reason. */
const MOST = 10;
/** Days from which on an entry that was never used is one to look at. */
const UNUSED_DAYS = 30;

interface Entry {
  readonly entry: IndexEntry;
  readonly file: ParsedFile | undefined;
  readonly units: number;
  readonly days: number | undefined;
  readonly uses: number | undefined;
  /** Leads to the same memory as an entry above, or to one that repeats a newer one. */
  readonly isDouble: boolean;
}

/** The entries whose lines can go, or be shorter. `uses` by path of the memory. */
function entriesOf(store: ParsedStore, index: IndexFile, uses: ReadonlyMap<string, number>): readonly Entry[] {
  const repeats = new Set(
    (store.facts.relations ?? []).filter(({ kind }) => kind === 'duplicate').map(({ older }) => older),
  );
  const seen = new Set<string>();
  return resolvedEntries(store).flatMap(({ entry, at }): Entry[] => {
    const file = at.found === undefined ? undefined : store.files.get(at.found);
    const isAgain = at.found !== undefined && seen.has(at.found);
    if (at.found !== undefined && !entry.mention) seen.add(at.found);
    if (pointerLines(entry, index, file) === undefined && !shorteningAt(store, entry.line)) return [];
    return [
      {
        entry,
        file,
        units: index.lines.line(entry.line).length,
        days: file && ageDays(file.memory, store.now),
        uses: file && (uses.get(file.source.path) ?? 0),
        isDouble: isAgain || (at.found !== undefined && repeats.has(at.found)),
      },
    ];
  });
}

const shorteningsByLine = memo(
  (store: ParsedStore) =>
    new Map(
      shortenings(store).map((fix) => [fix.edits[store.index?.source.path ?? '']?.[0]?.range.start.line ?? -1, fix]),
    ),
);
const shorteningAt = (store: ParsedStore, line: number) => shorteningsByLine(store).get(line);

const isRemovable = ({ entry, file }: Entry, index: IndexFile): boolean =>
  pointerLines(entry, index, file) !== undefined;

/** Which entries a reason is about, the one first that is most worth it. */
const CHOSEN: Readonly<Record<TrimReason, (entries: readonly Entry[]) => readonly Entry[]>> = {
  broken: (entries) => entries.filter(({ file }) => file === undefined),
  duplicated: (entries) => entries.filter(({ isDouble }) => isDouble).sort((a, b) => b.units - a.units),
  biggest: (entries) => entries.filter(({ units }) => units > LONGEST_ENTRY).sort((a, b) => b.units - a.units),
  unused: (entries) =>
    entries
      .filter(({ uses, days = 0 }) => uses === 0 && days >= UNUSED_DAYS)
      .sort((a, b) => (b.days ?? 0) - (a.days ?? 0)),
  oldest: (entries) => entries.filter(({ days }) => days !== undefined).sort((a, b) => (b.days ?? 0) - (a.days ?? 0)),
};

/** What to trim first, by reason. None of an index with conflict markers. */
export function trimChoices(store: ParsedStore, uses: ReadonlyMap<string, number>): readonly TrimChoice[] {
  const { index } = store;
  if (index === undefined || index.conflictLines.length > 0) return [];
  const entries = entriesOf(store, index, uses);
  return (Object.keys(CHOSEN) as TrimReason[]).flatMap((reason) =>
    CHOSEN[reason](entries)
      .flatMap((each): TrimChoice[] => {
        const how: TrimHow = reason === 'biggest' && shorteningAt(store, each.entry.line) ? 'shorten' : 'remove';
        if (how === 'remove' && !isRemovable(each, index)) return [];
        const { entry, units, days, uses: used } = each;
        const title = maskForDisplay(entry.title || entry.target);
        return [
          {
            line: entry.line,
            how,
            reason,
            title,
            units,
            ...(days !== undefined && { ageDays: days }),
            ...(used !== undefined && { uses: used }),
          },
        ];
      })
      .slice(0, MOST),
  );
}

/** The edits of some choices as one; a line that two of them are about is removed. */
export function trimEdits(store: ParsedStore, trims: readonly Trim[]): StoreEdit {
  const { index } = store;
  if (index === undefined) return {};
  const removed = new Set(trims.filter(({ how }) => how === 'remove').map(({ line }) => line));
  const shortened = trims.filter(({ how, line }) => how === 'shorten' && !removed.has(line));
  const removals = resolvedEntries(store)
    .filter(({ entry }) => removed.has(entry.line) && !entry.mention)
    .flatMap(({ entry, at }) => {
      const { edit, lines } = entryRemoval(
        entry,
        index,
        at.found === undefined ? undefined : store.files.get(at.found),
      );
      return lines === undefined ? [] : [{ edits: { [index.source.path]: [edit] } }];
    });
  const fixes = shortened.flatMap(({ line }) => shorteningAt(store, line) ?? []);
  return mergeFixes([...removals, ...fixes], true).edits;
}
