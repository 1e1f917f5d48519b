import type { BudgetDetail, Trim } from '../../core/budget/results.js';
import type { Memdir } from '../../core/memdir.js';
import type { MemoryId, StoreKey } from '../../core/memory.js';
import type { IndexBudget } from '../../core/problem.js';
import type { LintReport } from '../../core/results.js';
import type { HostConfiguration } from '../configuration.js';
import type { ToolAnswer, ToolName, ToolPreview } from '../tools.js';

/** Views of the editor that show what a request may change. */
export type View = 'tree' | 'inbox';

export type FixTarget =
  { readonly file: string } | { readonly store: StoreKey } | { readonly memories: readonly MemoryId[] };

export interface FixOutcome {
  readonly repairs: number;
  readonly files: number;
  /** False when the editor, or the user, did not take the edit. */
  readonly applied: boolean;
  /** Absolute paths of read-only files that were left as they are. */
  readonly readOnly?: readonly string[];
}

export interface TrimRequest {
  readonly store: StoreKey;
  readonly trims: readonly Trim[];
  readonly apply: boolean;
}

export interface TrimOutcome {
  readonly budget: IndexBudget;
  /** Whether the user accepted the edit. */
  readonly applied: boolean;
}

export type ReportProgress = (message: string, done: number, total: number) => void;

/** What requests need of the host. */
export interface HostContext {
  /** The service once it is open. Rejects when it cannot be opened, or the signal is aborted first. */
  memdir(signal?: AbortSignal): Promise<Memdir>;
  /** Tells the editor that a view is out of date. */
  invalidate(view: View, memdir: Memdir): Promise<void>;
  /** Makes a tree of memories; background work begins after the first one. */
  makeTree<T>(work: () => Promise<T>): Promise<T>;
  /** Checks every store, unsaved text included, and publishes the diagnostics. */
  lintAll(signal: AbortSignal): Promise<LintReport>;
  /** Hands every safe repair to the editor as one edit, unsaved text included. */
  fixAll(memdir: Memdir, target: FixTarget, signal: AbortSignal): Promise<FixOutcome>;
  /** The MEMORY.md of a store line by line, unsaved text included. */
  indexBudget(memdir: Memdir, store: StoreKey, signal: AbortSignal): Promise<BudgetDetail>;
  /** The budget after some choices; with `apply` they are handed to the editor as one edit, which it shows first. */
  trimIndex(memdir: Memdir, request: TrimRequest, signal: AbortSignal): Promise<TrimOutcome>;
  /** Reports work done progress under a token that the editor listens to. */
  withProgress<T>(
    progress: { readonly token: string; readonly title: string },
    work: (report: ReportProgress) => Promise<T>,
  ): Promise<T>;
  callTool(memdir: Memdir, name: string, input: unknown, signal: AbortSignal): Promise<ToolAnswer>;
  previewTool(memdir: Memdir, name: ToolName, input: unknown, signal: AbortSignal): Promise<ToolPreview>;
  /** Takes over changed settings, trust and environment. */
  configure(configuration: HostConfiguration): void;
}
