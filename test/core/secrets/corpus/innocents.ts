/** Texts without a secret that look as if they held one: knowledge that must stay as it is. */
import { createHash, generateKeyPairSync } from 'node:crypto';

import { LOCK_FILES } from './lock-files.js';
import { Random } from './random.js';
import { SENTENCES } from './sentences.js';

export interface Innocent {
  readonly id: string;
  readonly text: string;
  /** Every second one; the rules are never tuned on it. */
  readonly heldOut: boolean;
}

const b64 = (random: Random, bytes: number): string => random.bytes(bytes).toString('base64');
const sixtyFour = (text: string): string => text.replace(/.{64}(?=.)/g, '$&\n');
/** The beginning of a certificate as DER has it, then what differs in each. */
const certificate = (random: Random): string => {
  const head = Buffer.from('308203a53082028da003020102021', 'hex');
  const body = Buffer.concat([
    head,
    random.bytes(1),
    Buffer.from('300d06092a864886f70d01010b0500', 'hex'),
    random.bytes(720),
  ]);
  return `-----BEGIN CERTIFICATE-----\n${sixtyFour(body.toString('base64'))}\n-----END CERTIFICATE-----`;
};
const sshKey = (random: Random, type: 'ssh-ed25519' | 'ssh-rsa'): string => {
  const parts =
    type === 'ssh-rsa'
      ? [Buffer.from(type), Buffer.from([1, 0, 1]), random.bytes(257)]
      : [Buffer.from(type), random.bytes(32)];
  const blob = Buffer.concat(parts.flatMap((part) => [Buffer.from([0, 0, part.length >> 8, part.length & 255]), part]));
  return `${type} ${blob.toString('base64')} ann@laptop`;
};
const publicKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'pem' }) as string;
const pgp = (random: Random): string =>
  `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${sixtyFour(Buffer.concat([Buffer.from('99010d04', 'hex'), random.bytes(400)]).toString('base64'))}\n=${b64(random, 3)}\n-----END PGP PUBLIC KEY BLOCK-----`;
const sha = (random: Random, algorithm: string, encoding: 'hex' | 'base64' | 'base64url'): string =>
  createHash(algorithm).update(random.bytes(8)).digest(encoding);

/** By what they are; each with a value of its own. */
const MADE: Readonly<Record<string, (random: Random) => string>> = {
  certificate: (r) => `The root of our CA:\n\n${certificate(r)}`,
  'certificate chain': (r) => `${certificate(r)}\n${certificate(r)}`,
  'certificate in YAML': (r) => `tls:\n  ca.crt: |\n${certificate(r).replace(/^/gm, '    ')}\n`,
  'ssh public key': (r) => `Deploy key of the runner: ${sshKey(r, 'ssh-ed25519')}`,
  'ssh rsa public key': (r) => sshKey(r, 'ssh-rsa'),
  known_hosts: (r) => `github.com ${sshKey(r, 'ssh-rsa').replace(/ ann.*/, '')}`,
  authorized_keys: (r) => `authorized_keys has:\n${sshKey(r, 'ssh-ed25519')}\n${sshKey(r, 'ssh-rsa')}`,
  'public key': () => publicKey(),
  'pgp public key': pgp,
  'ssh fingerprint': (r) => `Key fingerprint is SHA256:${sha(r, 'sha256', 'base64').replace('=', '')} of the host.`,
  'md5 fingerprint': (r) => `RSA key fingerprint: MD5:${sha(r, 'md5', 'hex').replace(/..(?=.)/g, '$&:')}`,
  'pgp fingerprint': (r) => `Signed with key ${r.fill('{H40}')}, long key ID ${r.fill('{H16}')}.`,
  commit: (r) => `The fix for the login token is commit ${r.fill('{h40}')}.`,
  'commit log': (r) =>
    `${r.fill('{h7}')} Rotate the API key of staging\n${r.fill('{h7}')} Add password reset\n${r.fill('{h7}')} Mask tokens in logs`,
  'git log': (r) =>
    `commit ${r.fill('{h40}')}\nAuthor: Ann <ann@example.com>\nDate:   Mon Mar 2 10:00:00 2026\n\n    Read the secret key from Vault (#${r.fill('{d4}')})`,
  'git reference': (r) => `origin/main was at ${r.fill('{h40}')} when the auth test failed.`,
  'git tree': (r) => `100644 blob ${r.fill('{h40}')}\tsrc/auth/token.ts`,
  'action pinned': (r) =>
    `      - uses: actions/checkout@${r.fill('{h40}')} # v4.2.2\n      - uses: docker/login-action@${r.fill('{h40}')}`,
  uuid: (r) => `The tenant id is ${r.fill('{uuid}')}.`,
  'uuid of a session': (r) => `session_id: ${r.fill('{uuid}')}`,
  'client id': (r) => `client_id: ${r.fill('{uuid}')}\ntenant_id: ${r.fill('{uuid}')}`,
  'request id': (r) => `The gateway answered 502 for request_id=${r.fill('{uuid}')} trace_id=${r.fill('{h32}')}`,
  'idempotency key': (r) => `Idempotency-Key: ${r.fill('{uuid}')}`,
  'partition key': (r) => `partition_key = "tenant-${r.fill('{d6}')}", sort key = "order#${r.fill('{d8}')}"`,
  'key id': (r) => `kid: ${r.fill('{a27}')}`,
  'kms key': (r) => `kms_key_id = "arn:aws:kms:eu-west-1:${r.fill('{d12}')}:key/${r.fill('{uuid}')}"`,
  'secret arn': (r) =>
    `The password is in arn:aws:secretsmanager:eu-west-1:${r.fill('{d12}')}:secret:prod/db-${r.fill('{a6}')}.`,
  'image digest': (r) => `image: ghcr.io/acme/auth@sha256:${r.fill('{h64}')}`,
  'docker image': (r) => `FROM node:22-alpine@sha256:${r.fill('{h64}')} AS build`,
  'docker id': (r) => `CONTAINER ID   IMAGE\n${r.fill('{h12}')}   token-service:1.4`,
  'pod name': (r) => `pod/token-service-${r.fill('{l10}')}-${r.fill('{l5}')} restarted twice`,
  sri: (r) =>
    `<script src="https://cdn.example.com/auth.min.js" integrity="sha384-${sha(r, 'sha384', 'base64')}" crossorigin="anonymous"></script>`,
  csp: (r) => `Content-Security-Policy: script-src 'self' 'sha256-${sha(r, 'sha256', 'base64')}'`,
  etag: (r) => `ETag: "${r.fill('{h32}')}"`,
  'weak etag': (r) => `etag: W/"${r.fill('{h4}')}-${sha(r, 'sha1', 'base64').slice(0, 27)}"`,
  'cache key': (r) => `cache-key: v2-deps-${r.fill('{h64}')}`,
  'cache key of turbo': (r) => `auth#build: cache miss, executing ${r.fill('{h16}')}`,
  checksum: (r) => `${r.fill('{h64}')}  token-service_1.4_linux_amd64.tar.gz`,
  'password hash mentioned': (r) => `sha256 of the access log: ${r.fill('{h64}')}`,
  'md5 of a file': (r) => `MD5 (keys.tar) = ${r.fill('{h32}')}`,
  'data uri': (r) =>
    `![logo](data:image/png;base64,${Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), r.bytes(120)]).toString('base64')})`,
  'font in css': (r) => `src: url(data:font/woff2;base64,d09GMgABAAAAA${b64(r, 90)})`,
  'base64 of text': (r) =>
    `echo ${Buffer.from(`The order ${r.fill('{d6}')} of Ann is on its way to Berlin`).toString('base64')} | base64 -d`,
  gzip: (r) => `payload: H4sIAAAAAAAA${b64(r, 60)}`,
  protobuf: (r) => `The cursor of the next page was CAES${b64(r, 24)}.`,
  'next page token': (r) => `"nextPageToken": "${r.fill('{a32}')}"`,
  'continuation token': (r) => `nextContinuationToken=${r.fill('{a40}')}`,
  'stripe publishable key': (r) => `The checkout uses pk_live_${r.fill('{a24}')}, which is public.`,
  'stripe ids': (r) =>
    `Customer cus_${r.fill('{a14}')} has price price_1${r.fill('{a23}')} and intent pi_3${r.fill('{a23}')}.`,
  'message ids': (r) => `msg_01${r.fill('{a22}')} called toolu_01${r.fill('{a22}')}`,
  'sentry dsn': (r) => `SENTRY_DSN=https://${r.fill('{h32}')}@o${r.fill('{d6}')}.ingest.sentry.io/${r.fill('{d7}')}`,
  'vapid public key': (r) => `VAPID_PUBLIC_KEY=B${r.fill('{w86}')}`,
  'recaptcha site key': (r) => `data-sitekey="6L${r.fill('{w38}')}"`,
  'public key of wireguard': (r) => `PublicKey = ${b64(r, 32)}\nAllowedIPs = 10.0.0.2/32`,
  'age recipient': (r) => `age recipient: age1${r.fill('{v58}')}`,
  'ethereum address': (r) => `The contract is at 0x${r.fill('{h40}')}, deployed by tx 0x${r.fill('{h64}')}.`,
  'bitcoin address': (r) => `Donations: bc1q${r.fill('{v38}')}`,
  'aws account': (r) => `Account ${r.fill('{d12}')}, role arn:aws:iam::${r.fill('{d12}')}:role/token-rotator`,
  'azure resource': (r) =>
    `/subscriptions/${r.fill('{uuid}')}/resourceGroups/rg-auth/providers/Microsoft.KeyVault/vaults/kv-${r.fill('{l8}')}/secrets/db-password`,
  'google resource': (r) => `projects/${r.fill('{d12}')}/secrets/stripe-api-key/versions/7`,
  'google doc': (r) => `See https://docs.google.com/document/d/1${r.fill('{w43}')}/edit for the token plan.`,
  'figma file': (r) => `Design: https://www.figma.com/file/${r.fill('{a22}')}/Login-and-password-reset?node-id=12-345`,
  'slack channel': (r) => `Ask in C0${r.fill('{u9}')} (#auth-tokens), thread ${r.fill('{d10}')}.${r.fill('{d6}')}.`,
  'youtube video': (r) => `The talk on key rotation: https://www.youtube.com/watch?v=${r.fill('{w11}')}`,
  'terraform state': (r) => `  etag = "${r.fill('{h32}')}"\n  version_id = "${r.fill('{a32}')}"`,
  'hashed asset': (r) =>
    `dist/assets/auth-${r.fill('{a8}')}.js  112.3 kB\ndist/assets/password-form.${r.fill('{h20}')}.css`,
  'stack trace': (r) =>
    `TokenExpiredError: jwt expired\n    at verify (/app/node_modules/jsonwebtoken/verify.js:${r.fill('{d3}')}:21)\n    at getAccessToken (/app/src/auth/token.ts:${r.fill('{d2}')}:9)`,
  'java trace': (r) =>
    `com.acme.auth.InvalidPasswordException: password must not be null\n\tat com.acme.auth.TokenService$$EnhancerBySpringCGLIB$$${r.fill('{h8}')}.check(<generated>)`,
  minified: (r) =>
    `!function(e,t){var n=e.token,r=e.password;"string"==typeof n&&(t.apiKey=n.split(".")[1]);function o${r.fill('{d2}')}(e){return e.secretKey||t.accessToken}}(window,{});`,
  'source map': (r) =>
    `{"version":3,"sources":["auth.ts"],"names":["token","password"],"mappings":"${r.fill('AAAA,{t4};{t4},{t5};AACA,{t6},SAAS,{t4}')}"}`,
  'css module': (r) => `.passwordField_${r.fill('{a5}')} { color: #${r.fill('{h6}')} }`,
  'phone and numbers': (r) => `Support: +49 30 ${r.fill('{d8}')}, ticket TOKEN-${r.fill('{d4}')}, port 5432`,
  ipv6: (r) => `auth.internal resolves to 2001:db8:${r.fill('{h4}:{h4}')}::${r.fill('{h4}')}`,
  'mac address': (r) => `The key fob reader has ${r.fill('{h2}:{h2}:{h2}:{h2}:{h2}:{h2}')}`,
  'windows registry': (r) => `HKLM\\SOFTWARE\\Acme\\Keys\\{${r.fill('{uuid}')}}`,
  'expiry of a token': (r) =>
    `access_token_expires_in=${r.fill('{d4}')}\nrefresh_token_ttl: 30d\ntoken_count: ${r.fill('{d5}')}`,
  'token budget': (r) =>
    `max_tokens: ${r.fill('{d5}')}, prompt_tokens=${r.fill('{d4}')}, total_tokens: ${r.fill('{d6}')}`,
  'model names': (r) =>
    `tokenizer: sentence-transformers/all-MiniLM-L6-v2, token limit 8k, model gpt-4o-2024-08-06, run ${r.fill('{d4}')}`,
  ulid: (r) => `event 01H${r.fill('{u23}')} has key order.created`,
  'npm package url': (r) => `https://registry.example.org/keytar/-/keytar-7.9.0.tgz#${r.fill('{h40}')}`,
  'tls cipher': (r) =>
    `cipher TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, session ${r.fill('{d3}')}, key exchange X25519MLKEM768`,
  'dkim record': (r) => `k1._domainkey TXT "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC${b64(r, 90)}"`,
  'acme challenge': (r) => `_acme-challenge.example.com. TXT "${r.fill('{w43}')}"`,
  'jwk, public': (r) => `{"kty":"RSA","kid":"${r.fill('{a20}')}","n":"${r.fill('{w200}')}","e":"AQAB"}`,
};

/** Each made thing three times, each lock file twice, and every sentence. */
export function innocents(seed: number): Innocent[] {
  const all: Omit<Innocent, 'heldOut'>[] = [];
  const add = (id: string, make: (random: Random) => string, times: number): void => {
    for (let time = 0; time < times; time++)
      all.push({ id, text: make(new Random(seed * 1_000_003 + all.length * 7)) });
  };
  for (const [id, make] of Object.entries(LOCK_FILES)) add(`lock file: ${id}`, make, 2);
  for (const [id, make] of Object.entries(MADE)) add(id, make, 3);
  SENTENCES.forEach((text) => add(text.slice(0, 60), () => text, 1));
  return all.map((each, at) => ({ ...each, heldOut: at % 2 === 1 }));
}
