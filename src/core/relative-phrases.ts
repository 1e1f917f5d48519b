/** Words for dates that only mean something on the day they were written, where they do mean a date. */

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
}

const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const NUMBER = '(?:\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const VAGUE = '(?:a few|a couple of|couple of|several|some)';
const UNIT = '(?:day|week|month|year)s?';
const PERIOD = '(?:weekend|week|month|quarter|year|sprint)';

const PART = '(?:night|morning|afternoon|evening)';

/** One pass over a text says whether it can hold any of the phrases at all. */
const CANDIDATE =
  /\b(?:yesterday|today|tonight|tomorrow|ago|last|next|this|in|by|until|till|due|since|starts|begins)\b/i;

const PHRASE = new RegExp(
  [
    `(?<relative>\\bthe day (?:before yesterday|after tomorrow)|\\byesterday|\\btomorrow|\\btoday|\\btonight)`,
    `\\b(?<ago>(?:${NUMBER}|${VAGUE}) ${UNIT} ago)`,
    `\\b(?<named>(?:last|next|this) (?:${WEEKDAY}|${PERIOD})|(?:last|this) ${PART})`,
    `\\b(?<ahead>in (?:${NUMBER}|${VAGUE}) (?:day|week|month)s?)`,
    `\\b(?:by|until|till|due|since|starts|begins) (?<weekday>${WEEKDAY})`,
  ].join('|'),
  'gi',
);

/** Of what is said to come in so many days, only what a sentence puts into the future is a date; else it is how long something takes. */
const PLAN =
  /\b(?:will|going to|due|expires|ends|starts|launch(?:es)?|ships?|planned|plans?|scheduled|deadline|follows|expected|sunset|freeze|revisit|goes? live|again)\b/i;
/** "In 3 weeks the old endpoints are switched off." */
const COMES = /^,? (?:the|we|our|all|it|this|that)\b[^.!?;]{0,40}?\b(?:is|are|gets?|turns?|moves?|must)\b/i;
/** A sentence about every week or about a rule names no date. */
const RULE = /\b(?:every|each|always|never|daily|weekly|monthly|usually|whenever|recurring)\b/i;
/** A date next to the phrase, a mention of such phrases, or a rule about how to write dates. */
const ANCHOR =
  /\d{4}-\d{2}-\d{2}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}\b|\b\d{1,2}\.? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|relative (?:dates?|time)|absolute dates?/i;
const NEAR = 60;

/**
 * Phrases of a line of prose (see `maskedLine`) that name a date by its distance from the day of writing, in order. Linear.
 * With `plans` also what only says a date where events are told: "tomorrow", "by Thursday"; in a rule they mean any such day.
 */
export function relativePhrases(text: string, { plans }: { readonly plans: boolean }): RelativePhrase[] {
  if (!CANDIDATE.test(text)) return [];
  const found: RelativePhrase[] = [];
  for (const match of text.matchAll(PHRASE)) {
    const groups = match.groups ?? {};
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? '';
    const phrase = groups[kind] ?? '';
    const start = match.index + match[0].length - phrase.length;
    const around = {
      before: text.slice(Math.max(0, start - NEAR), start),
      after: text.slice(start + phrase.length, start + phrase.length + NEAR),
    };
    if (isDate(kind, phrase, around, plans)) found.push({ text: phrase, start, ...meaning(kind, phrase) });
  }
  return found;
}

interface Around {
  readonly before: string;
  readonly after: string;
}

function isDate(kind: string, phrase: string, { before, after }: Around, plans: boolean): boolean {
  if (/[\w$@#/\\.-]$/.test(before) || /^(?:[\w$@/\\=(]|[.-]\w)/.test(after)) return false; // within a name, a path, a call
  if (/^[A-Z ]+$/.test(phrase)) return false; // a label
  if (ANCHOR.test(before) || ANCHOR.test(after)) return false;
  const sentence = `${before.split(/[.!?;]\s/).at(-1) ?? ''}${phrase}${after.split(/[.!?;](?:\s|$)/, 1)[0] ?? ''}`;
  if (
    /\b(?:older|newer|more|less|longer|earlier|later|fewer|sooner|at least|at most|over|within|up to|for)(?: than)?\s*$|[<>~]=?\s*$/i.test(
      before,
    )
  )
    return false;
  if (kind === 'relative') return (plans || !/^tomorrow/i.test(phrase)) && !isManner(phrase, before, after);
  if (kind === 'ahead')
    return (PLAN.test(sentence) || (before.trim() === '' && COMES.test(after))) && !RULE.test(sentence);
  if (kind === 'weekday') return plans && !RULE.test(sentence) && !/^s\b|^ ?(?:to|through|and|or|-|–|\/)/i.test(after);
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

/** "today" mostly means "at present". It is a day after what was done or said to hold then, or where a sentence about the day begins. */
const isThatDay = (before: string, after: string): boolean =>
  (/\b(?:\w{2,}ed|done|made|built|sent|found|broke|went|began|met|wrote|took|ran|as of|earlier|later|due) $/i.test(
    before,
  ) &&
    !/^['’]s/.test(after)) ||
  (/(?:^|[.:;!?] |[-*>(] ?|\*\*)$/.test(before.trimStart() === '' ? '' : before) &&
    /^(?:,|:|\*\*)? ?(?:I|we|he|she|they|the)\b/i.test(after));

function meaning(kind: string, phrase: string): Pick<RelativePhrase, 'precision' | 'certain'> {
  const lower = phrase.toLowerCase();
  if (/few|couple|several|some/.test(lower)) return { precision: 'vague', certain: false };
  const precision =
    (['weekend', 'week', 'month', 'quarter', 'year'] as const).find((unit) => lower.includes(unit)) ??
    (lower.includes('sprint') ? 'unknown' : 'day');
  const oneDay = kind === 'relative' ? !/^(?:today|tonight)/.test(lower) : kind === 'ago' && precision === 'day';
  return { precision: kind === 'relative' ? 'day' : precision, certain: oneDay };
}
