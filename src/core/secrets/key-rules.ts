import { entropyOf, type SecretRule } from './rule.js';
import { hasDigit } from './value-checks.js';

const BODY = String.raw`[A-Za-z0-9+\/=]`;
/** Lines of a key after the first one, also quoted or with escaped line ends. */
const LINES = String.raw`(?:(?:[\s>]|\\[nr]){1,20}${BODY}{16,200}){0,400}(?:(?:[\s>]|\\[nr]){1,20}(?:[A-Za-z0-9+\/]{1,200}={1,2}|=[A-Za-z0-9+\/]{4}))?`;

/** Keys and tokens with a recognisable form. */
export const KEY_RULES: readonly SecretRule[] = [
  {
    id: 'private-key',
    keywords: ['-----begin'],
    pattern: String.raw`-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){32,20000}-----END[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----|(?:[\s>]|\\[nr]){1,20}(?:[A-Za-z0-9+\/=]{16,200}(?:[\s>]|\\[nr]){0,20}){1,400})`,
    accept: (secret) => /[A-Za-z0-9+/]{24}/.test(secret),
  },
  {
    // The beginning was cut off; the end of the header is enough.
    id: 'private-key',
    keywords: ['private key-----', 'private key block-----'],
    pattern: String.raw`PRIVATE KEY(?: BLOCK)?-----((?:[\s>]|\\[nr]){1,20}(?:[A-Za-z0-9+\/=]{16,200}(?:[\s>]|\\[nr]){0,20}){1,400})`,
    accept: (secret) => /[A-Za-z0-9+/]{24}/.test(secret),
  },
  {
    // Keys recognised by their first bytes: OpenSSH, PKCS 8 (RSA, Ed25519, EC, encrypted), PKCS 1, SEC 1.
    id: 'private-key',
    keywords: ['b3blbnnzac1rzxktdje', 'mii', 'mc4caqawbqydk2vw', 'mighageamb', 'mhccaqee', 'migkageb', 'mihcageb'],
    pattern: String.raw`(?<![A-Za-z0-9+\/])((?:b3BlbnNzaC1rZXktdjE|MII[A-Za-z0-9+\/]{1,2}[A-Za-z0-9+\/](?:IBAAK|AIBADAN|gIBAAK|QIBADAN|wIBADAN|IBADAN)|MII[A-Za-z0-9+\/]{1,3}[A-Za-z0-9+\/]{0,6}BgkqhkiG9w0BBQ0|MC4CAQAwBQYDK2Vw|MIGHAgEAMB|MHcCAQEE|MIGkAgEB|MIHcAgEB)${BODY}{16,4000}${LINES})`,
    accept: hasDigit,
  },
  {
    // An OpenPGP secret key packet: RSA and older, Ed25519.
    id: 'private-key',
    keywords: ['lq', 'lfge', 'xvge'],
    pattern: String.raw`(?<=^|[\n\s>"'])((?:lQ[A-Za-z0-9+\/]{2}B[EFGH]|lFgE|xVgE)[A-Za-z0-9+\/]{54,70}(?:(?:[\s>]|\\[nr]){1,20}${BODY}{5,80}){1,400})`,
    accept: hasDigit,
  },
  {
    // PuTTY
    id: 'private-key',
    keywords: ['private-lines:'],
    pattern: String.raw`Private-Lines: ?\d{1,4}((?:[\s>]|\\[nr]){1,20}(?:${BODY}{16,200}(?:[\s>]|\\[nr]){0,20}){1,400})`,
  },
  {
    // Followed by anything, as the next parameter of a URL.
    id: 'jwt',
    keywords: ['eyj'],
    pattern: String.raw`(?<![\w-])eyJ[A-Za-z0-9_-]{10,2000}\.ey[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]{10,2000}`,
    accept: hasDigit,
  },
  {
    // The key length of these services; anything may follow. Lower case letters alone are a name, except after prefixes
    // with no other use.
    id: 'sk-api-key',
    keywords: ['sk-ant-', 'sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-or-v'],
    pattern: String.raw`(?<![\w-])sk-(?:ant-[a-z]{2,8}\d\d|proj|svcacct|admin|or-v\d)-(?=[A-Za-z0-9_-]{0,300}?[A-Za-z0-9]{16})[A-Za-z0-9_-]{32,300}`,
    formed: true,
    accept: (secret) => /^sk-(?:ant|or)|[A-Z\d]/.test(secret),
  },
  {
    id: 'sk-api-key',
    keywords: ['sk-'],
    pattern: String.raw`(?<![\w-])sk-[A-Za-z0-9_-]{20,300}`,
    entropy: 3.5,
    accept: (secret) =>
      entropyOf(secret) >= 3.5 && /[A-Za-z0-9]*\d[A-Za-z0-9]*[A-Za-z][A-Za-z0-9]{6,}|[A-Za-z0-9]{8,}\d/.test(secret),
  },
];

/** Service keys that gitleaks detects only beside a name, or not at all: prefix, and pattern of the remainder. */
const FORMS: readonly (readonly [id: string, start: string, rest: string])[] = [
  ['groq-api-key', 'gsk_', '[A-Za-z0-9]{52}'],
  ['xai-api-key', 'xai-', '[A-Za-z0-9_]{80}'],
  ['nvidia-api-key', 'nvapi-', '[A-Za-z0-9_-]{64}'],
  ['replicate-api-token', 'r8_', '[A-Za-z0-9_-]{37}'],
  ['langsmith-api-key', 'lsv2_', '(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}'],
  ['supabase-access-token', 'sbp_', '[0-9a-f]{40}'],
  ['figma-access-token', 'figd_', '[A-Za-z0-9_-]{40}'],
  ['docker-access-token', 'dckr_', '(?:pat_[A-Za-z0-9_-]{27}|oat_[A-Za-z0-9_-]{32})'],
  ['tailscale-key', 'tskey-', '[a-z]{2,12}-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{20,40}'],
  ['new-relic-api-key', 'NRAK-', '[A-Z0-9]{27}'],
  ['notion-api-token', 'secret_', '[A-Za-z0-9]{43}'],
  ['google-client-secret', 'GOCSPX-', '[A-Za-z0-9_-]{28}'],
];

export const SERVICE_KEYS: readonly SecretRule[] = [
  ...FORMS.map(([id, start, rest]): SecretRule => ({
    id,
    keywords: [start.toLowerCase()],
    pattern: String.raw`(?<![\w-])${start}${rest}(?![\w-])`,
    entropy: 3,
    formed: true,
  })),
  {
    id: 'telegram-bot-api-token',
    keywords: [':aa'],
    lead: 10,
    pattern: String.raw`(?<![\w-])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![\w-])`,
    entropy: 3,
    formed: true,
  },
];
