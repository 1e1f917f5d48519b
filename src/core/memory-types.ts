import { distance as editDistance } from 'fastest-levenshtein';

import type { Level, StoreKind } from './memory.js';

/** Level and decay of a memory type: S(t) = exp(-(t / scaleDays) ^ shape) with t in days (Weibull survival). */
export interface TypeShape {
  readonly level: Exclude<Level, 'shared'>;
  /** λ, days, above 0. */
  readonly scaleDays: number;
  /** k, above 0. */
  readonly shape: number;
  readonly family?: 'memdir' | 'knowledge';
}

/** How the weight of a type fades. */
export type Fading = Pick<TypeShape, 'scaleDays' | 'shape'>;

export type TypeTable = Readonly<Record<string, TypeShape>>;

/** Types that every store may use. */
export const BUILT_IN_TYPES = {
  user: { level: 'long-term', scaleDays: 365, shape: 1.0, family: 'memdir' },
  feedback: { level: 'long-term', scaleDays: 180, shape: 1.0, family: 'memdir' },
  project: { level: 'short-term', scaleDays: 30, shape: 1.2, family: 'memdir' },
  reference: { level: 'long-term', scaleDays: 180, shape: 1.0, family: 'memdir' },
  decision: { level: 'long-term', scaleDays: 14, shape: 1.44, family: 'knowledge' },
  context: { level: 'short-term', scaleDays: 7, shape: 1.1, family: 'knowledge' },
  failure: { level: 'long-term', scaleDays: 45, shape: 2.5, family: 'knowledge' },
  pattern: { level: 'long-term', scaleDays: 90, shape: 1.0, family: 'knowledge' },
  dependency: { level: 'long-term', scaleDays: 180, shape: 1.5, family: 'knowledge' },
} as const satisfies TypeTable;

/** For a memory without a type or with an unknown one. */
export const UNKNOWN_TYPE: TypeShape = { level: 'long-term', scaleDays: 30, shape: 1.0 };

export const typeTable = (more: TypeTable = {}): TypeTable => ({ ...BUILT_IN_TYPES, ...more });

/** Survival below which a memory may count as stale by its age: see core/staleness. */
export const STALE_SURVIVAL = 0.1;

/** Weight of a memory of this age in ranking and as a sort order, 1 (new) to 0: no likelihood, and never shown as one. A negative age counts as 0. */
export const survival = (ageDays: number, shape: Fading): number =>
  Math.exp(-((Math.max(0, ageDays) / shape.scaleDays) ** shape.shape));

/** The shape of a type; {@link UNKNOWN_TYPE} for an unknown one. */
export const shapeOf = (type: string, table: TypeTable): TypeShape =>
  Object.hasOwn(table, type) ? (table[type] ?? UNKNOWN_TYPE) : UNKNOWN_TYPE;

/** The inputs of a memory's level, which is always derived. */
export interface LevelFacts {
  readonly type: string;
  readonly repos: readonly string[];
  readonly storeKind: StoreKind;
  /** Path inside the store. */
  readonly path: string;
}

/** `shared` for team memory and for what concerns two repositories or more, else the level of the type. */
export function levelOf({ type, repos, storeKind, path }: LevelFacts, table: TypeTable): Level {
  if (storeKind === 'team' || path.startsWith('team/') || new Set(repos).size >= 2) return 'shared';
  return shapeOf(type, table).level;
}

/** Unambiguous synonyms of the types. */
const SYNONYMS: Readonly<Record<string, string>> = {
  handoff: 'project', // the state of ongoing work, handed to the next session
  status: 'project',
  preference: 'feedback', // how the user wants work to be done
  correction: 'feedback',
  profile: 'user',
  doc: 'reference',
  docs: 'reference',
  link: 'reference',
  adr: 'decision',
  gotcha: 'failure', // something that went wrong once and will again
  pitfall: 'failure',
  convention: 'pattern',
  library: 'dependency',
};

/**
 * The type that a word obviously means: other letter case, a typo, a known synonym. Undefined when that would be a
 * guess.
 */
export function nearestType(word: string, table: TypeTable): string | undefined {
  const wanted = word.trim().toLowerCase();
  if (wanted === '' || wanted.length > 40) return undefined;
  if (Object.hasOwn(table, wanted)) return wanted;
  const synonym = Object.hasOwn(SYNONYMS, wanted) ? SYNONYMS[wanted] : undefined;
  if (synonym !== undefined && Object.hasOwn(table, synonym)) return synonym;
  const near = Object.keys(table)
    .map((type) => ({ type, distance: editDistance(wanted, type.toLowerCase()) }))
    .filter(({ type, distance }) => distance <= (Math.min(type.length, wanted.length) <= 5 ? 1 : 2))
    .sort((a, b) => a.distance - b.distance);
  return near[0] && near[0].distance !== near[1]?.distance ? near[0].type : undefined;
}
