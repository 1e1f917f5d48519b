/** Rules whose kind is not made of the words of their id. */
const KINDS: Readonly<Record<string, string>> = {
  'aws-access-token': 'AWS access key ID',
  'generic-api-key': 'API key or token',
  'github-app-token': 'GitHub app token',
  'github-fine-grained-pat': 'GitHub fine-grained access token',
  'github-oauth': 'GitHub OAuth token',
  'github-pat': 'GitHub access token',
  'gcp-api-key': 'Google API key',
  jwt: 'JSON web token',
  'jwt-base64': 'JSON web token',
  'command-password': 'password on a command line',
  'one-time-password-secret': 'secret of one-time passwords',
  passphrase: 'passphrase',
  password: 'password',
  pin: 'PIN',
  'private-key': 'private key',
  'recovery-code': 'recovery code',
  'seed-phrase': 'seed phrase of a wallet',
  'session-cookie': 'session cookie',
  'signed-url': 'signature of a URL',
  'webhook-url': 'address of a webhook',
  'sk-api-key': 'API key',
  'url-password': 'password in a URL',
  'authorization-header': 'credential in an Authorization header',
  'bearer-token': 'bearer token',
};

const WORDS: Readonly<Record<string, string>> = {
  api: 'API',
  aws: 'AWS',
  ca: 'CA',
  cicd: 'CI/CD',
  gitlab: 'GitLab',
  github: 'GitHub',
  huggingface: 'Hugging Face',
  id: 'ID',
  npm: 'npm',
  oauth: 'OAuth',
  openai: 'OpenAI',
  pat: 'access token',
  pypi: 'PyPI',
  rrt: 'runner token',
  ptt: 'pipeline trigger token',
  sendgrid: 'SendGrid',
  url: 'URL',
  tf: 'Terraform',
  gcp: 'Google Cloud',
  xai: 'xAI',
  nvidia: 'NVIDIA',
  langsmith: 'LangSmith',
};

/** The kind of secret for people: "GitHub access token". Letters, digits, blanks and `/ -` only. */
export function kindOf(ruleId: string): string {
  const known = KINDS[ruleId];
  if (known !== undefined) return known;
  const words = ruleId
    .split('-')
    .map((word, at) => WORDS[word] ?? (at === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word));
  return words.join(' ');
}
