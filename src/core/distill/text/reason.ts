/** Why a rule holds, where no "because" says so. */
import { isFeeling } from './small-talk.js';

/** "Stop adding comments" */
const RULE = /^(?:please )?(?:don['’]t|do not|never|always|avoid|stop|use|prefer|keep|no)\b[^,;:—–]{3,}$/i;
/** ", we have too many already" */
const STATE =
  /^\s*[,;—–-]\s*(?:we|they|it|that|this|there) (?:(?:already|still|just|only|often|always|never) )?(?:have|has|had|need(?:s|ed)?|is|are|was|were|can(?:not|['’]t)?|do(?:es)?n['’]t|lose|lost|breaks?|broke|fail(?:s|ed)?|use|want|get|got|hit|end(?:ed)? up|run|ran|rely|depend|pay|paid)\b/i;

/** Whether a clause, with what joins it, is the reason of the rule before it. */
export const isReason = (rule: string, clause: string): boolean =>
  RULE.test(rule) && STATE.test(clause) && !isFeeling(clause.replace(/^[\s,;—–-]+/, ''));
