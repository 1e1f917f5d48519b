import type { Field } from './frontmatter/frontmatter.js';
import { t, tPlural } from './l10n.js';
import { dayAt } from './local-day.js';
import type { AgeSource, FileStamp, Memory } from './memory.js';
import { DAY_MS, MINUTE_MS } from './units.js';

/** Added to whole calendar days at most, so that a fraction never reaches the next day. */
const ALMOST_A_DAY = 0.999;

/**
 * Days since the memory's date, fractions included; 0 for a date in the future. The whole days are those of the user's calendar: what was written
 * before midnight is a day old after it, and a day of 25 hours is one. `now` in milliseconds since the epoch.
 */
export function ageDays({ dateMs }: Pick<Memory, 'dateMs'>, now: number): number {
  if (dateMs >= now) return 0;
  const days = Math.max(0, (dayAt(now) - dayAt(dateMs)) / DAY_MS);
  return Math.min(Math.max((now - dateMs) / DAY_MS, days), days + ALMOST_A_DAY);
}

/** Comparator: the youngest first, files that cannot be read last. */
export const byAge = (a: { readonly ageDays: number | null }, b: { readonly ageDays: number | null }): number =>
  (a.ageDays ?? Number.MAX_VALUE) - (b.ageDays ?? Number.MAX_VALUE);

/** "today", "yesterday", "12 days ago"; "not readable" for the age of a file that cannot be read. */
export function ageWords(days: number | null): string {
  if (days === null) return t('not readable');
  const whole = Math.max(0, Math.floor(days));
  if (whole === 0) return t('today');
  return whole === 1 ? t('yesterday') : t('{n} days ago', { n: whole });
}

/** What the date of a memory is, by where it was found. */
const DATED: Readonly<Record<AgeSource, (when: string) => string>> = {
  'metadata.modified': (when) => t('Updated {when}', { when }),
  modified: (when) => t('Updated {when}', { when }),
  updated: (when) => t('Updated {when}', { when }),
  created: (when) => t('Written {when}', { when }),
  'file name': (when) => t('Dated {when}', { when }),
  'file time': (when) => t('File changed {when}', { when }),
};

/** "Updated 75 days ago", "File changed yesterday": a fact, with where it was found. `source` null for a file that cannot be read. */
export const updatedWords = (days: number | null, source: AgeSource | null): string =>
  days === null || source === null ? t('Not readable') : DATED[source](ageWords(days));

/** "not used in Memdir", "used 3 times in Memdir": reads that Memdir sees (editor, terminal, hooks, agents' tools). What Claude Code reads by itself is not among them. */
export const usesWords = (uses: number): string =>
  uses === 0 ? t('not used in Memdir') : tPlural(uses, 'used once in Memdir', 'used {n} times in Memdir');

/** Days below which a short age is in days, and months below which it is in months. */
const [MOST_DAYS, MOST_MONTHS] = [61, 24];
const DAYS_A_MONTH = 365.25 / 12;

/** "today", "3d", "2mo", "4y": for narrow rows. Empty for a file that cannot be read. */
export function shortAge(days: number | null): string {
  if (days === null) return '';
  const whole = Math.max(0, Math.floor(days));
  if (whole === 0) return t('today');
  if (whole < MOST_DAYS) return t('{days}d', { days: whole });
  const months = Math.floor(whole / DAYS_A_MONTH);
  return months < MOST_MONTHS ? t('{months}mo', { months }) : t('{years}y', { years: Math.floor(months / 12) });
}

const DATE =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:(?:[Tt]|[ \t]{1,3})(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?[ \t]{0,3}(?:([Zz]|UTC)|([+-])(\d{2}):?(\d{2})?)?$/;

/**
 * Parses a date as front matter has it: ISO 8601 day, or date and time, of the user's time zone unless it names another, or
 * milliseconds or seconds since the epoch. Undefined for anything else and for days that do not exist.
 */
export function parseDate(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^\d{13}$/.test(trimmed)) return Number(trimmed);
  if (/^\d{10}$/.test(trimmed)) return Number(trimmed) * 1000;
  const match = trimmed.length <= 50 ? DATE.exec(trimmed) : null;
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const date = midnight(year, month, day);
  if (date === undefined || (hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return undefined;
  const fraction = Math.trunc(Number(`0.${match[7] ?? 0}`) * 1000);
  if (match[8] === undefined && match[9] === undefined) return localTime(date, [hour, minute, second, fraction]);
  const offset = (match[9] === '-' ? -1 : 1) * (Number(match[10] ?? 0) * 60 + Number(match[11] ?? 0)) * MINUTE_MS;
  return date + (((hour ?? 0) * 60 + (minute ?? 0)) * 60 + (second ?? 0)) * 1000 + fraction - offset;
}

/** A time on the user's clock. `day` as midnight in UTC. */
function localTime(
  day: number,
  [hour = 0, minute = 0, second = 0, ms = 0]: readonly (number | undefined)[] = [],
): number {
  const date = new Date(day);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), hour, minute, second, ms).getTime();
}

/** Start of a day that exists, in UTC. */
function midnight(year = 0, month = 0, day = 0): number | undefined {
  const ms = Date.UTC(year, month - 1, day);
  const date = new Date(ms);
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? ms : undefined;
}

const NAME_DATE = /(?<!\d)(\d{4})([-_.]?)(\d{2})\2(\d{2})(?!\d)/g;

/** A date in a file name (`2026-03-19`, `2026_03_19`, `20260319`); the last one when there are several; as the start of that day on the user's clock. */
export function dateInName(path: string): number | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  let found: number | undefined;
  for (const match of name.matchAll(NAME_DATE)) {
    const year = Number(match[1]);
    if (year >= 1970 && year < 2100) found = midnight(year, Number(match[3]), Number(match[4])) ?? found;
  }
  return found === undefined ? undefined : localTime(found);
}

/** Fields that may contain a date, in order of precedence. Claude Code moves keys it does not know under `metadata`. */
const DATE_FIELDS: readonly (readonly [AgeSource, readonly string[]])[] = [
  ['metadata.modified', ['metadata.modified']],
  ['modified', ['modified']],
  ['updated', ['updated', 'updated_at', 'metadata.updated', 'metadata.updated_at']],
  ['created', ['created', 'created_at', 'date', 'metadata.created', 'metadata.created_at', 'metadata.date']],
];

/** A date that the front matter states. */
export interface StatedDate {
  readonly source: AgeSource;
  readonly field: Field;
  /** Milliseconds since the epoch. */
  readonly ms: number;
}

/** The dates in the front matter, the effective one first; dates that do not exist are skipped. */
export function statedDates(fields: readonly Field[]): StatedDate[] {
  return DATE_FIELDS.flatMap(([source, paths]) =>
    paths.flatMap((path) => {
      const field = fields.find((each) => each.path === path);
      const ms = field?.text === undefined ? undefined : parseDate(field.text);
      return field === undefined || ms === undefined ? [] : [{ source, field, ms }];
    }),
  );
}

/** Fields that are to contain a date and contain something else: other text, a list or a map. */
export const fieldsWithoutDate = (fields: readonly Field[]): Field[] =>
  [...DATE_FIELDS.flatMap(([, paths]) => paths), 'deleted_at', 'metadata.deleted_at'].flatMap((path) => {
    const field = fields.find((each) => each.path === path);
    const text = field?.text?.trim();
    return field === undefined || text === '' || (text !== undefined && parseDate(text) !== undefined) ? [] : [field];
  });

/** The effective date of a memory and its source. */
export function memoryDate(
  fields: readonly Field[],
  path: string,
  stamp: FileStamp,
): { readonly dateMs: number; readonly dateSource: AgeSource } {
  const stated = statedDates(fields)[0];
  if (stated !== undefined) return { dateMs: stated.ms, dateSource: stated.source };
  const named = dateInName(path);
  /* eslint-disable memdir/user-text -- names of sources */
  return named === undefined
    ? { dateMs: stamp.modifiedMs, dateSource: 'file time' }
    : { dateMs: named, dateSource: 'file name' };
  /* eslint-enable memdir/user-text */
}

/** The warning shown with a memory, from the age of two days on; undefined before. `days` as of {@link ageDays}. */
export function freshnessWarning(days: number): string | undefined {
  const whole = Math.floor(days);
  if (!(whole >= 2)) return undefined;
  return t(
    'This memory is {n} days old. It is a point-in-time observation, not the present state: what it says about code, files and lines may be outdated. Verify it against the current code before stating it as fact.',
    { n: whole },
  );
}
