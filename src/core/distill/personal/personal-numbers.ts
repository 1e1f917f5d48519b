/** Accounts, cards and homes of people, in the forms they are written in. */
import type { PersonalData } from './personal-data.js';

const IBAN = /(?<![\w-])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![\w-])/g;
const CARD = /(?<![\w.-])(?:[2456]\d{3}([ -]?)\d{4}\1\d{4}\1\d{4}|3[47]\d{2}([ -]?)\d{6}\2\d{5})(?![\w-]|\.\d)/g;
/** Social security numbers of the United States. */
const IDENTITY = /(?<![\w.-])\d{3}-\d{2}-\d{4}(?![\w-])/g;
const WORD = "\\p{Lu}[\\p{L}.'’-]{1,20}";
/** English, German, French, Spanish, Portuguese and Italian. */
const STREETS: readonly RegExp[] = [
  new RegExp(
    `(?<![\\w.-])\\d{1,5}[A-Za-z]? (?:${WORD} ){1,3}(?:Street|St\\.|Avenue|Ave\\.|Road|Rd\\.|Boulevard|Blvd\\.?|Parkway|Pkwy|Lane)(?![\\p{L}])`,
    'gu',
  ),
  /(?<![\p{L}])\p{Lu}[\p{L}-]{1,30}(?:straße|strasse|str\.|gasse|allee) \d{1,4}[a-z]?(?![\w-])/gu,
  new RegExp(
    `(?<![\\w.-])\\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|allée|chemin|quai|impasse) (?:(?:de|du|des|la|le|les) |d['’]|l['’]){0,3}${WORD}`,
    'gu',
  ),
  new RegExp(
    `(?<![\\p{L}])(?:Calle|Avenida|Paseo|Rua|Viale|Piazza) (?:(?:de|del|la|las|los|di|della|da|do|dos|das) ){0,2}${WORD}(?: ${WORD})?,? \\d{1,4}(?![\\w-])`,
    'gu',
  ),
];

type Found = Pick<PersonalData, 'start' | 'text' | 'kind'>;

/** Numbers by their check digits, addresses by their words. */
export function findNumbers(text: string): Found[] {
  const all = (pattern: RegExp, kind: PersonalData['kind'], holds: (text: string) => boolean = () => true): Found[] =>
    [...text.matchAll(pattern)]
      .filter(({ 0: shown }) => holds(shown))
      .map(({ 0: shown, index }) => ({ start: index, text: shown, kind }));
  return [
    ...all(IBAN, 'bank account number', isIban),
    ...all(CARD, 'card number', isCard),
    ...all(IDENTITY, 'identity number'),
    ...STREETS.flatMap((street) => all(street, 'street address')),
  ];
}

/** ISO 13616: the rest of a division by 97. */
function isIban(shown: string): boolean {
  const plain = shown.replaceAll(' ', '');
  const digits = [...plain.slice(4), ...plain.slice(0, 4)].map((char) => Number.parseInt(char, 36)).join('');
  return plain.length >= 15 && [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** Luhn's check digit. */
function isCard(shown: string): boolean {
  const digits = shown.replace(/\D/g, '');
  const sum = [...digits]
    .toReversed()
    .reduce(
      (total, digit, at) =>
        total + (at % 2 === 0 ? Number(digit) : ((Number(digit) * 2) % 10) + (digit >= '5' ? 1 : 0)),
      0,
    );
  return sum % 10 === 0 && new Set(digits).size > 1;
}
