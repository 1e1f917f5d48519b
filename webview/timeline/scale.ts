/** The axis of time: from the first day that is shown until now. Pure. */
import { scaleTime } from 'd3-scale';

import { localDay } from '../../src/core/local-day.js';
import { midnightBefore } from '../../src/core/timeline/days.js';
import type { Timeline } from '../../src/core/timeline/results.js';
import { DAY_MS } from '../../src/core/units.js';

/** Milliseconds since the epoch, the end included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Days that are shown; 0: everything. */
export const SPANS = [30, 90, 365, 0] as const;

export const domainOf = ({ nowMs, events }: Pick<Timeline, 'nowMs' | 'events'>, days: number): Span => {
  const first = Math.min(nowMs - DAY_MS, events[0]?.ms ?? nowMs);
  const from = days === 0 ? first : nowMs - days * DAY_MS;
  return { from: midnightBefore(from), to: Math.max(endOfDay(nowMs), endOfDay(events.at(-1)?.ms ?? nowMs)) };
};

/** The fewest days that show nearly all that happened. */
export function fittingDays(timeline: Pick<Timeline, 'nowMs' | 'events'>): number {
  const { nowMs, events } = timeline;
  const shown = (days: number): number => events.filter(({ ms }) => ms >= nowMs - days * DAY_MS).length;
  return SPANS.find((days) => days !== 0 && shown(days) >= 0.9 * events.length) ?? 365;
}

export const endOfDay = (ms: number): number => midnightBefore(midnightBefore(ms) + 36 * 3_600_000) - 1;

/** Whole days between two times, in either order. */
export const daysBetween = (a: number, b: number): Span => ({
  from: midnightBefore(Math.min(a, b)),
  to: endOfDay(Math.max(a, b)),
});

export interface Axis {
  x(ms: number): number;
  ms(x: number): number;
  readonly ticks: readonly { readonly x: number; readonly text: string }[];
}

/** @param left and @param right of the axis, pixels */
export function axisOf({ from, to }: Span, left: number, right: number, language: string): Axis {
  const scale = scaleTime([from, to], [left, right]);
  const ticks = scale.ticks(Math.max(2, Math.floor((right - left) / 110)));
  const isYears = (ticks[1]?.getTime() ?? 0) - (ticks[0]?.getTime() ?? 0) > 27 * DAY_MS;
  const format = new Intl.DateTimeFormat(
    language,
    isYears ? { year: 'numeric', month: 'short' } : { month: 'short', day: 'numeric' },
  );
  return {
    x: (ms) => scale(ms),
    ms: (x) => scale.invert(x).getTime(),
    ticks: ticks.map((tick) => ({ x: scale(tick), text: format.format(tick) })),
  };
}

/** The value of a date field, and what it says; undefined for an empty one. */
export const dateValue = (ms: number): string => localDay(ms);
export function dateOf(value: string): number | undefined {
  const [year, month, day] = value.split('-').map(Number);
  return year === undefined || month === undefined || day === undefined || Number.isNaN(day)
    ? undefined
    : new Date(year, month - 1, day).getTime();
}
