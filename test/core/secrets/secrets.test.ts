import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { Keywords } from '../../../src/core/search/keywords.js';
import { findSecrets, maskForDisplay, maskSecrets } from '../../../src/core/secrets/secrets.js';
import { randomText } from '../random-text.js';

const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const HEX = '0123456789abcdef';
const DIGITS = '0123456789';
const block = (kind: string): string =>
  `-----BEGIN ${kind}-----\n${randomText(64)}\n${randomText(64)}\n${randomText(30)}==\n-----END ${kind}-----`;
const jwt = [`ey${randomText(34)}`, `ey${randomText(50)}`, randomText(43)].join('.');

/** Text before, secret, text after, rule. */
const TRUE: readonly (readonly [before: string, secret: string, after: string, rule: string])[] = [
  ['AWS: `', 'AKIA' + randomText(16, UPPER), '`.', 'aws-access-token'],
  ['temporary ', 'ASIA' + randomText(16, UPPER), ', until noon', 'aws-access-token'],
  ['aws_secret_access_key = ', randomText(38) + '/1', '', 'generic-api-key'],
  ['api token: ', '550e8400-e29b-41d4-a716-446655440000', '', 'generic-api-key'],
  ['Use ', 'ghp_' + randomText(36), '.', 'github-pat'],
  ['', 'gho_' + randomText(36), '', 'github-oauth'],
  ['', 'ghs_' + randomText(36), '', 'github-app-token'],
  ['', 'github_pat_' + randomText(82), '', 'github-fine-grained-pat'],
  ['GitLab: ', 'glpat-' + randomText(20), ', read only', 'gitlab-pat'],
  ['', 'glrt-' + randomText(20), '', 'gitlab-runner-authentication-token'],
  [
    'bot ',
    'xoxb-' + randomText(12, DIGITS) + '-' + randomText(12, DIGITS) + '-' + randomText(24),
    '',
    'slack-bot-token',
  ],
  [
    '',
    'xapp-1-' + randomText(11, UPPER) + '-' + randomText(13, DIGITS) + '-' + randomText(40, HEX),
    '',
    'slack-app-token',
  ],
  ['post to https://', 'hooks.slack.com/services/' + randomText(44), '', 'slack-webhook-url'],
  ['(', 'sk_live_' + randomText(24), ')', 'stripe-access-token'],
  ['', 'rk_test_' + randomText(24), '', 'stripe-access-token'],
  ['', 'sk-ant-api03-' + randomText(93) + 'AA', '', 'anthropic-api-key'],
  ['', 'sk-proj-' + randomText(74) + 'T3BlbkFJ' + randomText(74), ';', 'openai-api-key'],
  ['OpenRouter ', 'sk-or-v1-' + randomText(64, HEX), '', 'sk-api-key'],
  ['DeepSeek key: ', 'sk-' + randomText(32, LOWER), '', 'sk-api-key'],
  ['Maps uses ', 'AIza' + randomText(35), '', 'gcp-api-key'],
  ['', 'hf_' + randomText(34, 'abcdefghijklmnopqrstuvwxyz'), '', 'huggingface-access-token'],
  ['', 'npm_' + randomText(36, LOWER), '', 'npm-access-token'],
  ['', 'pypi-AgEIcHlwaS5vcmc' + randomText(60), '', 'pypi-upload-token'],
  ['', 'SG.' + randomText(66, LOWER), '', 'sendgrid-api-token'],
  ['', 'dop_v1_' + randomText(64, HEX), '', 'digitalocean-pat'],
  ['', 'shpat_' + randomText(32, HEX), '', 'shopify-access-token'],
  ['', 'ATATT3' + randomText(186), '', 'atlassian-api-token'],
  ['', 'lin_api_' + randomText(40, LOWER), '', 'linear-api-key'],
  ['', 'dapi' + randomText(32, HEX), '', 'databricks-api-token'],
  ['', 'pul-' + randomText(40, HEX), '', 'pulumi-api-token'],
  ['', 'PMAK-' + randomText(24, HEX) + '-' + randomText(34, HEX), '', 'postman-api-token'],
  ['', 'hvs.' + randomText(95), '', 'vault-service-token'],
  ['Cookie ', jwt, '', 'jwt'],
  ['db postgres://app:', 'not-a-real-pass', '@db.example.invalid/app', 'url-password'],
  ['mongodb+srv://svc:', 'p%40' + randomText(8), '@cluster0.mongodb.net', 'url-password'],
  ['curl -s -u bob:', randomText(12), ' https://api.example.invalid/x', 'command-password'],
  ['mysql -u root -p', randomText(12), ' shop', 'command-password'],
  ['redis-cli -h cache -a ', randomText(12), ' ping', 'command-password'],
  ['sshpass -p ', randomText(12), ' ssh deploy@host', 'command-password'],
  ['docker login -u ci -p ', randomText(12), ' ghcr.io', 'command-password'],
  ['redis://:', randomText(16), '@cache:6379/0', 'url-password'],
  ['`https://deploy:', randomText(20), '@git.example.org/x.git`', 'url-password'],
  ['curl -H "Authorization: Bearer ', randomText(40), '"', 'authorization-header'],
  ['Authorization: Basic ', randomText(30) + '==', '', 'authorization-header'],
  ['send bearer ', randomText(32), '', 'bearer-token'],
  ['api_key = "', randomText(32), '"', 'generic-api-key'],
  ['**API key:** `', randomText(28), '`', 'generic-api-key'],
  ['| API key | ', randomText(28), ' |', 'generic-api-key'],
  ['The access token is ', randomText(30), ' for now', 'generic-api-key'],
  ['client_secret: ', randomText(40, HEX), '', 'generic-api-key'],
  ['Datadog API key: ', randomText(40, LOWER), '', 'datadog-access-token'],
  ['telegram bot token: ', '1234567' + ':A' + randomText(34), '', 'telegram-bot-api-token'],
  ['password: ', 'Tr0ub4dor' + '&3', '', 'password'],
  ['The admin password is ', 'hunter' + '2!x', ' on staging', 'password'],
  ['the password for the staging box is ', 'hunter' + '22', ', user deploy', 'password'],
  ['DB_PASSWORD=', 'S3cure' + '-Thing', '', 'password'],
  ['- Passwort: `', 'Winter' + '2025!', '`', 'password'],
  ['', block('RSA PRIVATE KEY'), '\n', 'private-key'],
  ['', block('OPENSSH PRIVATE KEY'), '', 'private-key'],
  ['key "', block('PRIVATE KEY').replaceAll('\n', '\\n'), '"', 'private-key'],
  ['', block('PGP PRIVATE KEY BLOCK'), '', 'private-key'],
  ['', `-----BEGIN EC PRIVATE KEY-----\n${randomText(64)}\n${randomText(64)}`, '', 'private-key'],
];

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const letters = (length: number, of = ALPHABET): string => of.repeat(Math.ceil(length / of.length)).slice(0, length);

/** As long as the keys of their service, made of letters that samples use. */
const FORMED: typeof TRUE = [
  ['', 'sk-ant-api03-' + letters(93) + 'AA', '', 'anthropic-api-key'],
  ['', 'sk-ant-api03-' + letters(93, ALPHABET + '0123456789-_') + 'AA', ', read only', 'anthropic-api-key'],
  ['', 'sk-ant-api03-' + letters(80), '', 'sk-api-key'],
  ['', 'sk-ant-oat01-' + letters(95, ALPHABET + '012345678'), '', 'sk-api-key'],
  ['ANTHROPIC_API_KEY=', 'sk-ant-api03-' + randomText(40) + '-my_' + randomText(49) + 'AA', '', 'anthropic-api-key'],
  ['', 'sk-proj-' + letters(48, ALPHABET + '0123456789'), '', 'sk-api-key'],
  ['', 'ghp_' + letters(36, ALPHABET + '0123456789'), '', 'github-pat'],
  ['', 'AKIA' + letters(16, 'ABCDEFGHIJKLMNOP'), '', 'aws-access-token'],
  ['', 'glpat-' + letters(20), '', 'gitlab-pat'],
  ['', 'hf_' + letters(34), '', 'huggingface-access-token'],
  ['', 'gsk_' + letters(52), '', 'groq-api-key'],
  ['', 'xai-' + letters(80), '.', 'xai-api-key'],
  ['', 'nvapi-' + randomText(64), '', 'nvidia-api-key'],
  ['', 'r8_' + letters(37), '', 'replicate-api-token'],
  ['', `lsv2_pt_${randomText(32, HEX)}_${randomText(10, HEX)}`, '', 'langsmith-api-key'],
  ['', 'sbp_' + randomText(40, HEX), '', 'supabase-access-token'],
  ['', 'figd_' + letters(40), '', 'figma-access-token'],
  ['', 'dckr_pat_' + letters(27), '', 'docker-access-token'],
  ['', `tskey-auth-k${randomText(10)}CNTRL-${randomText(32)}`, '', 'tailscale-key'],
  ['', 'NRAK-' + randomText(27, UPPER), '', 'new-relic-api-key'],
  ['', 'secret_' + letters(43), '', 'notion-api-token'],
  ['', 'GOCSPX-' + letters(28), '', 'google-client-secret'],
  ['', '1234567890:AA' + randomText(33), '', 'telegram-bot-api-token'],
  ['https://maps.example.test/js?k=', 'AIza' + randomText(35), '&callback=init', 'gcp-api-key'],
  ['密钥', 'AIza' + randomText(35), '。', 'gcp-api-key'],
  ['密钥是', 'sk_live_' + randomText(24), '，只读', 'stripe-access-token'],
  ['{npm: ', 'npm_' + randomText(36), '}', 'npm-access-token'],
];

const FALSE: readonly string[] = [
  'sk-ant-' + 'x'.repeat(24),
  'sk-ant-api03-' + 'x'.repeat(93) + 'AA',
  '<your-key>',
  'YOUR_API_KEY',
  'sk-...',
  'sk-ant-api03-' + ALPHABET.slice(0, 10) + '...',
  'ANTHROPIC_API_KEY=sk-ant-api03-your-key-here',
  'sk-ant-api03-YOUR_API_KEY_GOES_HERE_' + ALPHABET,
  'ghp_' + 'X'.repeat(36),
  'sk-proj-loading-state-of-the-panel-in-the-side-bar',
  'sk-admin-internationalization-locale-german-austrian',
  'gsk_' + 'x'.repeat(52),
  '12:30:AA meeting',
  'ratio 1234567890:AAAA',
  'sk-ant-api03-****************************************',
  'password: <REDACTED>, key: $API_KEY, token=${TOKEN}, sk-...',
  'ghp_' + 'x'.repeat(36),
  'AKIA' + 'X'.repeat(16),
  'xoxb-your-token-here',
  'sk-ant-api03-...',
  'github_pat_' + '*'.repeat(82),
  'ghp_' + '1234567890abcdefghijklmnopqrstuvwxyz',
  'sk-your-api-key-here-1234',
  'glpat-' + 'x'.repeat(20),
  'AIza' + '*'.repeat(35),
  'api_key = "YOUR_API_KEY_HERE"',
  'api_key: process.env.STRIPE_KEY_V2',
  'token: {{ secrets.DEPLOY_TOKEN_2 }}',
  'password = os.environ["DB_PASS1"]',
  'api_key: changeme1234',
  'secret: %SECRET_VALUE_1%',
  'token: op://vault/item1/field',
  'password: (see 1Password item 42)',
  'postgres://user:password@localhost/db',
  'postgres://postgres:postgres@localhost:5432/app',
  'postgres://app:${DB_PASSWORD}@db/app',
  'mysql://root:<password>@db/x',
  'postgres://app:$PGPASSWORD@db/app',
  'https://user:xxxx@host/',
  'postgres://app:[masked: password in a URL]@host/app',
  'http://localhost:8080/@scope/name',
  'curl -u "$USER:$TOKEN" https://x',
  'mysql -u root -p shop',
  'curl -s https://x/a -o out.json',
  'docker login -u ci --password-stdin ghcr.io',
  'https://example.com:443/a?b=c@d',
  'The API key for staging lives in the vault; ask ops for access.',
  'Keys: the cache key is user-profile-v2-settings and never changes',
  'token count: 128000 tokens per session',
  'Access: read-only-2025-01-15 for interns',
  'commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b fixed the token refresh',
  'key: 9f86d081884c7d659a2feaa0c55ad015',
  'sha256 of the key: ' + randomText(64, HEX),
  'token hash = ' + randomText(40, HEX),
  'key id: 550e8400-e29b-41d4-a716-446655440000',
  'originSessionId: 3b241101-e2bb-4255-8caf-4136c566a962',
  'secret santa: 2024-12-24',
  'monkey = ' + 'a1b2c3d4e5f6a7b8',
  'api version: 2024-10-21-preview',
  'key files: src/core/lint2/rule.ts, docs/v3/index',
  'password: optional',
  'password is required',
  'Password: min 12 characters',
  'passwords: see docs/auth.md',
  'PASSWORD_HASH_ROUNDS=12',
  'password: $2',
  'pwd: /home/app/project1',
  'pwd is ~/work2/x',
  'the password of a user is sha256-hashed',
  'The password for the db is in 1Password',
  'the password for backups is base64-encoded',
  'password=True1',
  'Passwort: siehe KeePassXC, Eintrag db-prod',
  'Kennwort: nur im Tresor lagern',
  'Mot de passe : toujours dans le coffre',
  'password for the database: rotated every 90days',
  'Password for GitHub: 1Password',
  'Password for production: kubernetes/secrets/db2',
  'Heslo pro vývojáře: viz Bitwarden2024',
  'pass: test_login_redirects2home PASSED',
  'secret: SealedSecret/v1alpha1',
  'auth: OAuth2-with-PKCE',
  'Authorization: Bearer <token>',
  'Authorization: Bearer ${TOKEN}',
  'Authorization: Bearer token',
  'the bearer of this message',
  'Bearer authentication-is-required-everywhere',
  '-----BEGIN PUBLIC KEY-----\n' + randomText(64) + '\n-----END PUBLIC KEY-----',
  '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY----- is how the file starts, and we never paste the rest of it here at all',
  'public_key: ' + randomText(44),
  'Linear: LIN-1234 and Heroku: release-v123',
  'heroku: 550e8400-e29b-41d4-a716-446655440000',
  'asana: internationalizationteamabcdefgh',
  'eyes only: they said hey.',
  'model: claude-3-5-sonnet-20241022',
  'task-management-tool-2-with-keys',
  "'password' => Hash::make($data['password'])",
  'password: user.password1',
  'Authorization: Bearer sk_abc123def456789',
  'Figma\n- File key: `' + randomText(22) + '`',
  'site_key=' + randomText(40),
  'CSRF token: handled by middleware2024',
  'api endpoint: https://api.example.com/v2/users',
  'Key: [masked: API key or token]',
  'key = value',
  'integrity sha512-' + randomText(86) + '==',
  'use `ghp_` tokens, never `gho_`',
];

const found = (text: string): string[] =>
  findSecrets(text).map(({ start, end, ruleId }) => `${ruleId} ${text.slice(start, end)}`);

describe('findSecrets', () => {
  it.each(TRUE)('finds %s…', (before, secret, after, rule) =>
    expect(found(before + secret + after)).toEqual([`${rule} ${secret}`]),
  );

  it.each(FORMED)('finds %s%s regardless of words in it', (before, secret, after, rule) =>
    expect(found(before + secret + after)).toEqual([`${rule} ${secret}`]),
  );

  it.each(FALSE)('leaves %s', (text) => expect(found(text)).toEqual([]));

  it('has enough positive and negative rows', () =>
    expect([TRUE.length >= 40, FALSE.length >= 40]).toEqual([true, true]));

  it('finds several on a line, in order and apart', () => {
    const [a, b] = ['ghp_' + randomText(36), 'AKIA' + randomText(16, UPPER)];
    expect(found(`a ${a} b ${b}, token=${a}`)).toEqual([`github-pat ${a}`, `aws-access-token ${b}`, `github-pat ${a}`]);
  });

  it.each(['key id AKIA' + 'IOSFODNN7EXAMPLE and', 'token: ghp_' + '0'.repeat(34) + 'EX'])(
    'names the sample %s and does not mask it',
    (text) => {
      expect([maskSecrets(text), findSecrets(text, { includeSamples: true })]).toEqual([
        text,
        [expect.objectContaining({ confidence: 'low' })],
      ]);
    },
  );

  it('reports its confidence', () => {
    const of = (text: string): string[] =>
      findSecrets(text, { includeSamples: true }).map(({ confidence }) => confidence);
    expect([of('ghp_' + randomText(36)), of('password: Tr0ub4dor' + '&3'), of('ghp_' + '0'.repeat(34) + 'EX')]).toEqual(
      [['high'], ['medium'], ['low']],
    );
  });

  it('never repeats the value in texts for people', () => {
    for (const [before, secret, after] of TRUE) {
      for (const { kind, ruleId } of findSecrets(before + secret + after))
        expect(`${kind} ${ruleId}`).not.toContain(secret.slice(0, 8));
    }
  });

  it('respects allow comments', () => {
    const line = `token: ${'ghp_' + randomText(36)}`;
    expect(found(`${line} <!-- memdir: allow secret -->\n`)).toEqual([]);
    expect(found(`<!-- memdir: allow secret: revoked -->\r\n${line}\r\n`)).toEqual([]);
    expect(found(`# memdir: allow secret\n${line}\n`)).toEqual([]);
    expect(found(`${line} # gitleaks:allow`)).toEqual([]);
    expect(found(`<!-- memdir: allow secret -->\n\n${line}`)).toHaveLength(1);
    expect(found(`${line} <!-- memdir: allow secret -->\n${line}`)).toHaveLength(1);
    expect(findSecrets(`${line} <!-- memdir: allow secret -->`, { includeAllowed: true })).toHaveLength(1);
  });
});

describe('the case of secrets', () => {
  const folder = join(import.meta.dirname, '../../fixtures/cases/29-secrets/memory');
  const texts = Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => [file.replaceAll('\\', '/'), readFileSync(join(folder, file), 'utf8')]),
  );
  it.each([
    ['placeholders.md', []],
    ['reference_cloud.md', ['aws-access-token', 'url-password']],
    ['team/shared.md', ['github-pat']],
  ])('%s', (file, rules) =>
    expect(findSecrets(texts[file] ?? '', { includeSamples: true }).map(({ ruleId }) => ruleId)).toEqual(rules),
  );
});

describe('maskSecrets', () => {
  it.each(TRUE)('masks %s… and nothing else', (before, secret, after) => {
    const masked = maskSecrets(before + secret + after);
    expect(masked.startsWith(before) && masked.endsWith(after)).toBe(true);
    expect(masked).not.toContain(secret);
    expect(maskSecrets(masked)).toBe(masked);
  });

  it('returns a text without secrets unchanged', () => {
    for (const text of [...FALSE, '', '\uFEFF---\r\nname: a\r\n---\r\n']) expect(maskSecrets(text)).toBe(text);
  });

  it('ignores allow comments in foreign text', () =>
    expect(maskSecrets(`${'ghp_' + randomText(36)} <!-- memdir: allow secret -->`)).toBe(
      '[masked: GitHub access token] <!-- memdir: allow secret -->',
    ));
});

describe('maskForDisplay', () => {
  it('keeps the number of lines, and allowed values', () => {
    const allowed = `${'ghp_' + randomText(36)} <!-- memdir: allow secret -->`;
    const text = `a\r\n${block('RSA PRIVATE KEY').replaceAll('\n', '\r\n')}\r\nb ${'AKIA' + randomText(16, UPPER)}\r\n${allowed}`;
    expect(maskForDisplay(text)).toBe(
      `a\r\n[masked: private key]\r\n\r\n\r\n\r\n\r\nb [masked: AWS access key ID]\r\n${allowed}`,
    );
  });
});

describe('a secret interrupted by invisible characters', () => {
  const token = 'ghp_' + randomText(36);
  const parted = (by: string): string => `${token.slice(0, 4)}${by}${token.slice(4, 20)}${by}${token.slice(20)}`;
  it.each([
    ['a zero width space', '\u200b'],
    ['a soft hyphen', '\u00ad'],
    ['a tag', '\u{e0041}'],
    ['a backspace', '\b'],
    ['bidi controls', '\u202e\u202c'],
    ['several', '\u200b\u0000\u2060'],
  ])('is found and masked: %s', (_name, by) => {
    expect(maskSecrets(`é\u200b uses ${parted(by)}${by}, and ${token}`)).toBe(
      `é\u200b uses [masked: GitHub access token]${by}, and [masked: GitHub access token]`,
    );
  });

  it('covers its full range in the text', () => {
    const text = `\u200bkey ${parted('\u200b')} end`;
    expect(findSecrets(text).map(({ start, end }) => text.slice(start, end))).toEqual([parted('\u200b')]);
  });

  it('is not reported without them', () =>
    expect(maskSecrets('👩\u200d💻 na\u00adme\u200b \u0007 é')).toBe('👩\u200d💻 na\u00adme\u200b \u0007 é'));
});

describe('any text', () => {
  it.each([
    ['a line of 100,000 characters', 'a'.repeat(100_000)],
    ['1 MB of keywords', 'key token password '.repeat(55_000)],
    ['1 MB of openings', '-----BEGIN PRIVATE KEY-----'.repeat(38_000)],
    ['1 MB of half a URL', '://aaaaaaaaaa:bbbbbbbbbb'.repeat(43_000)],
    ['1 MB of half a token', 'ey'.repeat(500_000)],
    ['100,000 characters that are not seen', 'a\u200b'.repeat(100_000)],
    ['1 MB of dots', 'eyaaaaaaaaaaaaaaaaaaaa.'.repeat(43_000)],
  ])('%s is answered', (_name, text) => expect(findSecrets(text)).toEqual([]));

  it('1 MB of secrets is masked', () => {
    const text = `token=${'ghp_' + randomText(36)} `.repeat(22_000);
    expect(findSecrets(text)).toHaveLength(22_000);
    expect(findSecrets(text.replaceAll('ghp_', 'gh\u200bp_'))).toHaveLength(22_000);
  });
});

describe('Keywords', () => {
  it('finds words within words and after words that only begin alike', () => {
    const words = new Keywords(['he', 'she', 'his', 'hers', 'ab', 'abcd']);
    const seen: string[] = [];
    words.scan('USHERS abcabcd his', (word, start) => void seen.push(`${words.words[word]}@${start}`));
    expect(seen.sort()).toEqual(['ab@10', 'ab@7', 'abcd@10', 'he@2', 'hers@2', 'his@15', 'she@1']);
  });
});
