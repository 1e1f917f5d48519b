/** Events by day, and what happened in a range of time. Pure. */
import type { EventKind, Timeline } from './results.js';

export interface Day {
  /** Midnight before it, of the user's time zone; milliseconds since the epoch. */
  readonly ms: number;
  readonly counts: Readonly<Partial<Record<EventKind, number>>>;
}

/** Days on which something happened, the oldest first. */
export function eventDays({ events }: Pick<Timeline, 'events'>): readonly Day[] {
  const days = new Map<number, Partial<Record<EventKind, number>>>();
  for (const { kind, ms } of events) {
    const day = midnightBefore(ms);
    const counts = days.get(day) ?? {};
    days.set(day, counts);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return [...days].sort(([a], [b]) => a - b).map(([ms, counts]) => ({ ms, counts }));
}

export function midnightBefore(ms: number): number {
  const date = new Date(ms);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Positions of the current memories to which something happened from the first time up to the second, the latest event first. */
export function memoriesBetween(
  { events, memories }: Pick<Timeline, 'events' | 'memories'>,
  fromMs: number,
  toMs: number,
): readonly number[] {
  const latest = new Map<number, number>();
  for (const { memory, ms } of events)
    if (ms >= fromMs && ms <= toMs && memories[memory]?.current === true) latest.set(memory, ms);
  return [...latest].sort(([, a], [, b]) => b - a).map(([memory]) => memory);
}
