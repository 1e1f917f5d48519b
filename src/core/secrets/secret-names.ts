/** What a name says about the value beside it. */

/** `strong`: a secret and nothing else. `weak`: may be one. `none`: something about secrets, or a public value. */
export type NameStrength = 'strong' | 'weak' | 'none';

/** Words before `key` that make it a secret. */
const SECRET_KEYS =
  'api|app|application|access|auth|secret|private|client|consumer|signing|signature|encryption|decryption|master|admin|service|account|storage|subscription|licen[sc]e|deploy|deployment|webhook|personal|security|root|server|write|read|ingest|jwt|hmac|cookie|session|shared|integration|publish|upload|team|org|bot|restricted|personal|cloud|old|live|prod|production|dev|staging|test';
/** Words before `key` of public keys, and of keys that find something. */
const OTHER_KEYS =
  'public|pub|primary|foreign|react|component|query|partition|sort|cache|idempotency|translation|message|i18n|object|s3|redis|kafka|map|feature|flag|config|registry|site|publishable|dictionary|group|natural|candidate|composite|unique|lookup|index|hash|range|row|column|event|routing|ordering|dedup|record|metric|label|arrow|hot|shortcut|kms|nav|sorted|list|item|file|project|host|known|ssh|gpg|pgp|wire|exchange|fob|product|json|yaml|dict|schema|sequence|bucket|random|keyboard';
/** Words before `token` of tokens that only mark a place. */
const OTHER_TOKENS =
  'next|page|pagination|continuation|sync|csrf|xsrf|cancellation|cancel|design|stop|eos|bos|pad|max|min|total|prompt|input|output|completion|subject|per|num|number|count|of|the|a|id|lexer|parser|syntax|public|start|end|resume|delta';
/** Words after it that make the value something about the secret. */
const ABOUT =
  '(?:_|-|\\.| )?(?:ids?|names?|ur[il]s?|paths?|files?|filenames?|ttl|types?|endpoints?|headers?|env|arns?|refs?|references?|hash(?:ed|es)?|lengths?|sizes?|counts?|expir\\w*|expires|at|in|until|since|algorithms?|alg|formats?|prefix(?:es)?|suffix|providers?|polic(?:y|ies)|rotat\\w*|versions?|vaults?|rings?|stores?|aliase?s?|pairs?|fingerprints?|limits?|budgets?|usage|buckets?|service|managers?|issuers?|labels?|fields?|inputs?|columns?|hints?|state|status|scopes?|rules?|encryption|hashing|protected|reset|confirm\\w*|min|max|manager|generator|strength|placeholder|required|less|spec|selector|template|source|location|holder|owner|audience|claims?|config|settings?|options?|class|method|interval|lifetime|age|word|board|board|stone|note|value?from|authentication|encoding|mode|signed|parallelism|isers?|izers?|iz\\w*)(?![a-z])';

const strong = new RegExp(
  `(?:^|[^a-z])(?:(?:${SECRET_KEYS}) (?:\\w{1,12} )?key|(?!(?:${OTHER_TOKENS}) )[a-z][a-z0-9]* token|secret(?: access)? key|(?:\\w+ )?secret|pass(?:word|wd|phrase|code)?|pwd|(?:\\w+ )pat|private token)s?$`,
);
const other = new RegExp(`(?:^| )(?:(?:${OTHER_KEYS}) keys?|(?:${OTHER_TOKENS}) tokens?)$`);
const about = new RegExp(`^${ABOUT}`, 'i');

/** Camel case, hyphens, dots and underscores as blanks; lower case. */
const inWords = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase();

/** Whether what follows a name's word makes the value something about the secret: `passwordHash`, `token_url`. */
export const isAbout = (after: string): boolean => about.test(after) && !/^_?(?:for|of)(?![a-z])/i.test(after);

/**
 * @param before the name up to and with its word `key`, `token` …
 * @param after the rest of it: `_id`, `ForBilling`
 * @param upper whether it is a variable of the environment, where every `…_KEY` is a secret unless it is said to be public
 */
export function strengthOf(before: string, after: string): NameStrength {
  const words = inWords(before);
  if (other.test(words) || isAbout(after)) return 'none';
  if (/^s?-(?!v?\d|prod|dev|staging|test|live|old|new|for)/i.test(after)) return 'weak';
  return strong.test(words) || /^[A-Z\d]{2,}_[A-Z\d_]*KEY$/.test(before) ? 'strong' : 'weak';
}
