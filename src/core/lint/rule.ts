import type { IndexFile } from '../index/index-file.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix, Problem, ProblemCode, Severity } from '../problem.js';
import type { Range } from '../text.js';

/** Severity by code as set by the user; other codes keep their default. */
export type LintRuleSettings = Readonly<Partial<Record<ProblemCode, Severity | 'off'>>>;

/** More problems of one code than this in one store are grouped. */
export const GROUP_ABOVE = 20;

export interface Finding {
  readonly range: Range;
  readonly message: string;
  readonly fixes?: readonly Fix[];
  /** Overrides the rule's severity; the user's setting overrides both. */
  readonly severity?: Severity | undefined;
  readonly related?: Problem['related'];
  /** File of the finding; default the checked file. */
  readonly path?: string | undefined;
}

interface RuleBase {
  readonly code: ProblemCode;
  /** Default severity. */
  readonly severity: Severity;
}

/** Checks one memory file alone: results are cached as long as the file does not change. */
export interface MemoryRule extends RuleBase {
  readonly on: 'memory';
  check(file: ParsedFile, store: Pick<ParsedStore, 'info' | 'types' | 'now'>): Iterable<Finding>;
}

/** Checks the index and the set of existing files. */
export interface IndexRule extends RuleBase {
  readonly on: 'index';
  check(index: IndexFile, store: ParsedStore): Iterable<Finding>;
}

/** Checks the memory files of a store together. */
export interface StoreRule extends RuleBase {
  readonly on: 'store';
  /** With `only`, findings on other files may be left out. */
  check(store: ParsedStore, only?: string): Iterable<Finding>;
}

export type Rule = MemoryRule | IndexRule | StoreRule;
