/** Memories to be, that wait for a person. */
import type { MemoryId } from '../memory.js';
import type { RelatedMemory } from '../write/results.js';

/** Where a draft comes from. */
export interface DraftOrigin {
  readonly source: 'hook' | 'command' | 'endpoint' | 'transcript';
  /** What made it: `rules`, or the name of a model. */
  readonly engine: string;
  /** When it was seen, ISO 8601 with the offset of the observer's clock. */
  readonly observedAt: string;
  readonly session?: string;
  /** Absolute; the project it was seen in. */
  readonly cwd?: string;
}

/** A memory to be. Nothing of it holds a secret. */
export interface Draft {
  /** 16 hex digits. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly body: string;
  readonly origin: DraftOrigin;
  /** The memory whose text it would replace; absent: it would be a new one. */
  readonly updates?: MemoryId;
  /** ISO 8601. */
  readonly createdAt: string;
}

export interface PendingDraft extends Draft {
  /** Absolute path of the draft's file, to be edited there. */
  readonly path: string;
  /** Memories close to it, the newer first. */
  readonly related: readonly RelatedMemory[];
  /** Drafts that wait beside it and say otherwise or nearly the same, those that say otherwise first. Each names the other. */
  readonly others: readonly RelatedDraft[];
}

/** A draft that waits beside another one. */
export interface RelatedDraft {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  /** `contradicts`: it says something else about the same subject, as far as words show. `same`: it says nearly the same, by its words or its meaning. */
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
  /** Whether memories close to each draft, and other drafts that bear on it, are looked for. Default true. */
  readonly related?: boolean;
}

/** What to do with one draft. */
export type DraftDecision =
  | { readonly do: 'accept' }
  /** Its text goes to the end of a memory. */
  | { readonly do: 'merge'; readonly into: string }
  /** It takes the place of a memory. */
  | { readonly do: 'supersede'; readonly memory: string }
  | { readonly do: 'reject' }
  /** Rejects it, and drafts that say nearly the same in future. */
  | { readonly do: 'never' }
  /** Has a draft that was decided upon wait again. What was saved from it stays. */
  | { readonly do: 'reopen' }
  /** Takes back what was decided: what was saved is forgotten, what it replaced holds again, what was never wanted may come, and the draft waits. */
  | { readonly do: 'undo' };

export interface DraftChange {
  readonly name?: string;
  readonly description?: string;
  readonly type?: string;
  readonly body?: string;
}

export interface DecisionResult {
  readonly id: string;
  /** `duplicate`: `memory` says it already, and the draft is settled. With `refused` nothing changed. */
  readonly status: 'saved' | 'updated' | 'duplicate' | 'rejected' | 'reopened' | 'refused';
  /** The memory that was saved, or that says it already. */
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
  /** The same for drafts that were decided upon together. */
  readonly act: string;
  /** The memory that was saved. */
  readonly memory?: MemoryId;
}

export interface DecidedFilter {
  /** Also drafts of projects that are not open here. */
  readonly everywhere?: boolean;
  /** Drafts at most; those of the last act are all told. Default 50. */
  readonly most?: number;
}

/** What a draft is made of; the rest is worked out. */
export type OfferedDraft = Pick<Draft, 'id' | 'type' | 'body' | 'origin'> &
  Partial<Pick<Draft, 'name' | 'description' | 'updates'>>;

export interface OfferOptions {
  /** Types whose drafts are accepted at once. */
  readonly autoAccept?: readonly string[];
}

export interface OfferResult {
  readonly id: string;
  /** `blocked`: it still holds a secret. `known`: a memory or another draft says it already. `unwanted`: somebody never wants it. */
  readonly status: 'waiting' | 'accepted' | 'blocked' | 'known' | 'unwanted';
  readonly reason?: string;
}

export interface DistilledFact {
  readonly text: string;
  readonly type: string;
}

/** What distillation makes of something seen. `engine`: `rules`, or the model's label. `tokens`: what a model was asked for it. */
export type DistillResult = { readonly engine: string; readonly tokens: number } & (
  | { readonly status: 'facts'; readonly facts: readonly DistilledFact[] }
  /** `reason` for people. */
  | { readonly status: 'nothing'; readonly reason: string }
);

/** What `memdir distill --json` prints: the text of all facts, and the type of the first. */
export interface PrintedDistillation {
  readonly status: 'facts' | 'nothing';
  readonly text?: string;
  readonly type?: string;
  readonly facts: readonly DistilledFact[];
  readonly engine: string;
  readonly reason?: string;
}

/** A line of what `memdir inbox --json` prints. */
export interface PrintedDraft extends Omit<PendingDraft, 'origin'>, DraftOrigin {}
