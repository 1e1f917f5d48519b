/** Tokens of a MEMORY.md line by line, and the lines that can be removed. */
import type { IndexBudget } from '../problem.js';
import type { PlannedChange } from '../results.js';

/** `loaded`: Claude Code reads it at the start; `cut`: it is past the limit; `stripped`: front matter or a comment, which costs nothing. */
export type BudgetLineState = 'loaded' | 'cut' | 'stripped';

export interface BudgetLine {
  /** With secrets masked. */
  readonly text: string;
  /** UTF-16 units. */
  readonly units: number;
  readonly state: BudgetLineState;
  /** An entry longer than a pointer needs to be. */
  readonly long: boolean;
  /** It leads to a file that is not there, or has a conflict marker. */
  readonly broken: boolean;
}

/** In the order in which they are worth a look. */
export const TRIM_REASONS = ['broken', 'duplicated', 'biggest', 'unused', 'oldest'] as const;
export type TrimReason = (typeof TRIM_REASONS)[number];

/** `remove`: the lines of the entry go, the memory stays; `shorten`: its description is cut, the rest is kept in the memory. */
export type TrimHow = 'remove' | 'shorten';

export interface Trim {
  /** Line of MEMORY.md, from 0. */
  readonly line: number;
  readonly how: TrimHow;
}

export interface TrimChoice extends Trim {
  readonly reason: TrimReason;
  /** Title of the entry. */
  readonly title: string;
  /** UTF-16 units that it takes now. */
  readonly units: number;
  /** Absent where there is no memory. */
  readonly ageDays?: number;
  readonly uses?: number;
}

export interface BudgetDetail {
  /** Absolute path of MEMORY.md. */
  readonly path: string;
  readonly budget: IndexBudget;
  /** Every line of the file. */
  readonly lines: readonly BudgetLine[];
  /** By reason, the first in each the one that is most worth it. An entry may be in several. */
  readonly choices: readonly TrimChoice[];
}

export interface TrimPlan {
  readonly changes: readonly PlannedChange[];
  /** After them. */
  readonly budget: IndexBudget;
}
