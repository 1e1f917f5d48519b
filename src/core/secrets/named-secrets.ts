/** Secrets that only the name beside them gives away: `api_key = …`, “the access token is …”, `<clientSecret>…`. */
import { entropyOf, type SecretRule } from './rule.js';
import { strengthOf } from './secret-names.js';
import { END, SEPARATOR, SEPARATOR_BELOW } from './separator.js';
import { isFilledForm, isOpaque, isRandomBeside, isRandomLike, isReference } from './value-checks.js';

/** The word that carries the name, then what may follow it in an identifier. */
const WORD = String.raw`(?:[kK]ey|KEY|[tT]oken|TOKEN|[sS]ecret|SECRET|PAT|[pP]at|[aA]uth|AUTH|[pP]ass(?:word|wd|phrase)?|PASS(?:WORD|WD|PHRASE)?|PWD|pwd)`;
export const REST = String.raw`s?(?:[A-Z_-]\w{0,30}(?:-\w{1,20}){0,3}|\d{1,3})?`;
/** Printable ASCII that does not end a value in prose, code and addresses. */
const VALUE = String.raw`((?:[\w:-]{1,60}\|(?=[A-Za-z0-9]{30}))?[!#$%*+.\/0-9:=?A-Z^_a-z~-]{10,2000})`;
const QUOTED = String.raw`(?<=["'\x60])([!#-&(-_a-~]{10,2000})(?=["'\x60])`;

/** `--api-key X`. */
const FLAG = String.raw`(?<=(?:^|\s)--[a-z][\w-]{1,60}) ["']?`;

/** `- name: API_KEY` with its value on the next line; also in JSON. */
const FIELD = String.raw`["']?,?\s{1,60}"?value"?:\s{0,3}["']?`;

/** UTF-16 units from which a value under a strong name needs no further proof: neither entropy nor words in it excuse it. */
const LEAST_STRONG = 20;

export const NAMED_SECRETS: readonly SecretRule[] = [
  {
    id: 'generic-api-key',
    keywords: ['key', 'token', 'secret', 'pat', 'auth', 'pass', 'pwd'],
    pattern: String.raw`${WORD}${REST}(?:(?:${SEPARATOR}|${FLAG}|${FIELD})(?:${QUOTED}|${VALUE})|${SEPARATOR_BELOW}${VALUE}(?=["'\x60]?[ \t]{0,40}(?:\r?\n|$)))`,
    byName: true,
    accept: isNamedSecret,
  },
  {
    // Separated by a blank only: "the client secret …", "bearer token …", "private key 0x…"
    id: 'generic-api-key',
    keywords: [
      'client secret ',
      'api key ',
      'apikey ',
      'access token ',
      'bearer token ',
      'auth token ',
      'secret key ',
      'private key ',
    ],
    pattern: String.raw`[a-zA-Z]{3,7} ?(?:[kK]ey|[sS]ecret|[tT]oken) ["'\x60]?((?:0x)?[A-Za-z0-9+\/_-]{20,400}={0,2})${END}`,
    accept: (secret) => isRandomLike(secret) || /^0x[0-9a-f]{64}$/i.test(secret),
  },
];

/** A name may occur in each few characters of a long value: no more than this is looked at for each. */
const JUDGED_UNITS = 160;

const NAME = new RegExp(`^(${WORD})(${REST})`);

function isNamedSecret(secret: string, match: string, head: string): boolean {
  // The beginning is enough to judge by.
  const value = secret.slice(0, JUDGED_UNITS).replace(/[.,;:!?*_)]+$/, '');
  const lead = match.slice(0, match.length - secret.length);
  const [, word = '', rest = ''] = NAME.exec(lead) ?? [];
  const strength = strengthOf(head.slice(0, head.length - lead.length) + word, rest);
  if (strength === 'none' || isReference(value) || isFilledForm(value, true) || !isOpaque(value)) return false;
  if (/(?:^|[^a-z\d])(?:h1|zh|sha\d{1,3}|md5|10c0)[:/-]/i.test(lead + value)) return false;
  return (
    (strength === 'strong' && value.length >= LEAST_STRONG) || (entropyOf(value) >= 3.5 && isRandomBeside(value, head))
  );
}
