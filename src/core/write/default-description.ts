/** The description of a memory that was given none: when it is needed, as far as its text says so, and what it says. */
import { HOOK_UNITS } from '../index/append-entry.js';
import { firstSentence, plainLine } from '../markdown/plain-text.js';
import { withoutAnswer } from './slug-words.js';

/** Units of a sentence that says no more than the name. */
const TERSE = 40;

const HOW = /^[ \t>*-]*(?:\*\*|__)?how to apply:?(?:\*\*|__)?:?[ \t]*(\S.*)$/im;
/** A condition at the beginning, up to the comma, colon or full stop after it. */
const CONDITION =
  /^((?:when(?:ever)?|before|after|while|during|if|for|in|on|wenn|sobald|vor|nach|beim?|bei|für|während) [^,.:;]{3,36})(?=[,.:;]|$)/i;

/** One sentence, such as “When writing a migration: never drop a column in the same release”. */
export function describe(body: string): string {
  const sentence = openingOf(body);
  const how = HOW.exec(body.slice(0, 4_000))?.[1];
  const condition = how === undefined ? undefined : CONDITION.exec(plainLine(how))?.[1]?.trimEnd();
  if (condition === undefined || sentence.toLowerCase().includes(condition.toLowerCase())) return sentence;
  return `${condition.charAt(0).toUpperCase()}${condition.slice(1)}: ${sentence}`;
}

/** The first sentence, and the second where the first is short and an entry has room for both. */
function openingOf(body: string): string {
  const first = firstSentence(body);
  const sentence = withoutAnswer(first);
  const own = sentence === first ? first : sentence.charAt(0).toUpperCase() + sentence.slice(1);
  if (first.length > TERSE) return own;
  const line = body.split(/\r\n|\r|\n/).find((each) => plainLine(each) !== '') ?? '';
  const at = line.indexOf(first);
  const second = at < 0 ? '' : firstSentence(line.slice(at + first.length));
  return second !== '' && own.length + 1 + second.length <= HOOK_UNITS ? `${own} ${second}` : own;
}
