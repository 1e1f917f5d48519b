/** Judges distillation by facts that are kept and words that are not. See README.md for the format of the data. */
import { readFileSync } from 'node:fs';

import type { Observation, ToolUse } from '../../../src/core/capture/observation.js';
import type { Distilled } from '../../../src/core/distill/text/text.js';

export interface Case {
  readonly id: string;
  readonly text?: string;
  readonly tool?: ToolUse;
  readonly source?: Observation['source'];
  readonly at?: string;
  readonly cwd?: string;
  /** Each a text, or texts of which one must be there. */
  readonly facts?: readonly (string | readonly string[])[];
  readonly not?: readonly string[];
  readonly type?: string | readonly string[];
  readonly drop?: true;
}

/** What one case counts: of how many, how many. */
export interface Verdict {
  readonly id: string;
  /** The text of the result; empty when nothing was kept. */
  readonly text: string;
  readonly type: string | undefined;
  readonly facts: number;
  readonly missing: readonly string[];
  readonly forbidden: number;
  readonly leaked: readonly string[];
  readonly firstPerson: boolean;
  readonly dropped: boolean;
  readonly mayDrop: boolean;
  readonly rightType: boolean | undefined;
}

export const readCases = (file: string | URL): Case[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Case);

export const observationOf = ({ id, text, tool, source, at, cwd }: Case): Observation => ({
  id,
  at: at ?? '2026-03-11T14:05:00+01:00',
  source: source ?? (tool === undefined ? 'command' : 'hook'),
  cwd: cwd ?? '/home/ann/shop',
  ...(tool === undefined ? { text: text ?? '' } : { tool }),
});

const folded = (text: string): string => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ');

const holds = (text: string, fact: string): boolean => folded(text).toLowerCase().includes(folded(fact).toLowerCase());

/** Whole words; an entry in small letters matches any case. */
function leaks(text: string, word: string): boolean {
  const plain = folded(word);
  const escaped = plain.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const [before, after] = [/^[\p{L}\p{N}]/u.test(plain), /[\p{L}\p{N}]$/u.test(plain)];
  return new RegExp(
    `${before ? '(?<![\\p{L}\\p{N}])' : ''}${escaped}${after ? '(?![\\p{L}\\p{N}])' : ''}`,
    /\p{Lu}/u.test(plain) ? 'u' : 'iu',
  ).test(folded(text));
}

const CODE = /```[\s\S]*?```|`[^`]*`|"[^"]*"|\b[\w./-]*[/_.][\w./-]*/g;
const FIRST_PERSON = /(?<![\p{L}\p{N}'-])(?:I(?!\/O)(?=['\s,])|[Ww]e|[Mm]y|[Oo]ur|us|me|mine|ours)(?![\p{L}\p{N}-])/u;

export function judge(each: Case, result: Distilled): Verdict {
  const facts = result.status === 'facts' ? result.facts : [];
  const text = facts.map((fact) => fact.text).join(' ');
  const type = facts[0]?.type;
  const wanted = each.facts ?? [];
  const alternatives = (fact: string | readonly string[]): readonly string[] =>
    typeof fact === 'string' ? [fact] : fact;
  const types = each.type === undefined ? undefined : alternatives(each.type);
  return {
    id: each.id,
    text,
    type,
    facts: wanted.length,
    missing: wanted
      .filter((fact) => !alternatives(fact).some((one) => holds(text, one)))
      .map((fact) => alternatives(fact).join(' | ')),
    forbidden: each.not?.length ?? 0,
    leaked: (each.not ?? []).filter((word) => leaks(text, word)),
    firstPerson: each.tool === undefined && FIRST_PERSON.test(folded(text).replace(CODE, ' ')),
    dropped: facts.length === 0,
    mayDrop: each.drop === true,
    rightType: types === undefined || type === undefined ? undefined : types.includes(type),
  };
}

export interface Rate {
  readonly value: number;
  /** Bounds of the 95 % interval, by drawing cases again with replacement. */
  readonly low: number;
  readonly high: number;
  readonly of: number;
}

export interface Score {
  readonly cases: number;
  readonly kept: Rate;
  readonly leaked: Rate;
  readonly firstPerson: Rate;
  readonly wrongDrops: Rate;
  readonly wronglyKept: Rate;
  readonly rightType: Rate;
}

const DRAWS = 1_000;

/** Repeatable. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function rate(verdicts: readonly Verdict[], count: (verdict: Verdict) => readonly [hits: number, of: number]): Rate {
  const counts = verdicts.map(count).filter(([, of]) => of > 0);
  const share = (some: readonly (readonly [number, number])[]): number => {
    const total = some.reduce((sum, [, of]) => sum + of, 0);
    return total === 0 ? 0 : some.reduce((sum, [hits]) => sum + hits, 0) / total;
  };
  const random = randomFrom(1);
  const drawn = Array.from({ length: counts.length === 0 ? 0 : DRAWS }, () =>
    share(counts.map(() => counts[Math.floor(random() * counts.length)] ?? [0, 0])),
  ).sort((a, b) => a - b);
  return {
    value: share(counts),
    low: drawn[Math.floor(DRAWS * 0.025)] ?? 0,
    high: drawn[Math.floor(DRAWS * 0.975)] ?? 0,
    of: counts.reduce((sum, [, of]) => sum + of, 0),
  };
}

const one = (hit: boolean): number => (hit ? 1 : 0);

export const score = (verdicts: readonly Verdict[]): Score => ({
  cases: verdicts.length,
  kept: rate(verdicts, ({ facts, missing }) => [facts - missing.length, facts]),
  leaked: rate(verdicts, ({ forbidden, leaked, mayDrop }) => [leaked.length, mayDrop ? 0 : forbidden]),
  firstPerson: rate(verdicts, ({ firstPerson, dropped, mayDrop }) => [one(firstPerson), one(!dropped && !mayDrop)]),
  wrongDrops: rate(verdicts, ({ dropped, mayDrop }) => [one(dropped), one(!mayDrop)]),
  wronglyKept: rate(verdicts, ({ dropped, mayDrop }) => [one(!dropped), one(mayDrop)]),
  rightType: rate(verdicts, ({ rightType }) => [one(rightType === true), one(rightType !== undefined)]),
});
