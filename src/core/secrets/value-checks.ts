/** What can be a password and what is only said of one. */

/** Passwords that guard nothing: what documentation, containers and local databases are set up with. */
const COMMON =
  /^(?:(?:my|your|the|some|an?|user)[_-]?)?(?:pass(?:word|wd|phrase)?|pwd?|secret|admin|root|test(?:ing)?|guest|user(?:name)?|postgres|mysql|mariadb|mongo|redis|rabbit(?:mq)?|minio(?:admin)?|sa|dev|demo|local(?:host)?|default|credentials?|token|api[_-]?key|key|foo|bar|baz|abc|xyz|value)\d{0,3}$/i;

export const isCommon = (value: string): boolean => COMMON.test(value);

export const hasDigit = (text: string): boolean => /\d/.test(text);

/** Code and paths: calls, members, variables. */
const CODE = /[()]$|\w[([]|^\w+(?:::|->)|^(?:\.{0,2}|~)\/|:\/\/|^[\w-]+(?:\.[a-z_]\w*)+$/i;

/** Letters and something that is no letter, as passwords have and words and paths have not. */
export function isPasswordLike(value: string): boolean {
  if (COMMON.test(value) || CODE.test(value)) return false;
  const kinds = kindsIn(value.replace(/[*`.,;:]+$/, ''));
  return kinds >= 3 || (kinds === 2 && hasDigit(value));
}

const kindsIn = (value: string): number =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9_.-]/].filter((kind) => kind.test(value)).length;

/** Nobody says so by accident: letters of both cases and digits in several places, or signs among them. */
export const isRandomLike = (value: string): boolean =>
  isPasswordLike(value) &&
  hasDigit(value) &&
  /[a-z]/i.test(value) &&
  (/[a-z0-9][!@#$%^&*+?=][a-z0-9!]/i.test(value) ||
    (kindsIn(value) >= 3 &&
      (value.match(/\d+/g)?.length ?? 0) >= 2 &&
      !/^(?:[A-Z]?[a-z]+\d?|[A-Z]{2,4}\d?)+$/.test(value)));

/** What is said about passwords, where it is no word of one: kinds of values, what is done to them, where they are, what to do. */
const PASSWORD_WORDS = new Set(
  (
    'string str text varchar char bool boolean int integer number object any unknown never null nil none undefined void true false bytes buffer optional required mandatory hidden plain plaintext cleartext raw hash hashed bcrypt argon scrypt pbkdf sha salt salted encrypted encoded decoded ' +
    'stored kept saved set unset reset changed rotated generated derived shared needed empty blank missing wrong invalid valid expired incorrect protected disabled enabled managed prompted entered typed read loaded passed provided given defined configured injected fetched taken masked redacted used sent logged checked verified ' +
    'default same different case sensitive insensitive minimum maximum min max least most length strength characters letters digits lowercase uppercase random randomly policy rule rules field fields input form param parameter argument option options flag flags switch prompt column row type label placeholder hint ' +
    'vault keychain keyring manager lastpass bitwarden onepassword environment variable variables env file files config configuration interactive interactively stdin secret secrets pass password passwords passwd passphrase token tokens credential credentials user users login account team ops oncall someone anyone nobody ' +
    'see ask use using enter choose create forgot confirm repeat show update change new old current previous next another every each everyone rotation authentication authenticator auth based bearer basic digest grant method mode server client service database admin administrator root safe owner support office ' +
    'request response result data body payload state props context self this that item entry args kwargs options settings process generate getpass readline inputs'
  ).split(' '),
);

const isPasswordWord = (word: string): boolean =>
  PASSWORD_WORDS.has(word) || /(?:passw|passp?h|pwd|secret|token|cred|hash|crypt|config|setting)/.test(word);

/**
 * Whether a value can be a password in a place that holds nothing else, such as after the flag of a command: also one of letters alone.
 * Not what guards nothing, nor a path, code or a word about passwords.
 */
export function isPasswordInPlace(value: string): boolean {
  const plain = value.replace(/[*`.,;:)]+$/, '');
  if (
    plain.length < 4 ||
    COMMON.test(plain) ||
    CODE.test(plain) ||
    /^[-/]|^\d{1,5}:\d{1,5}$|^[\w-]*\/[\w-]+\//.test(plain)
  )
    return false;
  return !/^[a-z_-]+$/i.test(plain) || !plain.toLowerCase().split(/[_-]/).some(isPasswordWord);
}

/** A word that is a password where it stands in quotes or alone on its line: of letters, and not what describes one. */
export const isWord = (value: string): boolean =>
  /^[a-z]{6,40}$/.test(value) &&
  isPasswordInPlace(value) &&
  !/(?:ed|able|ible|ing|ory|ally|ive|ment|tion|word|name|field|value|only)$/.test(value);

/** Whether words that follow each other are the password and not a sentence about it: at least so many, each once at most twice, and none about passwords. */
export function isPhrase(text: string, least: number): boolean {
  const words = text
    .toLowerCase()
    .split(/[\s_,-]+/)
    .filter(Boolean);
  return words.length >= least && words.every((word) => word.length < 12 && !isPasswordWord(word));
}

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
