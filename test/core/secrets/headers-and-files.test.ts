/** Secrets in logs, headers, command lines and configuration files, and similar texts without secrets. */
import { describe, expect, it, test } from 'vitest';

import { maskObservation } from '../../../src/core/capture/mask-observation.js';
import { findSecrets, maskSecrets } from '../../../src/core/secrets/secrets.js';
import { randomText } from '../random-text.js';

const HEX = '0123456789abcdef';
const UUID = '4e0b5d3d-c6d1-497d-9c6f-96e83980c7a0';
const password = randomText(12);
const [line64, line30] = [randomText(64), randomText(30)];
const jwt = [`eyJ${randomText(34)}`, `ey${randomText(50)}`, randomText(43)].join('.');

/** Text before, secret, text after, rule. */
const TRUE: readonly (readonly [before: string, secret: string, after: string, rule: string])[] = [
  ['Set-Cookie: session=', randomText(32), '; Path=/; HttpOnly', 'session-cookie'],
  ['< set-cookie: JSESSIONID=', randomText(32, '0123456789ABCDEF'), '; Secure', 'session-cookie'],
  ['"set-cookie": ["sid=', randomText(32), '; Path=/"]', 'session-cookie'],
  ['SET-COOKIE: auth_session=', UUID, '', 'session-cookie'],
  ['Cookie: ', `sessionid=${randomText(32)}; csrftoken=${randomText(32)}`, '', 'session-cookie'],
  ['cookie: ', `connect.sid=s%3A${randomText(32)}.${randomText(43)}`, '\r\nHost: x', 'session-cookie'],
  ['> Cookie: ', `theme=dark; PHPSESSID=${randomText(26, 'abcdefghijklmnopqrstuv0123456789')}`, '', 'session-cookie'],
  ["curl -b '", `session=${randomText(32)}`, "' https://api.example.com", 'session-cookie'],
  ['curl -s --cookie "', `auth=${randomText(40)}`, '" https://api.example.com', 'session-cookie'],
  ['Authorization: Basic ', `${randomText(24)}==`, '', 'authorization-header'],
  ['AUTHORIZATION: BASIC ', randomText(24), '', 'authorization-header'],
  ['"authorization": "Bearer ', randomText(48), '"', 'authorization-header'],
  ['Authorization: ', randomText(40), '', 'authorization-header'],
  ['Proxy-Authorization: Basic ', randomText(28), '', 'authorization-header'],
  ['X-Api-Key: ', randomText(32), '', 'generic-api-key'],
  ['x-auth-token: ', randomText(40, HEX), '', 'generic-api-key'],
  ['password=', password, '', 'password'],
  ['pwd: ', password, '', 'password'],
  ['PGPASSWORD=', password, ' psql -h db', 'password'],
  ['"password": "', password, '"', 'password'],
  ['DB_PASS=', password, '\n', 'password'],
  ['pass: ', password, '', 'password'],
  ["{ user: 'app', pass: '", password, "' }", 'password'],
  ['The password is ', password, ' now', 'password'],
  ['Passwort: ', password, '', 'password'],
  ['mot de passe : ', password, '', 'password'],
  ['contraseña: ', password, '', 'password'],
  ['Kennwort = ', password, '', 'password'],
  ['--password ', password, ' --host db', 'command-password'],
  ['mysqldump --password=', password, ' shop', 'command-password'],
  ['gpg --passphrase "', password, '" -d x.gpg', 'command-password'],
  ["CREATE USER app IDENTIFIED BY '", password, "';", 'password'],
  ["ALTER ROLE app WITH PASSWORD '", password, "'", 'password'],
  ['Server=db;User Id=sa;Password=', password, '', 'password'],
  ['jdbc:postgresql://db/app?user=app&password=', password, '', 'password'],
  ['host=db user=app password=', password, ' dbname=app', 'password'],
  ['AccountName=shop;AccountKey=', `${randomText(86)}==`, ';EndpointSuffix=core.windows.net', 'generic-api-key'],
  ['amqp://app:', password, '@mq:5672/', 'url-password'],
  ['mongodb://app:', `${randomText(10)}%21`, '@h1,h2/app', 'url-password'],
  ['redis://default:', randomText(16), '@cache:6379', 'url-password'],
  ['token ', jwt, ' expires', 'jwt'],
  ['https://x/y?access_token=', jwt, '&a=1', 'jwt'],
  ['https://x.blob.core.windows.net/c/b?sv=2024&sig=', `${randomText(43)}%3D`, '&se=2026', 'signed-url'],
  ['https://b.s3.amazonaws.com/k?X-Amz-Signature=', randomText(64, HEX), '', 'signed-url'],
  ['key:\n', `-----BEGIN RSA PRIVATE KEY-----\n${line64}\n${line64}`, '', 'private-key'],
  ['[cut]\n', `${line64}\n${line64}\n${line30}==\n-----END RSA PRIVATE KEY-----`, '\ndone', 'private-key'],
  ['TE KEY-----\n', `${line64}\n${line30}\n-----END OPENSSH PRIVATE KEY-----`, '', 'private-key'],
  ['IN PRIVATE KEY-----', `\n${line64}\n${line64}`, '', 'private-key'],
  [
    'KEY="',
    `-----BEGIN EC PRIVATE KEY-----\\n${line64}\\n${randomText(20)}\\n-----END EC PRIVATE KEY-----`,
    '\\n"',
    'private-key',
  ],
];

const FALSE: readonly string[] = [
  'Cookie: _ga=GA1.2.123456789.1234567890; theme=dark',
  'Cookie: the session cookie is set by nginx',
  'cookie: httpOnly=true; sameSite=strict',
  'Set-Cookie: theme=dark; Path=/',
  'Set-Cookie: session=<token>; Path=/',
  'Cookie: session=...',
  'cookie: session=$SESSION',
  'const cookie = parseCookies(request)',
  'cookies: { secure: true, maxAge: 3600 }',
  'document.cookie = "lang=en"',
  'cookieName=session_id_v2',
  'curl -b cookies.txt https://x',
  `sessionId: ${UUID}`,
  `session=${UUID}`,
  'session=abc',
  'commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
  `"integrity": "sha512-${randomText(86)}=="`,
  `sha256:${randomText(64, HEX)}`,
  `etag: "${randomText(32, HEX)}"`,
  `nginx@sha256:${randomText(64, HEX)}`,
  `h1:${randomText(43)}=`,
  `x-request-id: ${UUID}`,
  `traceparent: 00-${randomText(32, HEX)}-${randomText(16, HEX)}-01`,
  `data:image/png;base64,iVBORw0KGgo${randomText(60)}`,
  'Authorization: none',
  'Authorization: required for all endpoints',
  'authorization: handled-by-middleware-v2',
  'Authorization: $AUTH',
  'Authorization: Basic <credentials>',
  'authorizationUrl: https://x/oauth2/authorize',
  'Authorization: see docs/auth/OAuth2Flow.md',
  'pass: 12 tests',
  'pass: true',
  'Tests: pass=120 fail=0',
  'bypass=feature2024flags',
  'compass: north2south',
  'pass=process.env.SMTP_PASS',
  'first pass: compile1.ts',
  '--password <password>',
  '--password $PASSWORD',
  '--password-stdin ghcr.io',
  '--pass-with-no-tests',
  'pwd: /home/app',
  'passwordless login',
  'IDENTIFIED BY auth_socket',
  "Can't locate revision identified by '1a2b3c4d5e6f'",
  "WITH PASSWORD '<password>'",
  "IDENTIFIED BY 'password'",
  "the column password 'varchar(255)'",
  'password: process.env.DB_PASSWORD',
  'password=os.environ["X"]',
  'https://x/y?sig=1',
  `https://x/y?signature_version=4`,
  `https://x/?page=2&sigma=${randomText(44)}`,
  '-----END CERTIFICATE-----',
  `-----BEGIN CERTIFICATE-----\n${line64}\n-----END CERTIFICATE-----`,
  `-----BEGIN PUBLIC KEY-----\n${line64}\n-----END PUBLIC KEY-----`,
  `The file ends with -----END RSA PRIVATE KEY----- and a line break.`,
  'grep "PRIVATE KEY-----" *.pem',
  '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
];

describe('secrets in headers, logs, command lines and configuration files', () => {
  test.each(TRUE)('%s…', (before, secret, after, rule) => {
    const text = before + secret + after;
    expect(findSecrets(text).map(({ start, end, ruleId }) => `${ruleId} ${text.slice(start, end)}`)).toEqual([
      `${rule} ${secret}`,
    ]);
    const masked = maskSecrets(text);
    expect(masked.startsWith(before) && masked.endsWith(after) && !masked.includes(secret)).toBe(true);
    expect(maskSecrets(masked)).toBe(masked);
  });

  test.each(FALSE)('leaves %s', (text) => expect(maskSecrets(text)).toBe(text));

  it('are masked in request headers given as name and value', () => {
    const headers = {
      cookie: `session=${randomText(32)}`,
      'set-cookie': [`sid=${randomText(32)}; Path=/`, 'theme=dark'],
      Authorization: `Basic ${randomText(28)}`,
      pwd: password,
      accept: 'text/html',
    };
    const { tool } = maskObservation({
      id: '1',
      at: '2026-03-11T14:05:00Z',
      source: 'hook',
      tool: { name: 'mcp__http__get', input: { headers }, output: '' },
    });
    const written = JSON.stringify(tool);
    for (const secret of [randomText(32), randomText(28), password]) expect(written).not.toContain(secret);
    expect(written).toContain('theme=dark');
    expect(written).toContain('text/html');
  });

  it.each([
    ['1 MB of ends of keys', `${'A'.repeat(60)}-----END PRIVATE KEY-----`.repeat(11_000)],
    ['1 MB of letters before one', `${'A'.repeat(1_000_000)}\n-----END PRIVATE KEY-----`],
    ['1 MB of cookies', 'Cookie: a=b; '.repeat(80_000)],
    ['1 MB of passes', 'pass: '.repeat(170_000)],
    ['1 MB of headers', 'Authorization: '.repeat(70_000)],
  ])('%s is answered', (_name, text) => {
    expect(maskSecrets(text).length).toBeLessThanOrEqual(text.length);
  });
});
