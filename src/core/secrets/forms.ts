import type { SecretRule } from './rule.js';

/** Keys of services that gitleaks knows only beside a name, or not at all: what they start with, and the rest of their form. */
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
