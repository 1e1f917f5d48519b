import type { Range, TextEdit } from './text.js';

/** Worst first. */
export const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Comparator: negative when `a` is worse than `b`. */
export const bySeverity = (a: Severity, b: Severity): number => SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b);

/** Whether a finding of this severity is a problem, as every count of problems means it; the others are notes. */
export const isProblem = (severity: Severity): boolean => severity === 'error' || severity === 'warning';

/** All diagnostic codes in the order of the documentation (docs/rules). */
export const PROBLEM_CODES = [
  'index-missing',
  'index-lines',
  'index-size',
  'index-near-limit',
  'index-entry-not-loaded',
  'index-entry-long',
  'index-content',
  'index-duplicate',
  'index-missing-target',
  'index-orphan',
  'index-link-outside',
  'index-link-form',
  'index-drift',
  'index-conflict-marker',
  'index-name-case',
  'frontmatter-missing',
  'frontmatter-unclosed',
  'frontmatter-double',
  'frontmatter-yaml',
  'frontmatter-comment-cut',
  'frontmatter-executable',
  'frontmatter-value-type',
  'frontmatter-long',
  'name-missing',
  'name-duplicate',
  'name-differs',
  'description-missing',
  'description-long',
  'description-vague',
  'type-missing',
  'type-unknown',
  'type-folder',
  'type-scope',
  'why-missing',
  'how-to-apply-missing',
  'relative-date',
  'wikilink-unresolved',
  'cited-path-missing',
  'stale',
  'over-injection-limit',
  'empty-body',
  'near-duplicate',
  'contradiction',
  'derivable',
  'secret',
  'invisible-characters',
  'instruction-like',
  'not-utf8',
  'symlink-outside',
  'merge-conflict',
  'unreadable',
  'cloud-only',
  'too-many-files',
  'sync-copy',
  'stray-file',
  'memory-not-loaded',
  'session-expiring',
  'duplicate-across-agents',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** Edits by path inside the store. An edit of a file that does not exist creates it. */
export type StoreEdit = Readonly<Record<string, readonly TextEdit[]>>;

/** A fix of a problem, as a person would make it by hand. */
export interface Fix {
  /** Menu title in the imperative: "Remove this entry". */
  readonly title: string;
  readonly edits: StoreEdit;
  /**
   * Files to rename, old path to new; never over an existing file. A fix with renames is applied on its own and is
   * never safe.
   */
  readonly renames?: Readonly<Record<string, string>>;
  /** Applied by "Apply all safe fixes" and `lint --fix`. */
  readonly safe: boolean;
  /** Whether an editor offers it first, and applies it when the user asks for a fix without choosing. */
  readonly preferred: boolean;
  /** An editor shows the change before it makes it, because it touches many lines. */
  readonly confirm?: boolean;
}

export interface Problem {
  readonly code: ProblemCode;
  /** Path inside the store of the file with the problem. */
  readonly path: string;
  readonly range: Range;
  readonly severity: Severity;
  /** The fault and its effect on the agent, one or two sentences. */
  readonly message: string;
  readonly fixes: readonly Fix[];
  /** Whether it is one of a group that is told at another place: a hint in an open file, counted nowhere. */
  readonly inGroup?: true;
  /** Other places of a grouped problem. */
  readonly related?: readonly { readonly path: string; readonly range: Range; readonly message: string }[];
}

/** Size of a MEMORY.md as Claude Code measures it: front matter and block comments are stripped. */
export interface IndexBudget {
  readonly path: string;
  /** Loadable lines: those left after stripping. */
  readonly lines: number;
  readonly loadedLines: number;
  /** UTF-16 units of the stripped text. */
  readonly units: number;
  readonly loadedUnits: number;
  /** Bytes of the file in UTF-8; information only, not the limit. */
  readonly bytes: number;
  readonly limitLines: 200;
  readonly limitUnits: 25000;
  readonly entries: number;
  /** Line of the file (0-based) that is the first one not loaded; undefined when all is. */
  readonly cutLine?: number;
}
