import type { SecretRule } from './rule.js';
import { hasDigit } from './value-checks.js';

/** A code of letters and digits, perhaps in groups. */
const ONE_TIME_CODE = String.raw`(?=[A-Za-z-]{0,30}\d)[A-Za-z0-9]{3,12}(?:-[A-Za-z0-9]{3,12}){0,5}`;
/** Between codes of a list: blanks, commas, bullets, numbers of the lines. */
const GAP = String.raw`(?:[ \t,;]{1,4}|[ \t,]{0,3}\r?\n[ \t]{0,8}(?:[*-] |\d{1,2}[.)] )?)["'\x60]?`;

/** Codes that let somebody in once. */
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
    // Of cards, doors and phones.
    id: 'pin',
    keywords: ['pin'],
    pattern: String.raw`(?:(?<![\w-])PIN(?: ?[cC]ode)?|\b[pP]in ?code)["'\x60*]{0,3}(?: for [\w -]{2,40}?)?(?: is|[ \t]{0,2}[:=])[ \t]{0,3}["'\x60*]{0,3}(\d{4,8})(?![\w.-])`,
    words: true,
  },
];
