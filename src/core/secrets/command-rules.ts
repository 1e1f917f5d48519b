import { decodeBase64 } from './base64.js';
import { COMMAND_WORDS, type SecretRule, VALUE_PATTERN } from './rule.js';
import { isCommon, isPasswordInPlace, isPhrase, isRandomLike } from './value-checks.js';

const accept = (secret: string): boolean => isPasswordInPlace(secret) || isPhrase(secret, 4);

/** Commands with a password argument: their keywords, and the pattern up to the value. */
const COMMAND_ARGUMENTS: readonly (readonly [keywords: readonly string[], before: string])[] = [
  [['curl '], String.raw`curl ${COMMAND_WORDS}(?:-[a-zA-Z]{0,5}u|-U|--user|--proxy-user)[ =]?["']?[^\s:"'$]{1,60}:`],
  [['http ', 'https '], String.raw`https? (?:[^\n|;]{0,100}? )?(?:-a|--auth)[ =]["']?[^\s:"'$]{1,60}:`],
  [['mysql', 'mariadb'], String.raw`(?:mysql|mariadb)[a-z_-]{0,12} ${COMMAND_WORDS}-p(?=[^\s-])`],
  [['redis-cli '], String.raw`redis-cli ${COMMAND_WORDS}(?:-a|--pass) `],
  [['sshpass '], 'sshpass -p ?'],
  [
    [' login '],
    String.raw`(?<=\b(?:docker|podman|nerdctl|registry|az|acr|cf|oc|argocd|skopeo|buildah|crane|oras|quay|bw)) login ${COMMAND_WORDS}(?:-p|--password)[ =]`,
  ],
  [['mongo'], String.raw`mongo[a-z]{0,8} ${COMMAND_WORDS}(?:-p|--password)[ =]?(?=[^\s-])`],
  [['twine '], String.raw`twine ${COMMAND_WORDS}-p `],
  [['sqlcmd ', 'bcp '], String.raw`(?:sqlcmd|bcp) ${COMMAND_WORDS}-P ?`],
  [['zip '], String.raw`zip ${COMMAND_WORDS}-P ?`],
  [['7z', 'rar '], String.raw`(?:7z[az]?|rar) ${COMMAND_WORDS}-h?p(?=[^\s-])`],
  [['ldap'], String.raw`ldap[a-z]{3,12} ${COMMAND_WORDS}-w `],
  [['ipmitool '], String.raw`ipmitool ${COMMAND_WORDS}-P `],
  [
    ['smbclient ', 'rpcclient ', 'net rpc '],
    String.raw`(?:smbclient|rpcclient|net rpc) ${COMMAND_WORDS}(?:-U ?|--user[ =])["']?[^\s%"']{1,60}%`,
  ],
  [['lftp ', 'xfreerdp '], String.raw`(?:lftp ${COMMAND_WORDS}-u ?[^\s,]{1,60},|xfreerdp ${COMMAND_WORDS}\/p:)`],
  [
    ['net user ', 'net use '],
    String.raw`net use(?:r|${COMMAND_WORDS}\/user:\S{1,60}) (?:(?<=user )[\w.-]{1,40} )?(?!\/)`,
  ],
  [
    ['htpasswd '],
    String.raw`htpasswd (?=[^\n|;]{0,30}?-[a-zA-Z]{0,6}b)(?:-\S{1,8} (?:\d{1,2} )?){1,4}(?:[^\s-]\S{0,100} ){1,2}(?=\S+(?:[ \t]*(?:\r?\n|$)|["'\x60;|&>]|\s+[>|;&]))`,
  ],
  [['openssl '], String.raw`openssl ${COMMAND_WORDS}-k `],
  [['pass:'], String.raw`(?<=-(?:ks-|key-)?pass(?:in|out|word)?[ =]["']?)pass:`],
  [['-storepass ', '-keypass ', '-srcstorepass ', '-deststorepass '], String.raw`-[a-z]{7,13} `],
  [['rabbitmqctl '], 'rabbitmqctl (?:add_user|change_password) [^\\s]{1,60} '],
  [['encrypt_string '], 'encrypt_string '],
  [['gh secret set '], String.raw`gh secret set ${COMMAND_WORDS}(?:-b|--body)[ =]?`],
  [['aws_secret_access_key ', 'aws_session_token '], 'aws_(?:secret_access_key|session_token) '],
  [['config set '], String.raw`(?<=\b(?:npm|yarn|pnpm)) config set \S{0,100}_(?:authToken|password|auth)[ =]`],
  [['http-basic.', 'pypi-token.'], String.raw`(?:http-basic\.[\w.-]{1,60} \S{1,60}|pypi-token\.[\w.-]{1,60}) `],
  [['requirepass ', 'masterauth '], '(?:requirepass|masterauth) '],
  [['wpa_passphrase '], String.raw`wpa_passphrase \S{1,40} `],
  [['convertto-securestring '], '[cC]onvert[tT]o-[sS]ecure[sS]tring (?:-[sS]tring )?(?=["\'])'],
];

const FLAG = String.raw`pass(?:word|wd|phrase)?|pwd|PASSWORD|Password`;

/** Secrets in arguments of command lines. */
export const COMMAND_RULES: readonly SecretRule[] = [
  ...COMMAND_ARGUMENTS.map(([keywords, before]): SecretRule => ({
    id: 'command-password',
    keywords,
    pattern: before + VALUE_PATTERN,
    accept,
  })),
  {
    // `--password X`, `--docker-password=X`, `-Password X`, `-Dx.password=X`
    id: 'command-password',
    keywords: [
      'password ',
      'password=',
      'passwd ',
      'passwd=',
      'passphrase ',
      'passphrase=',
      'pass ',
      'pass=',
      'pwd ',
      'pwd=',
    ],
    pattern: String.raw`(?<=(?:^|[\s"'\x60([=])(?:--(?:[a-z0-9]{1,20}[-_]){0,3}|-|-[DP](?:[\w-]{1,40}\.){0,4}))(?:${FLAG})[ =]${VALUE_PATTERN}`,
    accept,
  },
  {
    // `--token X` and the like: only values that look generated count.
    id: 'command-password',
    keywords: ['token ', 'token=', 'secret ', 'secret=', '-key ', '-key='],
    pattern: String.raw`(?<=(?:^|[\s"'\x60([=])--(?:[a-z0-9]{1,20}[-_]){0,3})(?:token|secret|(?:api|access|secret|auth|private)-key)[ =]["']?([A-Za-z0-9+\/_.=-]{12,400})`,
    accept: isRandomLike,
  },
  {
    // `kubectl create secret … --from-literal=pin=X`, each of several.
    id: 'command-password',
    keywords: ['--from-literal'],
    pattern: String.raw`(?<=\bsecret [^\n|;]{0,600})--from-literal[ =]["']?[\w.-]{1,80}=${VALUE_PATTERN}`,
    accept,
  },
  {
    // `helm install --set auth.password=X`, `vault kv put path password=X`
    id: 'command-password',
    keywords: ['password=', 'passwd=', 'secret=', 'passphrase='],
    pattern: String.raw`(?<=(?:--set(?:-string)?[ =]|\b(?:kv put|vault write) [^\n|;]{1,300}? )["']?(?:[\w-]{1,40}[.,=]){0,6}[\w-]{0,30})[pPsS](?:ass(?:word|wd|phrase)|ecret)=${VALUE_PATTERN}`,
    accept,
  },
  {
    // Text piped into a program that asks for a password.
    id: 'command-password',
    keywords: ['echo ', 'printf ', '<<<'],
    pattern: String.raw`(?:(?:echo|printf)(?: -[neE]{1,3})?(?: ["']?%s(?:\\n)?["']?)? )(?=[^\n|]{1,200}\|[^\n]{0,120}(?:--password-stdin|sudo (?:[^\n|]{0,40} )?-S|chpasswd|--stdin|passphrase-fd|cryptsetup|htpasswd|-pass(?:in|out)? stdin))["']?(?:[\w.-]{1,40}:)?([^\s"'\x60<>|;&:()-][^\s"'\x60<>|;&]{3,200})`,
    accept,
  },
  {
    // Oracle: `sqlplus app/X@db`, `jdbc:oracle:thin:app/X@db`
    id: 'command-password',
    keywords: ['sqlplus ', 'jdbc:oracle:'],
    pattern: String.raw`(?:sqlplus (?:-\w{1,3} ){0,3}["']?|jdbc:oracle:\w{1,10}:)[\w$#]{1,40}\/([^\s@"'\x60<>]{4,100})@`,
    accept,
  },
  {
    id: 'authorization-header',
    keywords: ['basic '],
    pattern: String.raw`\b[bB](?:asic|ASIC) ([A-Za-z0-9+\/]{6,2000}={0,2})(?![\w+\/=-])`,
    accept: isLogin,
  },
  {
    // Configuration of Docker and npm.
    id: 'authorization-header',
    keywords: ['auth"', '_auth'],
    pattern: String.raw`(?:"auth" ?: ?|_auth ?= ?)"?([A-Za-z0-9+\/]{8,2000}={0,2})`,
    accept: isLogin,
  },
];

/** Base64 of `name:password`. */
function isLogin(secret: string): boolean {
  const [, password] = /^[^:\s]{1,200}:(.{1,2000})$/.exec(decodeBase64(secret) ?? '') ?? [];
  return password !== undefined && !isCommon(password);
}
