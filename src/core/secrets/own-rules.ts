import { entropyOf, type SecretRule } from './rule.js';

/** Passwords that guard nothing: what documentation, containers and local databases are set up with. */
const COMMON = /^(?:pass(?:word|wd|phrase)?|pwd?|secret|admin|root|test(?:ing)?|guest|user(?:name)?|postgres|mysql|mongo|redis|sa|dev|demo|local|default|credentials?|token|api[_-]?key|key)\d{0,3}$/i;

const hasDigit = (text: string): boolean => /\d/.test(text);

/** Letters and something that is no letter, as passwords have and words and paths have not. */
function isPasswordLike(value: string): boolean {
  if (COMMON.test(value) || /[()]$|\w[([]|^\w+(?:::|->)|^(?:\.{0,2}|~)\/|:\/\/|^[\w-]+(?:\.[a-z_]\w*)+$/i.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9_.-]/].filter((kind) => kind.test(value.replace(/[*`.,;:]+$/, ''))).length;
  return kinds >= 3 || (kinds === 2 && hasDigit(value));
}

/** Names under which servers keep who somebody is. */
const SESSION = /sess|sid$|^sid|auth|token|jwt|csrf|xsrf|login|remember|identity|^id$|ticket|\.sid/i;

/** Whether one of `name=value; …` tells who somebody is: under such a name, or by a long value made by a machine. */
const isCookie = (pairs: string): boolean =>
  pairs.split(/;\s*/).some((pair) => {
    const at = pair.indexOf('=');
    const value = pair.slice(at + 1);
    return at > 0 && value.length >= 16 && hasDigit(value) && /[a-z]/i.test(value) && (SESSION.test(pair.slice(0, at)) || (value.length >= 24 && entropyOf(value) >= 3.5));
  });

/** Of a credential without its scheme: long, and letters of both cases among digits. */
const isCredential = (secret: string, match: string): boolean => entropyOf(secret) >= 3 && (/(?:basic|bearer|token|apikey)\s+\S+$/i.test(match) ? hasDigit(secret) || secret.endsWith('=') : secret.length >= 24 && hasDigit(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret));

/** What is said in other words than code says it, or not by gitleaks at all. */
export const OWN_RULES: readonly SecretRule[] = [
  {
    id: 'private-key',
    keywords: ['-----begin'],
    pattern: String.raw`-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){32,20000}-----END[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----|(?:[\s>]|\\[nr]){1,20}(?:[A-Za-z0-9+\/=]{16,200}(?:[\s>]|\\[nr]){0,20}){1,400})`,
    accept: (secret) => /[A-Za-z0-9+/]{24}/.test(secret),
  },
  {
    // The header was cut off: its end is enough.
    id: 'private-key',
    keywords: ['private key-----', 'private key block-----'],
    pattern: String.raw`PRIVATE KEY(?: BLOCK)?-----((?:[\s>]|\\[nr]){1,20}(?:[A-Za-z0-9+\/=]{16,200}(?:[\s>]|\\[nr]){0,20}){1,400})`,
    accept: (secret) => /[A-Za-z0-9+/]{24}/.test(secret),
  },
  {
    id: 'session-cookie',
    keywords: ['set-cookie'],
    pattern: String.raw`[sS][eE][tT]-[cC](?:ookie|OOKIE)["'\x60]{0,2}\s{0,3}[:=]\s{0,3}\[?\s{0,3}["'\x60]{0,2}[\w.-]{1,80}=([^\s"'\x60<>;,]{16,4096})`,
    accept: (secret, match) => isCookie(`${/([\w.-]+)=[^=\s]*$/.exec(match.slice(0, match.length - secret.length) + 'x')?.[1] ?? ''}=${secret}`),
  },
  {
    id: 'session-cookie',
    keywords: ['cookie'],
    pattern: String.raw`(?<![sS][eE][tT]-)[cC](?:ookie|OOKIE)["'\x60]{0,2}\s{0,3}[:=]\s{0,3}["'\x60]{0,2}([\w.-]{1,80}=[^\s"'\x60<>;,]{1,4096}(?:; ?[\w.-]{1,80}=[^\s"'\x60<>;,]{0,4096}){0,60})`,
    accept: (secret) => isCookie(secret),
  },
  {
    id: 'session-cookie',
    keywords: ['curl '],
    pattern: String.raw`curl (?:[^\n|;]{0,300}? )?(?:-b|--cookie)[ =]?["']?([\w.-]{1,80}=[^\s"'\x60<>;,]{1,4096}(?:; ?[\w.-]{1,80}=[^\s"'\x60<>;,]{0,4096}){0,60})`,
    accept: (secret) => isCookie(secret),
  },
  {
    // Whatever follows it, as the next parameter of a URL.
    id: 'jwt',
    keywords: ['eyj'],
    pattern: String.raw`(?<![\w-])eyJ[A-Za-z0-9_-]{10,2000}\.ey[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]{10,2000}`,
    accept: hasDigit,
  },
  {
    id: 'signed-url',
    keywords: ['&sig=', '?sig=', 'x-amz-signature=', 'x-goog-signature='],
    pattern: String.raw`(?:[&?]sig|[xX]-(?:[aA]mz|[gG]oog)-[sS]ignature)=([A-Za-z0-9%+\/_-]{40,600}={0,2})`,
    entropy: 3,
  },
  {
    id: 'url-password',
    keywords: ['://'],
    pattern: String.raw`:\/\/([^\s:@\/"'\x60<>]{0,100}):([^\s@\/"'\x60<>]{3,200})@[\w\[.$%{-]`,
    group: 2,
    accept: (secret, match) => !COMMON.test(secret) && secret !== match.slice(3, match.indexOf(':', 3)),
  },
  {
    id: 'authorization-header',
    keywords: ['authorization'],
    pattern: String.raw`[aA](?:uthorization|UTHORIZATION)["'\x60*]{0,3}\s{0,3}[:=]\s{0,3}["'\x60]{0,2}(?:(?:[bB]asic|BASIC|[bB]earer|BEARER|[tT]oken|[aA]pi[kK]ey)\s{1,3})?([A-Za-z0-9+\/_.~-]{12,2000}={0,3})`,
    entropy: 3,
    accept: isCredential,
  },
  {
    id: 'bearer-token',
    keywords: ['bearer'],
    pattern: String.raw`[bB](?:earer|EARER)["'\x60:= \t]{1,5}([A-Za-z0-9+\/_.~-]{20,2000}={0,3})`,
    entropy: 3.5,
    accept: (secret) => entropyOf(secret) >= 3.5 && hasDigit(secret),
  },
  {
    id: 'sk-api-key',
    keywords: ['sk-'],
    pattern: String.raw`(?<![\w-])sk-[A-Za-z0-9_-]{20,300}`,
    entropy: 3.5,
    accept: (secret) => entropyOf(secret) >= 3.5 && /[A-Za-z0-9]*\d[A-Za-z0-9]*[A-Za-z][A-Za-z0-9]{6,}|[A-Za-z0-9]{8,}\d/.test(secret),
  },
  {
    id: 'password',
    keywords: ['password', 'passwd', 'passphrase', 'pwd', 'passwort', 'kennwort', 'mot de passe', 'contrase', 'senha', 'wachtwoord'],
    pattern: String.raw`(?:[mM]ot de passe|[a-zA-Z]{3,10}(?:\u00f1a)?)["'\x60*]{0,3}(?:[ \t]{0,3}(?:=>|:=|=|:|\|)|[ \t]{1,3}is(?=[ \t]))[ \t]{0,3}["'\x60*]{0,3}([^\s"'\x60<>|]{6,100})`,
    accept: (secret) => isPasswordLike(secret),
  },
  {
    id: 'password',
    keywords: ['password for', 'password of', 'password to', 'password on', 'password in', 'passphrase for', 'passphrase of'],
    pattern: String.raw`pass(?:word|phrase) (?:for|of|to|on|in) [\w ./-]{2,50}? is ["'\x60]?([^\s"'\x60<>|]{5,99}[^\s"'\x60<>|.,;:!?)])`,
    accept: (secret) => isPasswordLike(secret) && hasDigit(secret) && !/^(?:sha|md|base|utf|rsa|aes|argon)-?\d|^[a-z]+\d*-[a-z-]+$/i.test(secret),
  },
  {
    // Where command lines take them: `curl -u name:…`, `mysql -p…`, `redis-cli -a …`, `sshpass -p …`, `docker login -p …`.
    id: 'command-password',
    keywords: ['curl ', 'mysql', 'redis-cli ', 'sshpass ', 'docker login ', 'podman login ', 'helm registry login '],
    pattern: String.raw`(?:curl (?:[^\n|;]{0,300}? )?(?:-u|--user)[ =]?["']?[^\s:"']{1,60}:|mysql(?:dump|admin|import)? (?:[^\n|;]{0,300}? )?-p|redis-cli (?:[^\n|;]{0,200}? )?(?:-a|--pass) |sshpass -p ?|(?:docker|podman|helm registry) login (?:[^\n|;]{0,200}? )?(?:-p|--password)[ =])["']?([^\s"'\x60<>|;]{6,100})`,
    accept: (secret) => isPasswordLike(secret),
  },
  {
    id: 'password',
    keywords: ['pass:', 'pass=', 'pass :', 'pass =', 'pass":', 'pass\':'],
    pattern: String.raw`(?:(?<=[A-Za-z]_)|(?<![\w.-]))[pP](?:ass|ASS)["']?[ \t]?[:=][ \t]{0,3}["'\x60]?([^\s"'\x60<>|,;]{8,100})`,
    accept: (secret) => isPasswordLike(secret) && hasDigit(secret),
  },
  {
    id: 'command-password',
    keywords: ['--password ', '--passwd ', '--pass ', '--pwd ', '--passphrase '],
    pattern: String.raw`--[a-zA-Z]{3,10} ["']?([^\s"'\x60<>|;-][^\s"'\x60<>|;]{5,100})`,
    accept: (secret) => isPasswordLike(secret),
  },
  {
    id: 'password',
    keywords: ["identified by '", "password '"],
    pattern: String.raw`(?:IDENTIFIED BY|(?<=\b(?:user|role|USER) [^\n]{1,80} )identified by|PASSWORD|password) '([^'\n]{6,100})'`,
    accept: (secret) => isPasswordLike(secret),
  },
];
