/** What tells of somebody's life outside of work: no memory about software needs it. */
import { technicalPoints } from './technical.js';

const FAMILY = 'wife|husband|spouse|fianc[ée]e?|girlfriend|boyfriend|kids?|sons?|daughters?|toddler|newborn|mom|mum|mother|dad|father|brother|sister|grand(?:ma|pa|mother|father)|in-laws|family';
const LIFE: readonly RegExp[] = [
  new RegExp(`\\b(?:my|his|her|the user['’]s|\\ue002['’]s?) (?:\\w+ )?(?:${FAMILY}|doctor|dentist|therapist|landlord|salary|birthday|wedding|divorce|apartment|home address)\\b`, 'iu'),
  /\bthe (?:wife|husband|girlfriend|boyfriend|fianc[ée]e?)\b/iu,
  /\b(?:I|(?:the )?user|he|she|\ue002|colleague)(?: (?:live|lives|lived|was born|grew up)|['’]m living| am living| is living) (?:in|at|on|near)\b(?! (?:the|an?|its?|this|one) [\p{Ll}\ue000])/iu,
];
/** Said beside something technical they are words of an application. */
const HEALTH = /\b(?:pregnan(?:t|cy)|(?:maternity|paternity|parental|sick) leave|called in sick|chemo\w*|surgery|hospitali[sz]ed|in (?:the )?hospital|miscarriage|funeral|honeymoon|burn-?out|migraine|hungover)\b/i;

/** A street with its number, in German and in English order. */
const STREET = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}-]{2,40}(?:stra(?:ß|ss)e|str\.|gasse|allee|platz|damm|ufer) \d{1,4}(?![\p{L}\p{N}]{2})|(?<![\p{L}\p{N}.])\d{1,5} (?:\p{Lu}\p{Ll}{1,20} ){1,3}(?:Street|St\.|Avenue|Ave\.|Road|Rd\.|Lane|Boulevard|Blvd)(?![\p{L}\p{N}])/u;
const ACCOUNT = /(?<![\w-])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\w-])/g;
const CARD = /(?<![\w.-])\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\w-]|\.\d)/g;
const FOR_TESTS = /\b(?:test\w*|samples?|examples?|dummy|fake|mock\w*|fixtures?|sandbox)\b/i;

/** Whether a statement tells of family, health, where somebody lives, or how money reaches him. */
export const isPrivate = (text: string): boolean =>
  LIFE.some((sign) => sign.test(text)) || STREET.test(text) || (HEALTH.test(text) && technicalPoints(text.replace(/\bthe user\b/gi, '')) === 0) || (holdsAccount(text) && !FOR_TESTS.test(text));

const holdsAccount = (text: string): boolean => (text.match(ACCOUNT) ?? []).some(isAccount) || (text.match(CARD) ?? []).some(isCard);

/** The checksum of an IBAN. */
function isAccount(shown: string): boolean {
  const plain = shown.replaceAll(' ', '');
  let rest = 0;
  for (const letter of plain.slice(4) + plain.slice(0, 4)) for (const digit of String(Number.parseInt(letter, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return plain.length >= 15 && rest === 1;
}

/** The checksum of a payment card; a count or an id hardly ever bears it. */
function isCard(shown: string): boolean {
  const digits = [...shown.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((all, digit, at) => all + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return /^[3-6]/.test(shown) && digits.length >= 13 && digits.length <= 19 && sum % 10 === 0;
}
