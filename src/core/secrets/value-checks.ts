/** Checks whether a value is a password or token, a word about one, or a placeholder. */

/** Default passwords of documentation, containers and local databases, which protect nothing. */
const COMMON =
  /^(?:(?:my|your|the|some|an?|user)[_-]?)?(?:pass(?:word|wd|phrase)?|pwd?|secret|admin|root|test(?:ing)?|guest|user(?:name)?|postgres|mysql|mariadb|mongo|redis|rabbit(?:mq)?|minio(?:admin)?|sa|dev|demo|local(?:host)?|default|credentials?|token|api[_-]?key|key|foo|bar|baz|abc|xyz|value)\d{0,3}$/i;

export const isCommon = (value: string): boolean => COMMON.test(value);

export const hasDigit = (text: string): boolean => /\d/.test(text);

/** Code and paths: calls, members, variables. */
const CODE = /[()]$|\w[([]|^\w+(?:::|->)|^(?:\.{0,2}|~)\/|:\/\/|^[\w-]+(?:\.[a-z_]\w*)+$/i;

/** Names of programs, methods and standards that a sentence about passwords has where a value could be. */
const TERM =
  /^(?:1password|onepassword|lastpass|keepass(?:xc|dx|2)?|keychain|auth0|okta|keycloak\d*|argon2(?:id?|d)?|bcrypt\w{0,4}|b?scrypt|yescrypt|pbkdf2(?:[-_]?(?:hmac[-_]?)?sha\d*)?|(?:hmac[-_]?)?sha\d?[-_]?\d{0,3}|scram[-_]sha[-_]\d+|md[45]|aes[-_]?\d{0,3}(?:[-_]?(?:gcm|cbc|ctr))?|rsa\d{0,4}|[re]s(?:256|384|512)|ed25519|ed448|x25519|chacha20[\w-]*|oauth2?|oidc|saml2?|ldap3?s?|ntlmv2|kerberos5?|2fa|fido2|u2f|webauthn|yubikey\d?\w?|base64(?:url)?|utf-?8|rfc-?\d{3,5}|haveibeenpwned|k8s)(?:[-_/.:,;)][a-z/_-]*)?$/i;
/** What a rule about passwords demands, joined to one word: `min12chars1upper1digit`. */
const DEMAND =
  /^(?:(?:min(?:imum)?|max(?:imum)?|least|length|len|chars?|characters?|letters?|upper(?:case)?|lower(?:case)?|digits?|numbers?|special|symbols?|signs?|days?|weeks?|months?|years?|every|rotated?|and|or|with|of|at|to|no|without)|[\d\s_.,:;+&()=<>-])+$/i;

/** Whether a value names a program or a method, or says what a password must be like. */
const isTerm = (value: string): boolean =>
  TERM.test(value) ||
  /^(?:[a-z]+ed|kept|made|set|see|ask|from|by)[-_][a-z\d_-]+$/.test(value) ||
  (/[a-z]{3}/i.test(value) && DEMAND.test(value));

/** Letters with digits or signs, as in passwords but not in words and paths. */
export function isPasswordLike(value: string): boolean {
  if (COMMON.test(value) || CODE.test(value) || isTerm(value)) return false;
  const kinds = kindsIn(value.replace(/[*`.,;:]+$/, ''));
  return kinds >= 3 || (kinds === 2 && hasDigit(value));
}

const kindsIn = (value: string): number =>
  [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d_.-]/u].filter((kind) => kind.test(value)).length;

/** Random enough to be no word: letters of both cases with digits in several places, or signs among them. */
export const isRandomLike = (value: string): boolean =>
  isPasswordLike(value) &&
  hasDigit(value) &&
  /[a-z]/i.test(value) &&
  (/[a-z0-9][!@#$%^&*+?=][a-z0-9!]/i.test(value) ||
    (kindsIn(value) >= 3 &&
      (value.match(/\d+/g)?.length ?? 0) >= 2 &&
      !/^(?:[A-Z]?[a-z]+\d?|[A-Z]{2,4}\d?)+$/.test(value)));

/** Words that describe passwords: kinds of values, actions, places. */
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
 * Whether a value is a password in a place that contains nothing else, such as the argument of a flag: letters alone
 * are accepted. Excluded are default passwords, paths, code and words about passwords.
 */
export function isPasswordInPlace(value: string): boolean {
  const plain = value.replace(/[*`.,;:)]+$/, '');
  if (
    plain.length < 4 ||
    COMMON.test(plain) ||
    isTerm(plain) ||
    CODE.test(plain) ||
    /^[-/]|^\d{1,5}:\d{1,5}$|^[\w-]*\/[\w-]+\//.test(plain)
  )
    return false;
  return !/^[a-z_-]+$/i.test(plain) || !plain.toLowerCase().split(/[_-]/).some(isPasswordWord);
}

/** Whether a word of letters, quoted or alone on its line, is a password and does not describe one. */
export const isWord = (value: string): boolean =>
  /^[a-z]{6,40}$/.test(value) &&
  isPasswordInPlace(value) &&
  !/(?:ed|able|ible|ing|ory|ally|ive|ment|tion|word|name|field|value|only)$/.test(value);

/**
 * Whether consecutive words are a passphrase and not a sentence about one: at least so many words, none about
 * passwords.
 */
export function isPhrase(text: string, least: number): boolean {
  const words = text
    .toLowerCase()
    .split(/[\s_,-]+/)
    .filter(Boolean);
  return words.length >= least && words.every((word) => word.length < 12 && !isPasswordWord(word));
}

/** References to a value elsewhere: `$API_KEY`, `${TOKEN}`, `{{ token }}`, `%TOKEN%`, `process.env.X`, `<token>`. */
const REFERENCE =
  /^["'`]?(?:\$|%\w+%|@\w+@|\{|\[|<|\()|\$\{|\{\{|\$\(|<[^>]*>?|\bprocess\.env\b|\bos\.(?:environ|getenv)\b|\bENV\[|\bgetenv\b|\bsecrets\.|\benv\.|\bvault:|\bop:\/\//i;

export const isReference = (value: string): boolean => REFERENCE.test(value);

/** Words of placeholders. "example" also ends realistic samples of documentation, see `samples`. */
const PLACEHOLDER_WORD =
  /(?:^|[^a-z])(?:your|my[-_ ]?(?:very[-_ ]?)?(?:secret|super|strong|pass(?:word|wd)?|pwd|token|key|api|access|client|value)|dummy|fake|placeholder|redacted|masked|hidden|removed|omitted|todo|tbd|none|null|undefined|insert|replace)(?:[^a-z]|$)|change[-_ ]?(?:me|it|this)|replace[-_ ]?(?:me|this|with)|(?:goes|put)[-_ ]?here|foobar|placeholder|redacted/i;

const SAMPLE = /example|sample/i;

/** Filler runs: xxxx, ****, ...., the alphabet. Zeros do not count: tokens of test accounts contain them. */
const FILLED = /[xX]{4}|[*.#•…]{3}|_{4}|-{6}|\.\.\.|12345678|01234567|abc123|abcdef\d|abcdefghijkl|^(.)\1*$/i;

/** Whether a value is a placeholder. With `samples`, well-known documentation values count as such. */
export const isPlaceholder = (value: string, samples: boolean): boolean =>
  FILLED.test(value) || REFERENCE.test(value) || PLACEHOLDER_WORD.test(value) || (samples && SAMPLE.test(value));

/**
 * Fillers in a value with the full form of one service's keys. A random key may contain any short word or the alphabet
 * by chance, so only fillers that cannot be chance count: a run of x to its end, counting from one into the alphabet.
 */
const FILLED_FORM =
  /[*#•…]|\.\.\.|_{4}|-{6}|1234567890abc|(?:^|[^a-z])(?:your|dummy|fake|placeholder|redacted|insert|replace)(?:[^a-z]|$)|change[-_]?me|placeholder|redacted|(?<!\.)example|sample/i;

const RUN = /x{4}(?![A-Za-z0-9])|X{4}(?![A-Za-z0-9])|x{6}|X{6}/;

/** Whether a value with the full form of a service's keys is a placeholder. `samples` as for {@link isPlaceholder}. */
export const isFilledForm = (value: string, samples: boolean): boolean =>
  RUN.test(value) || FILLED_FORM.test(samples ? value : value.replace(/example|sample/gi, ''));

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const HEX = /^(?:sha\d{1,3}[:-])?[0-9a-f]{7,}$/i;

/** Names beside which hexadecimal digits are a key and not a checksum. */
const KEY_NAME =
  /(?:api|secret|auth|access|client|signing|encryption|private)[ _.-]?(?:key|token|secret)|password|passwd/i;
const CHECKSUM =
  /hash|sha\d?|md5|digest|checksum|commit|revision|\brev\b|fingerprint|etag|uuid|guid|\bid\b|version|build|branch|ref\b/i;
/** Public keys. */
const PUBLIC_KEY = /(?:file|project|site|public|publishable|translation|sort|partition|primary|foreign)[ _.-]?key/i;
const SECRET_WORD = /key|token|secret|passw|pwd|auth|cred|api|bearer|login|webhook/i;

/**
 * Whether a value beside a secret name looks random: hashes, ids, commit ids, paths, dates and hyphenated words do not.
 * `head` is the text from the name to the value.
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

/**
 * Whether a value is neither a place (a path, an address, a member, a call) nor made of words: it can only be a key, a token or a password.
 */
export function isOpaque(value: string): boolean {
  if (
    /^(?:\.{0,2}|~)[\\/]|^[a-z][a-z\d+.-]{1,20}:\/\/|[\w)\]]\(|^[\d.,:+TZ_-]+$|^(?:(?:sha\d{1,3}|md5|h1|zh|arn|urn|spki)[-:]|age1|ssh-\w+|pk_|pub[-_])|@[\w-]+\.[a-z]{2,}$/i.test(
      value,
    )
  )
    return /^[\d]{20,}$/.test(value);
  const parts = value.split(/[^A-Za-z\d]+|(?<=[a-z])(?=[A-Z])/).filter((part) => part !== '');
  return parts.length > value.length / 3 || !parts.every(isWordLike);
}

/** A word, a number, or words with a number after or between them, as in names: `prod`, `2024`, `v2`, `v1alpha1`, `sha256`, `user2group`. */
const isWordLike = (part: string): boolean =>
  /^\d{1,8}$|^v\d{1,3}(?:alpha|beta|rc)\d{1,3}$/.test(part) ||
  /^(?=[a-z]*[aeiou])[a-z]{4,12}[24](?=[a-z]*[aeiou])[a-z]{3,12}$/.test(part) ||
  (/^(?:[A-Z]{2,}|[A-Z]?[a-z]+)\d{0,4}$/.test(part) &&
    !/[bcdfghjklmnpqrstvwxz]{5}/i.test(part) &&
    (part.length < 4 || /[aeiouy]/i.test(part)));
