import type { FrontMatter } from '../frontmatter.js';
import type { IndexFile } from '../index-file.js';
import type { Memory, SourceFile, StoreInfo } from '../memory.js';
import type { Fix, Problem, ProblemCode, Severity } from '../problem.js';
import type { Range, TextLines } from '../text.js';
import type { TypeTable } from '../types.js';

/** Severity by code as the user set it; a code that is not named keeps its default. */
export type LintRuleSettings = Readonly<Partial<Record<ProblemCode, Severity | 'off'>>>;

/** More problems of one code than this in one store are shown as one. */
export const GROUP_ABOVE = 20;

/** A memory file with everything a rule may ask about it. */
export interface ParsedFile {
  readonly source: SourceFile;
  readonly lines: TextLines;
  readonly frontMatter: FrontMatter;
  readonly memory: Memory;
}

/** A store as rules see it. Nothing here does I/O. */
export interface LintStore {
  readonly info: StoreInfo;
  /** Undefined when the store has no MEMORY.md. */
  readonly index: IndexFile | undefined;
  /** Memory files (the index is not one) by path inside the store. */
  readonly files: ReadonlyMap<string, ParsedFile>;
  readonly types: TypeTable;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface Finding {
  readonly range: Range;
  readonly message: string;
  readonly fixes?: readonly Fix[];
  /** Replaces the rule's own severity; the user's setting still wins. */
  readonly severity?: Severity;
  readonly related?: Problem['related'];
  /** File the finding is on; default the file being checked. */
  readonly path?: string;
}

interface RuleBase {
  readonly code: ProblemCode;
  /** Severity unless the user says otherwise. */
  readonly severity: Severity;
}

/** Looks at one memory file alone: its result can be cached as long as the file does not change. */
export interface MemoryRule extends RuleBase {
  readonly on: 'memory';
  check(file: ParsedFile, store: Pick<LintStore, 'info' | 'types' | 'now'>): Iterable<Finding>;
}

/** Looks at the index and at which files exist. */
export interface IndexRule extends RuleBase {
  readonly on: 'index';
  check(index: IndexFile, store: LintStore): Iterable<Finding>;
}

/** Looks at the memory files of a store together. */
export interface StoreRule extends RuleBase {
  readonly on: 'store';
  /** With `only`, findings on other files are not asked for and need not be worked out. */
  check(store: LintStore, only?: string): Iterable<Finding>;
}

export type Rule = MemoryRule | IndexRule | StoreRule;
