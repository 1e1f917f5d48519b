import { Keywords } from '../search/keywords.js';
import { COMMAND_RULES } from './command-rules.js';
import { KEY_RULES, SERVICE_KEYS } from './key-rules.js';
import { CODE_RULES, LABEL_RULES, localizedPasswords } from './label-rules.js';
import { NAMED_SECRETS } from './named-secrets.js';
import { keyLines, keyTails } from './private-keys.js';
import { entropyOf, type SecretMatch, type SecretRule } from './rule.js';
import data from './rules.json' with { type: 'json' };
import { seedPhrases } from './seed-phrases.js';
import { HEADER_RULES, URL_RULES } from './url-rules.js';
import { isFilledForm, isPlaceholder, isRandomBeside } from './value-checks.js';

/** Rules beside those of gitleaks. Where two match the same text, the earlier one names it. */
export const OWN_RULES: readonly SecretRule[] = [
  ...KEY_RULES,
  ...SERVICE_KEYS,
  ...HEADER_RULES,
  ...URL_RULES,
  ...COMMAND_RULES,
  ...LABEL_RULES,
  ...CODE_RULES,
];

interface Compiled {
  readonly rule: SecretRule;
  /** Sticky. */
  readonly pattern: RegExp;
  readonly allow: readonly RegExp[];
  readonly allowMatch: readonly RegExp[];
  readonly stopwords: Keywords | undefined;
}

/** Rules for single services first, then generic ones: where two match the same text, the earlier one names it. */
const RULES: readonly SecretRule[] = [...(data.rules as readonly SecretRule[]), ...OWN_RULES, ...NAMED_SECRETS];

interface Engine {
  readonly keywords: Keywords;
  /** Indexes of rules, by keyword. */
  readonly rulesOf: readonly (readonly number[])[];
  readonly compiled: (Compiled | undefined)[];
  readonly allow: readonly RegExp[];
  /** Created at the first generic match: most texts have none. */
  stopwords?: Keywords;
}

let cachedEngine: Engine | undefined;

/** Created at the first text, so that programs without texts do not pay for it. */
function engine(): Engine {
  if (cachedEngine !== undefined) return cachedEngine;
  const rulesOf = new Map<string, number[]>();
  RULES.forEach(({ keywords }, index) =>
    new Set(keywords).forEach((word) => rulesOf.set(word, [...(rulesOf.get(word) ?? []), index])),
  );
  cachedEngine = {
    keywords: new Keywords([...rulesOf.keys()]),
    rulesOf: [...rulesOf.values()],
    compiled: [],
    allow: data.allow.map((each) => new RegExp(each)),
  };
  return cachedEngine;
}

/** A pattern with its shared parts inserted. */
const whole = (pattern: string): string =>
  pattern.includes('~')
    ? Object.entries(data.parts).reduce((text, [name, part]) => text.replaceAll(name, part), pattern)
    : pattern;

function compiledOf(index: number, rule: SecretRule, { compiled }: Engine): Compiled {
  return (compiled[index] ??= {
    rule,
    pattern: new RegExp(whole(rule.pattern), 'dy'),
    allow: (rule.allow ?? []).map((each) => new RegExp(each)),
    allowMatch: (rule.allowMatch ?? []).map((each) => new RegExp(each)),
    stopwords: rule.stopwords === undefined ? undefined : new Keywords(rule.stopwords),
  });
}

/** Matches of all rules, in order, without overlaps. */
export function matchRules(text: string): SecretMatch[] {
  const parts = engine();
  const found: (SecretMatch & { readonly rank: number })[] = [];
  const doneTo = new Map<number, number>();
  parts.keywords.scan(text, (word, at) => {
    for (const index of parts.rulesOf[word] ?? []) {
      const rule = RULES[index];
      if (rule === undefined || at < (doneTo.get(index) ?? 0)) continue;
      const match = matchAt(text, at, compiledOf(index, rule, parts), parts);
      if (match === undefined) continue;
      doneTo.set(index, match.end);
      if (match.finding !== undefined) found.push({ ...match.finding, rank: index });
    }
  });
  const more = [
    ...keyTails(text)
      .filter((tail) => !found.some(({ start, end }) => start < tail.end && tail.start < end))
      .map((each) => ({ ...each, ruleId: 'private-key', confidence: 'high' as const, rank: 0 })),
    ...keyLines(text).map((each) => ({
      ...each,
      ruleId: 'private-key',
      confidence: 'medium' as const,
      rank: RULES.length,
    })),
    ...seedPhrases(text).map((each) => ({ ...each, ruleId: 'seed-phrase', confidence: 'high' as const, rank: 0 })),
    ...localizedPasswords(text).map((each) => ({
      ...each,
      ruleId: 'password',
      confidence: 'medium' as const,
      rank: RULES.length,
    })),
  ];
  return withoutOverlaps([...found, ...more]);
}

/** A match at a keyword, and where to continue; `finding` is undefined when the match is no secret. */
function matchAt(
  text: string,
  at: number,
  compiled: Compiled,
  parts: Engine,
): { readonly end: number; readonly finding?: SecretMatch } | undefined {
  const { rule, pattern } = compiled;
  for (let from = Math.max(0, at - (rule.lead ?? 0)); from <= at; from++) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match === null) continue;
    const place = placeOf(match, rule);
    const confidence = place === undefined ? undefined : judge(match, place, compiled, parts);
    if (place === undefined || confidence === undefined) return { end: at + 1 };
    return { end: place[1], finding: { start: place[0], end: place[1], ruleId: rule.id, confidence } };
  }
  return undefined;
}

/** The group of the secret. Quotes and full stops around a value in prose are not part of it. */
function placeOf(match: RegExpExecArray, rule: SecretRule): readonly [start: number, end: number] | undefined {
  const { indices } = match;
  return rule.group === undefined
    ? (indices?.slice(1).find((each) => each !== undefined) ?? indices?.[0])
    : indices?.[rule.group];
}

function judge(
  { input: text, index: from, 0: match }: RegExpExecArray,
  [start, end]: readonly [number, number],
  compiled: Compiled,
  parts: Engine,
): SecretMatch['confidence'] | undefined {
  const { rule } = compiled;
  const secret = text.slice(start, end);
  // For a private key the form is sufficient; word lists say nothing about a block of Base64.
  if (rule.id === 'private-key') return rule.accept?.(secret, match, '') === false ? undefined : 'high';
  const head = text.slice(wordStart(text, from), start);
  if (rule.byName === true) return rule.accept?.(secret, match, head) === false ? undefined : 'medium';
  if (rule.accept?.(secret, match, head) === false || (rule.words !== true && isPlaceholderFor(secret, rule)))
    return undefined;
  if (parts.allow.some((each) => each.test(secret)) || compiled.allow.some((each) => each.test(secret)))
    return undefined;
  const thin = entropyOf(secret) < (rule.entropy ?? (rule.named === true ? 3 : 0));
  const prefixed = isPrefixed(secret, rule);
  if (rule.named !== true || prefixed) {
    if (thin || /example$/i.test(secret)) return prefixed ? 'low' : undefined;
    return LABEL_RULE_IDS.has(rule.id) ? 'medium' : 'high';
  }
  if (thin || !isRandomBeside(secret, head) || compiled.allowMatch.some((each) => each.test(head + secret)))
    return undefined;
  return (parts.stopwords ??= new Keywords(data.stopwords)).in(secret) || compiled.stopwords?.in(secret) === true
    ? undefined
    : 'medium';
}

/**
 * Whether a value is a placeholder. A value with the full form of one service's keys, prefix included, is one only by
 * an explicit filler.
 */
function isPlaceholderFor(secret: string, rule: SecretRule): boolean {
  const samples = rule.id !== 'aws-access-token';
  const formed =
    rule.formed === true ||
    (OF_SERVICES.has(rule) &&
      rule.named !== true &&
      rule.keywords.some((word) => word.length >= 3 && secret.toLowerCase().startsWith(word)));
  return formed ? isFilledForm(secret, samples) : isPlaceholder(secret, samples);
}

const OF_SERVICES: ReadonlySet<SecretRule> = new Set(data.rules as readonly SecretRule[]);

/** Whether a secret starts with a unique prefix, so that little entropy after it is enough. */
const isPrefixed = (secret: string, { keywords }: SecretRule): boolean =>
  keywords.some((word) => word.length >= 4 && secret.slice(0, word.length).toLowerCase() === word);

/** Rules that recognise a secret by its label. */
const LABEL_RULE_IDS = new Set(['password', 'passphrase', 'pin', 'recovery-code', 'bearer-token', 'session-cookie']);

/**
 * Start of the word in which a match starts, or of the word before it across a blank ("file key"); at most 50 units
 * back each.
 */
function wordStart(text: string, at: number): number {
  const start = backOver(text, at);
  return text.charAt(start - 1) === ' ' ? backOver(text, start - 1) : start;
}

function backOver(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < 50 && /[\w.-]/.test(text.charAt(start - 1))) start--;
  return start;
}

/** In order; overlapping matches are one, named by the better rule: what only one of them takes in is part of the secret too. */
function withoutOverlaps(found: readonly (SecretMatch & { readonly rank: number })[]): SecretMatch[] {
  const result: (SecretMatch & { readonly rank: number })[] = [];
  for (const match of found.toSorted((a, b) => a.start - b.start || a.rank - b.rank)) {
    const last = result.at(-1);
    if (last === undefined || last.end <= match.start) result.push(match);
    else
      result[result.length - 1] = {
        ...(match.rank < last.rank ? match : last),
        start: last.start,
        end: Math.max(last.end, match.end),
      };
  }
  return result.map(({ start, end, ruleId, confidence }) => ({ start, end, ruleId, confidence }));
}
