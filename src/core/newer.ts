/** Of two memories on one thing the newer one stands first. */

export interface Dated {
  readonly score: number;
  /** Milliseconds since the epoch. */
  readonly dateMs: number;
}

/** A newer memory that scores less than this share of the older one is on something else. */
const LEAST_SHARE = 0.5;
/** Files of one checkout are milliseconds apart. */
const NEWER_MS = 60_000;

export interface Placed<T> {
  readonly item: T;
  /** The older one that stood before it. */
  readonly newerThan?: T;
}

/**
 * @param items best first
 * @param related whether two of them are on one thing; asked only for pairs that could change places
 */
export function newerFirst<T extends Dated>(items: readonly T[], related: (a: T, b: T) => boolean): Placed<T>[] {
  const left = new Set(items);
  const placed: Placed<T>[] = [];
  for (const older of items) {
    if (!left.delete(older)) continue;
    const newer = [...left].filter((item) => item.dateMs >= older.dateMs + NEWER_MS && item.score >= older.score * LEAST_SHARE && related(item, older));
    newer.sort((a, b) => b.dateMs - a.dateMs);
    for (const item of newer) {
      left.delete(item);
      placed.push({ item, newerThan: older });
    }
    placed.push({ item: older });
  }
  return placed;
}
