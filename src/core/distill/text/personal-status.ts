/** What a person does now or next, does not know, or is glad about: no fact outlives the day. */
import { technicalPoints } from '../technical-score.js';

const START = String.raw`^(?:(?:and|but|so|ok(?:ay)?|cool|thanks|thx|sorry|yeah|yes|yep|h+m+|ugh+|well|anyway|hey|oh|right|great)\b[\s,!.:-]*){0,4}`;
/** "I'll review your branch tonight", "gonna look at it after lunch". A "we" plans for the project. */
const NEXT = new RegExp(
  String.raw`${START}(?:(?:I['’]?ll|I will|I['’]?m (?:gonna|going to)|will|gonna|let me|lemme) (?:just |quickly |also |then |now |first )?(?:try to )?(?:have |take )?(?:an? )?(?:quick )?(?:review|look|check|ping|get back|come back|be back|see|think|sleep|ask|call|write you|let you|tell you|send you|do (?:it|that|this)|finish|continue|grab|get|try|push|test|fix|take|join|catch|reply|answer|report|circle)\b|I['’]?m (?:heading|logging|signing|off|out|away|back|done for)\b|(?:be )?(?:right )?back (?:in|at|after|soon|later)\b|brb\b|afk\b|(?:was|am|been|stuck) (?:in|on) (?:a|an|the) (?:meeting|call|train|plane|bus)\b|catching up\b|heading (?:out|home)\b|(?:I['’]?m )?(?:typing|writing|sending|texting|posting) (?:this )?(?:from|on) (?:my|the|an?)\b|(?:excuse|ignore|sorry for|pardon) (?:the |my |any )?typos\b|I['’]?m (?:staying|working) (?:at |from )?home\b)`,
  'i',
);
/** "No idea what this does", "I wonder whether anyone uses it". */
const UNKNOWN = new RegExp(
  String.raw`${START}(?:I )?(?:(?:still |really |honestly )?(?:(?:have |got )?no (?:idea|clue)|not (?:quite |really |entirely )?(?:sure|convinced)|do(?: not|n['’]t) (?:know|remember)|wonder|['’]?m wondering|['’]?m (?:still )?not (?:quite |really |entirely )?(?:sure|convinced)))\b(?![^,.;]*[,;:] *(?:but|only|it|the)\b)`,
  'i',
);
/** "All tests green on my machine". */
const PASSED = new RegExp(
  String.raw`${START}(?:all |the |our |now )*(?:[\w-]+ )?(?:tests?|specs?|builds?|CI|pipelines?|checks?|suite)(?: is| are| went| came)?(?: all| now| finally| back)* (?:green|pass(?:es|ed|ing)?|fine|good|ok(?:ay)?|through)\b(?!.*\b(?:because|only|unless|when|if|after|since|but|without|with|although|even|despite)\b)|^git status (?:says|shows|is)\b.*\b(?:nothing to commit|clean)\b`,
  'i',
);
const NO_HURRY = /\b(?:take your time|no (?:rush|hurry|pressure|worries))\b/i;
/** "My laptop battery is at 5 %". */
const OFFICE =
  /\b(?:wi-?fi|internet|air ?con\w*|heating|coffee machine|elevator|charger)\b.*\b(?:office|train|hotel|caf[eé]|home|here)\b|\b(?:my|the) (?:laptop )?battery is\b/i;

/** "Would be cool to have more data". */
const WISH = new RegExp(
  String.raw`${START}(?:(?:it|that) )?(?:would|['’]d) be (?:cool|nice|great|lovely|awesome|fun) (?:to (?:have|get|see)|if we had)\b`,
  'i',
);

/** A line of a report: what was tried in vain, and the mood. */
const LABELLED = /^(?:tried|jokes?|mood|weather|kudos|thanks): /i;

/** Whether a sentence says nothing else. */
export const isPersonalStatus = (sentence: string): boolean =>
  NEXT.test(sentence) ||
  PASSED.test(sentence) ||
  WISH.test(sentence) ||
  LABELLED.test(sentence) ||
  (technicalPoints(sentence) < 2 && (UNKNOWN.test(sentence) || NO_HURRY.test(sentence) || OFFICE.test(sentence)));
