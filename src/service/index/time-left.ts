/** How long counted work still takes, from how fast it went so far. */

/** Milliseconds of work before its pace tells anything. */
const LEAST_MS = 2_000;

export interface WorkCounts {
  readonly phase: string;
  readonly done: number;
  readonly total: number;
}

/** Empty while it cannot be told. Starts anew where the work becomes another one. */
export function timeLeft(now: () => number): (at: WorkCounts) => { readonly leftMs?: number } {
  let first: (WorkCounts & { readonly atMs: number }) | undefined;
  let last: WorkCounts | undefined;
  return (at) => {
    if (!first || !last || at.phase !== last.phase || at.done < last.done) first = { ...at, atMs: now() };
    last = at;
    const [tookMs, done] = [now() - first.atMs, at.done - first.done];
    if (tookMs < LEAST_MS || done <= 0) return {};
    return { leftMs: Math.round((tookMs / done) * (at.total - at.done)) };
  };
}
