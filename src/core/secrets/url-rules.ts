import { entropyOf, type SecretRule } from './rule.js';
import { hasDigit, isCommon } from './value-checks.js';

const MACHINE_MADE = (secret: string): boolean => hasDigit(secret) && entropyOf(secret) >= 3;

/** Secrets in addresses: of databases, hooks, signed files. */
export const URL_RULES: readonly SecretRule[] = [
  {
    id: 'signed-url',
    keywords: ['&sig=', '?sig=', 'x-amz-signature=', 'x-goog-signature='],
    pattern: String.raw`(?:[&?]sig|[xX]-(?:[aA]mz|[gG]oog)-[sS]ignature)=([A-Za-z0-9%+\/_-]{40,600}={0,2})`,
    entropy: 3,
  },
  {
    // The forms before: `&Signature=` beside who signed or until when.
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
    keywords: ['/webhooks/', '/hooks/', 'hooks.zapier.com/', 'maker.ifttt.com/'],
    pattern: String.raw`(?:(?<=discord(?:app)?\.com\/api(?:\/v\d{1,2})?)\/webhooks\/\d{15,20}\/([\w-]{40,100})|(?<=https?:\/\/[\w.:-]{1,100})\/hooks\/([a-z0-9]{26}|[A-Za-z0-9]{15,24}\/[A-Za-z0-9]{40,80})|hooks\.zapier\.com\/hooks\/catch\/(\d{3,10}\/\w{5,20})|maker\.ifttt\.com\/trigger\/[\w-]{1,80}\/(?:json\/)?with\/key\/([\w-]{20,60}))`,
    accept: hasDigit,
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
    // A token in place of a name. Keys of error trackers are public and hexadecimal.
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
