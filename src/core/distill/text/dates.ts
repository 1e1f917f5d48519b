/** Relative dates of a text as dates. */
import { casual, GB } from 'chrono-node/en';

import { isoDay } from '../../absolute-date.js';
import { directionOf } from '../../date-direction.js';
import { isInName } from '../../date-habit.js';
import { datedText } from '../../dated-text.js';
import { DAY_MS } from '../../units.js';

export interface DatedText {
  readonly text: string;
  /** The dates that stand in place of words, in order. */
  readonly dates: readonly string[];
}

/** What only means "at present" or "not long ago": a fact has its date beside it. */
const VAGUE =
  /(?:,\s*)?\b(?:recently|lately|just now|right now|at the moment|at this moment|nowadays|these days|the other day|a while ago|a while back|some time ago|earlier|so far|currently|as of now|for now)\b(?!\s+(?:than|versions?|releases?))(?:,(?=\s))?/gi;
const HOURS =
  /\b(?:(?<n>\d{1,3}|half an?|an?|one|two|three|four|five|six|a few|a couple of|several) (?<unit>hour|hr|minute|min)s? ago)\b/gi;
const DAY_WORDS = /\b(?:(?:earlier|later) )?(?:today|this (?:morning|afternoon|evening)|tonight)\b/gi;
const YESTERDAY_WORDS = /\b(?:last night|yesterday (?:morning|afternoon|evening|night))\b/gi;
/** Two o'clock of a night is a time of the day after. */
const SMALL_HOURS = /\blast night (?<hour>(?:at|around) (?:12|0?[1-5])(?::\d\d)? ?am)\b/gi;
/** "yesterday's deploy": the deploy of a day. */
const OF_DAY = /\b(?:the )?(?<day>yesterday|today|tonight|this (?:morning|afternoon|evening)|last night)['’]s\b/gi;
/** "last week's release" is the release of that week. */
const PERIODS_OWN =
  /\b(?:the )?(?<period>(?:last|this|next) (?:week|month|quarter|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day))['’]s (?<what>[\p{L}-]+)/giu;
/** "since 2026-03-10's upgrade" */
const DAYS_OWN = /\b(?:the )?(\d{4}-\d\d-\d\d)['’]s (?=\p{L})/gu;
/** "by the end of this month". At the end of the month something may happen each time. */
const END_OF =
  /(?<=\b(?:by|until|till|before|due) )(?:the )?end of (?:the |this )?(?<unit>month|quarter|year)\b|\bthe end of this (?<this>month|quarter|year)\b/gi;
const MONTH_DAY =
  /\b(?:(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?|may) \d{1,2}(?:st|nd|rd|th)?\b(?!,? ?\d{4}|\.\d)|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}|may)\b(?! \d{4})/gi;

/** `3/4/2026`, or `3/4` after a word that is about time. */
const NUMERIC =
  /(?<![\w/.])\d{1,2}\/\d{1,2}\/\d{2,4}(?![\w/])|(?<=\b(?:on|since|until|till|by|from|before|after|due) )\d{1,2}\/\d{1,2}(?![\w/]| of\b)/gi;
/** Where the month comes first. Elsewhere the day does. */
const MONTH_FIRST = /^en(?:[-_](?:US|PH|CA))?$/i;

/** Takes a date that is written in place of words, notes it and answers it. */
type Noted = (date: string) => string;

/**
 * @param day midnight (UTC) of the day on the observer's clock, milliseconds since the epoch
 * @param locale BCP 47: it says whether 3/4 is in March or in April
 */
export function withDates(text: string, day: number, locale = 'en'): DatedText {
  const dates: string[] = [];
  const noted: Noted = (date) => {
    dates.push(date);
    return date;
  };
  const numeric = text
    .replace(PERIODS_OWN, 'the $<what> of $<period>')
    .replace(NUMERIC, parsedBy(MONTH_FIRST.test(locale) ? casual : GB, day, noted));
  const named = withNamedDays(numeric, day, noted).replace(MONTH_DAY, parsedBy(casual, day, noted));
  const dated = datedText(named, day);
  for (const { date } of dated.phrases) if (date !== undefined) noted(date);
  return {
    text: dated.text
      .replace(DAYS_OWN, 'the $1 ')
      .replace(VAGUE, '')
      .replace(/\b(on|of|since|until|till|by|from|before|after) on (?=\d{4})/gi, '$1 ')
      .replace(
        /\b(on|since|until|till|by|from|before|after) the (?=\d{4}-\d\d-\d\d(?:[.,;:!)]|$|\s(?:and|or|because|but)\b))/gi,
        '$1 ',
      )
      .replace(/ {2,}/g, ' ')
      .trim(),
    dates: dates.map((date) => /\d{4}(?:-(?:\d\d(?:-\d\d)?|Q\d))?/.exec(date)?.[0] ?? date),
  };
}

/** Replaces what a parser reads as a date. Without a year, what is told as over is of the past, and what is to come is not. */
const parsedBy =
  (parser: typeof casual, day: number, noted: Noted) =>
  (written: string, at: number, all: string): string => {
    const date = parser.parseDate(written, { instant: new Date(day + DAY_MS / 2), timezone: 0 });
    if (date === null) return written;
    if (!/\d{4}|\/.*\//.test(written)) {
      const direction = directionOf(
        all.slice(Math.max(0, at - 200), at),
        all.slice(at + written.length, at + written.length + 200),
      );
      if (direction === 'back' && date.getTime() - day > 7 * DAY_MS) date.setUTCFullYear(date.getUTCFullYear() - 1);
      if (direction === 'ahead' && date.getTime() < day) date.setUTCFullYear(date.getUTCFullYear() + 1);
    }
    return noted(isoDay(date.getTime()));
  };

function withNamedDays(text: string, day: number, noted: Noted): string {
  const today = isoDay(day);
  const yesterday = isoDay(day - DAY_MS);
  return text
    .replace(OF_DAY, (_all, name: string) => `the ${noted(/^(?:yesterday|last)/i.test(name) ? yesterday : today)}`)
    .replace(
      END_OF,
      (_all, unit: string | undefined, other: string | undefined) =>
        `the end of ${noted(periodOf(unit ?? other ?? '', day))}`,
    )
    .replace(SMALL_HOURS, (_all, hour: string) => `on ${noted(today)} ${hour}`)
    .replace(YESTERDAY_WORDS, () => `on ${noted(yesterday)}`)
    .replace(HOURS, () => `on ${noted(today)}`)
    .replace(DAY_WORDS, (words: string, at: number, all: string) =>
      isInName(words, all.slice(0, at), all.slice(at + words.length)) ? words : `on ${noted(today)}`,
    );
}

/** The month, quarter or year of a day. */
function periodOf(unit: string, day: number): string {
  const date = isoDay(day);
  if (/^y/i.test(unit)) return date.slice(0, 4);
  return /^q/i.test(unit) ? `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}` : date.slice(0, 7);
}
