/** Kinds of secrets, in the form that the documentation of each service gives. */
import { generateKeyPairSync } from 'node:crypto';

import { seedWords } from '../seed-words.js';
import type { Random } from './random.js';

/**
 * `formed`: recognised anywhere. `named`: a value that only its name makes a secret. `password`: chosen by a person. `block`: several lines.
 * `whole`: brings its own surroundings, such as an address.
 */
export type KindClass = 'formed' | 'named' | 'password' | 'block' | 'whole';

export interface Kind {
  readonly id: string;
  readonly of: KindClass;
  /** In the spelling of an environment variable. */
  readonly name: string;
  /** What is written, and the part of it that must not be readable; the whole when it is left out. */
  readonly make: (random: Random) => { readonly text: string; readonly secret?: string };
}

/** Name of the variable that usually has it, and template of the value. */
const FORMED: readonly (readonly [name: string, template: string])[] = [
  ['AWS_ACCESS_KEY_ID', 'AKIA{B16}'],
  ['AWS_SESSION_KEY_ID', 'ASIA{B16}'],
  ['ANTHROPIC_API_KEY', 'sk-ant-api03-{w93}AA'],
  ['ANTHROPIC_ADMIN_KEY', 'sk-ant-admin01-{w93}AA'],
  ['CLAUDE_CODE_OAUTH_TOKEN', 'sk-ant-oat01-{w93}AA'],
  ['OPENAI_API_KEY', 'sk-proj-{w74}T3BlbkFJ{w74}'],
  ['OPENAI_SERVICE_KEY', 'sk-svcacct-{w74}T3BlbkFJ{w74}'],
  ['OPENAI_OLD_KEY', 'sk-{a20}T3BlbkFJ{a20}'],
  ['OPENROUTER_API_KEY', 'sk-or-v1-{h64}'],
  ['DEEPSEEK_API_KEY', 'sk-{h32}'],
  ['GOOGLE_API_KEY', 'AIza{w35}'],
  ['GOOGLE_CLIENT_SECRET', 'GOCSPX-{w28}'],
  ['GOOGLE_ACCESS_TOKEN', 'ya29.a0{w180}'],
  ['GOOGLE_REFRESH_TOKEN', '1//0{w95}'],
  ['HF_TOKEN', 'hf_{t34}'],
  ['GROQ_API_KEY', 'gsk_{a52}'],
  ['XAI_API_KEY', 'xai-{a80}'],
  ['NVIDIA_API_KEY', 'nvapi-{w64}'],
  ['REPLICATE_API_TOKEN', 'r8_{a37}'],
  ['PERPLEXITY_API_KEY', 'pplx-{a48}'],
  ['LANGSMITH_API_KEY', 'lsv2_pt_{h32}_{h10}'],
  ['TAVILY_API_KEY', 'tvly-dev-{a32}'],
  ['TAVILY_KEY', 'tvly-{a32}'],
  ['FIRECRAWL_API_KEY', 'fc-{h32}'],
  ['JINA_API_KEY', 'jina_{a60}'],
  ['PINECONE_API_KEY', 'pcsk_{a6}_{a63}'],
  ['ELEVENLABS_API_KEY', 'sk_{h48}'],
  ['FIREWORKS_API_KEY', 'fw_{a24}'],
  ['LANGFUSE_SECRET_KEY', 'sk-lf-{uuid}'],
  ['GITHUB_TOKEN', 'ghp_{a36}'],
  ['GH_OAUTH', 'gho_{a36}'],
  ['GH_APP_TOKEN', 'ghs_{a36}'],
  ['GITHUB_PAT', 'github_pat_{a22}_{a59}'],
  ['GITLAB_TOKEN', 'glpat-{w20}'],
  ['GITLAB_RUNNER_TOKEN', 'glrt-{w20}'],
  ['GITLAB_DEPLOY_TOKEN', 'gldt-{w20}'],
  ['GITLAB_TRIGGER_TOKEN', 'glptt-{h40}'],
  ['BITBUCKET_TOKEN', 'ATCTT3xFfGN0{w160}'],
  ['JIRA_API_TOKEN', 'ATATT3xFfGF0{w180}'],
  ['NPM_TOKEN', 'npm_{a36}'],
  ['PYPI_TOKEN', 'pypi-AgEIcHlwaS5vcmc{w80}'],
  ['RUBYGEMS_API_KEY', 'rubygems_{h48}'],
  ['NUGET_API_KEY', 'oy2{l43}'],
  ['CARGO_REGISTRY_TOKEN', 'cio{a32}'],
  ['CLOJARS_TOKEN', 'CLOJARS_{l60}'],
  ['DOCKER_TOKEN', 'dckr_pat_{w27}'],
  ['CIRCLE_TOKEN', 'CCIPAT_{a22}_{h40}'],
  ['BUILDKITE_TOKEN', 'bkua_{h40}'],
  ['SLACK_BOT_TOKEN', 'xoxb-{d12}-{d12}-{a24}'],
  ['SLACK_USER_TOKEN', 'xoxp-{d12}-{d12}-{d12}-{h32}'],
  ['SLACK_APP_TOKEN', 'xapp-1-A{u10}-{d13}-{h64}'],
  ['TELEGRAM_TOKEN', '{d10}:AA{w33}'],
  ['TWILIO_API_KEY', 'SK{h32}'],
  ['SENDGRID_API_KEY', 'SG.{w22}.{w43}'],
  ['MAILGUN_API_KEY', 'key-{h32}'],
  ['MAILCHIMP_API_KEY', '{h32}-us12'],
  ['BREVO_API_KEY', 'xkeysib-{h64}-{a16}'],
  ['RESEND_API_KEY', 're_{a8}_{a24}'],
  ['STRIPE_SECRET_KEY', 'sk_live_{a24}'],
  ['STRIPE_KEY', 'sk_test_51{a97}'],
  ['STRIPE_RESTRICTED_KEY', 'rk_live_{a24}'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_{a32}'],
  ['SHOPIFY_TOKEN', 'shpat_{h32}'],
  ['SQUARE_TOKEN', 'sq0atp-{w22}'],
  ['PLAID_ACCESS_TOKEN', 'access-production-{uuid}'],
  ['DIGITALOCEAN_TOKEN', 'dop_v1_{h64}'],
  ['HEROKU_API_KEY', 'HRKU-AA{w58}'],
  ['FLY_API_TOKEN', 'fo1_{w43}'],
  ['NETLIFY_AUTH_TOKEN', 'nfp_{a36}'],
  ['RENDER_API_KEY', 'rnd_{a28}'],
  ['SUPABASE_ACCESS_TOKEN', 'sbp_{h40}'],
  ['SUPABASE_SECRET_KEY', 'sb_secret_{w31}'],
  ['PLANETSCALE_TOKEN', 'pscale_tkn_{a43}'],
  ['DATABRICKS_TOKEN', 'dapi{h32}'],
  ['DOPPLER_TOKEN', 'dp.pt.{a43}'],
  ['VAULT_TOKEN', 'hvs.{w95}'],
  ['TFE_TOKEN', '{a14}.atlasv1.{w67}'],
  ['PULUMI_ACCESS_TOKEN', 'pul-{h40}'],
  ['OP_SERVICE_ACCOUNT_TOKEN', 'ops_eyJ{b300}'],
  ['AGE_KEY', 'AGE-SECRET-KEY-1{q58}'],
  ['GRAFANA_TOKEN', 'glsa_{a32}_{h8}'],
  ['GRAFANA_CLOUD_TOKEN', 'glc_eyJ{a120}'],
  ['NEW_RELIC_API_KEY', 'NRAK-{u27}'],
  ['SENTRY_AUTH_TOKEN', 'sntryu_{h64}'],
  ['POSTHOG_PERSONAL_KEY', 'phx_{a43}'],
  ['HONEYCOMB_KEY', 'hcaik_01{l58}'],
  ['DYNATRACE_TOKEN', 'dt0c01.{u24}.{u64}'],
  ['LINEAR_API_KEY', 'lin_api_{a40}'],
  ['NOTION_TOKEN', 'ntn_{d11}{a35}'],
  ['NOTION_OLD_TOKEN', 'secret_{a43}'],
  ['AIRTABLE_TOKEN', 'pat{a14}.{h64}'],
  ['ASANA_TOKEN', '1/{d16}:{h32}'],
  ['FIGMA_TOKEN', 'figd_{w40}'],
  ['MAPBOX_TOKEN', 'sk.eyJ1Ijoi{a60}.{a22}'],
  ['DROPBOX_TOKEN', 'sl.u.{w135}'],
  ['POSTMAN_API_KEY', 'PMAK-{h24}-{h34}'],
  ['TYPEFORM_TOKEN', 'tfp_{w40}_{a18}'],
  ['TAILSCALE_KEY', 'tskey-auth-{a17}-{a32}'],
  ['AZURE_CLIENT_SECRET', '{a3}8Q~{a34}'],
  ['AZURE_DEVOPS_PAT', '{a76}AZDO{a4}'],
  ['ALIBABA_KEY_ID', 'LTAI{a20}'],
  ['FACEBOOK_TOKEN', 'EAAC{a160}'],
  ['ARTIFACTORY_KEY', 'AKCp{a69}'],
  ['GITLAB_ROUTABLE_TOKEN', 'glpat-{w30}.01.{l9}'],
  ['GEMINI_API_KEY', 'AQ.Ab8R{w47}'],
  ['CEREBRAS_API_KEY', 'csk-{l48}'],
  ['CURSOR_API_KEY', 'crsr_{h64}'],
  ['CURSOR_KEY', 'key_{h64}'],
  ['CONTEXT7_API_KEY', 'ctx7sk-{uuid}'],
  ['MEM0_API_KEY', 'm0-{a40}'],
  ['E2B_API_KEY', 'e2b_{h40}'],
  ['APIFY_TOKEN', 'apify_api_{a36}'],
  ['RUNPOD_API_KEY', 'rpa_{u40}{l6}'],
  ['CLOUDFLARE_TOKEN', 'cfut_{a40}{h8}'],
  ['NEON_API_KEY', 'napi_{l64}'],
  ['ASTRA_DB_TOKEN', 'AstraCS:{t24}:{h64}'],
  ['DOPPLER_SERVICE_TOKEN', 'dp.st.prd.{a43}'],
  ['HUBSPOT_TOKEN', 'pat-na1-{uuid}'],
  ['CONTENTFUL_TOKEN', 'CFPAT-{w43}'],
  ['CAL_API_KEY', 'cal_live_{h32}'],
  ['LINEAR_OAUTH_TOKEN', 'lin_oauth_{h64}'],
  ['TRELLO_TOKEN', 'ATTA{h72}'],
  ['INTERCOM_TOKEN', 'dG9rOj{a51}='],
  ['BRAINTREE_TOKEN', 'access_token$production${l16}${h32}'],
  ['MOLLIE_API_KEY', 'live_{a30}'],
  ['PADDLE_API_KEY', 'pdl_live_apikey_{l26}_{a22}_{a3}'],
  ['POLAR_TOKEN', 'polar_oat_{a43}'],
  ['SONAR_TOKEN', 'sqp_{h40}'],
  ['JFROG_TOKEN', 'cmVmdGtuOjAxOj{a50}'],
  ['JSR_TOKEN', 'jsrp_{a40}'],
  ['DENO_DEPLOY_TOKEN', 'ddp_{a36}'],
  ['DNSIMPLE_TOKEN', 'dnsimple_a_{a32}'],
  ['PORKBUN_SECRET', 'sk1_{h64}'],
  ['ADAFRUIT_KEY', 'aio_{a28}'],
  ['INNGEST_SIGNING_KEY', 'signkey-prod-{h64}'],
  ['LAUNCHDARKLY_SDK_KEY', 'sdk-{uuid}'],
  ['AKAMAI_TOKEN', 'akab-{l16}-{l16}'],
  ['ONEPASSWORD_KEY', 'A3-{u6}-{u6}-{u5}-{u5}-{u5}-{u5}'],
];

const NAMED: readonly (readonly [name: string, template: string])[] = [
  ['AWS_SECRET_ACCESS_KEY', '{b40}'],
  ['DATADOG_API_KEY', '{h32}'],
  ['DD_APP_KEY', '{h40}'],
  ['TWILIO_AUTH_TOKEN', '{h32}'],
  ['EXA_API_KEY', '{uuid}'],
  ['AZDO_PAT', '{v52}'],
  ['MISTRAL_API_KEY', '{a32}'],
  ['COHERE_API_KEY', '{a40}'],
  ['SERPAPI_API_KEY', '{h64}'],
  ['HCLOUD_TOKEN', '{a64}'],
  ['ALGOLIA_ADMIN_KEY', '{h32}'],
  ['CLOUDFLARE_API_TOKEN', '{w40}'],
  ['VERCEL_TOKEN', '{a24}'],
  ['ACME_API_KEY', 'dev-{a24}'],
  ['ACCESS_TOKEN', 'staging_{a28}'],
  ['CLIENT_SECRET', 'app-{h32}'],
  ['SERVICE_API_KEY', 'my-{a30}'],
  ['REFRESH_TOKEN', '{w200}'],
  ['SESSION_SECRET', '{w600}'],
  ['AZURE_STORAGE_ACCOUNT_KEY', '{b86}=='],
  ['ZENDESK_API_TOKEN', '{a40}'],
  ['SCW_SECRET_KEY', '{uuid}'],
  ['JWT_SIGNING_KEY', '{h128}'],
  ['WEBHOOK_SECRET', '{w43}'],
  ['INFISICAL_TOKEN', 'st.{h24}.{h32}.{h32}'],
  ['BWS_ACCESS_TOKEN', '0.{uuid}.{a30}:{b22}=='],
  ['ABLY_API_KEY', '{a6}.{a6}:{w43}'],
  ['COOLIFY_API_KEY', '3|{a48}'],
  ['CONVEX_DEPLOY_KEY', 'prod:happy-otter-123|{a80}'],
];

const PASSWORDS: readonly (readonly [id: string, template: string])[] = [
  ['signs', '{t4}{d2}!{t4}&{d2}'],
  ['word with digits and sign', 'hunter{d1}{U1}{L4}!{d2}'],
  ['letters and digits', '{t5}{d3}{t4}{d1}'],
  ['leading capital', '{U1}{L5}{d4}{U1}{L3}{d1}#'],
  ['hyphens', '{L4}{d1}-{L5}-{d2}{L4}'],
  ['leading sign', '%{t4}{d3}{t5}'],
  ['dollar inside', '{t4}${d3}{t4}@{d2}'],
  ['hash inside', '{U2}{d2}#{t6}{d1}'],
];

const DATABASES = ['postgres', 'mysql', 'mongodb+srv', 'redis', 'amqp', 'mssql'] as const;

/** Secrets in addresses, files and sentences of their own form. */
const WHOLE: readonly (readonly [id: string, make: Kind['make']])[] = [
  whole('discord webhook', 'https://discord.com/api/webhooks/{d18}/', '{w68}'),
  whole('slack webhook', 'https://hooks.slack.com/services/T{u10}/B{u10}/', '{a24}'),
  whole(
    'teams workflow',
    'https://prod-12.westeurope.logic.azure.com/workflows/{h32}/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers&sv=1.0&sig=',
    '{w43}',
  ),
  whole('mattermost webhook', 'https://chat.example.com/hooks/', '{l26}'),
  whole('google chat webhook', 'https://chat.googleapis.com/v1/spaces/{a11}/messages?key={w20}&token=', '{w43}'),
  whole('zapier webhook', 'https://hooks.zapier.com/hooks/catch/', '{d7}/{l7}'),
  whole('lark webhook', 'https://open.feishu.cn/open-apis/bot/v2/hook/', '{uuid}'),
  whole('wecom webhook', 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=', '{uuid}'),
  whole('make webhook', 'https://hook.eu2.make.com/', '{l32}'),
  whole('pipedream webhook', 'https://', 'eo{l12}', '.m.pipedream.net/'),
  whole('n8n webhook', 'https://acme.app.n8n.cloud/webhook/', '{uuid}'),
  whole('sas url', 'https://acme.blob.core.windows.net/c/x.zip?sv=2024-05-04&se=2026-01-01&sr=b&sp=r&sig=', '{a42}%3D'),
  whole('presigned url', 'https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=', '{h64}'),
  whole('storage connection string', 'DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=', '{b86}=='),
  whole(
    'service bus connection string',
    'Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=',
    '{b43}=',
  ),
  whole('sql connection string', 'Server=db;Database=shop;User Id=app;Password=', '{t5}{d3}{t4}'),
  ...DATABASES.map((scheme) => whole(`${scheme} url`, `${scheme}://app:`, '{a14}', '@db.example.com/app')),
  whole('basic auth url', 'https://deploy:', '{a20}', '@git.example.org/x.git'),
  whole('npmrc', '//registry.example.com/:_authToken=', '{a36}'),
  whole('netrc', 'machine api.example.com login me password ', '{t4}{d3}{t4}'),
  whole('pgpass', 'db.example.com:5432:app:me:', '{t4}{d3}{t4}'),
  whole('mysql flag', 'mysql -u root -p', '{t5}{d3}{t4}', ' shop'),
  whole('curl user', 'curl -s -u bob:', '{t5}{d3}{t4}', ' https://api.example.com/x'),
  whole('docker login', 'docker login -u ci -p ', '{t5}{d3}{t4}', ' ghcr.io'),
  whole('otpauth url', 'otpauth://totp/acme:me?secret=', '{B32}', '&issuer=acme'),
  whole('session cookie', 'Cookie: theme=dark; session_id=', '{a32}'),
  whole('bearer header', 'Authorization: Bearer ', '{w43}'),
  [
    'basic header',
    (random) => {
      const secret = Buffer.from(`me:${random.fill('{a14}')}`).toString('base64');
      return { text: `Authorization: Basic ${secret}`, secret };
    },
  ],
  [
    'json web token',
    (random) => {
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
      return {
        text: [
          part({ alg: 'HS256', typ: 'JWT' }),
          part({ sub: random.fill('{d10}'), name: 'Ann', iat: 1_516_239_022 }),
          random.fill('{w43}'),
        ].join('.'),
      };
    },
  ],
  [
    'passphrase',
    (random) => {
      const secret = Array.from({ length: 5 }, () => random.pick(WORDS)).join(' ');
      return { text: `The passphrase is ${secret}.`, secret };
    },
  ],
  [
    'passphrase with digits',
    (random) => {
      const secret = random.fill('corr{d1}ct-h{d1}rse-{L6}');
      return { text: `the passphrase was ${secret} until May`, secret };
    },
  ],
  whole('client secret after a blank', 'the client secret ', '{a32}', ' is shared'),
  whole('bearer token in a sentence', 'The bearer token ', '{a40}', ' works until May'),
  whole('private key of a wallet', 'private key 0x', '{h64}'),
  whole('aside', 'The admin password, as of today, is ', '{t4}{d2}{t3}{d1}', '.'),
  whole('dash after what it opens', '- Password (old, rotated?) — ', '{t4}{d2}{t3}{d1}'),
  whole('in parentheses', 'ssh ann@10.0.0.5 (password ', '{t4}{d2}{t3}{d1}', ')'),
  whole('call', 'client.setPassword("', '{t4}{d2}{t3}{d1}', '");'),
  whole('short name', 'root_pw = ', '{t4}{d2}{t3}{d1}'),
  whole('heading', '## Password\n\n```\n', '{t4}{d2}{t3}{d1}', '\n```'),
  whole('network key', 'WLAN-Schlüssel: ', '{t4}{d2}{t3}{d1}'),
  whole('door code', 'The door code is ', '{d6}', '.'),
  ['seed phrase', () => ({ text: `seed phrase: ${seedWords(12)}`, secret: seedWords(12) })],
];

const WORDS =
  'purple gravel ladder monsoon biscuit walrus cobalt lantern meadow trumpet velvet cactus pepper glacier'.split(' ');

function whole(id: string, before: string, template: string, after = ''): readonly [string, Kind['make']] {
  return [
    id,
    (random) => {
      const secret = random.fill(template);
      return { text: random.fill(before) + secret + after, secret };
    },
  ];
}

const pem = (type: 'rsa' | 'ed25519' | 'ec', format: 'pkcs8' | 'pkcs1' | 'sec1'): string => {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 1024 })
      : type === 'ec'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('ed25519');
  return privateKey.export({ type: format, format: 'pem' }) as string;
};

/** Between the first line and the last. */
const bodyOf = (block: string): string => block.split('\n').slice(1, -2).join('\n');

const BLOCKS: readonly (readonly [id: string, make: () => string])[] = [
  ['rsa private key', () => pem('rsa', 'pkcs1')],
  ['pkcs8 private key', () => pem('rsa', 'pkcs8')],
  ['ed25519 private key', () => pem('ed25519', 'pkcs8')],
  ['ec private key', () => pem('ec', 'sec1')],
];

export const KINDS: readonly Kind[] = [
  ...FORMED.map(([name, template]): Kind => ({
    id: `${name} ${template}`,
    of: 'formed',
    name,
    make: (random) => ({ text: random.fill(template) }),
  })),
  {
    id: 'discord bot token',
    of: 'formed',
    name: 'DISCORD_BOT_TOKEN',
    make: (random) => ({
      text: random.fill(`${Buffer.from(random.fill('1{d18}')).toString('base64url')}.G{a5}.{w38}`),
    }),
  },
  ...NAMED.map(([name, template]): Kind => ({
    id: `${name} ${template}`,
    of: 'named',
    name,
    make: (random) => ({ text: random.fill(template) }),
  })),
  ...PASSWORDS.map(([id, template]): Kind => ({
    id: `password: ${id}`,
    of: 'password',
    name: 'DB_PASSWORD',
    make: (random) => ({ text: random.fill(template) }),
  })),
  ...WHOLE.map(([id, make]): Kind => ({ id, of: 'whole', name: '', make })),
  ...BLOCKS.map(([id, make]): Kind => ({
    id,
    of: 'block',
    name: 'PRIVATE_KEY',
    make: () => {
      const text = make();
      return { text, secret: bodyOf(text) };
    },
  })),
];
