/** Statements about a person's life outside of work: no memory about software needs them. */
import { technicalPoints } from '../technical-score.js';

const FAMILY =
  'wife|husband|spouse|fianc[ée]e?|girlfriend|boyfriend|kids?|sons?|daughters?|toddler|newborn|mom|mum|mother|dad|father|brother|sister|grand(?:ma|pa|mother|father)|in-laws|family';
const LIFE: readonly RegExp[] = [
  new RegExp(
    `\\b(?:my|his|her|the user['’]s|\\ue002['’]s?) (?:\\w+ )?(?:${FAMILY}|doctor|dentist|therapist|landlord|salary|birthday|wedding|divorce|apartment|home address)\\b`,
    'iu',
  ),
  /\bthe (?:wife|husband|girlfriend|boyfriend|fianc[ée]e?)\b/iu,
  /\b(?:I|(?:the )?user|he|she|\ue002|colleague)(?: (?:live|lives|lived|was born|grew up)|['’]m living| am living| is living) (?:in|at|on|near)\b(?! (?:the|an?|its?|this|one) [\p{Ll}\ue000])/iu,
];
/** With something technical they are words of an application. */
const HEALTH =
  /\b(?:pregnan(?:t|cy)|(?:maternity|paternity|parental|sick) leave|sick (?:child|kid|son|daughter|baby)|called in sick|chemo\w*|surgery|hospitali[sz]ed|in (?:the )?hospital|miscarriage|funeral|honeymoon|burn-?out|migraine|hungover)\b/i;

/** Whether a statement tells of family, of health, or of where a person lives. */
export const isPrivate = (text: string): boolean =>
  LIFE.some((sign) => sign.test(text)) ||
  (HEALTH.test(text) && technicalPoints(text.replace(/\bthe user\b/gi, '')) === 0);
