import { decodeBase64 } from './base64.js';
import { entropyOf, type SecretRule } from './rule.js';
import { END } from './separator.js';
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
    pattern: String.raw`eyJ[A-Za-z0-9_-]{10,2000}\.ey[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]{10,2000}`,
    accept: hasDigit,
  },
  {
    // The key length of these services; anything may follow. Lower case letters alone are a name, except after prefixes
    // with no other use.
    id: 'sk-api-key',
    keywords: ['sk-ant-', 'sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-or-v'],
    pattern: String.raw`sk-(?:ant-[a-z]{2,8}\d\d|proj|svcacct|admin|or-v\d)-(?=[A-Za-z0-9_-]{0,300}?[A-Za-z0-9]{16})[A-Za-z0-9_-]{32,300}`,
    formed: true,
    accept: (secret) => /^sk-(?:ant|or)|[A-Z\d]/.test(secret),
  },
  {
    id: 'sk-api-key',
    keywords: ['sk-'],
    pattern: String.raw`(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{20,300}`,
    entropy: 3.5,
    accept: (secret) =>
      entropyOf(secret) >= 3.5 && /[A-Za-z0-9]*\d[A-Za-z0-9]*[A-Za-z][A-Za-z0-9]{6,}|[A-Za-z0-9]{8,}\d/.test(secret),
  },
];

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Service keys that gitleaks detects only beside a name, or not at all: prefix, and pattern of the remainder. */
const FORMS: readonly (readonly [id: string, start: string, rest: string])[] = [
  ['groq-api-key', 'gsk_', '[A-Za-z0-9]{52}'],
  ['xai-api-key', 'xai-', '[A-Za-z0-9_]{80}'],
  ['nvidia-api-key', 'nvapi-', '[A-Za-z0-9_-]{64}'],
  ['replicate-api-token', 'r8_', '[A-Za-z0-9_-]{37}'],
  ['langsmith-api-key', 'lsv2_', '(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}'],
  ['langfuse-secret-key', 'sk-lf-', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'],
  ['tavily-api-key', 'tvly-', '(?:dev-|prod-)?[A-Za-z0-9-]{24,64}'],
  ['firecrawl-api-key', 'fc-', '[0-9a-f]{32}'],
  ['jina-api-key', 'jina_', '[A-Za-z0-9_-]{56,72}'],
  ['pinecone-api-key', 'pcsk_', '[A-Za-z0-9]{5,7}_[A-Za-z0-9]{50,70}'],
  ['voyage-api-key', 'pa-', '[A-Za-z0-9_-]{43}'],
  ['elevenlabs-api-key', 'sk_', '[0-9a-f]{48}'],
  ['fireworks-api-key', 'fw_', '[A-Za-z0-9]{22,24}'],
  ['together-api-key', 'tgp_v1_', '[A-Za-z0-9_-]{43}'],
  ['supabase-access-token', 'sbp_', '[0-9a-f]{40}'],
  ['supabase-secret-key', 'sb_secret_', '[A-Za-z0-9_-]{31,60}'],
  ['netlify-token', 'nfp_', '[A-Za-z0-9]{36,40}'],
  ['netlify-token', 'nfo_', '[A-Za-z0-9]{36,40}'],
  ['vercel-token', 'vcp_', '[A-Za-z0-9]{24,64}'],
  ['render-api-key', 'rnd_', '[A-Za-z0-9]{28,40}'],
  ['resend-api-key', 're_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{22,28}'],
  ['circleci-token', 'CCIP', '(?:AT|RJ)_[A-Za-z0-9]{20,24}_[0-9a-f]{40}'],
  ['buildkite-token', 'bkua_', '[0-9a-zA-Z]{40}'],
  ['buildkite-token', 'bkct_', '[0-9a-zA-Z]{40}'],
  ['stripe-webhook-secret', 'whsec_', '[A-Za-z0-9+/]{32,64}={0,2}'],
  ['nuget-api-key', 'oy2', '[a-z0-9]{43}'],
  ['crates-io-token', 'cio', '[A-Za-z0-9]{32}'],
  ['packagist-token', 'packagist_', '[a-z]{3}_[0-9a-f]{60,80}'],
  ['honeycomb-api-key', 'hcaik_', '[0-9a-z]{50,64}'],
  ['honeycomb-api-key', 'hcxik_', '[0-9a-z]{50,64}'],
  ['axiom-token', 'xa', '[ap]t-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'],
  ['posthog-personal-key', 'phx_', '[A-Za-z0-9]{32,60}'],
  ['asana-access-token', '1/', '[0-9]{10,20}:[0-9a-f]{32}'],
  ['asana-access-token', '2/', '[0-9]{10,20}/[0-9]{10,20}:[0-9a-f]{32}'],
  ['clickup-token', 'pk_', '[0-9]{6,10}_[A-Z0-9]{32}'],
  ['typeform-token', 'tfp_', '[A-Za-z0-9_-]{40,64}'],
  ['plaid-access-token', 'access-', '(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'],
  ['mapbox-secret-token', 'sk.eyJ', '[A-Za-z0-9_-]{40,300}[.][A-Za-z0-9_-]{20,24}'],
  ['dropbox-token', 'sl.', '(?:u[.])?[A-Za-z0-9_-]{120,1400}'],
  ['atlassian-api-token', 'ATATT3', '[A-Za-z0-9_=-]{150,250}'],
  ['bitbucket-token', 'ATCTT3', '[A-Za-z0-9_=-]{150,250}'],
  ['bitbucket-token', 'ATBB', '[A-Za-z0-9]{32}'],
  ['mailgun-api-key', 'key-', '[0-9a-f]{32}'],
  ['google-access-token', 'ya29.', '[A-Za-z0-9_-]{60,1000}'],
  ['google-refresh-token', '1//0', '[A-Za-z0-9_-]{60,200}'],
  ['facebook-access-token', 'EAA', '[A-Za-z0-9]{100,400}'],
  ['figma-access-token', 'figd_', '[A-Za-z0-9_-]{40}'],
  ['docker-access-token', 'dckr_', '(?:pat_[A-Za-z0-9_-]{27}|oat_[A-Za-z0-9_-]{32})'],
  ['tailscale-key', 'tskey-', '[a-z]{2,12}-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{20,40}'],
  ['new-relic-api-key', 'NRAK-', '[A-Z0-9]{27}'],
  ['notion-api-token', 'secret_', '[A-Za-z0-9]{43}'],
  ['google-client-secret', 'GOCSPX-', '[A-Za-z0-9_-]{28}'],
  ['gitlab-pat', 'glpat-', '[A-Za-z0-9_-]{27,300}[.][0-9a-z]{2}[.]?[0-9a-z]{7,9}'],
  ['gemini-api-key', 'AQ.Ab', '[A-Za-z0-9_-]{40,100}'],
  ['cerebras-api-key', 'csk-', '[a-z0-9]{48}'],
  ['cursor-api-key', 'crsr_', '[0-9a-f]{64}'],
  ['cursor-api-key', 'key_', '[0-9a-f]{64}'],
  ['context7-api-key', 'ctx7sk-', UUID],
  ['mem0-api-key', 'm0-', '[A-Za-z0-9]{40}'],
  ['e2b-api-key', 'e2b_', '[0-9a-f]{40}'],
  ['apify-api-token', 'apify_api_', '[A-Za-z0-9]{36}'],
  ['runpod-api-key', 'rpa_', '[A-Z0-9]{40}[A-Za-z0-9]{6}'],
  ['cloudflare-api-token', 'cfut_', '[A-Za-z0-9_-]{40,56}'],
  ['cloudflare-api-token', 'cfat_', '[A-Za-z0-9_-]{40,56}'],
  ['neon-api-key', 'napi_', '[a-z0-9]{64}'],
  ['astra-db-token', 'AstraCS:', '[A-Za-z0-9]{24}:[0-9a-f]{64}'],
  ['doppler-api-token', 'dp.st.', '(?:[a-z0-9_-]{2,35}[.])?[A-Za-z0-9]{40,44}'],
  ['doppler-api-token', 'dp.ct.', '[A-Za-z0-9]{40,44}'],
  ['doppler-api-token', 'dp.sa.', '[A-Za-z0-9]{40,44}'],
  ['hubspot-access-token', 'pat-', `[a-z]{2}\\d-${UUID}`],
  ['contentful-access-token', 'CFPAT-', '[A-Za-z0-9_-]{43}'],
  ['cal-api-key', 'cal_live_', '[0-9a-f]{32}'],
  ['linear-oauth-token', 'lin_oauth_', '[0-9a-f]{64}'],
  ['notion-api-token', 'ntn_', '[A-Za-z0-9]{40,50}'],
  ['trello-token', 'ATTA', '[0-9a-f]{72}'],
  ['intercom-access-token', 'dG9rOj', '[A-Za-z0-9+/]{50,58}={0,2}'],
  ['braintree-access-token', 'access_token$production$', '[a-z0-9]{16}[$][0-9a-f]{32}'],
  ['mollie-api-key', 'live_', '[A-Za-z0-9]{30,36}'],
  ['paddle-api-key', 'pdl_live_apikey_', '[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}'],
  ['polar-access-token', 'polar_oat_', '[A-Za-z0-9]{40,50}'],
  ['sonarqube-token', 'sqp_', '[0-9a-f]{40}'],
  ['sonarqube-token', 'squ_', '[0-9a-f]{40}'],
  ['sonarqube-token', 'sqa_', '[0-9a-f]{40}'],
  ['jfrog-reference-token', 'cmVmdGtuOjAxOj', '[A-Za-z0-9+/]{40,60}={0,2}'],
  ['jsr-token', 'jsrp_', '[A-Za-z0-9]{36,44}'],
  ['deno-deploy-token', 'ddp_', '[A-Za-z0-9]{36}'],
  ['deno-deploy-token', 'ddw_', '[A-Za-z0-9]{36}'],
  ['dnsimple-token', 'dnsimple_', '[ua]_[A-Za-z0-9]{32}'],
  ['porkbun-secret-key', 'sk1_', '[0-9a-f]{64}'],
  ['adafruit-api-key', 'aio_', '[A-Za-z0-9]{28}'],
  ['inngest-signing-key', 'signkey-', '(?:prod|branch|test)-[0-9a-f]{64}'],
  ['launchdarkly-sdk-key', 'sdk-', UUID],
  ['akamai-token', 'akab-', '[a-z0-9]{16}-[a-z0-9]{16}'],
];

/** A form of few letters must not be the end of a longer word. */
const startOf = (start: string): string =>
  (start.length >= 4 ? '' : String.raw`(?<![A-Za-z0-9])`) + start.replace(/[./$]/g, String.raw`\$&`);

export const SERVICE_KEYS: readonly SecretRule[] = [
  ...FORMS.map(([id, start, rest]): SecretRule => ({
    id,
    keywords: [start.toLowerCase()],
    pattern: startOf(start) + rest.replaceAll('/', String.raw`\/`) + END,
    entropy: 3,
    formed: true,
    accept: (secret) => start.length >= 4 || hasDigit(start) || hasDigit(secret.slice(start.length)),
  })),
  {
    id: 'telegram-bot-api-token',
    keywords: [':aa'],
    lead: 10,
    pattern: String.raw`(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{33}${END}`,
    entropy: 3,
    formed: true,
  },
  {
    id: 'azure-ad-client-secret',
    keywords: ['q~'],
    lead: 4,
    pattern: String.raw`[a-zA-Z0-9_~.]{3}\dQ~[a-zA-Z0-9_~.-]{31,34}${END}`,
    entropy: 3,
    formed: true,
  },
  {
    id: 'azure-devops-token',
    keywords: ['azdo'],
    lead: 76,
    pattern: String.raw`[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}${END}`,
    entropy: 3,
    formed: true,
  },
  {
    id: 'mailchimp-api-key',
    keywords: ['-us'],
    lead: 32,
    pattern: String.raw`[0-9a-f]{32}-us\d{1,2}${END}`,
    entropy: 3,
    formed: true,
  },
  {
    id: 'discord-bot-token',
    keywords: ['mt', 'md', 'mj', 'mz', 'nd', 'nt', 'nj', 'nz', 'od', 'ot', 'oj', 'oz'],
    pattern: String.raw`(?<![A-Za-z0-9])[MNO][A-Za-z0-9]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}${END}`,
    entropy: 4,
    formed: true,
    // The first part is the number of the bot.
    accept: (secret) => /^\d{17,20}$/.test(decodeBase64(secret.slice(0, secret.indexOf('.'))) ?? ''),
  },
];
