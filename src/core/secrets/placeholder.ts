/** Variables and lookups that stand for a value: `$API_KEY`, `${TOKEN}`, `{{ token }}`, `%TOKEN%`, `process.env.X`, `<token>`. */
const REFERENCE =
  /^["'`]?(?:\$|%\w+%|@\w+@|\{|\[|<|\()|\$\{|\{\{|\$\(|<[^>]*>?|\bprocess\.env\b|\bos\.(?:environ|getenv)\b|\bENV\[|\bgetenv\b|\bsecrets\.|\benv\.|\bvault:|\bop:\/\//i;

/** Words of somebody who leaves the value out. "example" ends real-looking documentation samples too, see `samples`. */
const PLACEHOLDER_WORD =
  /(?:^|[^a-z])(?:your|my|dummy|fake|placeholder|redacted|masked|hidden|removed|omitted|todo|tbd|none|null|undefined|insert|replace)(?:[^a-z]|$)|change[-_ ]?(?:me|it|this)|replace[-_ ]?(?:me|this|with)|(?:goes|put)[-_ ]?here|foobar|placeholder|redacted/i;

const SAMPLE = /example|sample/i;

/** Runs that fill a form: xxxx, ****, ...., and the alphabet. Zeros do not count: tokens of test accounts are made of them. */
const FILLED = /[xX]{4}|[*.#•…]{3}|_{4}|-{6}|\.\.\.|12345678|01234567|abc123|abcdef\d|abcdefghijkl|^(.)\1*$/i;

/** Whether a value only shows where a secret would stand. With `samples`, well-known documentation values count as such. */
export const isPlaceholder = (value: string, samples: boolean): boolean =>
  FILLED.test(value) || REFERENCE.test(value) || PLACEHOLDER_WORD.test(value) || (samples && SAMPLE.test(value));

/**
 * What still says so in a value that has the full form of one service's keys. A key made by a machine may hold any letters, the alphabet and a
 * short word among them: only what none holds by chance counts, such as a run of x to its end or counting from one on through the alphabet.
 */
const FILLED_FORM =
  /[xX]{4}(?![A-Za-z0-9])|[xX]{6}|[*#•…]|\.\.\.|_{4}|-{6}|1234567890abc|(?:^|[^a-z])(?:your|dummy|fake|placeholder|redacted|insert|replace)(?:[^a-z]|$)|change[-_]?me|placeholder|redacted|example|sample/i;

/** Whether a value of the full form of a service's keys only fills that form. With `samples` as for {@link isPlaceholder}. */
export const isFilledForm = (value: string, samples: boolean): boolean =>
  FILLED_FORM.test(samples ? value : value.replace(/example|sample/gi, ''));

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const HEX = /^(?:sha\d{1,3}[:-])?[0-9a-f]{7,}$/i;

/** Names beside which hexadecimal digits are a key and no checksum. */
const KEY_NAME =
  /(?:api|secret|auth|access|client|signing|encryption|private)[ _.-]?(?:key|token|secret)|password|passwd/i;
const CHECKSUM =
  /hash|sha\d?|md5|digest|checksum|commit|revision|\brev\b|fingerprint|etag|uuid|guid|\bid\b|version|build|branch|ref\b/i;
/** Keys that everybody may know. */
const PUBLIC_KEY = /(?:file|project|site|public|publishable|translation|sort|partition|primary|foreign)[ _.-]?key/i;
const SECRET_WORD = /key|token|secret|passw|pwd|auth|cred|api|bearer|login|webhook/i;

/**
 * Whether a value beside a telling name looks made by a machine: hashes, ids, commit ids, paths, dates and words joined by dashes do not.
 * `head` is the text before the value, from the name on.
 */
export function isRandomBeside(value: string, head: string): boolean {
  if (UUID.test(value) || !SECRET_WORD.test(head) || PUBLIC_KEY.test(head)) return false;
  if (HEX.test(value)) return KEY_NAME.test(head) && !CHECKSUM.test(head) && /[a-f]/i.test(value) && /\d/.test(value);
  return value.split(/[/_.=+-]/).some(isMixed);
}

/** Digits among letters more than once, or upper and lower case with digits. */
function isMixed(part: string): boolean {
  if (part.length < 8 || !/\d/.test(part) || !/[a-z]/i.test(part)) return false;
  const changes = part.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0;
  return changes >= 2 || (/[a-z]/.test(part) && /[A-Z]/.test(part) && !/^[A-Z]?[a-z]+(?:[A-Z][a-z]+)*\d+$/.test(part));
}
