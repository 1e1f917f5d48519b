import type { IndexFile } from '../index/index-file.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix, Problem, ProblemCode, Severity } from '../problem.js';
import type { Range } from '../text.js';

/** Severity by code as the user set it; a code that is not named keeps its default. */
export type LintRuleSettings = Readonly<Partial<Record<ProblemCode, Severity | 'off'>>>;

/** More problems of one code than this in one store are shown as one. */
export const GROUP_ABOVE = 20;

export interface Finding {
  readonly range: Range;
  readonly message: string;
  readonly fixes?: readonly Fix[];
  /** Replaces the rule's own severity; the user's setting still wins. */
  readonly severity?: Severity | undefined;
  readonly related?: Problem['related'];
  /** File the finding is on; default the file being checked. */
  readonly path?: string | undefined;
}

interface RuleBase {
  readonly code: ProblemCode;
  /** Severity unless the user says otherwise. */
  readonly severity: Severity;
}

/** Looks at one memory file alone: its result can be cached as long as the file does not change. */
export interface MemoryRule extends RuleBase {
  readonly on: 'memory';
  check(file: ParsedFile, store: Pick<ParsedStore, 'info' | 'types' | 'now'>): Iterable<Finding>;
}

/** Looks at the index and at which files exist. */
export interface IndexRule extends RuleBase {
  readonly on: 'index';
  check(index: IndexFile, store: ParsedStore): Iterable<Finding>;
}

/** Looks at the memory files of a store together. */
export interface StoreRule extends RuleBase {
  readonly on: 'store';
  /** With `only`, findings on other files are not asked for and need not be worked out. */
  check(store: ParsedStore, only?: string): Iterable<Finding>;
}

export type Rule = MemoryRule | IndexRule | StoreRule;
