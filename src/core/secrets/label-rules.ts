import { REST } from './named-secrets.js';
import { type SecretRule, VALUE_PATTERN } from './rule.js';
import { isAbout } from './secret-names.js';
import { SEPARATOR, SEPARATOR_BELOW } from './separator.js';
import {
  hasDigit,
  isPasswordInPlace,
  isPasswordLike,
  isPhrase,
  isPlaceholder,
  isRandomLike,
  isWord,
} from './value-checks.js';

/** Function words, which end a phrase: they belong to a sentence about a password. */
const JOINING =
  'a|an|the|and|or|but|nor|for|on|in|at|to|of|when|if|with|without|from|by|as|because|so|since|until|before|after|while|where|which|that|this|these|those|is|are|was|were|be|been|has|have|had|do|does|did|can|cannot|could|should|would|must|may|might|will|shall|not|no|never|always|only|also|too|very|just|then|than|it|its|he|she|they|we|you|i|me|my|your|our|his|her|their|them|us|who|what|how|why|here|there|now|yes|please|per|via|into|onto|over|under|up|out|off|about|again|still|yet';
const WORD = String.raw`(?!(?:${JOINING})\b)[a-zA-Z]{2,12}(?![a-zA-Z\d'\u00c0-\u024f])`;
const PHRASE_LABELS =
  '[pP]ass ?phrase|[sS]eed(?: ?phrase|(?= words))|(?:[rR]ecovery|[bB]ackup|[sS]ecret|[mM]nemonic) phrase|[mM]nemonic|[sS]eed words';
const PASSWORD_LABELS = String.raw`[pP]ass(?:word|wd|code)|[pP]asswort|[kK]ennwort|[mM]ot de passe|[cC]ontrase\u00f1a|[sS]enha|[wW]achtwoord`;
/** Between label and phrase: signs, or "is". */
const IS = String.raw`["'\x60*_]{0,3}(?:<\/\w{1,10}>)?(?:[ \t]{0,3}(?:=>|:=|=|:|\|)|[ \t]{1,3}(?:is|was)(?=[ \t:]):?)["'\x60*_]{0,3}(?:<\/\w{1,10}>)?[ \t]{0,3}`;
const OPEN = String.raw`["'\x60*_]{0,3}`;

/** Words of German, French, Spanish, Portuguese and Dutch sentences that no English passphrase has. */
const FOREIGN_SENTENCE =
  /(?<![a-z])(?:siehe|liegt|steht|wird|nur|nie|niemals|immer|nicht|und|oder|im|bei|beim|mit|vom|auf|kein|keine|einen?|voir|dans|les|avec|jamais|toujours|chez|sur|et|nunca|siempre|con|ver|na|sempre|zie|staat|het|een|niet|nooit|altijd)(?![a-z])/i;

/** Phrases after a label: "the passphrase is …". */
const phrases: readonly SecretRule[] = [
  {
    id: 'passphrase',
    keywords: [
      'passphrase',
      'pass phrase',
      'seed phrase',
      'seed words',
      'recovery phrase',
      'backup phrase',
      'secret phrase',
      'mnemonic',
    ],
    pattern: String.raw`(?:${PHRASE_LABELS})${IS}${OPEN}(${WORD}(?:[ \t,_-]{1,2}${WORD}){2,30})`,
    accept: (secret) => isPhrase(secret, 3),
    words: true,
  },
  {
    id: 'passphrase',
    keywords: [
      'password',
      'passwd',
      'passcode',
      'passwort',
      'kennwort',
      'mot de passe',
      'contrase',
      'senha',
      'wachtwoord',
    ],
    pattern: String.raw`(?:${PASSWORD_LABELS})${IS}${OPEN}(${WORD}(?:[ \t,_-]{1,2}${WORD}){3,15})`,
    accept: (secret) => isPhrase(secret, 4) && !FOREIGN_SENTENCE.test(secret),
    words: true,
  },
  {
    // Quoted phrases may contain function words.
    id: 'passphrase',
    keywords: ['passphrase', 'seed phrase', 'recovery phrase', 'mnemonic'],
    pattern: String.raw`(?:${PHRASE_LABELS})${IS}(?:"([a-zA-Z ,]{12,200})"|'([a-zA-Z ,]{12,200})'|\x60([a-zA-Z ,]{12,200})\x60)`,
    accept: (secret) => isPhrase(secret, 4),
    words: true,
  },
];

/** Names of environment variables that always contain secrets. */
const ENV = String.raw`(?:PASS(?:WORD|WD|PHRASE)?|PWD|SECRET(?:_KEY)?|PASSPHRASE|SSHPASS)`;

const LABEL = String.raw`(?:[pP]ass(?:word|wd|phrase|code|wort)|PASS(?:WORD|WD|PHRASE|CODE)|[pP]wd|PWD|[kK]ennwort|[mM]ot de passe|[cC]ontrase\u00f1a|[sS]enha|[wW]achtwoord)`;
const REST_OF = new RegExp(`^${LABEL}(${REST})`);

/** Between a label and what the password opens. */
const OPENS = String.raw`for|of|to|on|in|at|from|f\u00fcr|vo[nm]|zu[mr]?|de[lr]?|des|du|d[ao]s?|pour|para|voor|van`;
/** Between what a password opens and the password. */
const HERE = String.raw`\)?["'\x60*_]{0,3}(?:[ \t]{0,3}(?:=>|->|:|=|[\u2013\u2014\u2192])["'\x60*_]{0,3}|[ \t]{1,2}(?:is|was|ist|lautet|war|est|es|\u00e9|\u00e8|er|on|je|to))[ \t]{1,3}`;

/** Values of variables that are not secret: switches, durations, paths, well-known defaults. */
const OPEN_VALUE =
  /^(?:true|false|null|none|yes|no|on|off|required|optional|enabled|disabled|\d{1,6}[smhd]?|[/~.].*|https?:.*|\[masked.*|postgres|mysql|root|admin|password|secret|test|changeme)$/i;
const VARIABLE =
  '(?:PASS(?:WORD|WD|PHRASE)?|PWD|SECRET|TOKEN|(?:API|PRIVATE|ACCESS|SECRET|ENCRYPTION|SIGNING|MASTER)_?KEY|CREDENTIALS?)';
const REST_OF_VARIABLE = new RegExp(`^${VARIABLE}((?:_[A-Z\\d]{1,20}){0,3})`);

const values: readonly SecretRule[] = [
  {
    // A variable on a line of its own, as in a pasted `.env`: its value counts even when it looks like a word.
    id: 'password',
    keywords: [
      'pass',
      'pwd',
      'secret',
      'token',
      'api',
      'private',
      'access',
      'encryption',
      'signing',
      'master',
      'credential',
    ],
    pattern: String.raw`(?<=(?:^|\n)[ \t]{0,40}(?:export[ \t]{1,8}|set[ \t]{1,8}|- )?(?:[A-Z][A-Z\d]{0,40}_){0,8})${VARIABLE}(?:_[A-Z\d]{1,20}){0,3}[ \t]{0,8}=[ \t]{0,8}(?:"([^"\n$]{4,400})"|'([^'\n]{4,400})'|([^\s"'\x60$<>{}()]{4,400}))(?=[ \t]{0,40}(?:#[^\n]{0,400})?(?:\r?\n|$))`,
    byName: true,
    accept: (secret, match) =>
      !OPEN_VALUE.test(secret) &&
      !isPlaceholder(secret, true) &&
      (!/^[a-z]+(?:-[a-z]+)+$/.test(secret) || isPasswordInPlace(secret)) &&
      !isAbout(REST_OF_VARIABLE.exec(match)?.[1] ?? ''),
  },
  {
    id: 'password',
    keywords: [
      'password',
      'passwd',
      'passphrase',
      'passcode',
      'pwd',
      'passwort',
      'kennwort',
      'mot de passe',
      'contrase',
      'senha',
      'wachtwoord',
    ],
    pattern: String.raw`${LABEL}${REST}(?:${SEPARATOR}([^\s"'\x60<>|]{6,100})|${SEPARATOR_BELOW}([^\s"'\x60<>|]{6,100})(?=["'\x60]?[ \t]*(?:\r?\n|$)))`,
    accept: (secret, match) => isPasswordLike(secret) && !isAbout(REST_OF.exec(match)?.[1] ?? ''),
  },
  {
    // Labels of other languages, also with their verb.
    id: 'password',
    keywords: [
      'parola',
      'heslo',
      'jelsz',
      'salasana',
      'adgangskode',
      'passord',
      'lozinka',
      'geslo',
      'kata sandi',
      'kode sandi',
      'sifre',
      'haslo',
      'senha',
      'wachtwoord',
      'contrase',
      'mot de passe',
      'passwort',
      'kennwort',
      'la password',
      'la clave',
    ],
    pattern: String.raw`(?:[kK](?:ata|ode) sandi|[mM]ot de passe|[lL]a (?:password|clave)|[jJ]elsz\u00f3|[cC]ontrase\u00f1a|[a-zA-Z]{5,11})["'\x60*]{0,3}(?:[ \t]{0,3}[:=][ \t]{0,3}|[ \t]{1,2}(?:\u00e9|\u00e8|\u00e4r|er|on|jest|to|je|adalah|es|est|ist|lautet|is)[ \t]{1,3}|[ \t]{1,2})["'\x60*]{0,3}([^\s"'\x60<>|]{6,100})`,
    accept: isRandomLike,
  },
  {
    // With what it opens in between: "the password for the VPN is …", `Passphrase of the laptop -> …`, `Password (staging): …`, "the password, as of May, is …"
    id: 'password',
    keywords: [
      'password ',
      'password,',
      'passwd ',
      'passphrase ',
      'passcode ',
      'passwort ',
      'kennwort ',
      'mot de passe ',
      'contrase',
      'senha ',
      'wachtwoord ',
    ],
    pattern: String.raw`${LABEL}(?: (?:\(|(?:${OPENS}) )[^\n:=|>]{1,50}?|, [^\n,:=|>]{1,40},)${HERE}["'\x60*]{0,3}([^\s"'\x60<>|]{5,99}[^\s"'\x60<>|.,;:!?)])`,
    accept: (secret) =>
      isPasswordLike(secret) &&
      hasDigit(secret) &&
      !/^(?:sha|md|base|utf|rsa|aes|argon)-?\d|^[a-z]+\d*-[a-z-]+$|\/\w+\//i.test(secret),
  },
  {
    // The same in languages that need no preposition.
    id: 'password',
    keywords: [
      'parola ',
      'heslo ',
      'jelsz',
      'salasana ',
      'adgangskode ',
      'passord ',
      'lozinka ',
      'geslo ',
      'la clave ',
    ],
    pattern: String.raw`(?:[pP]arola|[hH]eslo|[jJ]elsz\u00f3|[sS]alasana|[aA]dgangskode|[pP]assord|[lL]ozinka|[gG]eslo|[lL]a clave)(?: [^\s:=|>]{1,24}){1,4}?${HERE}["'\x60*]{0,3}([^\s"'\x60<>|]{6,100})`,
    accept: isRandomLike,
  },
  {
    id: 'password',
    keywords: ['pass:', 'pass=', 'pass :', 'pass =', 'pass":', "pass':"],
    pattern: String.raw`(?:(?<=[A-Za-z]_)|(?<![\w.-]))[pP](?:ass|ASS)["']?[ \t]?[:=][ \t]{0,3}["'\x60]?([^\s"'\x60<>|,;]{8,100})`,
    // Names of tests follow "pass:", too.
    accept: (secret) => isPasswordLike(secret) && hasDigit(secret) && !/^(?:test|it|should|spec)_/i.test(secret),
  },
  {
    id: 'password',
    keywords: ["identified by '", "password '"],
    pattern: String.raw`(?:IDENTIFIED BY|(?<=\b(?:user|role|USER) [^\n]{1,80} )identified by|PASSWORD|password) '([^'\n]{6,100})'`,
    accept: (secret) => isPasswordLike(secret),
  },
  {
    // An argument in code: `setPassword("…")`
    id: 'password',
    keywords: ['password("', "password('", 'password(`', 'passphrase("', "passphrase('"],
    pattern: String.raw`[pP]ass(?:word|phrase)\(["'\x60]([^\s"'\x60\\]{8,100})["'\x60]\)`,
    accept: (secret) => isPasswordLike(secret) && hasDigit(secret),
  },
  {
    // A heading with nothing but the value below it, in a block of code.
    id: 'password',
    keywords: ['password', 'passphrase', 'passwort', 'kennwort'],
    pattern: String.raw`(?<=(?:^|\n)#{1,6} [^\n]{0,40})${LABEL}[ \t#]{0,8}\r?\n(?:\r?\n)?(?:\x60{3}\w{0,10}\r?\n|[ \t]{4})([^\s"'\x60<>|]{6,100})(?=[ \t]*(?:\r?\n|$))`,
    accept: (secret) => isPasswordLike(secret),
  },
  {
    // Keys of networks.
    id: 'password',
    keywords: ['wlan', 'wifi-', 'wi-fi ', 'wifi ', 'netzwerkschl', 'network key'],
    pattern: String.raw`(?:(?:WLAN|WiFi|Wi-Fi|[nN]etzwerk)[- ]?[sS]chl\u00fcssel|(?:WLAN|[wW]i-?[fF]i|[nN]etwork) [kK]ey)["'\x60*]{0,3}(?:[ \t]{0,3}[:=]|[ \t]{1,2}(?:is|ist|lautet))[ \t]{1,3}["'\x60*]{0,3}([^\s"'\x60<>|]{8,100})`,
    accept: (secret) => isPasswordLike(secret) && hasDigit(secret),
  },
  {
    // One quoted word: `"password": "…"`, `db_password = '…'`
    id: 'password',
    keywords: ['password', 'passwd', 'passphrase', 'pwd', '_pass'],
    pattern: String.raw`(?:[pP]ass(?:word|wd|phrase)|PASS(?:WORD|WD|PHRASE)|[pP]wd|_pass)["']?[ \t]{0,8}(?:=>|:=|=|:)[ \t]{0,3}(?:"([a-z]{6,40})"|'([a-z]{6,40})')(?![\w.(])`,
    accept: isWord,
  },
  {
    // A single word on its line, as in YAML; in sections of .ini files also with blanks around the sign.
    id: 'password',
    keywords: ['password', 'passwd', 'passphrase', 'pwd'],
    pattern: String.raw`(?<=(?:^|\n)[ \t]{0,40}(?:export )?(?:[\w-]{1,30}[._-])?)(?:[pP]ass(?:word|wd|phrase)|PASS(?:WORD|WD|PHRASE)|[pP]wd|PWD)(?:: {1,4}|=|(?<=(?:^|\n)\[[\w. -]{1,40}\]\r?\n(?:[^\n]{0,200}\n){0,8}[^\n]{0,40}) ?= ?)([a-z]{6,40}|[a-z]{2,12}(?:-[a-z]{2,12}){3,12}|\d{6,20})(?=[ \t]*(?:\r?\n|$))`,
    accept: (secret) => isWord(secret) || /^\d+$/.test(secret) || (secret.includes('-') && isPhrase(secret, 4)),
  },
  {
    // Connection strings and queries: `;Password=X;`, `&password=X`, `host=db user=app password=X`
    id: 'password',
    keywords: ['password=', 'passwd=', 'pwd='],
    pattern: String.raw`(?<=[;&?]\s?|\b(?:user|uid|username|host|hostaddr|dbname|port|sslmode|login)=["']?[\w.@-]{1,80}["']?[ ,]{1,2})(?:[pP]ass(?:word|wd)|[pP](?:wd|WD)|PASSWORD)=(?:\x60|"|'|\{)?([^\s;&"'\x60<>|(){},]{4,200})`,
    accept: isPasswordInPlace,
  },
  {
    // Environment variables: `export DB_PASSWORD=…`, `ENV APP_SECRET …`
    id: 'password',
    keywords: ['pass=', 'password=', 'passwd=', 'passphrase=', 'pwd=', 'secret=', 'secret_key='],
    pattern: String.raw`(?<=(?:^|[\s;&"'\x60({])(?:[A-Z][A-Z0-9]{0,30}_){0,6}[A-Z]{0,12})${ENV}=${VALUE_PATTERN}`,
    accept: (secret) => isPasswordInPlace(secret) && secret.replace(/\\[nrt].*/s, '').length >= 5,
  },
  {
    id: 'password',
    keywords: ['password ', 'passwd ', 'pass ', 'secret ', 'token '],
    pattern: String.raw`(?<=\b(?:ENV|ARG|setenv|SETENV|setx) (?:[A-Z][A-Z0-9]{0,30}_){0,6})(?:PASS(?:WORD|WD)?|SECRET|TOKEN) ${VALUE_PATTERN}`,
    accept: isPasswordInPlace,
  },
  {
    id: 'password',
    keywords: ['pw:', 'pw=', 'pw is', 'pw =', 'pw '],
    pattern: String.raw`(?:(?<=[A-Za-z]_)|(?<![\w.])|(?<=[a-z])(?=P))[pP][wW](?:[ \t]{0,2}[:=]| is)[ \t]{0,3}["'\x60]?([^\s"'\x60<>|,;]{6,100})`,
    accept: (secret) => isPasswordLike(secret) || isWord(secret),
  },
  {
    // Separated by a blank only: `passwd …`, "the wifi password …"
    id: 'password',
    keywords: ['password ', 'passwd ', 'passphrase ', 'passwort ', 'pass '],
    pattern: String.raw`(?:[pP]ass(?:word|wd|wort|phrase|(?<=\buser(?:name)? \S{1,40}[, /]{1,3}[pP]ass))) {1,2}(?:[0-9] )?["'\x60]?([^\s"'\x60<>|,;]{7,99}[^\s"'\x60<>|,;)])`,
    accept: isRandomLike,
  },
  {
    id: 'password',
    keywords: [
      ' as the password',
      ' as password',
      ' as passphrase',
      ' as the passphrase',
      ' as its password',
      ' as a password',
      ' as my password',
    ],
    lead: 82,
    pattern: String.raw`(?:"([^"\n]{4,80})"|'([^'\n]{4,80})'|\x60([^\x60\n]{4,80})\x60|(?<=[\s(]|^)([^\s"'\x60(]{6,80})) as (?:the |its |a |my )?pass(?:word|phrase)`,
    accept: (secret, match) =>
      isRandomLike(secret) || (/^["'`]/.test(match) && (isPasswordLike(secret) || isPhrase(secret, 3))),
  },
  {
    // User name and password as a pair: "creds: admin:…", "login with admin / …"
    id: 'password',
    keywords: ['creds', 'credentials', 'login', 'log in'],
    pattern: String.raw`(?:[cC]red(?:ential)?s|[lL]og ?in)(?: (?:for|of|on|to) [\w ./-]{2,40}?)?(?:[:=]| is| are| with| as)[ \t]{1,3}["'\x60]?[\w.@+-]{2,40}["'\x60]?(?::| ?\/ ?| and )["'\x60]?([^\s"'\x60<>|,;\/]{6,100})`,
    accept: isRandomLike,
  },
  {
    // .netrc
    id: 'password',
    keywords: ['login '],
    pattern: String.raw`(?<=\b(?:machine\s{1,4}\S{1,100}|default)\s{1,20})login\s{1,4}\S{1,100}\s{1,20}(?:account\s{1,4}\S{1,100}\s{1,20})?password\s{1,4}(\S{3,200})`,
    accept: isPasswordInPlace,
  },
  {
    // .pgpass
    id: 'password',
    keywords: [':5432:', ':*:', ':6432:', ':5433:'],
    pattern: String.raw`(?<=(?:^|[\s"'\x60>\u0000])[\w.*-]{1,100}):(?:\d{4,5}|\*):[\w*-]{1,63}:[\w*.-]{1,63}:([^\s"'\x60]{4,200})`,
    accept: isPasswordInPlace,
  },
  {
    // .npmrc
    id: 'password',
    keywords: ['_authtoken', ':_password'],
    pattern: String.raw`_(?:authToken|password)\s?[= ]\s?["']?([^\s"'\x60]{8,2000})`,
    accept: isPasswordInPlace,
  },
  {
    // Terraform
    id: 'password',
    keywords: ['variable "'],
    pattern: String.raw`variable "[\w-]{0,60}(?:pass(?:word|wd|phrase)?|secret|token|key)[\w-]{0,20}"\s{0,3}\{[^}]{0,400}?default\s{0,20}=\s{0,5}"([^"\n]{4,400})"`,
    accept: isPasswordInPlace,
  },
  {
    // `- name: DB_PASSWORD` with its value on the next line; also in JSON.
    id: 'password',
    keywords: ['name:', 'name":', 'key:', 'key":'],
    pattern: String.raw`(?:name|key)"?:\s{0,3}["']?\w{0,60}(?:PASS(?:WORD|WD|PHRASE)?|SECRET|TOKEN|pass(?:word|phrase)|secret|token)["']?,?\s{1,60}"?value"?:\s{0,3}${VALUE_PATTERN}`,
    accept: isPasswordInPlace,
  },
  {
    id: 'password',
    keywords: ['psk="', "psk='", 'psk='],
    pattern: String.raw`(?<![\w.])psk=${VALUE_PATTERN}`,
    accept: isPasswordInPlace,
  },
  {
    id: 'password',
    keywords: ['wpa', 'wifi key ', 'wi-fi key ', 'wlan key '],
    pattern: String.raw`(?:(?:WPA|wpa)\d?(?:[- ](?:PSK|psk))?|[wW][iI]-?[fF][iI]|WLAN|wlan) [kK]ey {1,2}["'\x60]?([^\s"'\x60<>|,;]{8,63})`,
    accept: isRandomLike,
  },
];

/** Secrets recognised by a label beside them. */
export const LABEL_RULES: readonly SecretRule[] = [...values, ...phrases];

/** A code of letters and digits, optionally in groups. */
const ONE_TIME_CODE = String.raw`(?=[A-Za-z-]{0,30}\d)[A-Za-z0-9]{3,12}(?:-[A-Za-z0-9]{3,12}){0,5}`;
/** Separators of a list of codes: blanks, commas, bullets, line numbers. */
const GAP = String.raw`(?:[ \t,;]{1,4}|[ \t,]{0,3}\r?\n[ \t]{0,8}(?:[*-] |\d{1,2}[.)] )?)["'\x60]?`;

/** One-time codes and PINs. */
export const CODE_RULES: readonly SecretRule[] = [
  {
    id: 'recovery-code',
    keywords: [
      'recovery code',
      'backup code',
      'scratch code',
      'rescue code',
      'one-time code',
      '2fa code',
      'recovery key',
      'emergency code',
    ],
    pattern: String.raw`[a-zA-Z0-9-]{3,9} (?:[cC]odes?|[kK]ey)(?: (?:are|is))?["'\x60*]{0,3}:?\s{1,4}(?:[*-] |\d{1,2}[.)] )?["'\x60]?(${ONE_TIME_CODE}(?:${GAP}${ONE_TIME_CODE}){0,30})`,
    accept: (secret) => /[A-Za-z0-9-]{8}/.test(secret) && hasDigit(secret) && !/^\d{4}-\d\d-\d\d$/.test(secret),
    words: true,
  },
  {
    id: 'one-time-password-secret',
    keywords: ['totp', '2fa', 'mfa', 'otp', 'authenticator'],
    pattern: String.raw`(?:TOTP|totp|2FA|2fa|MFA|mfa|OTP|otp|[aA]uthenticator)[ _-]{0,2}(?:[sS]e(?:cret|ed|tup key)|SECRET|[kK]ey|[cC]ode)?["'\x60*]{0,3}(?: is|[ \t]{0,2}[:=])?[ \t]{1,3}["'\x60]?((?:[A-Z2-7]{4}[ -]?){3,15}[A-Z2-7]{4}|(?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{4})(?![\w-])`,
    accept: hasDigit,
  },
  {
    // PINs of cards, doors and phones.
    id: 'pin',
    keywords: ['pin', 'door code', 'unlock code'],
    pattern: String.raw`(?:(?<![\w-])PIN(?: ?[cC]ode)?|\b[pP]in ?code|\b(?:[dD]oor|[uU]nlock) code)["'\x60*]{0,3}(?: (?:for|of|to|on) [\w -]{2,40}?)?(?: is| was|[ \t]{0,2}[:=])[ \t]{0,3}["'\x60*]{0,3}(\d{4,8})(?![\w-]|\.\d)`,
    words: true,
  },
];

/** Japanese, Chinese, Korean, Russian and Ukrainian, Polish, Swedish, Turkish, Arabic, Hebrew, Thai, Hindi, Vietnamese, Greek. */
const LABELS =
  '\u30d1\u30b9(?:\u30ef\u30fc\u30c9|\u30d5\u30ec\u30fc\u30ba)|\u6697\u8a3c\u756a\u53f7|\u5bc6\u7801|\u5bc6\u78bc|\u53e3\u4ee4|\ube44\ubc00\ubc88\ud638|\uc554\ud638|\u043f\u0430\u0440\u043e\u043b[\u044c\u044f\u0435]|has\u0142[oa]|l\u00f6senord(?:et)?|\u015fifre(?:si)?|\u0643\u0644\u0645\u0629 (?:\u0627\u0644\u0645\u0631\u0648\u0631|\u0627\u0644\u0633\u0631)|\u05e1\u05d9\u05e1\u05de\u05d4|\u0e23\u0e2b\u0e31\u0e2a\u0e1c\u0e48\u0e32\u0e19|\u092a\u093e\u0938\u0935\u0930\u094d\u0921|m\u1eadt kh\u1ea9u|\u03ba\u03c9\u03b4\u03b9\u03ba\u03cc\u03c2';
const BETWEEN =
  '["\'`*]{0,3}(?:[ \\t]{0,3}[:=\uff1a\uff1d][ \\t]{0,3}|[ \\t]{0,2}(?:\u306f|\u662f|\u4e3a|\u70ba|\u044d\u0442\u043e|\u2014|\u2013|\u2192|-|\u00e9|\u00e8|\u00e4r|er|on|jest|to|je|adalah|es|est|ist|lautet|is)(?:[ \\t]{1,3}|(?<=[\u306f\u662f\u4e3a\u70ba]))|[ \\t]{1,2})["\'`*\u300c]{0,3}';
/** What the password opens, before a colon. */
const PLACE = '(?:(?: [\\p{L}\\d./-]{1,24}){1,4}(?=[ \\t]{0,3}[:=\uff1a]))?';
const LABELLED = new RegExp(`(?:${LABELS})${PLACE}${BETWEEN}([!-~]{6,100})`, 'giu');

/** Every label contains a letter of these; dashes, quotes and signs of English text are not among them. */
const FOREIGN = /[\u00c0-\u1fff\u3040-\ud7ff]/;

/**
 * Passwords after labels in non-ASCII languages. Only values with letters and digits: words of the language would be
 * ambiguous.
 */
export function localizedPasswords(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  if (!FOREIGN.test(text)) return found;
  for (const { 0: match, 1: rawValue = '', index } of text.matchAll(LABELLED)) {
    const value = /^[^"'`<>|]*/.exec(rawValue)?.[0].replace(/[.,;:)]+$/, '') ?? '';
    const start = index + match.length - rawValue.length;
    if (
      value.length >= 6 &&
      /\d/.test(value) &&
      /[a-z]/i.test(value) &&
      isPasswordLike(value) &&
      !/^\$|^[[{<(]|^[\w-]+\.[a-z]{1,4}$|\/\w+\//.test(value)
    )
      found.push({ start, end: start + value.length });
  }
  return found;
}
