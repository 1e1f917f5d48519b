/** What an agent says of a failure when it has found its cause. */
import { sentencesOf } from '../distill/text/sentences.js';

const FAILS =
  /\b(?:fail(?:s|ed|ing|ure)?|errors?|errored|broken?|breaks|crash(?:es|ed)?|hangs?|hung|timed? ?out|times out|refused|rejected|wrong|(?:did|does|could|can|would)(?:n['’]t| ?not) (?:\w+ ){0,2}(?:work|start|run|build|compile|pass|connect|resolve|load))\b/i;
const CAUSE = /\b(?:because|since|due to|caused by|turned out|so that is why|the reason (?:is|was)|culprit)\b/i;
const ROOT_CAUSE = /\b(?:(?:root )?cause (?:is|was)|culprit (?:is|was)|was caused by)\b/i;
const FIX =
  /^(?:fix(?:ed|ing)?\b|the fix\b|to fix\b|(?:so )?i(?:['’]ve| have)? (?:now )?(?:fixed|changed|set|added|removed|updated|replaced|pointed|switched|pinned|renamed|moved)\b|(?:setting|adding|removing|pinning|switching|changing|running|replacing)\b|(?:it|they|the \w+) (?:now )?(?:works?|pass(?:es)?) (?:now |again )?(?:after|with|once)\b)/i;
/** UTF-16 units of a message that are looked at, from its end: what was found comes last. */
const MOST_UNITS = 6_000;

/** The first sentence that tells why something failed, with that which tells the fix; empty where there is none. */
export function toldCause(message: string): string {
  const sentences = sentencesOf(message.slice(-MOST_UNITS));
  const at = sentences.findIndex(
    (sentence) => ROOT_CAUSE.test(sentence) || (FAILS.test(sentence) && CAUSE.test(sentence)),
  );
  if (at < 0) return '';
  const fix = sentences.slice(at + 1).find((sentence) => FIX.test(sentence));
  return [sentences[at], fix].filter((sentence) => sentence !== undefined).join(' ');
}
