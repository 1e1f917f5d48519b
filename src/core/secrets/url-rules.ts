import { entropyOf, type SecretRule } from './rule.js';
import { hasDigit, isCommon } from './value-checks.js';

const MACHINE_MADE = (secret: string): boolean => hasDigit(secret) && entropyOf(secret) >= 3;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Secrets in URLs: databases, webhooks, signed files. */
export const URL_RULES: readonly SecretRule[] = [
  {
    id: 'signed-url',
    keywords: ['&sig=', '?sig=', 'x-amz-signature=', 'x-goog-signature='],
    pattern: String.raw`(?:[&?]sig|[xX]-(?:[aA]mz|[gG]oog)-[sS]ignature)=([A-Za-z0-9%+\/_-]{40,600}={0,2})`,
    entropy: 3,
  },
  {
    // The older signature forms: `&Signature=` with signer or expiry.
    id: 'signed-url',
    keywords: ['signature='],
    pattern: String.raw`(?<=[?&])[sS]ignature=([A-Za-z0-9%+\/_~-]{20,800}={0,2})`,
    accept: MACHINE_MADE,
  },
  {
    id: 'signed-url',
    keywords: ['x-amz-security-token='],
    pattern: String.raw`[xX]-[aA]mz-[sS]ecurity-[tT]oken=([^\s&"'\x60<>]{40,4000})`,
    accept: MACHINE_MADE,
  },
  {
    id: 'webhook-url',
    keywords: ['/webhooks/', '/hooks/', 'hooks.zapier.com/', 'maker.ifttt.com/', 'outlook.office'],
    pattern: String.raw`(?:(?<=discord(?:app)?\.com\/api(?:\/v\d{1,2})?)\/webhooks\/\d{15,20}\/([\w-]{40,100})|(?<=https?:\/\/[\w.:-]{1,100})\/hooks\/([a-z0-9]{26}|[A-Za-z0-9]{15,24}\/[A-Za-z0-9]{40,80})|outlook\.office(?:365)?\.com\/webhook\/([\w-]{36}@[\w-]{36}\/IncomingWebhook\/[a-zA-Z0-9]{32}(?:\/[\w-]{36})?)|hooks\.zapier\.com\/hooks\/catch\/(\d{3,10}\/\w{5,20})|maker\.ifttt\.com\/trigger\/[\w-]{1,80}\/(?:json\/)?with\/key\/([\w-]{20,60}))`,
    accept: hasDigit,
  },
  {
    // The address alone permits posting to it.
    id: 'webhook-url',
    keywords: ['/bot/v2/hook/', '/webhook/send?key=', 'hook.', '.m.pipedream.net', '/webhook/'],
    lead: 20,
    pattern: String.raw`(?:(?<=\/open-apis)\/bot\/v2\/hook\/(${UUID})|\/webhook\/send\?key=(${UUID})|(?<=https:\/\/)hook\.(?:[a-z]{2}\d\.)?(?:make|integromat)\.com\/([a-z0-9]{32})|(?<=https:\/\/)(eo[a-z0-9]{10,18})(?=\.m\.pipedream\.net)|(?<=\.n8n\.cloud)\/webhook\/(${UUID}))`,
  },
  {
    id: 'telegram-bot-api-token',
    keywords: ['telegram.org/'],
    pattern: String.raw`telegram\.org\/(?:file\/)?bot(\d{5,16}:[\w-]{30,60})`,
  },
  {
    id: 'one-time-password-secret',
    keywords: ['otpauth://'],
    pattern: String.raw`otpauth:\/\/[th]otp\/[^\s"'\x60<>]{0,300}?[?&]secret=([A-Za-z2-7]{8,200}=*)`,
  },
  {
    id: 'url-password',
    keywords: ['://'],
    pattern: String.raw`:\/\/([^\s:@\/"'\x60<>]{0,100}):([^\s@\/"'\x60<>]{3,200})@[\w\[.$%{-]`,
    group: 2,
    accept: (secret, match) => !isCommon(secret) && secret !== match.slice(3, match.indexOf(':', 3)),
  },
  {
    // A token as user name. Keys of error trackers are public and hexadecimal.
    id: 'url-password',
    keywords: ['://'],
    pattern: String.raw`:\/\/([A-Za-z0-9_-]{20,255})@[\w.-]{3,100}`,
    accept: (secret) =>
      MACHINE_MADE(secret) &&
      entropyOf(secret) >= 3.5 &&
      !/^[0-9a-f]+$/i.test(secret) &&
      /[A-Z]/.test(secret) &&
      /[a-z]/.test(secret),
  },
];

/** Names of cookies with a session or identity. */
const SESSION = /sess|sid$|^sid|auth|token|jwt|csrf|xsrf|login|remember|identity|^id$|ticket|\.sid/i;

/** Whether one of `name=value; …` identifies a session: by its name, or by a long random value. */
const isCookie = (pairs: string): boolean =>
  pairs.split(/;\s*/).some((pair) => {
    const at = pair.indexOf('=');
    const value = pair.slice(at + 1);
    return (
      at > 0 &&
      value.length >= 16 &&
      hasDigit(value) &&
      /[a-z]/i.test(value) &&
      (SESSION.test(pair.slice(0, at)) || (value.length >= 24 && entropyOf(value) >= 3.5))
    );
  });

/** A credential without scheme must be long and mix upper case, lower case and digits. */
const isCredential = (secret: string, match: string): boolean =>
  entropyOf(secret) >= 3 &&
  (/(?:basic|bearer|token|apikey)\s+\S+$/i.test(match)
    ? hasDigit(secret) || secret.endsWith('=')
    : secret.length >= 24 && hasDigit(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret));

/** Cookies and credentials in request headers. */
export const HEADER_RULES: readonly SecretRule[] = [
  {
    id: 'session-cookie',
    keywords: ['set-cookie'],
    pattern: String.raw`[sS][eE][tT]-[cC](?:ookie|OOKIE)["'\x60]{0,2}\s{0,3}[:=]\s{0,3}\[?\s{0,3}["'\x60]{0,2}[\w.-]{1,80}=([^\s"'\x60<>;,]{16,4096})`,
    accept: (secret, match) =>
      isCookie(`${/([\w.-]+)=[^=\s]*$/.exec(match.slice(0, match.length - secret.length) + 'x')?.[1] ?? ''}=${secret}`),
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
    // A Netscape cookie file: host, flag, path, flag, expiry, name and value, separated by tabs.
    id: 'session-cookie',
    keywords: ['\ttrue\t/', '\tfalse\t/'],
    pattern: String.raw`\t(?:TRUE|FALSE)\t\/[^\t\n]{0,200}\t(?:TRUE|FALSE)\t\d{1,12}\t([^\t\n]{1,80}\t[^\s]{8,4096})`,
    group: 1,
    accept: (secret) => isCookie(secret.replace('\t', '=')),
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
];
