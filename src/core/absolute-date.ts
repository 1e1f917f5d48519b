/** Dates that only meant something on the day they were written, as dates that mean the same on any day. */
import type { Which } from './foreign-dates/language.js';
import type { RelativePhrase } from './relative-phrases.js';
import { DAY_MS } from './units.js';

/** Day of a time in UTC, as ISO 8601 writes it. */
export const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** A time as ISO 8601 writes it, in UTC; the epoch for a time that no calendar has. */
export const isoTime = (ms: number): string => new Date(Math.abs(ms) <= 8.64e15 ? ms : 0).toISOString();

/** What a phrase written at a time (milliseconds since the epoch) means, as it replaces the phrase; days are those of UTC. Undefined where it cannot be told: "next sprint", a weekday of which no tense says whether it is over. */
export function absoluteDate(phrase: RelativePhrase, writtenMs: number): string | undefined {
  if (phrase.precision === 'unknown') return undefined;
  const text = phrase.text.toLowerCase();
  const from = Math.floor(writtenMs / DAY_MS) * DAY_MS;
  if (phrase.foreign !== undefined) return foreignDate(phrase.foreign, from);
  const near = /^(?:(?:this|the) )?(coming|past) (\w+)$/.exec(text);
  if (near !== null)
    return isoDay(weekdayFrom(from, WEEKDAYS.indexOf(near[2] ?? ''), near[1] === 'past' ? 'last' : 'coming'));
  const weekday = WEEKDAYS.indexOf(text.replace(/^this /, ''));
  if (weekday >= 0 && !text.startsWith('this ') && phrase.direction === 'unknown') return undefined;
  if (weekday === new Date(from).getUTCDay()) return undefined; // who means today says so
  const end = /^(?:the )?end of (the|this|next) (\w+)$/.exec(text);
  if (end !== null) return endOf(end[1] ?? '', end[2] ?? '', from);
  const ms =
    weekday >= 0 ? weekdayFrom(from, weekday, phrase.direction === 'back' ? 'last' : 'coming') : dayOf(text, from);
  if (Number.isNaN(new Date(ms).getTime())) return undefined;
  const day = isoDay(ms);
  const ahead = /^in | from (?:now|today)$/.test(text);
  switch (phrase.precision) {
    case 'day':
      return ahead ? `on ${day}` : day;
    case 'week':
      return `${ahead ? 'in ' : ''}the week of ${isoDay(mondayOf(ms))}`;
    case 'weekend':
      return `the weekend of ${day}`;
    case 'month':
      return `${ahead ? 'in ' : ''}${day.slice(0, 7)}`;
    case 'quarter':
      return quarterOf(ms);
    case 'year':
      return `${ahead ? 'in ' : ''}${day.slice(0, 4)}`;
    case 'vague':
      return `around ${day}`;
  }
}

function foreignDate({ shift, written }: NonNullable<RelativePhrase['foreign']>, from: number): string | undefined {
  if ('which' in shift && shift.which === 'deadline' && shift.weekday === new Date(from).getUTCDay()) return undefined;
  const ms = 'which' in shift ? dayOfWeek(from, shift.weekday, shift.which) : shifted(from, shift.unit, shift.count);
  if (Number.isNaN(new Date(ms).getTime())) return undefined;
  const length = { day: 10, week: 10, month: 7, year: 4 }[shift.unit];
  return written(isoDay(shift.unit === 'week' ? mondayOf(ms) : ms).slice(0, length));
}

/** Weeks begin on Monday. */
const dayOfWeek = (from: number, weekday: number, which: Which): number =>
  which === 'week before' || which === 'week after'
    ? mondayOf(from) + (((weekday + 6) % 7) + (which === 'week before' ? -7 : 7)) * DAY_MS
    : weekdayFrom(from, weekday, which);

/** The end of a week is its Sunday or its last working day: it is said which week ends. */
function endOf(which: string, unit: string, from: number): string {
  const ms = shifted(from, unit, which === 'next' ? 1 : 0);
  const day = isoDay(ms);
  if (unit === 'week') return `the end of the week ending ${isoDay(mondayOf(ms) + 6 * DAY_MS)}`;
  if (unit === 'year') return `the end of ${day.slice(0, 4)}`;
  return `the end of ${unit === 'quarter' ? quarterOf(ms) : day.slice(0, 7)}`;
}

const quarterOf = (ms: number): string =>
  `${isoDay(ms).slice(0, 4)}-Q${Math.floor(new Date(ms).getUTCMonth() / 3) + 1}`;

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const VAGUE: Readonly<Record<string, number>> = { a: 1, an: 1, couple: 2, few: 3, several: 7 };
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const DAYS: Readonly<Record<string, number>> = {
  'day before yesterday': -2,
  yesterday: -1,
  'last night': -1,
  tomorrow: 1,
  'day after tomorrow': 2,
};

/** Day that a phrase of `relativePhrases` means, counted from a day; both as midnight (UTC) in milliseconds. `NaN` for any other text. */
function dayOf(text: string, from: number): number {
  const days = DAYS[text.replace(/^the (?=day )/, '')];
  if (days !== undefined) return from + days * DAY_MS;
  if (/^(?:today|tonight|this (?:night|morning|afternoon|evening))$/.test(text)) return from;
  if (/^last (?:morning|afternoon|evening)$/.test(text)) return from - DAY_MS;
  const counted = /^(?:in )?(?:a )?(\w+)(?: of)? (day|week|month|year)s?(?:( ago)| from (?:now|today))?$/.exec(text);
  if (counted !== null && /^in | ago$| from (?:now|today)$/.test(text)) {
    const [, word = '', unit = '', ago] = counted;
    const count = NUMBERS.includes(word) ? NUMBERS.indexOf(word) : (VAGUE[word] ?? Number(word));
    return shifted(from, unit, ago === undefined ? count : -count);
  }
  const [, which = '', what = text] = /^(last|this|next) (\w+)$/.exec(text) ?? [];
  const step = which === 'last' ? -1 : which === 'next' ? 1 : 0;
  const weekday = WEEKDAYS.indexOf(what === 'weekend' ? (which === 'last' ? 'sunday' : 'saturday') : what);
  return weekday < 0 ? shifted(from, what, step) : weekdayFrom(from, weekday, which);
}

/** A month or a year ends on the last day of a shorter month. */
function shifted(from: number, unit: string, count: number): number {
  if (unit === 'day' || unit === 'week') return from + count * (unit === 'day' ? 1 : 7) * DAY_MS;
  const months = { month: 1, quarter: 3, year: 12 }[unit];
  if (months === undefined) return NaN;
  const date = new Date(from);
  const month = date.getUTCMonth() + months * count;
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), last));
}

/** "last": the last such day before today; "next": the one of next week where this week's is still to come; "coming", "deadline": the first after today; "this": the first from today on. */
function weekdayFrom(from: number, weekday: number, which: string): number {
  const today = new Date(from).getUTCDay();
  const ahead = (weekday - today + 7) % 7;
  const after = ahead === 0 ? 7 : ahead;
  if (which === 'last') return from - (7 - ahead) * DAY_MS;
  if (which === 'next') return from + (after + (today !== 0 && (weekday === 0 || weekday > today) ? 7 : 0)) * DAY_MS;
  return from + (which === 'coming' || which === 'deadline' ? after : ahead) * DAY_MS;
}

const mondayOf = (ms: number): number => ms - ((new Date(ms).getUTCDay() + 6) % 7) * DAY_MS;

/** The word to put before a date, by the text before it; empty or with a space at its end. "decided 2026-03-10" reads as a name: what happened on a day, in a month or a week says so. */
export function preposition(before: string, date: string): string {
  if (
    /\b(?:on|in|by|until|till|since|from|before|after|during|of|for|around|at|to|due|than)\s*$/i.test(before) ||
    /^(?:on|in|around) /.test(date)
  )
    return '';
  return /^\d{4}-\d\d-\d\d$/.test(date) ? 'on ' : 'in ';
}

/** Without Intl, which takes a good part of the time that a command needs to start. */
const weekdayName = (ms: number): string =>
  (WEEKDAYS[new Date(ms).getUTCDay()] ?? '').replace(/^./, (letter) => letter.toUpperCase());

/** Follows words whose day cannot be told, so that a reader can: "(said on 2026-11-29, a Sunday)". */
export const saidOn = (writtenMs: number): string => `(said on ${isoDay(writtenMs)}, a ${weekdayName(writtenMs)})`;
