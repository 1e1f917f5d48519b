/**
 * Writes src/core/secrets/rules.json from the rules of gitleaks: `tsx scripts/secret-rules.mts GITLEAKS_TOML VERSION`, with the file
 * config/gitleaks.toml of that version. Its licence stands in scripts/lib/notices.mts and goes into ThirdPartyNotices.txt.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'smol-toml';

import { END, SEPARATOR } from '../src/core/secrets/separator.js';
import { javaScriptOf } from './lib/go-regex.mjs';
import { root } from './lib/project.mjs';

interface AllowList {
  readonly regexes?: readonly string[];
  readonly stopwords?: readonly string[];
  readonly regexTarget?: 'match' | 'line';
  readonly paths?: readonly string[];
}

interface GitleaksRule {
  readonly id: string;
  readonly regex?: string;
  readonly keywords?: readonly string[];
  readonly entropy?: number;
  readonly path?: string;
  readonly secretGroup?: number;
  readonly allowlists?: readonly AllowList[];
}

/** Left out: for kinds of files that are no memories, for ids that are public, or said better by Memdir's own rules. */
const LEFT_OUT =
  /-client-id$|-pub(?:lic)?(?:-api)?-key$|-access-id$|^new-relic-user-api-id$|^curl-auth-|^sidekiq-sensitive-url$|^facebook-access-token$|^private-key$|^generic-api-key$|^azure-ad-client-secret$/;

/** Where a match does not start with one of the rule's keywords: the literal it starts with. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  'airtable-personnal-access-token': ['pat'],
  'cloudflare-origin-ca-key': ['v1.0-'],
  'gocardless-api-token': ['gocardless'],
  'intra42-client-secret': ['s-s4t2ud-', 's-s4t2af-'],
  'lob-api-key': ['lob'],
  'microsoft-teams-webhook': ['https://'],
  'new-relic-browser-api-token': ['new-relic', 'newrelic', 'new_relic'],
  'new-relic-insert-key': ['new-relic', 'newrelic', 'new_relic'],
  'new-relic-user-api-key': ['new-relic', 'newrelic', 'new_relic'],
  'openai-api-key': ['sk-'],
  'sourcegraph-access-token': ['sgp_'],
  'typeform-api-token': ['typeform'],
};

/** How many characters of a match can stand before its keyword, when it is in the middle. */
const LEAD: Readonly<Record<string, number>> = {
  'hashicorp-tf-api-token': 15,
  'maxmind-license-key': 36,
};

/** Groups that are part of the secret and not the secret. */
const WHOLE = new Set(['microsoft-teams-webhook', 'jwt-base64']);

/** Any words before the name of the service, which only cost time: a match is looked for at the name. */
const PREFIX = /^(?:\(\?i\)\[\\w\.-\]\{0,50\}\?|\[\\w\.-\]\{0,50\}\?(\(\?i:)\[\\w\.-\]\{0,50\}\?)/;

/** What gitleaks has between a name and a value, and after a value, in code alone. */
const IS = String.raw`(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}`;
const ENDS = [
  String.raw`(?:[\x60'"\s;]|\\[nr]|$)`,
  String.raw`(?:[\x60'"\s;]|\\[nr]|$|\b)`,
  String.raw`(?:[^\w-]|\z)`,
  String.raw`(?:[^a-zA-Z0-9+/]|\z)`,
];

/** The notion of separators and ends that all rules of Memdir have. The parts are named once: the file is loaded at every start. */
const PARTS: Readonly<Record<string, string>> = {
  '~1~': String.raw`(?:[ \t\w.-]{0,20})${new RegExp(SEPARATOR).source}`,
  '~2~': END,
};

/** A key may follow a sign, a letter or a colour directly. Where its form begins with few letters, it must not be the end of a longer word. */
const START = String.raw`(?<![A-Za-z0-9])`;

/** Rules whose form is so long that it cannot begin by chance inside a word. */
const ANYWHERE =
  /^(?:1password-secret-key|airtable-personnal-access-token|aws-access-token|openai-api-key|sendgrid-api-token|stripe-access-token|vault-batch-token)$/;

function inPlace(id: string, pattern: string): string {
  const ended = ENDS.reduce((text, end) => text.replaceAll(end, '~2~'), pattern.replaceAll(IS, '~1~'));
  const form = /^(?:\(\?i\))?\\b\(?(?:\\b\()?\(?(.*)$/s.exec(ended)?.[1] ?? '';
  const isLong = ANYWHERE.test(id) || /^[\w-]{4}|^\w{3}[-.]|^\w\w_/.test(form);
  return ended
    .replace(/^(\(\?i\))?\\b/, `$1${isLong ? '' : START}`)
    .replace(/\\b(?=[)|]*~2~)|^(\()\\b/g, '$1')
    .replace(/\\b$/, '~2~');
}

function ruleOf(rule: GitleaksRule): object | undefined {
  const { id, regex, entropy } = rule;
  if (regex === undefined || rule.path !== undefined || LEFT_OUT.test(id)) return undefined;
  const named = PREFIX.exec(regex);
  const pattern = named === null ? regex : `${named[1] ?? '(?i)'}${regex.slice(named[0].length)}`;
  const lists = rule.allowlists?.filter((list) => list.paths === undefined) ?? [];
  // A documentation sample of an AWS id is reported like any other: a memory that holds one id is likely to hold the next.
  const allow =
    id === 'aws-access-token'
      ? []
      : lists.filter(({ regexTarget }) => regexTarget === undefined).flatMap(({ regexes }) => regexes ?? []);
  const allowMatch = lists.filter(({ regexTarget }) => regexTarget === 'match').flatMap(({ regexes }) => regexes ?? []);
  const stopwords = lists.flatMap((list) => list.stopwords ?? []);
  return {
    id,
    pattern: javaScriptOf(inPlace(id, pattern)),
    keywords: KEYWORDS[id] ?? rule.keywords ?? [],
    ...(LEAD[id] === undefined ? {} : { lead: LEAD[id] }),
    ...(entropy === undefined ? {} : { entropy }),
    ...(WHOLE.has(id) ? { group: 0 } : rule.secretGroup === undefined ? {} : { group: rule.secretGroup }),
    ...(named === null ? {} : { named: !isTelling(pattern) }),
    ...(allow.length === 0 ? {} : { allow: allow.map((each) => `^(?:${javaScriptOf(each)})$`) }),
    ...(allowMatch.length === 0 ? {} : { allowMatch: allowMatch.map(javaScriptOf) }),
    ...(stopwords.length === 0 ? {} : { stopwords }),
  };
}

/** Whether the value itself shows what it is (`key-…`, `NRAK-…`) and does not only stand beside the name of a service. */
function isTelling(pattern: string): boolean {
  const value = pattern.slice(pattern.lastIndexOf('s=]{0,5}(') + 's=]{0,5}('.length);
  return /^(?:\(?(?:\?-?i:)?[\w|]*[a-zA-Z]{2,}|t1\\|A\{22\})/.test(value);
}

const [file, version] = process.argv.slice(2);
if (file === undefined || version === undefined) throw new Error('Name the file config/gitleaks.toml and its version.');
const config = parse(readFileSync(file, 'utf8')) as unknown as {
  readonly rules: readonly GitleaksRule[];
  readonly allowlist: AllowList;
};
const rules = config.rules.map(ruleOf).filter((rule) => rule !== undefined);
const head = {
  source: `gitleaks ${version}, config/gitleaks.toml, https://github.com/gitleaks/gitleaks`,
  licence: 'MIT, Copyright (c) 2019 Zachary Rice',
};
const lines = [
  ...Object.entries(head).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)},`),
  `"parts": ${JSON.stringify(PARTS)},`,
  `"allow": ${JSON.stringify((config.allowlist.regexes ?? []).map(javaScriptOf))},`,
  `"stopwords": ${JSON.stringify(config.allowlist.stopwords ?? [])},`,
  `"rules": [\n${rules.map((rule) => JSON.stringify(rule)).join(',\n')}\n]`,
];
writeFileSync(path.join(root, 'src/core/secrets/rules.json'), `{\n${lines.join('\n')}\n}\n`);
console.log(`${rules.length} of ${config.rules.length} rules`);
