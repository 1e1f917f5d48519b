/** Distillation of a text that a person wrote: by rules, in English. */
import { isoDay, saidOn } from '../../absolute-date.js';
import { localDay, type Observation } from '../../capture/observation.js';
import { maskSecrets } from '../../secrets/secrets.js';
import { factFaults } from '../fact-faults.js';
import { hasType, typeOfFact } from '../fact-type.js';
import { withoutNoise } from '../labels/remove-noise.js';
import { isEnglish } from '../language.js';
import { noise } from '../noise-gate.js';
import { maskContacts } from '../personal/mask-personal.js';
import { findPeople } from '../personal/people.js';
import { replaceParts } from '../personal/personal-data.js';
import { redactHomes } from '../personal/redact-home.js';
import { PERSON, protectCode, restoreCode } from '../placeholders.js';
import { technicalPoints } from '../technical-score.js';
import { MOST_UNITS } from '../trifle.js';
import vocabulary from '../vocabulary.json' with { type: 'json' };
import { type DatedText, withDates } from './dates.js';
import { withoutPasted } from './pasted-text.js';
import { isPersonalStatus } from './personal-status.js';
import { isScope } from './scope.js';
import { MOST_SENTENCES, sentencesOf } from './sentences.js';
import { withoutEmptyAsides, withoutStory } from './small-talk.js';
import { instructionOf, isPersonal, isRequest, statementOf } from './statement.js';

export interface Fact {
  /** One to three impersonal sentences. */
  readonly text: string;
  readonly type: string;
  /** The reason, and when the fact counts, where a model gave them apart: a sentence each. */
  readonly why?: string;
  readonly apply?: string;
}

export type Distilled =
  | { readonly status: 'facts'; readonly facts: readonly Fact[] }
  /** `reason` for people. */
  | { readonly status: 'nothing'; readonly reason: string };

const nothing = (reason: string): Distilled => ({ status: 'nothing', reason });

/** @param most UTF-16 units; longer texts are left alone */
export function distillText(
  text: string,
  { at, locale, source }: Pick<Observation, 'at' | 'locale' | 'source'>,
  most: number = MOST_UNITS,
): Distilled {
  const plain = text.trim();
  const reason = noise(plain, most);
  if (reason !== undefined) return nothing(reason);
  const day = localDay(at);
  if (day === undefined) return nothing('Its time cannot be read.');
  if (!isEnglish(plain)) return nothing('It is not in English: rules read English only, a language model reads more.');
  const { code, ...dated } = preparedText(plain, day, locale);
  const sources: string[] = [];
  const toAgent = source === 'transcript';
  const statements = statementsOf(withoutEmptyAsides(markPeople(dated.text)), sources, toAgent);
  if (statements.length === 0) return nothing('No sentence of it states a fact.');
  const said = { text: plain, toAgent };
  const restored = statements.map((statement) => restoreCode(statement, code));
  const sound = restored.filter((statement) => factFaults(statement).length === 0);
  const kept = strongest(sound.length > 0 ? sound : restored, MOST_SENTENCES).join(' ');
  const type = typeOfFact(kept, said);
  const past = dated.dates.filter((date) => date <= isoDay(day));
  const ofSources = past.find((date) => sources.some((source) => source.includes(date)));
  // The day of a talk or of small talk beside a fact is no day of it; that of a search for a fault is.
  const told = ofSources ?? (/^(?:failure|decision)$/.test(type) ? past[0] : undefined);
  const happened = HAPPENED.has(type) || (type === 'pattern' && (told !== undefined || !hasType(kept)));
  const fact = happened ? withDate(kept, told ?? isoDay(day)) : kept;
  const faults = factFaults(fact);
  return faults.length > 0
    ? nothing(`What is left of it ${faults.join(', ')}.`)
    : { status: 'facts', facts: [{ text: fact, type }] };
}

/** A text as it is read: without what was pasted, secrets, contacts and slips of typing, with dates, and with placeholders for code. */
export function preparedText(
  text: string,
  day: number,
  locale?: string,
): DatedText & { readonly code: readonly string[] } {
  const safe = maskPeople(redactHomes(maskSecrets(withoutPasted(text)).replace(IS_MASKED, '')));
  const { text: prose, code } = protectCode(safe);
  const dated = withDates(
    withAntecedents(corrected(prose.replace(EMOTICONS, '.\n\n')).replace(SAID_ON, '$1')),
    day,
    locale,
  );
  return { ...dated, code };
}

/** At the end of a sentence they are its end. */
const EMOTICONS =
  /(?:(?<=[!?.])|(?<=\s))(?::-?[)(DPp]|;-?\)|xD|<3|\^\^)(?=\s|$)\s*|(?<=[\p{L}\p{N}!?.])\s*(?:\p{Extended_Pictographic}\ufe0f?)+(?:\s+(?=\p{Lu})|$)/gmu;

const SPELLING: Readonly<Record<string, string>> = vocabulary.spelling;
const MISSPELT = new RegExp(`(?<![\\w'’./-])(?:${Object.keys(SPELLING).join('|')})(?![\\w/-]|\\.\\w)`, 'g');

/** Slips of typing in words that the rules must know. */
const corrected = (text: string): string =>
  text
    .replace(/(?<=\d) us\b(?! (?:dollars?|cents?)\b)/g, ' µs')
    .replace(/\bbc(?= (?:of|the|it|we|they|there|I|our|my)\b)/g, 'because')
    .replace(MISSPELT, (word) => SPELLING[word] ?? word);

/** When the user said something before is no day of what he says: "as I told you on Monday". */
const SAID_ON =
  /\b(I(?:['’]ve| have)? (?:(?:already|just) )?(?:told you|said|asked(?: you)?|mentioned|explained|wrote)(?: (?:this|that|it|so|before|already|again|to you))*) (?:(?:on|since|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday(?: \w+ing)?|today|this (?:morning|week|afternoon)|last (?:night|week|month|time)|(?:an?|one|two|three|a few|some|\d+) (?:minutes?|hours?|days?|weeks?|months?) ago|earlier)\b/gi;

/** "You forgot to run codegen. Always run it after …": the sentence that is no fact says what "it" is. */
const withAntecedents = (text: string): string =>
  text
    .replace(
      /\bthis is the \w+ time (?:that )?you \w+ (the [^.,;:!?]{2,40})[;,.:!]\s+([^.;!?]{2,60}?) there\b/gi,
      '$2 in $1',
    )
    .replace(/\byou forgot to (\w+) ([^.!?,;]{2,60}?)(?: again)?[.!,;]\s+(always|never) \1 (?:it|them)\b/gi, '$3 $1 $2')
    .replace(
      /\byou (?:added|used|imported|installed|brought back|went back to) ([^.!?,;]{2,40}?)(?: again)?[.!?]+\s+(?:we|I) (?:\w+ )?(removed|dropped|banned|replaced|deleted|deprecated) it\b/gi,
      '$1 was $2',
    )
    // What is done again and again, and what comes of it.
    .replace(
      /\byou (?:keep|kept|always|are always) (\w+ing [^.,;]{2,60}?)[,;.] (?:and |but )?(?:that|this|it|which) (?=(?:\w+[^s\W]s|is|can|will|does|must) )/gi,
      '$1 ',
    )
    // What the agent took something for, and what it is.
    .replace(
      /\byou (?:assumed?|thought|think|treat(?:ed)?|took) (?:that )?([^.,;]{2,40}?) (?:is|was|are|were|as|to be|for) (an? [^.,;]{2,40}?)[,;.] (?:but )?(?:it['’]s|it is|they['’]re|they are) (an? [^.,;]{2,60})/gi,
      '$1 is $3, not $2',
    )
    .replace(/(^|[.!?,;] )next time (?=(?:you|we|I|it|the|an?|some\w+|any\w+) )/gi, '$1when ')
    .replace(
      /\byou (?:keep|kept|always) (?:putting|adding|placing|writing|storing|pasting) ([^.,;]{2,40}?) (in|into|to|under) ([^.,;]{2,40}?)[,;.]\s+(?:they|it|that|those) (belongs?|goes?|lives?) ([^.,;]+)/gi,
      '$1 $4 $5, not $2 $3',
    )
    // What is wrong goes on with what is right.
    .replace(
      /\b((?:don['’]t|do not|never) (?:edit|touch|change|modify) (?:it|them|this|these|that))[.!;]\s+(change|edit|update|run|modify|regenerate|fix)(?= \S)/gi,
      (_all, wrong: string, verb: string) => `${wrong}, instead ${verb.toLowerCase()}`,
    )
    .replace(
      /\byou (?:removed|deleted|dropped) ([^.,;!?]{2,40}?)(?: again)?[,.;!]\s+(leave|keep) (?:it|them)\b/gi,
      '$2 $1',
    )
    // The option that was liked stays in the decision against it.
    .replace(
      /(^|[.!?]\s+)(?:I|we) (?:(?:really|would|do|personally|still|also|have) )*(?:love|like|liked|loved|prefer|preferred|wanted|favou?r)(?: to use)? ([^,.;]{2,40}?)(?: a lot| more| better| very much)?,? but (?:we|the team) (?:agreed|decided|chose|settled|voted) (?:to|on) /gi,
      '$1We decided against $2: ',
    )
    .replace(
      /(^|[.!?]\s+)([^,.;:]{2,40}?) (?:is|was|looks|looked|would be|sounds) (?:\w+ )?(?:tempting|nice|great|attractive|appealing|fancy|cool|interesting),? (?:but|still|yet) (?:we|the team) (?:still )?(?=(?:keep|stay|stick|use)\b)/gi,
      '$1We decided against $2: ',
    );

/** "It says 'montly'", after a request about it. */
const ABOUT_BEFORE = /^(?:it|that|this)(?:['’]s)? [^\ue000]{1,40}$/i;

/** Statements of a text. "It" at the start of one that follows a sentence without a fact becomes the one piece of code which that sentence names.
 * @param sources takes the sentences that state something */
function statementsOf(text: string, sources: string[], toAgent: boolean): string[] {
  const statements: string[] = [];
  let subject: string | undefined;
  let isRequested = false;
  /** The sentence before, where it states something. */
  let stating: string | undefined;
  for (const sentence of sentencesOf(text)) {
    isRequested = isRequest(sentence) || (isRequested && ABOUT_BEFORE.test(sentence));
    const telling =
      isRequested || isPersonalStatus(sentence)
        ? ''
        : isPersonal(sentence)
          ? sentence
          : withoutNoise(withoutStory(sentence));
    const stated =
      telling === ''
        ? undefined
        : statementOf(subject === undefined ? telling : telling.replace(/^It(?=['’ ])/i, subject));
    const isScopeOfRule = statements.length > 0 && isScope(sentence) && !sentence.includes(PERSON);
    const statement =
      stated ??
      (isScopeOfRule ? sentence.trim() : stating === undefined ? undefined : instructionOf(sentence, stating, toAgent));
    stating = statement === undefined ? undefined : sentence;
    if (statement !== undefined) {
      statements.push(statement);
      sources.push(sentence);
    }
    const named = new Set(sentence.match(/\ue000\d+\ue001/g));
    if (statement !== undefined) subject = undefined;
    else if (named.size > 0) subject = named.size === 1 ? [...named][0] : undefined;
  }
  return statements;
}

/** That a password is masked says nothing. */
const IS_MASKED =
  /(?<=^|[.!?;,]\s|\band\s|\n)(?!(?:if|when|unless|once|while|because|since)\b)(?:[\w-]+ ){0,4}(?:password|passphrase|secret|token|key|pin)(?: (?:for|of|to|on|in) [\w ./-]{2,40}?)?(?: (?:is|was)|:| =) ?\[masked: [^\]\n]{1,60}\](?:[.!;]|,? and(?= (?:the|our|my|its?)\b)|\s*$)/gim;
const ROLE =
  '(?:manager|boss|lead|colleague|coworker|teammate|friend|customer|client|architect|intern|designer|developer|engineer|tester|analyst|administrator|maintainer|contractor|consultant|director|founder|C[EFIOT]O|CISO|DBA|SRE|PM|VP)';

/** People as {@link PERSON}; a role with a name stays as the role. */
export const markPeople = (text: string): string =>
  replaceParts(text, findPeople(text), () => PERSON)
    .replace(/(^|\n)\ue002: /g, '$1\n')
    .replace(/\n(?:[Cc]heers|[Tt]hanks|[Bb]est(?: regards)?|[Rr]egards),?\s+\ue002\s*$/, '')
    .replace(new RegExp(`\\b(${ROLE})(?: \\ue002|, \\ue002,(?= ))`, 'gi'), '$1')
    .replace(new RegExp(`\\b(${ROLE}) \\(\\ue002\\)`, 'gi'), '$1')
    .replace(new RegExp(`\\ue002, ((?:our|my|the|an?) (?:[\\w-]+ )?${ROLE}),(?= )`, 'gi'), '$1');

/** An address that is the name of an account. */
const ACCOUNT =
  /(?<!\b(?:my|our|his|her|their) (?:[\w-]+ )?(?:e-?mail|address|mail)(?: address)? )\b(?:is|are|as|named|called|account|login|user|username|with)\s+$/i;

/** People as {@link PERSON}. */
export const maskPeople = (text: string): string =>
  maskContacts(text, ({ start, kind }) =>
    kind === 'e-mail address' && ACCOUNT.test(text.slice(0, start)) ? `[${kind}]` : PERSON,
  );

/** The sentences with most to say, in their order. */
function strongest(sentences: readonly string[], most: number): readonly string[] {
  if (sentences.length <= most) return sentences;
  const points = (sentence: string): number =>
    technicalPoints(protectCode(sentence).text) + (hasType(sentence) ? 2 : 0);
  const ranked = sentences
    .map((sentence, at) => ({ at, points: points(sentence) }))
    .sort((a, b) => b.points - a.points || a.at - b.at);
  const kept = new Set(ranked.slice(0, most).map(({ at }) => at));
  return sentences.filter((_sentence, at) => kept.has(at));
}

/** Types of what happened, which is kept with its day; a rule has a day where its text named one. */
const HAPPENED: ReadonlySet<string> = new Set(['decision', 'failure', 'dependency', 'project', 'context']);

/** Beside a weekday that is no date, a date would be read as that of the weekday: it is said whose it is. What happens on Mondays has no date. */
function withDate(text: string, date: string): string {
  if (/\b\d{4}-\d\d(?:-\d\d)?\b|\b\d{4}-Q\d\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b/i.test(text)) return text;
  const shown = WEEKDAY.test(text) && !RECURRING_DAY.test(text) ? saidOn(Date.parse(date)) : `(${date})`;
  return text.replace(/\.?$/, ` ${shown}.`);
}
const RECURRING_DAY = /\b(?:each|every|any|per) (?:\w+ )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i;
const WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i;
