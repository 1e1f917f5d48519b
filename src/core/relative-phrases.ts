/** Words for dates that only mean something on the day they were written, where they do mean a date. */
import { type Direction, directionOf, lastClause } from './date-direction.js';
import { isComparison, isHabit, isInName, isOfAnyTime } from './date-habit.js';
import { type ForeignPhrase, foreignPhrases } from './foreign-dates/foreign-phrases.js';

/** How exactly a phrase names its date, and so how the date is written. */
export type Precision = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year' | 'vague' | 'unknown';

export interface RelativePhrase {
  /** As written, without what surrounds it. */
  readonly text: string;
  /** UTF-16 units from the start of the line. */
  readonly start: number;
  readonly precision: Precision;
  /** Whether it can mean one day only. */
  readonly certain: boolean;
  /** Where the day lies that a weekday names, seen from the day of writing. */
  readonly direction: Direction;
  /** Set for a phrase that is not English. */
  readonly foreign?: Pick<ForeignPhrase, 'shift' | 'written'>;
}

const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const NUMBER = '(?:\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const VAGUE = '(?:a few|a couple of|couple of|several|some)';
const UNIT = '(?:day|week|month|year)s?';
const PERIOD = '(?:weekend|week|month|quarter|year|sprint)';

const PART = '(?:night|morning|afternoon|evening)';

/** One pass over a text says whether it can contain any of the phrases at all. */
const CANDIDATE =
  /\b(?:yesterday|today|tonight|tomorrow|ago|last|next|this|in|end of|from now|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;

const PHRASE = new RegExp(
  [
    `(?<relative>\\b(?:the )?day (?:before yesterday|after tomorrow)|\\byesterday|\\btomorrow|\\btoday|\\btonight)`,
    `\\b(?<ago>(?:${NUMBER}|${VAGUE}) ${UNIT} ago)`,
    `\\b(?<named>(?:last|next|this) (?:${WEEKDAY}|${PERIOD})|(?:last|this) ${PART}|(?:(?:this|the) )?(?:coming|past) ${WEEKDAY})`,
    `\\b(?<ahead>in (?:${NUMBER}|${VAGUE}) (?:day|week|month)s?|(?:${NUMBER}|${VAGUE}) (?:day|week|month)s? from (?:now|today))`,
    `(?<=\\b(?:by|until|till|before|due) )(?<end>(?:the )?end of (?:the|this|next) (?:week|month|quarter|year))`,
    `\\b(?<weekday>${WEEKDAY})\\b`,
  ].join('|'),
  'gi',
);

/** Words that put a sentence into the future. Only with one of them "in 3 days" is a date; else it is how long something takes. */
const PLAN =
  /\b(?:will|going to|due|expires|runs? out|ends|starts|begins|closes|opens|stops|retires|launch(?:es)?|ships?|planned|plans?|scheduled|deadline|follows|expected|sunset|freeze|revisit|goes? live|again|(?:is|are|['’]re|['’]s) (?:moving|migrating|switching|dropping|removing|retiring|closing|leaving|ending|shutting|launching|shipping)|(?:is|are|gets?|will be) (?:\w+ed|shut|cut|taken|switched) (?:off|down|out|away|over)|(?:is|are) (?:removed|retired|deleted|disabled|closed|archived|deprecated|dropped|discontinued))\b/i;
/** "In 3 weeks the old endpoints are switched off." */
const COMES = /^,? (?:the|we|our|all|it|this|that)\b[^.!?;]{0,40}?\b(?:is|are|gets?|turns?|moves?|must)\b/i;
/** A sentence about every week or about a rule names no date. */
const RULE = /\b(?:every|each|always|never|daily|weekly|monthly|usually|whenever|recurring)\b/i;
/** What tells of the past. */
const WAS = /\b(?:was|were|had|did)\b|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i;
/** A date next to the phrase, a mention of such phrases, or a rule about how to write dates. */
const ANCHOR =
  /\d{4}-\d{2}-\d{2}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}\b|\b\d{1,2}\.? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|relative (?:dates?|time)|absolute dates?/i;
const NEAR = 60;
/** "starts tomorrow and lasts till Jan 7": the date after such a word is another day than the phrase. */
const UNTIL_A_DATE = /\b(?:until|till|til|through)\s(?:the\s)?$/i;
/** What is looked at around a phrase, UTF-16 units. */
const AROUND = 200;

/**
 * Phrases of a line of prose (see `maskedLine`) that name a date by its distance from the day of writing, in order. Linear.
 * With `plans` also what only says a date where events are told: "tomorrow", "by Thursday"; in a rule they mean any such day.
 */
export function relativePhrases(text: string, { plans }: { readonly plans: boolean }): RelativePhrase[] {
  if (!CANDIDATE.test(text)) return elsewhere(text, plans);
  const found: RelativePhrase[] = [];
  for (const match of text.matchAll(PHRASE)) {
    const groups = match.groups ?? {};
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? '';
    const phrase = groups[kind] ?? '';
    const start = match.index + match[0].length - phrase.length;
    const around = {
      before: text.slice(Math.max(0, start - AROUND), start),
      after: text.slice(start + phrase.length, start + phrase.length + AROUND),
    };
    if (isDate(kind, phrase, around, plans)) found.push({ text: phrase, start, ...meaning(kind, phrase, around) });
  }
  return found.length > 0 ? found : elsewhere(text, plans);
}

/** Without `plans`, those that are over. */
const elsewhere = (text: string, plans: boolean): RelativePhrase[] =>
  foreignPhrases(text)
    .filter(({ shift }) => plans || ('count' in shift ? shift.count < 0 : /last|before/.test(shift.which)))
    .map(({ text: phrase, start, shift, written }) => ({
      text: phrase,
      start,
      precision: shift.unit,
      certain: shift.unit === 'day' && 'count' in shift,
      direction: 'unknown',
      foreign: { shift, written },
    }));

const sentenceBefore = (text: string): string => text.split(/[.!?;]\s/).at(-1) ?? '';
const sentenceAfter = (text: string): string => text.split(/[.!?;](?:\s|$)/, 1)[0] ?? '';

/** Words before a weekday that make it a day: "on", "until", "moved … to", "scheduled for". */
const BEFORE_DAY =
  /\b(?:by|no later than|until|till|due|since|starts|begins|starting|beginning|on|before|after|from|as of|(?:planned|scheduled|expected|slated|announced|booked|set|due|is|are|was|were) for|(?:moved|moves?|postponed?|shift(?:ed)?|push(?:ed)?|slip(?:ped)?|delay(?:ed)?|deferr?(?:ed)?|rescheduled?|extend(?:ed)?)\b[^.,;]{0,40} to) $/i;
/** "The deadline is Friday", "released Tuesday". */
const VERB_BEFORE_DAY =
  /(?:\b(?:is|are|was|were|ships?|shipped|launch(?:es)?|moves?|expires?|ends?|opens?|closes?|lands?|goes? live|began|broke|went|\w{2,}ed)|['’]s) $/i;
/** "Deadline: Friday". */
const LABELLED =
  /\b(?:deadline|due(?: date)?|freeze|cut-?off|cut-?over|go-?live|launch|release|roll-?out|migration|maintenance|embargo)(?: (?:of|for) [^.:;]{1,40})?: $/i;
const DAY_ENDS = /^(?:[.,;:!?)]|$|\s(?:at|because|so|and|but|morning|afternoon|evening|night|noon)\b)/i;
/** "Thursday: freeze", "Monday the exchange moves". */
const OPENS = /^(?:\s*[-*>(]\s*)?$|[,:]\s$/;
const OPENED = /^(?:[,:]\s|\s(?:we|I|the|it|all|our|my|they|he|she|this|that|no|nothing|everyone)\b)/;
/** "Monday to Friday" is any week's. */
const SPAN = /^ ?(?:to|through|and|or|[-–/&]) ?(?:mon|tues|wednes|thurs|fri|satur|sun)/i;
const SPANNED = /day ?(?:to|through|and|or|[-–/&]) ?$/i;
/** "on Thursday last week": the week says which Thursday. */
const OF_WEEK = /^,? (?:(?:of|in) )?(?:last|next|this) week\b/i;
const WEEK_OF = /\b(?:last|next|this) week(?:,| on|, on)? $/i;

/** From a certain day on something may apply to every change. */
const STARTS = /\b(?:starting|beginning|starts|begins|as of|from) $/i;

/** Whether a weekday is a certain day, and no part of a name ("the Monday meeting"), of a span or of a habit ("on a Monday"). */
function isNamedDay(before: string, after: string): boolean {
  if (SPAN.test(after) || SPANNED.test(before) || OF_WEEK.test(after) || WEEK_OF.test(before)) return false;
  if (BEFORE_DAY.test(before)) return true;
  return (
    ((VERB_BEFORE_DAY.test(before) || LABELLED.test(before)) && DAY_ENDS.test(after)) ||
    (OPENS.test(before) && OPENED.test(after))
  );
}

interface Around {
  readonly before: string;
  readonly after: string;
}

/** Whether a date follows that is the phrase's own. */
function isAnchored(after: string): boolean {
  const found = ANCHOR.exec(after);
  return found !== null && !UNTIL_A_DATE.test(after.slice(0, found.index));
}

function isDate(kind: string, phrase: string, { before, after }: Around, plans: boolean): boolean {
  if (/[\w$@#/\\.-]$/.test(before) || /^(?:[\w$@/\\=(]|[.-]\w)/.test(after)) return false; // within a name, a path, a call
  if (/^[A-Z ]+$/.test(phrase)) return false; // a label
  if (ANCHOR.test(before.slice(-NEAR)) || isAnchored(after.slice(0, NEAR))) return false;
  if (kind !== 'weekday' && isInName(phrase, before, after)) return false;
  const clause = lastClause(before);
  const sentence = `${sentenceBefore(before)}${phrase}${sentenceAfter(after)}`;
  if (kind === 'weekday')
    return plans && (STARTS.test(before) || !RULE.test(sentence)) && isNamedDay(sentenceBefore(before), after);
  if (
    /\b(?:older|newer|more|less|longer|earlier|later|fewer|sooner|at least|at most|over|within|up to|for)(?: than)?\s*$|[<>~]=?\s*$/i.test(
      before,
    )
  )
    return false;
  if (kind === 'relative' && /\b(?:of|from|for) $/i.test(before) && isOfAnyTime(clause) && !WAS.test(sentence))
    return false;
  if (kind === 'relative') return (plans || !/^tomorrow/i.test(phrase)) && !isManner(phrase, before, after);
  if (kind === 'end') return plans && !RULE.test(sentence) && !isHabit(clause);
  if (kind === 'ahead')
    return (
      (/ from /i.test(phrase) || PLAN.test(sentence) || (before.trim() === '' && COMES.test(after))) &&
      !RULE.test(sentence) &&
      !isHabit(clause)
    );
  if (kind === 'named' && (isComparison(before, after) || (isOfAnyTime(clause) && !WAS.test(sentence)))) return false;
  if (kind === 'named')
    return (
      !/\b(?:the|each|every|a|its|their|first|very)\s$/i.test(before) &&
      !/^ (?:of|in the|before|after)\b|^'s (?:date|name)/i.test(after) &&
      (/\bsince $/i.test(before) || !RULE.test(sentence))
    );
  return true;
}

/** "today's date" in a rule is whatever day it is followed on; "not until tomorrow" is a manner of speaking. */
function isManner(phrase: string, before: string, after: string): boolean {
  if (/^['’]s (?:date|day|log|note|file|daily|standup|journal)/i.test(after)) return true;
  if (/^today/i.test(phrase)) return !isThatDay(before, after);
  return /^tomorrow/i.test(phrase) && /\b(?:until|till|today and) $/i.test(before);
}

/** "today" mostly means "at present". It is a day after what was done or said to be true then, or where a sentence about the day begins. */
const isThatDay = (before: string, after: string): boolean =>
  (/\b(?:\w{2,}ed|done|made|built|sent|found|broke|went|began|met|wrote|took|ran|as of|earlier|later|due) $/i.test(
    before,
  ) &&
    !/^['’]s/.test(after)) ||
  (/(?:^|[.:;!?] |[-*>(] ?|\*\*)$/.test(before.trimStart() === '' ? '' : before) &&
    /^(?:,|:|\*\*)? ?(?:I|we|he|she|they|the)\b/i.test(after));

function meaning(
  kind: string,
  phrase: string,
  { before, after }: Around,
): Pick<RelativePhrase, 'precision' | 'certain' | 'direction'> {
  const lower = phrase.toLowerCase();
  const direction =
    kind === 'weekday' || /^this \w+day$/.test(lower)
      ? directionOf(sentenceBefore(before), sentenceAfter(after))
      : 'unknown';
  if (/few|couple|several|some/.test(lower)) return { precision: 'vague', certain: false, direction };
  const precision =
    (['weekend', 'week', 'month', 'quarter', 'year'] as const).find((unit) => lower.includes(unit)) ??
    (lower.includes('sprint') ? 'unknown' : 'day');
  const oneDay = kind === 'relative' ? !/^(?:today|tonight)/.test(lower) : kind === 'ago' && precision === 'day';
  return { precision: kind === 'relative' ? 'day' : precision, certain: oneDay, direction };
}
