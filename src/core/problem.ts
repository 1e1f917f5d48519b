import type { Range, TextEdit } from './text.js';

/** The worst first. */
export const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Negative when `a` is worse than `b`: for sorting. */
export const bySeverity = (a: Severity, b: Severity): number => SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b);

/** Every diagnostic code, grouped as in docs/rules. Order is the order of the documentation. */
export const PROBLEM_CODES = [
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
  'too-many-files',
  'sync-copy',
  'stray-file',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** Edits by path inside the store. An edit of a file that does not exist creates it. */
export type StoreEdit = Readonly<Record<string, readonly TextEdit[]>>;

/** A repair that travels with its problem, the one a person would make by hand. */
export interface Fix {
  /** What the menu says, in the imperative: "Remove this entry". */
  readonly title: string;
  readonly edits: StoreEdit;
  /** Files to rename, old path to new; never over a file that is there. A fix that renames is offered one by one, never safe. */
  readonly renames?: Readonly<Record<string, string>>;
  /** Applied by "Fix all safe problems" and `lint --fix` without being asked one by one. */
  readonly safe: boolean;
  /** The text each edited file had when the fix was computed is compared before writing; set by the service. */
  readonly preferred: boolean;
}

export interface Problem {
  readonly code: ProblemCode;
  /** Path inside the store of the file the problem is shown on. */
  readonly path: string;
  readonly range: Range;
  readonly severity: Severity;
  /** What is wrong and what the agent will do about it, one sentence or two. */
  readonly message: string;
  readonly fixes: readonly Fix[];
  /** Other places that belong to it, when many of one kind were grouped. */
  readonly related?: readonly { readonly path: string; readonly range: Range; readonly message: string }[];
}

/** Budget of a MEMORY.md as Claude Code measures it: after front matter and block comments are stripped. */
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
  /** Real line of the file, from 0, of the first line that is not loaded; undefined when all is. */
  readonly cutLine?: number;
}
