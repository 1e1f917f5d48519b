/** People in a text: names, handles, addresses. What is distilled names nobody. */
import nlp from 'compromise/three';

import { findContacts } from './contacts.js';
import { namesElsewhere } from './names-elsewhere.js';
import type { Person } from './person.js';
import { isTechnicalWord } from './technical.js';

/** What says something about a name that stands before or after it. */
const SPEAKS =
  'said|says|say|think|agree|want|suggest|believe|prefer|thinks|thought|told|asked|mentioned|suggested|suggests|noticed|found|reported|wrote|wants|wanted|pointed|explained|confirmed|insisted|fixed|broke|merged|reviewed|approved|proposed|decided|prefers|agreed|warned|reminded|owns|knows|helped|discovered|figured|recommended|complained|pushed|realized|realised|spotted';
const NAME = '\\p{Lu}\\p{Ll}{1,19}(?:-\\p{Lu}\\p{Ll}{1,19})?(?: \\p{Lu}\\p{Ll}{1,19})?';
/** In several languages. */
const TITLE = '(?:Dr|Mr|Mrs|Ms|Miss|Prof|Frau|Herrn?|Monsieur|Madame|Mme|Señora?|Sra?|Signora?)\\.?';
const TEAM =
  '(?:from|on|in|of) (?:the )?[\\w-]+ (?:team|department|group|squad)|from (?:infra|ops|data|security|support|sales|marketing|finance|legal|platform|product|design|QA|DevOps|SRE)\\b';
const BESIDE: readonly RegExp[] = [
  new RegExp(`(?<![\\p{L}\\p{N}])(${TITLE} ${NAME})(?![\\p{L}\\p{N}])`, 'gu'),
  new RegExp(
    `(?<![\\p{L}\\p{N}])(${NAME})(?= and (?:I|me)\\b| and ${NAME} (?:${SPEAKS})\\b| ${TEAM}|['’]s (?:patch|PR|pull request|branch|laptop|machine|computer|commit|fix|idea|proposal|suggestion|review|comment|desk|team|fork)\\b)`,
    'gu',
  ),
  new RegExp(`(?<=\\b(?:[Mm]e and|I and|with me,?|and me,?) )(${NAME})(?![\\p{L}\\p{N}])`, 'gu'),
  new RegExp(`(?<![\\p{L}\\p{N}])(${NAME})(?=(?: \\([\\p{L} ]{1,30}\\))? (?:${SPEAKS})\\b)`, 'gu'),
  new RegExp(
    `(?<=\\b(?:[Oo]n[- ]?call|owner|maintainer|contact|manager|boss|reviewer|assignee)(?: [\\w-]+)? (?:is|was|will be) )(${NAME})(?![\\p{L}\\p{N}])`,
    'gu',
  ),
  new RegExp(
    `(?<=\\b(?:[Tt]hanks to|[Tt]hank you,?|[Aa]ccording to|[Tt]old|[Aa]sked|[Tt]alked to|[Tt]alked with|[Ss]poke with|[Ss]poke to|[Pp]aired with|[Pp]airing with|[Ww]orking with|[Ww]orked with|[Mm]et with|[Cc]c|[Pp]ing|[Hh]i|[Hh]ey|[Hh]ello|[Dd]ear) )(${NAME})(?![\\p{L}\\p{N}])`,
    'gu',
  ),
];

/** "a friend at Shopify" */
const AT_A_COMPANY =
  /\b(?:friends?|colleagues?|people|team|folks|engineers?|someone|somebody|work(?:s|ed|ing)?|guys?|devs?)(?: of (?:mine|ours))? (?:at|from|of) $/i;

/** First names that are verbs and nouns, too: they are names where something beside them says so. */
const ALSO_WORDS = new Set(
  'grant mark bill chase skip will rob trace max page dash frank rich art jack drew pat sue nick summer rose dean miles hunter piper rusty sandy penny faith hope joy grace april may june'.split(
    ' ',
  ),
);

/** Words that begin sentences, days and months: capitals there say nothing. */
const NO_NAMES = new Set(
  (
    'a an the this that these those it its he she they we i you who what when where why how everyone everybody someone somebody nobody one all both some many most each every another team user users customer customers client support product engineering ops ' +
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december today yesterday tomorrow ' +
    'also and but or so because if then after before since until while once still just only even never always not no yes maybe perhaps probably finally eventually apparently basically honestly turns note please thanks thank hi hey hello dear ' +
    'google amazon microsoft apple facebook meta netflix anthropic openai claude copilot cursor gemini slack jira linear notion confluence figma stripe twilio auth okta vercel netlify cloudflare datadog grafana github gitlab bitbucket sentry ' +
    'celery maven jasmine jade julia ruby swift ada hugo jekyll salt ray dash iris crystal travis jenkins jupiter jupyter helm flora elm sage argo flux istio envoy consul vault nomad packer vagrant chef puppet hudson bamboo concourse tekton drone temporal airflow dagster prefect luigi dbt looker tableau metabase superset ' +
    'rails django flask laravel symfony phoenix spring hibernate kotlin scala clojure erlang elixir haskell ocaml pascal delphi fortran cobol perl lua dart flutter angular ember backbone svelte vite webpack rollup parcel mercurial gerrit phabricator mongo cassandra mariadb neo redis memcached rabbit kafka pulsar nats zookeeper etcd ' +
    'hasura supabase firebase prisma sequelize knex mongoose alembic flyway liquibase gatling locust cypress selenium puppeteer playwright mocha chai karma ava tape jest vitest nose tox poetry conda mamba pants bazel buck gradle rosetta alexa cortana athena aurora loki thanos kibana ionic tauri lucene solr renovate snyk cilium calico linkerd shopify siemens ant ivy sbt lein mix hex cargo crate tokio actix rocket axum warp diesel serde'
  ).split(' '),
);

/**
 * Names of people, handles, e-mail addresses and phone numbers in a text of at most some thousand units. Names are told by a list of first
 * names and by what is said beside them; one that is also a product is taken for the product.
 */
export function findPeople(text: string): Person[] {
  const found = findContacts(text);
  for (const name of namesIn(text)) {
    for (const { index } of text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}@])${escaped(name)}(?![\\p{L}\\p{N}])`, 'gu'))) {
      const end = index + name.length;
      if (AT_A_COMPANY.test(text.slice(0, index))) continue;
      if (!found.some((each) => index < each.end && each.start < end))
        found.push({ start: index, end, text: name, kind: 'name' });
    }
  }
  for (const { start, text: name } of namesElsewhere(text)) {
    const end = start + name.length;
    if (!found.some((each) => start < each.end && each.start < end))
      found.push({ start, end, text: name, kind: 'name' });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The text with something in place of each of these parts, which are in their order. */
export function replacing(text: string, parts: readonly Person[], instead: (part: Person) => string): string {
  let shown = '';
  let at = 0;
  for (const part of parts) {
    shown += text.slice(at, part.start) + instead(part);
    at = part.end;
  }
  return shown + text.slice(at);
}

/** A text as a pattern that finds it. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The longest first, so that a first name within a whole one is no second name. */
function namesIn(text: string): string[] {
  const names = new Set<string>();
  if (!/\p{Lu}\p{Ll}/u.test(text)) return [];
  for (const beside of BESIDE) for (const match of text.matchAll(beside)) names.add(match[1] ?? '');
  for (const name of nlp(text).people().out('array') as string[])
    for (const run of name.match(/\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2}/gu) ?? [])
      if (!ALSO_WORDS.has(run.replace(/['’]s?$/u, '').toLowerCase())) names.add(run.replace(/['’]s?$/u, ''));
  const known = [...names].filter(isName);
  return [...new Set([...known, ...besides(text, known)])].sort((a, b) => b.length - a.length);
}

const LIST = /\((\p{Lu}\p{Ll}{1,19}(?:(?:, | and |, and | & |\/)\p{Lu}\p{Ll}{1,19}){1,6})\)/gu;

/** In brackets beside a person stand people, although products have their names, too: "(Julia, Tom)". */
const besides = (text: string, known: readonly string[]): string[] =>
  [...text.matchAll(LIST)]
    .map(([, list = '']) => list.split(/, and | and |, | & |\//))
    .filter((list) => list.some((each) => known.includes(each)))
    .flat()
    .filter((each) => NO_NAMES.has(each.toLowerCase()));

const isName = (name: string): boolean =>
  name.length > 1 &&
  name
    .replace(new RegExp(`^${TITLE} `), '')
    .split(/[ -]/)
    .every((word) => /^\p{Lu}\p{Ll}/u.test(word) && !NO_NAMES.has(word.toLowerCase()) && !isTechnicalWord(word));
