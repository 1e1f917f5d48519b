/** Results of the review: memories that deserve a look, one at a time, with the evidence. */
import type { DiffRow } from '../diff.js';
import type { MemoryId, StoreKey } from '../memory.js';
import type { ProblemCode } from '../problem.js';
import type { StaleSign } from '../staleness.js';

export type ReviewSign = StaleSign | 'duplicate' | 'problem';

/** The memory that a reason compares with. */
export interface ReviewOther {
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** Line to open, from 1. */
  readonly line: number;
}

export interface ReviewReason {
  readonly sign: ReviewSign;
  /** For people, without a full stop. */
  readonly text: string;
  /** Set for a problem. */
  readonly code?: ProblemCode;
  /** Line in the memory, from 1. */
  readonly line?: number;
  readonly other?: ReviewOther;
}

export interface ReviewItem {
  readonly id: MemoryId;
  readonly store: StoreKey;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  /** "Updated 75 days ago". */
  readonly updated: string;
  /** What is known of its use, and what is not: one sentence each. */
  readonly use: readonly string[];
  /** The strongest first; none for a memory that was asked for and has nothing against it. */
  readonly reasons: readonly ReviewReason[];
}

export interface ReviewRequest {
  /** Only these memories, also those that nothing speaks against or that were put off. Default: those that deserve a look. */
  readonly ids?: readonly MemoryId[] | undefined;
}

/** Two memories beside each other, secrets hidden. */
export interface ReviewComparison {
  readonly rows: readonly DiffRow[];
}

export interface ReviewQueue {
  /** What deserves a look most first. */
  readonly items: readonly ReviewItem[];
  /** Memories put off until a later day. */
  readonly later: number;
}

/** `merge`: `other` takes over the lines that only this memory has, and replaces it. `supersede`: `other` replaces it. */
export type ReviewDecision =
  | { readonly do: 'still-true' }
  | { readonly do: 'forget' }
  | { readonly do: 'later'; readonly days?: number | undefined }
  | { readonly do: 'merge' | 'supersede'; readonly other: string };

export interface ReviewDone {
  readonly id: MemoryId;
  /** What was done, a sentence. */
  readonly text: string;
  /** By which it is undone. */
  readonly undo: ReviewUndo;
}

/** What `memdir review --undo` prints. */
export interface ReviewUndone {
  readonly status: 'undone';
  readonly id: string;
}

export interface ReviewUndo {
  readonly id: MemoryId;
  /** Id of the record of changed texts; absent when no text was changed. */
  readonly record?: string | undefined;
}
