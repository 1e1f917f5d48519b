import type { Clock } from '../ports/clock.js';

/**
 * A time as a clock on the wall shows it, with that clock's offset: `2026-03-11T14:05:00+01:00`.
 * @param ms milliseconds since the epoch
 * @param offset of the clock east of UTC, in minutes
 */
export function localTime(ms: number, offset: number): string {
  const shown = new Date(ms + offset * 60_000).toISOString().slice(0, 19);
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.abs(offset);
  return `${shown}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(Math.floor(minutes % 60))}`;
}

/** Now, as {@link localTime} writes it, and the language of the user where the clock knows it. */
export function localNow(clock: Clock): { readonly at: string; readonly locale?: string } {
  const now = clock.now();
  return {
    at: localTime(now, clock.offsetMinutes?.(now) ?? 0),
    ...(clock.locale === undefined ? {} : { locale: clock.locale() }),
  };
}
