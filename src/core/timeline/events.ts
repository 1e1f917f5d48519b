/** What happened to a memory and when, as far as its file and the transcripts of agents tell. Pure. */
import { dateInName, statedDates } from '../age.js';
import { localDay } from '../local-day.js';
import type { ParsedFile } from '../parsed-file.js';
import type { EventKind } from './results.js';

export interface MemoryEvent {
  readonly kind: EventKind;
  /** Milliseconds since the epoch. */
  readonly ms: number;
}

/** What else is known of a memory. Milliseconds since the epoch. */
export interface Known {
  /** Date of the memory that took its place. */
  readonly replacedMs?: number | undefined;
  /** Times of the sessions in which an agent read it. */
  readonly readsMs?: readonly number[] | undefined;
}

/** In no order; one of a kind a day. The earliest date that the file tells is when it was added, later days are changes. */
export function eventsOf(file: ParsedFile, { replacedMs, readsMs = [] }: Known = {}): readonly MemoryEvent[] {
  const { memory, source, frontMatter } = file;
  const { deletedMs, supersededBy } = memory;
  const end = deletedMs ?? (supersededBy === undefined ? undefined : replacedMs);
  const named = dateInName(source.path);
  const dates = [
    ...statedDates(frontMatter.fields).map(({ ms }) => ms),
    ...(named === undefined ? [] : [named]),
    source.stamp.modifiedMs,
  ].sort((a, b) => a - b);
  const [added = 0, ...later] = oncePerDay(dates);
  return [
    { kind: 'added', ms: added },
    // The mark that a memory is forgotten changes its file.
    ...later.filter((ms) => end === undefined || localDay(ms) !== localDay(end)).map((ms) => of('changed', ms)),
    ...oncePerDay([...readsMs].sort((a, b) => a - b)).map((ms) => of('used', ms)),
    ...(end === undefined ? [] : [of(supersededBy === undefined ? 'forgotten' : 'superseded', end)]),
  ];
}

const of = (kind: EventKind, ms: number): MemoryEvent => ({ kind, ms });

const oncePerDay = (sorted: readonly number[]): number[] =>
  sorted.filter((ms, at) => at === 0 || localDay(ms) !== localDay(sorted[at - 1] as number));
