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
