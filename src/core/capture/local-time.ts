import type { Clock } from '../ports/clock.js';

/**
 * A local time with its UTC offset: `2026-03-11T14:05:00+01:00`.
 * @param ms milliseconds since the epoch
 * @param offset of the clock east of UTC, in minutes
 */
export function localTime(ms: number, offset: number): string {
  const shown = new Date(ms + offset * 60_000).toISOString().slice(0, 19);
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.abs(offset);
  return `${shown}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(Math.floor(minutes % 60))}`;
}

/** The current time as {@link localTime} formats it, and the user's locale where the clock knows it. */
export function localNow(clock: Clock): { readonly at: string; readonly locale?: string } {
  const now = clock.now();
  return {
    at: localTime(now, clock.offsetMinutes?.(now) ?? 0),
    ...(clock.locale === undefined ? {} : { locale: clock.locale() }),
  };
}
