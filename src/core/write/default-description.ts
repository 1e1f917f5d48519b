/** The description of a memory that was given none: when it is needed, as far as its text says so, and what it says. */
import { firstSentence, plainLine } from '../markdown/plain-text.js';

const HOW = /^[ \t>*-]*(?:\*\*|__)?how to apply:?(?:\*\*|__)?:?[ \t]*(\S.*)$/im;
/** A condition at the beginning, up to the comma, colon or full stop after it. */
const CONDITION =
  /^((?:when(?:ever)?|before|after|while|during|if|for|in|on|wenn|sobald|vor|nach|beim?|bei|für|während) [^,.:;]{3,36})(?=[,.:;]|$)/i;

/** One sentence, such as “When writing a migration: never drop a column in the same release”. */
export function describe(body: string): string {
  const sentence = firstSentence(body);
  const how = HOW.exec(body.slice(0, 4_000))?.[1];
  const condition = how === undefined ? undefined : CONDITION.exec(plainLine(how))?.[1]?.trimEnd();
  if (condition === undefined || sentence.toLowerCase().includes(condition.toLowerCase())) return sentence;
  return `${condition.charAt(0).toUpperCase()}${condition.slice(1)}: ${sentence}`;
}
