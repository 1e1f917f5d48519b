/** Dates that only meant something on the day they were written, as dates that mean the same on any day. */
import { casual } from 'chrono-node/en';

import type { RelativePhrase } from './relative-phrases.js';
import { DAY_MS } from './units.js';

/** Day of a time in UTC, as ISO 8601 writes it. */
export const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** What a phrase written at a time (milliseconds since the epoch) means, as it replaces the phrase; days are those of UTC. Undefined where it cannot be told. */
export function absoluteDate(phrase: RelativePhrase, writtenMs: number): string | undefined {
  if (phrase.precision === 'unknown') return undefined;
  const text = phrase.text.toLowerCase();
  const instant = new Date(Math.floor(writtenMs / DAY_MS) * DAY_MS + DAY_MS / 2);
  // Weeks begin on Monday here, and on Sunday for the parser.
  const date = text === 'this week' ? instant : casual.parseDate(text, { instant, timezone: 0 });
  if (date === null || Number.isNaN(date.getTime())) return undefined;
  const day = isoDay(date.getTime());
  const ahead = text.startsWith('in ');
  switch (phrase.precision) {
    case 'day':
      return ahead ? `on ${day}` : day;
    case 'week':
      return `${ahead ? 'in ' : ''}the week of ${isoDay(mondayOf(date.getTime()))}`;
    case 'weekend':
      return `the weekend of ${day}`;
    case 'month':
      return `${ahead ? 'in ' : ''}${day.slice(0, 7)}`;
    case 'quarter':
      return `${day.slice(0, 4)}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`;
    case 'year':
      return `${ahead ? 'in ' : ''}${day.slice(0, 4)}`;
    case 'vague':
      return `around ${day}`;
  }
}

const mondayOf = (ms: number): number => ms - ((new Date(ms).getUTCDay() + 6) % 7) * DAY_MS;

/** What stands before a date, by the text before it; empty or with a space at its end. "decided 2026-03-10" reads as a name: what happened on a day, in a month or a week says so. */
export function preposition(before: string, date: string): string {
  if (
    /\b(?:on|in|by|until|till|since|from|before|after|during|of|for|around|at|to|due|than)\s*$/i.test(before) ||
    /^(?:on|in|around) /.test(date)
  )
    return '';
  return /^\d{4}-\d\d-\d\d$/.test(date) ? 'on ' : 'in ';
}
