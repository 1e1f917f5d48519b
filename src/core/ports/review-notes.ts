import type { StoreInfo, StoreKey } from '../memory.js';

/** What a person decided about a memory in the review without changing its text. */
export interface ReviewNote {
  /** `later`: not before `untilMs`. `kept`: it is still true, whatever the reasons say, as long as its text stays. */
  readonly decided: 'later' | 'kept';
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly untilMs?: number | undefined;
  /** Digest of the text that was looked at. */
  readonly text: string;
}

export interface ReviewState {
  /** Since when Memdir knows the store, milliseconds since the epoch. */
  readonly knownSinceMs: number;
  /** By path inside the store. */
  readonly notes: Readonly<Record<string, ReviewNote>>;
}

/** Reads of a memory by Claude Code, as its transcripts show. */
export interface AgentReads {
  readonly sessions: number;
  /** Time of the last transcript with one, milliseconds since the epoch. */
  readonly lastMs: number;
  /** Times of all transcripts with one. */
  readonly timesMs: readonly number[];
}

/** Port of the review: decisions, kept beside the search index, and what transcripts say of use. */
export interface ReviewNotes {
  /** Notes that the store is known from now on, when it was not. A failure to note it only postpones. */
  read(store: StoreKey, nowMs: number): Promise<ReviewState>;
  /** Sets or removes a note, and returns the former one. Rejects with `unavailable` when it cannot be written. */
  set(store: StoreKey, path: string, note: ReviewNote | undefined, nowMs: number): Promise<ReviewNote | undefined>;
  /** By path inside the store; undefined when no transcript of its project is at hand, so that nothing is known. */
  agentReads(store: StoreInfo, signal?: AbortSignal): Promise<ReadonlyMap<string, AgentReads> | undefined>;
}
