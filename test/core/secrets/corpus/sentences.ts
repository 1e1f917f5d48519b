/** Sentences, settings and code about secrets that hold none. */
const SAMPLES = [
  ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join(''),
  ['wJalrXUtnFEMI/K7MDENG/', 'bPxRfiCY', 'EXAMPLEKEY'].join(''),
] as const;

/** Parted by lines. */
const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const PROSE = lines(String.raw`
  Passwords: 1Password vault Eng, never in .env
  The door code is kept in 1Password, item “Depot”.
  The lock code is 4500 lines long, the alarm code is 4012 in the manual.
  The PIN was changed in 2024.
  React key: item-3f2a1b9c8d7e6f5a4b3c2d1e is stable.
  The password for staging — see the vault item Staging.
  user.setPassword("changeme") is in the seed only.
  The client secret rotates every 90 days via the module secrets-rotation-v2.
  Private key location: /etc/ssl/private/api-2026.key
  price_1NxYzT2eZvKYlo2C4kq7Dd9F is the monthly plan, cus_OaBcDeFgHiJkLm the test customer.
  msg_01XFDUDYJgAACzvnptvVoYEL failed in request req_011CSHoEeqs5C35K2UUqR7Fy.
  live_2026_import_job_number_12 is the name of the cron job.
  Make's documentation is at hook.make.com/docs, the webhook at /webhook/stripe.
  password: 1Password
  パスワード：1Passwordを参照
  密码：见1Password
  Пароль: в 1Password, папка Eng
  password: argon2id with m=65536
  password hashing: bcrypt with cost 12
  password policy: min12chars1upper1digit
  Password: min. 12 characters, 1 upper, 1 digit, rotated every 90 days
  passwords are hashed with PBKDF2-SHA256, 600000 rounds
  The password is stored in LastPass under “Billing”.
  The API key is in Vault at secret/data/prod/stripe.
  API key: vault:secret/data/prod/stripe#api_key
  API key: op://Engineering/Stripe/api-key
  API key: ask Ann or Ben (oncall)
  Token: see 1Password > Engineering > GitHub bot
  The token lives in the macOS keychain under github.com.
  Secrets: AWS Secrets Manager, path prod/payments/stripe-webhook-2024
  The passphrase is asked for at start and never stored.
  The passphrase was changed in March because Ann left.
  The password was rotated on 2026-03-11 by the platform team.
  the passphrase was generated-by-diceware-2023
  Password - see the runbook
  Password → ask the owner of the account
  Password – rotated quarterly since Q3/2024
  Password reset links expire after 15m; access tokens after 3600s.
  Passkeys replaced passwords in v2.14.0 of the app.
  The login token has a TTL of 7d and is bound to the device.
  Use an API token with the scopes read:org and repo:status.
  The key difference between v1 and v2 is the token format: v2 uses PASETO.
  The secret sauce is the token bucket: 100 requests, refill 10/s.
  Auth: OAuth2 with PKCE (RFC7636), tokens as JWT signed by RS256.
  Signing key: Ed25519, rotated by cert-manager every 60d.
  Encryption key: AES-256-GCM, managed by KMS alias/prod-db.
  Private key: kept on the YubiKey 5C of the release manager.
  API keys are prefixed with sk_live_ in production and sk_test_ in test.
  GitHub tokens start with ghp_, fine-grained ones with github_pat_.
  AWS access key ids start with AKIA, temporary ones with ASIA.
  Anthropic keys look like sk-ant-api03-… and are 108 characters long.
  Slack bot tokens look like xoxb-YOUR-TOKEN-HERE.
  Set OPENAI_API_KEY=sk-... in your shell.
  Set GITHUB_TOKEN to a token with repo scope.
  export API_KEY=your-api-key-here
  export ANTHROPIC_API_KEY="<your key>"
  API_KEY=changeme
  API_KEY=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
  TOKEN=${'$'}{GITHUB_TOKEN}
  DB_PASSWORD=${'$'}{DB_PASSWORD:-postgres}
  DB_PASSWORD: ${'$'}{{ secrets.DB_PASSWORD }}
  password: "{{ vault_db_password }}"
  password: !vault db_password
  password = os.environ["DB_PASSWORD"]
  const token = process.env.GITHUB_TOKEN ?? readToken()
  const apiKey = config.get('stripe.apiKey')
  const accessToken = await getAccessToken(session.userId)
  const secretKey = await kms.decrypt(encryptedSecretKey)
  let apiKey: string | undefined
  let refreshTokenExpiresAt = Date.now() + 30 * 24 * 3600 * 1000
  private readonly accessTokenProvider: AccessTokenProvider
  password: string;
  password?: string | null
  passwordHash: string
  interface Credentials { username: string; password: string; apiKey?: string }
  type TokenResponse = { access_token: string; token_type: "Bearer"; expires_in: number }
  if (password !== passwordConfirmation) throw new PasswordMismatchError()
  if (!isValidPassword(password)) return { error: 'invalidPassword' }
  def authenticate(username: str, password: str) -> Token:
  password = getpass.getpass("Password: ")
  passwordInput = document.querySelector('#password')
  <input type="password" name="password" autocomplete="current-password" minlength="12">
  <label for="password">Password</label>
  <password type="encrypted"/>
  t('auth.password.placeholder')
  "password": "Passwort", "confirmPassword": "Passwort wiederholen"
  "forgotPassword": "Mot de passe oublié ?", "resetPassword": "Réinitialiser"
  expect(screen.getByLabelText('Password')).toBeVisible()
  cy.get('[data-testid=password-input]').type(Cypress.env('password'))
  secretName: letsencrypt-prod-tls-2023
  secretKeyRef: { name: db-credentials, key: password }
  imagePullSecrets: [{ name: ghcr-pull-secret-v2 }]
  existingSecret: postgres-credentials-v3
  tokenSecretRef.key: access-token
  kubectl get secret db-credentials-v2 -o yaml
  kubectl create secret generic db --from-env-file=.env.production
  vault kv get secret/prod/billing/db
  aws secretsmanager get-secret-value --secret-id prod/billing/db-2024
  gh secret set DEPLOY_TOKEN < token.txt
  docker login -u ci --password-stdin ghcr.io
  ssh-keygen -t ed25519 -f ~/.ssh/id_ed25519_deploy_2026
  openssl rand -base64 32
  openssl genrsa -out private_key_2026.pem 4096
  private_key_path = "/etc/ssl/private/star.example.com-2026.key"
  TOKEN_URL=https://login.example.com/oauth2/v2.0/token
  AUTH_TOKEN_FILE=/run/secrets/auth_token_2026
  SECRET_NAME=prod/payments/stripe-webhook-2024
  PASSWORD_MIN_LENGTH=12
  PASSWORD_RESET_TIMEOUT=259200
  ACCESS_TOKEN_TTL=3600s
  API_KEY_HEADER=X-Acme-Api-Key-V2
  JWT_ALGORITHM=RS256
  SESSION_COOKIE_NAME=__Host-acme-session-v2
  KEY_VAULT_NAME=kv-acme-prod-weu-01
  KEYCLOAK_REALM=acme-production-2024
  TOKENIZERS_PARALLELISM=false
  API_VERSION=2024-06-01-preview
  api_key_id: key_2024_03_production
  access_key: read-only role for the billing dashboards
  monkey: chimpanzee-2024-release-candidate-1
  keyboard shortcut: ctrl+shift+p opens the command palette
  author: auth-team-2024@example.com
  The key is order_id + customer_id, hashed with xxh3.
  The primary key of orders is (tenant_id, order_id) since migration 20240311120000_add_tenant.
  Cache key: user:{id}:profile:v3
  Redis key pattern: session:{uuid}:tokens
  Translation key: auth.login.button.submit_v2
  S3 key: exports/2024/03/11/orders-20240311T120000Z.parquet
  Kafka key serializer: org.apache.kafka.common.serialization.StringSerializer
  Feature flag key: checkout-new-address-form-2024
  Map key: config.auth.providers.google.clientId
  Login: admin UI at https://admin.example.com/login?next=/tokens
  Credentials: see the team vault “Platform (prod)”, item “Postgres replica 2”.
  Credentials provider: software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider
  Bearer authentication uses the Authorization header; basic auth is off.
  Authorization: Bearer <token>
  Authorization: Bearer ${'$'}TOKEN
  curl -H "Authorization: Bearer ${'$'}(gcloud auth print-access-token)" https://api.example.com
  curl -u "${'$'}USER:${'$'}PASS" https://api.example.com
  postgres://postgres:postgres@localhost:5432/app_test
  postgres://user:password@host:5432/db
  mongodb://localhost:27017/app
  redis://localhost:6379/0
  https://user:pass@example.com/ is the form of a URL with login.
  git@github.com:acme/token-service.git
  https://github.com/acme/auth/blob/main/src/token/refreshToken.test.ts#L120-L145
  https://example.com/oauth/callback?code=AUTHORIZATION_CODE&state=xyz
  https://example.com/reset-password?token=TOKEN
  https://example.com/search?key=invoice-2024-03&sort=desc
  /api/v2/tokens/:tokenId/refresh returns 204
  The webhook posts to /hooks/deploy on our own server.
  Discord webhooks look like https://discord.com/api/webhooks/<id>/<token>.
  PIN pads at the office door were replaced in 2025.
  The recovery codes are printed and in the safe.
  The seed phrase is with the lawyer; nobody types it in.
  Seeds: run the fixtures with seed 20240311.
  MFA: TOTP through 1Password or a YubiKey, no SMS since 2024.
  2FA codes have 6 digits and are valid for 30s.
  The CSRF token is in the cookie XSRF-TOKEN and the header X-XSRF-TOKEN.
  The cookie __Host-session is HttpOnly, Secure, SameSite=Lax, Max-Age=604800.
  Set-Cookie: theme=dark; Path=/; Max-Age=31536000
  The tokens table has 1.2M rows; index tokens_user_id_expires_at_idx helps.
  SELECT token_id, user_id FROM access_tokens WHERE expires_at < now() - interval '30 days';
  ALTER TABLE users ADD COLUMN password_hash text NOT NULL;
  CREATE USER app WITH PASSWORD :'app_password';
  Token counting uses cl100k_base; 1000 tokens are about 750 words.
  Context window: 200k tokens, output limit 64k tokens.
  The tokenizer of bert-base-uncased has 30522 tokens.
  The access log of nginx rotates daily, key=date, keep=14.
  Accessibility: WCAG2.1-AA, keyboard focus order fixed in 3.2.1
  Author's key points: latency, cost, tokens.
  Keys of the config: retries, timeoutMs, apiBaseUrl, apiVersion2024.
  secret: true
  token: null
  password: required
  password: optional, defaults to the value of PGPASSWORD
  api_key: ""
  api_key: "REDACTED"
  api_key: "****************"
  token: <redacted>
  The password is “password” on the demo box, as in the README of postgres.
  Test users: alice/alice, bob/bob, all with the password “test”.
  La contraseña está en 1Password, bóveda Ingeniería.
  Le mot de passe est dans le coffre, demander à Anne.
  Das Passwort liegt in Bitwarden, Sammlung „Betrieb“.
  A senha fica no cofre da equipe (Bitwarden).
  비밀번호는 1Password에 있습니다
  كلمة المرور محفوظة في Bitwarden
  パスワードはBitwardenで管理しています。
  APIキーはVaultのsecret/data/prod/stripeにあります。
  密钥保存在KMS中，别名alias/prod-db。
  API-ключ хранится в Vault, путь secret/data/prod/stripe.
  The token service speaks gRPC on :9090 and HTTP/2 on :8443.
  Rate limits: 5000 requests/h per token (X-RateLimit-Limit).
  Public keys are at https://example.com/.well-known/jwks.json.
  Certificate pins: two, the backup pin is of the offline CA (2031).
  Key rotation runbook: docs/runbooks/rotate-keys-2026.md
  The service account is token-rotator@acme-prod.iam.gserviceaccount.com.
  Commit “Remove hard-coded API key” closed SEC-1234.
  gitleaks found 0 leaks in 1523 commits.
  Scanner rule generic-api-key fires on go.sum lines of oauth2.
  Base64 of “hello” is aGVsbG8=.
  SHA-256 of the empty string is e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.
  The license key format is XXXX-XXXX-XXXX-XXXX.
  Product keys have 25 characters in groups of five.
  Argon2id parameters: m=65536,t=3,p=4
  bcrypt2b12 is the prefix our hashes use
  hash: scrypt:32768:8:1
  Auth0 tenant: acme-eu.auth0.com, Okta org: acme.okta.com
  Use Keycloak26 with the password policy length(12) and notUsername.
  The KeePassXC database is at \\fs01\it\vault.kdbx.
  passphrase: asked by pinentry-mac, cached 8h by gpg-agent
  password_encryption = scram-sha-256
  ssl_key_file = '/etc/ssl/private/server.key'
  PasswordAuthentication no
  PubkeyAuthentication yes
  auth: scram-sha-256 for 10.0.0.0/8
  auth_method = "ldap3-over-tls"
  credential.helper=osxkeychain
  credentials: include
  withCredentials: true
  tokenEndpointAuthMethod: private_key_jwt
  grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer
  subject_token_type=urn:ietf:params:oauth:token-type:access_token
  id_token_signed_response_alg: ES256
  scope: openid profile email offline_access
  secretsmanager:GetSecretValue is allowed for role/billing-api.
  The signing secret is read from /run/secrets/stripe_webhook_secret at start.
  The webhook secret of Stripe is checked with a tolerance of 300 seconds.
  Our API tokens are 40 characters: acme_ and 35 random ones.
  Password managers in use: 1Password, KeePassXC 2.7, Bitwarden.
  Passwords older than 365d are flagged by check-passwords-v2.
  Kennwort: siehe Tresor „Netz 2“, Eintrag fw-muc-01
  Token-Bucket mit 100 Anfragen pro Minute, Schlüssel ist die Kunden-ID.
  Secret rotation: terraform apply -target=module.secrets_v2
  secret_rotation_days: 30
  token_endpoint: "https://idp.example.com/oauth2/token"
  api_key_env_var: ACME_API_KEY_V2
  The env var is ACME_API_KEY_PRODUCTION_2024, set in Vercel.
  PasswordResetRequestedEventHandlerV2 sends the mail.
  refreshTokenRotationEnabledForMobileClients is on since 2.3.
  useAccessTokenWithRefreshRotation2 is the hook to import.
  const TOKEN_REFRESH_INTERVAL_IN_MILLISECONDS = 5 * 60 * 1000
  API_KEY_ROTATION_POLICY=rotate-every-90-days
  client_secret_expires_at: 0
  client_secret: managed-by-terraform-do-not-edit
  access_token: string, the token of the user
  api_key (string, required): the key from the dashboard
  token - the access token of the signed-in user
  password - at least 12 characters, checked against haveibeenpwned
  password | varchar(255) | not null
  | password | string | The password of the user |
  | API key | stored in 1Password |
  | token_ttl | 3600 |
  | secret | prod/db/credentials-v2 |
`);

const BLOCKS = [
  `Sample credentials of the AWS documentation: ${SAMPLES[0]} and its secret.`,
  `aws_access_key_id = ${SAMPLES[0]}\naws_secret_access_key = ${SAMPLES[1]}`,
  'Password:\n\nAsk Ann, or look into 1Password.',
  'Password:\n\n```\ncat ~/.config/acme/password\n```',
  'Password:\n- at least 12 characters\n- no dictionary words\n',
  'API key:\n\n```sh\nvault kv get -field=api_key secret/prod/stripe\n```',
  'token:\n  ttl: 3600\n  issuer: https://idp.example.com/realms/acme-2024\n',
  'env:\n  - name: DB_PASSWORD\n    valueFrom:\n      secretKeyRef:\n        name: db-credentials-v2\n        key: password\n',
  'secrets:\n  db_password:\n    file: ./secrets/db_password_v2.txt\n',
  'variable "db_password" {\n  type      = string\n  sensitive = true\n}',
  'resource "aws_secretsmanager_secret" "stripe_api_key" {\n  name = "prod/payments/stripe-api-key-2024"\n}',
  'class TokenStore {\n  private tokens = new Map<string, AccessToken>();\n  get(key: string): AccessToken | undefined { return this.tokens.get(key); }\n}',
  'describe("password reset", () => {\n  it("rejects an expired token", async () => {\n    await expect(reset({ token: expired })).rejects.toThrow("TokenExpired");\n  });\n});',
  '| Setting | Default |\n|---|---|\n| password.min.length | 12 |\n| token.ttl | 15m |\n| api.key.header | X-Api-Key |',
  'diff --git a/src/auth.ts b/src/auth.ts\nindex 3f2a1bc..9d8e7f6 100644\n-  const token = req.headers.authorization\n+  const token = bearerTokenOf(req)',
] as const;

export const SENTENCES: readonly string[] = [...PROSE, ...BLOCKS];
