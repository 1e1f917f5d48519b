/** Puts the newer of two versions of a fact first. */

export interface Dated {
  readonly score: number;
  /** Milliseconds since the epoch. */
  readonly dateMs: number;
}

/** A version with less than this share of the other's score is left where it is. */
const LEAST_SHARE = 0.5;
/** Files of one checkout are milliseconds apart. */
const NEWER_MS = 60_000;

export interface RankedItem<T, R> {
  readonly item: T;
  /** What it was sorted by: its own score, or that of the older version that it came before. */
  readonly score: number;
  /** The best of its older versions. */
  readonly newerThan?: T;
  /** The newest version of it, and why that one takes its place. */
  readonly olderThan?: { readonly item: T; readonly reason: R };
}

/**
 * A newer version takes the score of an older one that scores more, unless there is a gap between them or the older one `stays`: nothing else moves.
 * @param items best first, of equal ones the newest
 * @param reason why the first takes the place of the second; called only where the first is newer and they score alike
 * @param stays whether an item is passed by none
 */
export function preferNewer<T extends Dated, R>(
  items: readonly T[],
  reason: (newer: T, older: T) => R | undefined,
  stays: (item: T) => boolean = () => false,
): RankedItem<T, R>[] {
  const oldestFirst = [...items].sort((a, b) => a.dateMs - b.dateMs);
  const placed = new Map<T, RankedItem<T, R>>();
  for (const [at, item] of oldestFirst.entries()) {
    let ranked: RankedItem<T, R> = { item, score: item.score };
    for (const older of oldestFirst.slice(0, at)) {
      const known = placed.get(older);
      const why = known && isNewer(item, older) && areClose(item, older) ? reason(item, older) : undefined;
      if (known === undefined || why === undefined) continue;
      placed.set(older, { ...known, olderThan: { item, reason: why } });
      if (ranked.newerThan === undefined || older.score > ranked.newerThan.score)
        ranked = { ...ranked, newerThan: older };
      if (known.score > ranked.score && !stays(older)) ranked = { ...ranked, score: known.score };
    }
    placed.set(item, ranked);
  }
  return items
    .flatMap((item) => placed.get(item) ?? [])
    .sort((a, b) => b.score - a.score || b.item.dateMs - a.item.dateMs);
}

const areClose = (a: Dated, b: Dated): boolean =>
  Math.min(a.score, b.score) >= Math.max(a.score, b.score) * LEAST_SHARE;
const isNewer = (a: Dated, b: Dated): boolean => a.dateMs >= b.dateMs + NEWER_MS;
