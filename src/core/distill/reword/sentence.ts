/** One sentence of a memory without who says it, who is in it and how it feels. */
import { isFiller } from '../../similarity/stem-words.js';
import { factFaults } from '../fact-faults.js';
import { isEnglish } from '../language.js';
import { isPreference } from '../noise-gate.js';
import { PERSON, protectCode, restoreCode } from '../placeholders.js';
import { technicalPoints } from '../technical-score.js';
import { capital, impersonal } from '../text/impersonal-sentence.js';
import { withoutEmptyAsides } from '../text/small-talk.js';
import { statementOf } from '../text/statement.js';
import { markPeople, maskPeople } from '../text/text.js';

const PERSONAL = /^(?:speaks|names|holds an? (?!date|secret))|^tells a feeling/;

/** What makes a sentence personal, each as the end of "It …". */
export const personalFaults = (sentence: string): readonly string[] =>
  factFaults(sentence).filter((fault) => PERSONAL.test(fault));

/** Links, bold text and tags: a sentence with them is not taken apart. */
const MARKUP = /\[\[|\]\(|\*\*|__|<[a-z!/]|!\[/i;
/** "He" is most often the user, and a name may be all that a sentence is about. */
const ABOUT_SOMEONE =
  /^(?:he|she|they)\b|\b(?:owns?|owner|maintain(?:s|er)|responsible|in charge|contact|reach|ask|ping|cc|tell|reviewers?|approve[sr]?|approval|on[- ]call|assigned|reports? to|manager|lead|called|named?|known as|prefers?|likes?|wants?)\b/i;
const FEELING =
  /^(?:I|we)(?:['’]m|['’]re| am| are| was| were)? (?:(?:really|so|just|very|quite|always) )*(?:love|like|hate|enjoy|appreciate|glad|happy|excited|thrilled|annoyed|frustrated|relieved|delighted|pleased|sad) (?:it )?(?:that|how) /i;

/** Undefined where nothing is personal, or what is cannot be taken out without loss. */
export function rewordedSentence(sentence: string): string | undefined {
  const faults = personalFaults(sentence);
  if (faults.length === 0 || MARKUP.test(sentence) || !isEnglish(sentence)) return undefined;
  const isVoice = faults.some((fault) => /^(?:speaks|tells)/.test(fault));
  const { text, code } = protectCode(maskPeople(sentence));
  const marked = markPeople(text);
  if (marked.includes(PERSON) && ABOUT_SOMEONE.test(marked.replace(FEELING, '')) && !isReported(marked))
    return undefined;
  if (isVoice && /^(?:he|she|they|let (?:me|us))\b/i.test(sentence)) return undefined;
  const candidates = [
    isPreference(marked) ? undefined : statementOf(withoutEmptyAsides(marked)),
    withEnd(impersonal(capital(marked.replace(FEELING, ''))), sentence),
  ];
  return candidates
    .flatMap((candidate) => (candidate === undefined ? [] : [restoreCode(candidate, code)]))
    .map((candidate) => candidate.replace(/^(?=\d{4}-\d\d-\d\d, )/, 'On '))
    .find(
      (candidate) =>
        personalFaults(candidate).length === 0 &&
        (isPreference(marked) || users(candidate) <= users(sentence)) &&
        qualifiersOf(sentence).every((word) => qualifiersOf(candidate).includes(word)) &&
        isSound(sentence, candidate) &&
        saysAsMuch(sentence, candidate),
    );
}

/** Without one of them a sentence says something else. */
const QUALIFIER =
  /\b(?:rarely|seldom|hardly|barely|scarcely|sometimes|occasionally|mostly|mainly|usually|often|almost|nearly|unless|except|until|only|at (?:most|least))\b/gi;
const qualifiersOf = (text: string): readonly string[] => text.toLowerCase().match(QUALIFIER) ?? [];

/** The rules take an adverb for a verb, and leave a verb before its subject as it is: "the project basicallies", "why do the project". */
const VERB_FIRST =
  /\b(?:do|does|did|have|has|had|can|could|will|would|should|must|may|might|are|am|is|was|were)(?:n['’]t)? (?:I|we)\b/i;
const VERB_IN_LY = /^(?:re|app|rep|supp|multip|comp|imp|f|misapp|reapp)ly$/i;
/** What a word of the first person leaves behind: "the is 60s". */
const NO_NOUN = /\bthe(?= (?:is|are|was|were|has|and|or|but)\b|[.,;:!?]|$)/i;
/** "Requests from us are trusted": whose they are is what the sentence says. */
const OWN_PART =
  /\b(?:for|to|of|on|with|by|from|at) (?:us|me) (?:is|are|was|were|has|have|must|may|can|should|will|do|does|gets?)\b/i;
/** What was said is not so. */
const DENIED =
  /\b(?:sa(?:id|ys)|claim(?:s|ed)|told|argue[sd]|insist(?:s|ed)|thinks?|thought|believe[sd]?|report(?:s|ed)|assume[sd]?)\b.*(?:\b(?:but|although|though|yet|however)\b|, which\b).*(?:\b(?:not|wrong|false|untrue)\b|n['’]t\b)/i;
/** What was asked for is not done. */
const REFUSED =
  /[,;] (?:but )?(?:he|she|they) (?:refused|declined|disagreed|objected|ignored|forgot|did(?: not|n['’]t))\b/i;
const CONDITION = /^(?:if|when|whenever|once|unless|until|before|after|as soon as)\b[^,]*,/i;
const LAST_CLAUSE = /[,;] (?:and |but |so |then )?((?:he|she|they|I|we) .*)$/i;
const NO_OBJECT = /^Decided(?::| against)(?: do not)? (?:it|that|this|them)\b/;

const isSound = (before: string, after: string): boolean =>
  ![VERB_FIRST, OWN_PART, DENIED, REFUSED].some((fault) => fault.test(before)) &&
  (!NO_NOUN.test(after) || NO_NOUN.test(before)) &&
  (!CONDITION.test(before) || after.includes(',')) &&
  (!NO_OBJECT.test(after) || NO_OBJECT.test(before)) &&
  endsAsBefore(before, after) &&
  !(before.match(/\b\p{L}+ly\b/giu) ?? []).some(
    (word) => !VERB_IN_LY.test(word) && after.toLowerCase().includes(`${word.toLowerCase().slice(0, -1)}ies`),
  );

/** "…, he refused" turns what comes before it around. A feeling may go. */
function endsAsBefore(before: string, after: string): boolean {
  const clause = LAST_CLAUSE.exec(before)?.[1];
  if (clause === undefined || factFaults(capital(clause)).some((fault) => fault.startsWith('tells a feeling')))
    return true;
  const words = tellingWords(clause);
  const there = new Set(tellingWords(after));
  return words.length === 0 || words.some((word) => there.has(word));
}

/** An agent that writes "I" may mean itself: only of a preference it is sure that the user is meant. */
const users = (text: string): number => text.match(/\bthe user\b/gi)?.length ?? 0;

/** "Anna said that …": of who says it nothing hangs. */
const isReported = (marked: string): boolean =>
  /\ue002 (?:said|says|told (?:me|us)|found|noticed|reported|confirmed|mentioned|pointed out)\b/.test(marked);

const withEnd = (text: string, sentence: string): string =>
  /[.!?:;]$/.test(text) ? text : text + (/[.!?:;]$/.exec(sentence)?.[0] ?? '');

const NUMBER = /\d+(?:[.,:-]\d+)*/g;
const WORK_TIME = /\b\d+(?:[.,]\d+)?(?= (?:hours?|minutes?|mins?|days?|weeks?)\b)/g;
const NEGATION = /\b(?:not|no|never|none|nothing|without|cannot|neither|nor|avoid)\b|n['’]t\b/i;
/** Share of the telling words that must be there again; people, feelings and the first person are among the others. */
const LEAST_WORDS = 0.5;

/** Whether nothing that tells is gone: code, numbers but those of time spent, negations, technical words and most others. */
export function saysAsMuch(before: string, after: string, leastWords = LEAST_WORDS): boolean {
  const has = (part: string): boolean => after.includes(part);
  const { text, code } = protectCode(before);
  if (!code.every(has)) return false;
  const spent = new Set(/\b(?:spent|took|wasted|lost)\b/i.test(before) ? before.match(WORK_TIME) : []);
  if (!(before.match(NUMBER) ?? []).every((number) => spent.has(number) || has(number))) return false;
  if (NEGATION.test(before) !== NEGATION.test(after)) return false;
  if (technicalPoints(protectCode(after).text) < technicalPoints(text) - spent.size) return false;
  const words = tellingWords(text);
  const there = new Set(tellingWords(after));
  return words.filter((word) => there.has(word)).length >= words.length * leastWords;
}

const tellingWords = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !isFiller(word)).map((word) => word.slice(0, 5));
