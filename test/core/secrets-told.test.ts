/** Secrets in the forms that people, shells and programs give them, and what reads alike and is none. */
import { describe, expect, it, test } from 'vitest';
import { maskedObservation } from '../../src/core/capture/masked.js';
import { findSecrets, maskSecrets } from '../../src/core/secrets.js';
import { made } from './made.js';
import { seedWords } from './seed-words.js';

const P = `kV7${made(9)}`;
/** A password of letters alone. */
const L = 'zqvkrwtomp';
const W = 'correct horse battery staple';
const HEX = '0123456789abcdef';
const UUID = 'b7c1d2e3-4f50-6172-8394-a5b6c7d8e9f0';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const BASE32 = 'ABCD2EFG3HIJ4KLM';

/** Before, secret, after. */
type Row = readonly [before: string, secret: string, after: string];

const WORDS: readonly Row[] = [
  ['passphrase: ', W, ''], ['the password is ', W, ''], ['The passphrase is "', W, '".'], ['My password is ', W, ', do not tell.'], ['password = ', W, '\n'], ['Use "', W, '" as the passphrase'],
  ['the password is ', W, ' for staging'], ['password: ', 'correct-horse-battery-staple', ''], ['passphrase: "', 'my voice is my passport', '"'], ['seed phrase: ', seedWords(12), ''], ['', seedWords(12), ''], ['', seedWords(24), '\n'],
  ['mnemonic = "', seedWords(12), '"'], ['', seedWords(12).split(' ').map((word, at) => `${word}\n${at + 2}. `).join('').replace(/\n\d+\. $/, ''), '\n'], ['', seedWords(12).replaceAll(' ', '", "'), '"]'], ['', seedWords(12).toUpperCase(), ''],
  ['passwd ', P, ''], ['the wifi password ', P, ''], ['pw: ', P, ''], ['pw=', L, ''], ['user admin, pass ', P, ''], ['creds: admin:', P, ''], ['login with admin / ', P, ''], ['credentials are admin/', P, ''], ['ssh root@x with ', P, ' as password'],
  ['password: ', L, ''], ['  password: ', L, '\n'], ['password: ', '83749261', ''], ['{"password": "', L, '"}'], ["db_password = '", L, "'"], ['[client]\nuser = root\npassword = ', L, '\n'], ['PIN is ', '4938', ''], ['PIN: ', '493827', ''], ['pin code: ', '4938', ''],
];

const LANGUAGES: readonly Row[] = [
  ['\u30d1\u30b9\u30ef\u30fc\u30c9: ', P, ''], ['\u5bc6\u7801\uff1a', P, ''], ['\u5bc6\u7801\u662f', P, ''], ['\u043f\u0430\u0440\u043e\u043b\u044c: ', P, ''], ['\u043f\u0430\u0440\u043e\u043b\u044c ', P, ''], ['\ube44\ubc00\ubc88\ud638: ', P, ''], ['has\u0142o: ', P, ''], ['l\u00f6senord: ', P, ''], ['\u015fifre: ', P, ''],
  ['parola: ', P, ''], ['kata sandi: ', P, ''], ['adgangskode: ', P, ''], ['salasana: ', P, ''], ['la contrase\u00f1a es ', P, ''], ['das Passwort ist ', P, ''], ['das Passwort lautet ', P, ''], ['le mot de passe est ', P, ''], ['a senha \u00e9 ', P, ''], ['la password \u00e8 ', P, ''], ['wachtwoord is ', P, ''],
];

const COMMANDS: readonly Row[] = [
  ['--password ', P, ''], ['--password ', L, ' --host db'], ['--docker-password=', L, ''], ['mysql -u root -p', P, ' shop'], ['mysql -uroot -p', L, ' shop'], ['mariadb -u root -p', P, ''], ['mysqldump --password=', L, ' shop'], ['sshpass -p ', L, ' ssh x@y'], ["sshpass -p '", L, "' ssh x@y"], ['SSHPASS=', L, ' sshpass -e ssh x'],
  ['curl -u user:', L, ' https://x'], ['curl -suuser:', P, ' https://x'], ['curl --user "user:', P, '" https://x'], ['wget --http-password=', L, ' https://x'], ['http -a me:', P, ' https://x'], ['docker login -u me -p ', L, ' ghcr.io'], ['docker login --username me --password ', L, ''], ['echo "', L, '" | docker login -u me --password-stdin'],
  ['echo ', P, ' | sudo -S ls'], ['echo "deploy:', P, '" | chpasswd'], ['htpasswd -b .htpasswd me ', P, ''], ['htpasswd -bc /etc/x me ', L, ''], ['htpasswd -nbB me ', P, ''], ['htpasswd -b .htpasswd me ', P, '\n\nAnd more.'], ['openssl rsa -in k.pem -passin pass:', P, ' -out x'], ['openssl pkcs12 -export -passout pass:', L, ''], ['openssl enc -aes-256-cbc -k ', P, ' -in x'], ['keytool -genkey -storepass ', L, ' -alias x'],
  ['zip -P ', P, ' x.zip'], ['unzip -P ', P, ' x.zip'], ['7z a -p', P, ' x.7z'], ['gpg --batch --passphrase ', L, ' -d'], ['ldapsearch -D cn=x -w ', P, ' -b y'], ['sqlcmd -S db -U sa -P ', P, ' -Q x'], ['sqlplus app/', P, '@db'], ['smbclient //h/s -U me%', P, ''], ['net user admin ', P, ' /add'], ['mongosh --host x -u me -p ', P, ' db'], ['twine upload -u __token__ -p ', P, ' dist/*'],
  ['az login -u me -p ', P, ''], ['aws configure set aws_secret_access_key ', made(40), ''], ['npm config set //r/:_authToken ', made(36), ''], ['gh secret set X --body ', P, ''], ['gh secret set X -b"', P, '"'], ['rabbitmqctl add_user me ', P, ''], ['ansible-vault encrypt_string ', P, ' --name x'], ['vault kv put secret/db password=', L, ''], ['helm install x --set auth.password=', L, ' y'],
  ['kubectl create secret generic db --from-literal=password=', L, ''], ['kubectl create secret generic db --from-literal=user=x --from-literal=pin=', P, ''], ['kubectl create secret docker-registry r --docker-password=', L, ''], ['git config --global credential.x.password ', P, ''], ['export APP_SECRET=', L, ''], ['export DB_PASSWORD="', L, '"'], ['PGPASSWORD=', L, ' psql -h db'], ['MYSQL_PWD=', L, ' mysql'],
  ['ENV DB_PASSWORD ', P, ''], ['cat > .env <<EOF\nDB_PASSWORD=', L, '\nAPP=x\nEOF'], ['cat <<EOF | kubectl apply -f -\nstringData:\n  password: ', L, '\nEOF'], ['- name: DB_PASSWORD\n  value: ', L, '\n'], ['curl \\\n  -u me:', L, ' \\\n  https://x'], ['cli --token ', `${made(20)}1x2`, ''],
];

const FILES: readonly Row[] = [
  ['Authorization: Basic ', base64(`u:${P}`), ''], ["-H 'Authorization: Basic ", base64('u:p1'), "'"], ['"auth": "', base64(`me:${L}`), '"'], ['_auth=', base64(`me:${L}`), ''], ['.example.com\tTRUE\t/\tTRUE\t0\t', `sid\t${made(32)}`, ''], ['machine api.example.com login me password ', L, ''], ['machine h\n  login me\n  password ', L, '\n'],
  ['db.example.com:5432:app:me:', P, '\n'], ['*:*:*:postgres:', L, '\n'], ['//npm.example.com/:_authToken=', UUID, ''], ['//npm.example.com/:_password=', base64(L), ''], ['index-url = https://me:', L, '@pypi.example.com/simple'], ['pip install -i https://__token__:', P, '@pypi.example.com/simple x'], ['db_password = "', L, '"'], ['variable "db_password" { default = "', L, '" }'],
  ['AccountName=shop;AccountKey=', `${made(86)}==`, ';'], ['Endpoint=sb://x/;SharedAccessKeyName=R;SharedAccessKey=', `${made(43)}=`, ''], ['amqps://app:', L, '@mq:5672/'], ['redis://:', L, '@cache:6379/0'], ['mongodb://app:', L, '@h1,h2/app'], ['jdbc:mysql://db/app?user=app&password=', L, ''], ['jdbc:oracle:thin:app/', P, '@db:1521:x'], ['jdbc:sqlserver://db;user=sa;password=', L, ';encrypt=true'],
  ['Server=db;Uid=app;Pwd=', L, ';'], ['host=db user=app password=', L, ' dbname=x'], ['https://', made(24), '@github.com/me/x.git'], ['psk="', L, '"'],
  ['otpauth://totp/x:me?secret=', BASE32, '&issuer=x'], ['otpauth://totp/x?issuer=a&secret=', BASE32.repeat(2), ''], ['TOTP secret ', BASE32, ''], ['2FA secret: ', BASE32.replace(/(.{4})(?=.)/g, '$1 '), ''], ['Recovery codes:\n', 'a1b2c-d3e4f\ng5h6i-j7k8l\nm9n0p-q1r2s', '\n'], ['backup codes: ', '12345678 87654321 24681357', ''], ['recovery code: ', 'ABCD-EF12-GH34-JK56', ''], ['Backup codes:\n- ', '1a2b3c4d\n- 5e6f7g8h', ''],
  ['https://discord.com/api/webhooks/123456789012345678/', made(68), ''], ['https://chat.example.com/hooks/', made(26, 'abcdefghijkmnopqrstuwxyz13456789'), ''], ['https://hooks.zapier.com/hooks/catch/', `1234567/${made(7)}`, '/'], ['https://api.telegram.org/bot', `5820174639:AA${made(33)}`, '/sendMessage'], ['https://x.logic.azure.com/workflows/a?sv=1.0&sig=', made(43), ''],
  ['https://b.s3.amazonaws.com/k?AWSAccessKeyId=x&Signature=', `${made(26)}%3D`, '&Expires=1'], ['https://b.s3.amazonaws.com/k?X-Amz-Security-Token=', made(200), '&x=1'], ['https://d.cloudfront.net/k?Expires=1&Signature=', `${made(100)}__`, '&Key-Pair-Id=K'],
  ['see\n', `b3BlbnNzaC1rZXktdjE${made(51)}\n${made(70)}\n${made(40)}==`, '\n'], ['', `MIIEpAIBAAKCAQEA${made(48)}\n${made(64)}\n${made(30)}==`, '\n'], ['', `MIIEvQIBADANBgkqhkiG9w0BAQEFAASC${made(32)}\n${made(64)}`, '\n'], ['', `MC4CAQAwBQYDK2VwBCIEI${made(43)}`, ''], ['', `lQOYBF${made(58)}\n${made(64)}\n=${made(4)}`, '\n'],
  ['out:\n', `${made(64)}\n${made(64)}\n${made(64)}\n${made(20)}==`, '\n'],
];

const token = `ghp_${made(36)}`;
const jwt = [`eyJ${made(34)}`, `ey${made(50)}`, made(43)].join('.');
const each = (text: string, write: (code: string) => string): string => [...text].map((char) => write(char.charCodeAt(0).toString(16).padStart(2, '0'))).join('');
const half = (text: string, between: string): string => `${text.slice(0, 20)}${between}${text.slice(20)}`;

const PARTED: readonly Row[] = [
  ['', half(token, '\u200b'), ''], ['', half(token, '\n'), ''], ['', half(token, '\\\n'), ''], ['', half(token, '\n    '), ''], ['> ', half(token, '\n> '), ''], ['"', half(token, '" +\n  "'), '"'], ['token: ', half(jwt, '\n'), ''], ['token: ', `${jwt.slice(0, 60)}\n${jwt.slice(60)}`, ''],
  ['', token.replace('_', '%5F'), ''], ['', each(token, (code) => `%${code}`), ''], ['', each(token, (code) => `%25${code}`), ''], ['', base64(token), ''], ['', base64(`x${token}`), ''], ['echo ', base64(`password: ${P}`), ' | base64 -d'], ['', base64(`A=1\nDB_PASSWORD=${P}\nB=2\n${'C=3\n'.repeat(30)}`).replace(/(.{76})/g, '$1\n'), '\n'],
  ['', each(token, (code) => `\\u00${code}`), ''], ['', each(token, (code) => `\\x${code}`), ''], ['', each(token, (code) => `&#x${code};`), ''], ['"', token.replace('_', '\\u005f'), '"'], ['{"a":"{\\"password\\":\\"', P, '\\"}"}'], ['{"a":"{\\"password\\":\\"', L, '\\"}"}'], ['{\\\\\\"password\\\\\\":\\\\\\"', P, '\\\\\\"}'], ['https://x?password%3D', P, ''], ['https://x/cb?u=postgres%3A%2F%2Fapp%3A', P, '%40db%2Fapp'],
  ['{"text":"A=1\\nDB_PASSWORD=', `${L}\\nB=2`, '"}'],
];

/** What reads alike. */
const FALSE: readonly string[] = [
  'the password is required for every login', 'the password is stored in the vault of the team', 'password is hashed with bcrypt', 'the passphrase is in 1Password', 'passphrase: ask the ops team', 'password: minimum eight characters long', 'The password is not correct', 'the password is case sensitive', 'password: see the shared vault', 'password reset emails were sent twice', 'Passphrase: none', 'the password was rotated last week by the ops team',
  'passwd deploy', 'passwd -l app1', 'password: string', 'password: string;', 'password: "string"', "password: 'required'", 'password: hashedPassword', 'password = request', 'const password = value', 'password: plaintext', 'password: optional', '- password: hashed', 'password: Password', 'type: "password"', 'password=user_password', 'login(user=user, password=pw)', 'connect(password=db_password)', 'password=password', 'password = getpass()',
  'use the --password option', 'the --password flag is ignored', '--password-stdin', '--password <value>', '--password "$DB_PASSWORD"', 'mysql -P 3306 -h db', 'mysql --port 3306', 'docker run --name mysql -p 3306:3306 mysql', 'docker run mysql -p3306:3306', 'docker run -p 8080:80 nginx', 'curl -u user:password https://x', 'curl -u "$U:$P" https://x', 'sshpass -p "$PASS" ssh x', 'sshpass -e ssh x', 'docker login -u me --password-stdin', 'echo "$TOKEN" | docker login -u me --password-stdin', 'echo hello | grep h',
  'mkdir -p src/app', 'zip -r x.zip src', '7z a out.7z src', 'openssl x509 -in c.pem -noout', 'openssl genrsa -out k.pem 4096', 'htpasswd -c .htpasswd me', 'az login --use-device-code', 'gh secret set X < file', 'gh secret list', 'npm config set registry https://r.example.com', 'kubectl create secret generic db --from-file=./x', 'kubectl create configmap c --from-literal=mode=strict', 'helm install x --set image.tag=v2', 'kubectl create secret generic db --from-literal=password="$PW"',
  'export PATH=/usr/bin', 'PWD=/home/app', 'OLDPWD=/srv/app', 'DB_PASSWORD=changeme', 'DB_PASSWORD=password', 'APP_SECRET=${APP_SECRET}', 'DB_SECRET=prod-db-credentials', 'SECRET=mysecret', 'MAX_PASS=3', '- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:', '- name: LOG_LEVEL\n  value: debugging', '{"key": "theme", "value": "midnight"}',
  'src/a.c:10:5:error:unexpected', 'localhost:5432', 'postgres listens on db.example.com:5432', '//npm.example.com/:_authToken=${NPM_TOKEN}', 'variable "region" { default = "eu-central-1" }', 'variable "db_password" { type = string }', 'https://o1.ingest.sentry.io/1', `https://${made(32, HEX)}@o1.ingest.example.io/1`, 'https://github.com/mozilla-mobile-firefox-android', 'git@github.com:a/b.git', 'Basic authentication is used', 'Authorization: Basic realm', 'Basic YES', 'auth: "basic"',
  'exit codes: 1 2 127', 'error codes: E1001 E1002', 'backup codes are stored in the vault', 'the recovery code path was removed', 'pin: 13', 'GPIO PIN: 4', 'pin the version to 4.2', 'PIN required', 'pinned 20240101', 'OTP 26', 'TOTP is enabled', 'MFA REQUIRED', 'otpauth:// links', 'signature=none', 'function signature=(a, b)', 'hooks/pre-commit', 'https://x/hooks/useAuth', 'webhooks/stripe',
  'the abandoned branch was deleted about a year ago', 'able about above absent absorb abstract', 'start end number code image raw', 'the cat will also find that this must never change when they act again', `${'abandon '.repeat(20)}`, 'C:\\new\\test\\file', 'a\\nb\\tc', '100%25 sure', 'a%20b%20c', '\\u00e9t\\u00e9', '&quot;hello&quot; &amp; more', base64('The quick brown fox jumps over the lazy dog again and again'), base64('{"name":"app","version":"1.2.3"}'),
  'first\nsecond', `${made(40, HEX)}\n${made(40, HEX)}`, 'src/core/secrets/rule1.ts\nsrc/core/secrets/rule2.ts', `-----BEGIN CERTIFICATE-----\n${`${made(64)}\n`.repeat(4)}-----END CERTIFICATE-----`, `${`${made(76)}\n`.repeat(4)}`, `iVBORw0KGgo${made(53)}\n${`${made(64)}\n`.repeat(4)}`, `MIIDXTCCAkWg${made(52)}\n${`${made(64)}\n`.repeat(4)}`,
  '\u30d1\u30b9\u30ef\u30fc\u30c9\u306f\u5fc5\u9808\u3067\u3059', '\u043f\u0430\u0440\u043e\u043b\u044c \u0445\u0440\u0430\u043d\u0438\u0442\u0441\u044f \u0432 vault', '\u5bc6\u7801\u662f required', 'das Passwort ist verschl\u00fcsselt', 'le mot de passe est stock\u00e9 dans vault', 'login with GitHub/OAuth2', 'login: src/auth/login2.ts', 'credentials: see docs/auth2.md', 'log in as admin', 'use email as password', 'used as password hash input', 'pw: see vault',
];

describe('A secret as it is told', () => {
  test.each([...WORDS, ...LANGUAGES, ...COMMANDS, ...FILES, ...PARTED])('%s…', (before, secret, after) => {
    const text = before + secret + after;
    const masked = maskSecrets(text);
    expect(masked).not.toContain(secret);
    // Nothing of it is left, and what stands around it is.
    for (const part of secret.split(/[\s,"]+/).filter((one) => one.length >= 4)) expect(masked.slice(before.length, masked.length - after.length)).not.toContain(part);
    expect(masked.startsWith(before.slice(0, -1)) && masked.endsWith(after.slice(2))).toBe(true);
    expect(maskSecrets(masked)).toBe(masked);
  });

  test.each(FALSE)('leaves %s', (text) => expect(findSecrets(text)).toEqual([]));
});

describe('What tools are given', () => {
  const written = (input: unknown): string => JSON.stringify(maskedObservation({ id: '1', at: '2026-03-11T14:05:00Z', source: 'hook', tool: { name: 'x', input, output: '' } }).tool);

  it.each<[string, unknown, string]>([
    ['a command in words', { argv: ['curl', '-s', '-u', `me:${L}`, 'https://x'] }, L],
    ['a flag and its value', ['--password', L], L],
    ['a flag that holds it', ['mysql', '-u', 'root', `-p${L}`], L],
    ['a name and a value', { env: [{ name: 'DB_PASSWORD', value: L }] }, L],
    ['a name of one letter case', { passphrase: W }, 'horse'],
    ['JSON in JSON', { body: JSON.stringify({ inner: JSON.stringify({ password: L }) }) }, L],
    ['the words of a seed', { words: seedWords(12).split(' ') }, seedWords(12).split(' ')[0] ?? ''],
  ])('is masked: %s', (_name, input, secret) => expect(written(input)).not.toContain(secret));

  it('stays as it is where nothing is secret', () => {
    const input = { argv: ['git', 'commit', '-m', 'Add login'], env: [{ name: 'LOG_LEVEL', value: 'debug' }], files: ['a.ts', 'b.ts'] };
    expect(written(input)).toContain(JSON.stringify(input));
  });
});

it.each(['\\"', '%2525', 'aGVsbG8gd29ybGQgaGVsbG8gd29ybGQg', 'abcDEF123456\n', 'legal winner thank year ', `${made(63)}x\n`, 'password is correct horse ', 'A_B_PASSWORD=', 'secret --from-literal=a='])('%s many times over is answered', (piece) => {
  expect(maskSecrets(piece.repeat(Math.ceil(300_000 / piece.length))).length).toBeGreaterThan(0);
});
