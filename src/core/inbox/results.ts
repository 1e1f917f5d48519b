/** Drafts: memories that wait for a decision. */
import type { MemoryId } from '../memory.js';
import type { RelatedMemory } from '../write/results.js';

/** Where a draft comes from. */
export interface DraftOrigin {
  readonly source: 'hook' | 'command' | 'endpoint' | 'transcript';
  /** `rules`, or the name of a model. */
  readonly engine: string;
  /** Time of the observation, ISO 8601 with the offset of the observer's clock. */
  readonly observedAt: string;
  readonly session?: string;
  /** Absolute path of the project. */
  readonly cwd?: string;
}

/** A memory before it is accepted. Secrets are masked. */
export interface Draft {
  /** 16 hex digits. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly body: string;
  readonly origin: DraftOrigin;
  /** The memory whose text it would replace; absent: it would be new. */
  readonly updates?: MemoryId;
  /** ISO 8601. */
  readonly createdAt: string;
}

export interface PendingDraft extends Draft {
  /** Absolute path of the draft's file, to be edited there. */
  readonly path: string;
  /** Similar memories, the newer first. */
  readonly related: readonly RelatedMemory[];
  /** Pending drafts that contradict it or are equivalent to it, contradictions first. The relation is symmetric. */
  readonly others: readonly RelatedDraft[];
}

/** A pending draft that is related to another one. */
export interface RelatedDraft {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  /**
   * `contradicts`: its words say something else about the same subject. `same`: it is equivalent by its words or its
   * meaning.
   */
  readonly how: 'contradicts' | 'same';
}

export interface Inbox {
  /** The oldest first. */
  readonly drafts: readonly PendingDraft[];
  /** Files that cannot be read as drafts. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

export interface InboxFilter {
  /** Also drafts of projects that are not open here. */
  readonly everywhere?: boolean;
  /** Whether related memories and drafts are computed. Default true. */
  readonly related?: boolean;
}

/** What to do with one draft. */
export type DraftDecision =
  | { readonly do: 'accept' }
  /** Appends its text to a memory. */
  | { readonly do: 'merge'; readonly into: string }
  /** Replaces a memory. */
  | { readonly do: 'supersede'; readonly memory: string }
  | { readonly do: 'reject' }
  /** Rejects it, and drafts that say nearly the same in future. */
  | { readonly do: 'never' }
  /** Makes a decided draft pending again. The memory that was saved from it stays. */
  | { readonly do: 'reopen' }
  /**
   * Undoes a decision: the saved memory is forgotten, the replaced one becomes current, a rejection for good is lifted,
   * and the draft becomes pending.
   */
  | { readonly do: 'undo' };

export interface DraftChange {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly type?: string | undefined;
  readonly body?: string | undefined;
}

export interface DecisionResult {
  readonly id: string;
  /** `duplicate`: `memory` says the same, and the draft is closed. With `refused` nothing changed. */
  readonly status: 'saved' | 'updated' | 'duplicate' | 'rejected' | 'reopened' | 'refused';
  /** The memory that was saved, or that says the same. */
  readonly memory?: MemoryId;
  /** Absolute path of that memory. */
  readonly path?: string;
  /** For people. */
  readonly reason?: string;
}

/** A draft that was decided upon. */
export interface DecidedDraft {
  readonly id: string;
  readonly name: string;
  readonly how: 'accepted' | 'merged' | 'superseded' | 'rejected' | 'never' | 'decided';
  /** When, ISO 8601. */
  readonly at: string;
  /** Id of one user action; equal for drafts that were decided together. */
  readonly act: string;
  /** The memory that was saved. */
  readonly memory?: MemoryId;
}

export interface DecidedFilter {
  /** Also drafts of projects that are not open here. */
  readonly everywhere?: boolean;
  /** Maximum number of drafts; those of the last action are always included. Default 50. */
  readonly most?: number;
}

/** Input of a draft; the other fields are derived. */
export type OfferedDraft = Pick<Draft, 'id' | 'type' | 'body' | 'origin'> &
  Partial<Pick<Draft, 'name' | 'description' | 'updates'>> & {
    /** Pending drafts of which this one says more: they are closed once it waits. */
    readonly replaces?: readonly string[];
  };

export interface OfferOptions {
  /** Types whose drafts are accepted at once. */
  readonly autoAccept?: readonly string[];
}

export interface OfferResult {
  readonly id: string;
  /**
   * `blocked`: it still contains a secret. `known`: a memory or another draft says the same. `unwanted`: equivalent
   * drafts were rejected for good.
   */
  readonly status: 'waiting' | 'accepted' | 'blocked' | 'known' | 'unwanted';
  readonly reason?: string;
}

export interface DistilledFact {
  readonly text: string;
  readonly type: string;
}

/** Result of distilling an observation. `engine`: `rules`, or the model's label. `tokens`: tokens that a model used. */
export type DistillResult = { readonly engine: string; readonly tokens: number } & (
  | { readonly status: 'facts'; readonly facts: readonly DistilledFact[] }
  /** `reason` for people. */
  | { readonly status: 'nothing'; readonly reason: string }
);

/** Output of `memdir distill --json`: the text of all facts, and the type of the first. */
export interface PrintedDistillation {
  readonly status: 'facts' | 'nothing';
  readonly text?: string;
  readonly type?: string;
  readonly facts: readonly DistilledFact[];
  readonly engine: string;
  readonly reason?: string;
}

/** A line of the output of `memdir inbox --json`. */
export interface PrintedDraft extends Omit<PendingDraft, 'origin'>, DraftOrigin {}
