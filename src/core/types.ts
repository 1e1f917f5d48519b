import type { Level } from './memory.js';

/** How a memory type lives: its level and how it decays, S(t) = exp(-(t / scaleDays) ^ shape) with t in days (Weibull survival). */
export interface TypeShape {
  readonly level: Exclude<Level, 'shared'>;
  /** λ, days, above 0. */
  readonly scaleDays: number;
  /** k, above 0. */
  readonly shape: number;
  readonly family?: 'memdir' | 'knowledge';
}

export type TypeTable = Readonly<Record<string, TypeShape>>;

/** The types every store may use; DESIGN of the memory model, section 3 of docs/architecture.md. */
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

/** For a memory whose type is missing or in no table. */
export const UNKNOWN_TYPE: TypeShape = { level: 'long-term', scaleDays: 30, shape: 1.0 };

export const typeTable = (more: TypeTable = {}): TypeTable => ({ ...BUILT_IN_TYPES, ...more });

/** Chance that a memory of this age still holds, 1 (new) to 0. A negative age counts as 0. */
export const survival = (ageDays: number, shape: TypeShape): number => Math.exp(-((Math.max(0, ageDays) / shape.scaleDays) ** shape.shape));
