/** Consolidation of a store ("dream"), and daily logs. */
import type { StoreKey } from '../memory.js';

export interface DreamRequest {
  /** Default: the store that new memories go to. */
  readonly store?: StoreKey;
  /** Passes the gates of time and sessions. Never the lock, nor the least number of memories. */
  readonly force?: boolean;
  /** The agent's own session: it does not count as one since the last time. */
  readonly session?: string;
  /** Whether a model is asked too, where there is one. Default true. */
  readonly model?: boolean;
}

/** In the order in which they are looked at. */
export type DreamGate = 'time' | 'scan' | 'sessions' | 'memories' | 'lock' | 'index';

/**
 * `index`: lines of MEMORY.md. `superseded`: an older version that still counts. `duplicate`: two memories that say the same. `topic`: what daily
 * logs repeat. `expired`: what hardly still holds and nobody used. `merge` and `contradiction`: what a model found.
 */
export type DreamKind = 'index' | 'superseded' | 'duplicate' | 'topic' | 'expired' | 'merge' | 'contradiction';

/** A change that can be applied without the others. */
export interface DreamProposal {
  /** 12 hex digits; the same proposal has the same id as long as the files are as they are. */
  readonly id: string;
  readonly kind: DreamKind;
  readonly by: 'rules' | 'model';
  /** One line. */
  readonly title: string;
  /** Why, for people. */
  readonly reason: string;
  /** Paths inside the store of what it was worked out from. */
  readonly sources: readonly string[];
  /** Paths inside the store of the files it changes or makes. No file is ever removed. */
  readonly paths: readonly string[];
  /** Unified diff of those files, secrets masked. */
  readonly diff: string;
}

/** A proposal that did not pass the checks. */
export interface DreamDropped {
  readonly kind: DreamKind;
  readonly by: 'rules' | 'model';
  readonly title: string;
  /** Why it is not proposed, for people. */
  readonly reason: string;
}

export interface DreamPlan {
  readonly store: StoreKey;
  /** Absolute path of the store. */
  readonly path: string;
  /** Why nothing was looked for, for people. */
  readonly refused?: { readonly gate: DreamGate; readonly reason: string };
  readonly proposals: readonly DreamProposal[];
  readonly dropped: readonly DreamDropped[];
  /** What else is to be known, one sentence each. */
  readonly notices: readonly string[];
  /** Stands for all of the plan and for the texts it was made from. */
  readonly digest: string;
}

/** A file as it would be after all proposals of a choice. */
export interface DreamFileChange {
  /** Inside the store. */
  readonly path: string;
  /** How many of the chosen proposals change it. */
  readonly proposals: number;
  /** Unified diff against the file as it is, secrets masked. */
  readonly diff: string;
}

export interface DreamReport {
  /** Names the dream for taking it back. */
  readonly id: string;
  readonly store: StoreKey;
  /** Ids of the proposals that were applied. */
  readonly applied: readonly string[];
  /** Absolute paths of the files that were changed or made. */
  readonly files: readonly string[];
}

export interface DreamUndone {
  readonly id: string;
  /** Files that are as they were before. */
  readonly restored: number;
  /** What could not be taken back, one sentence each. */
  readonly left: readonly string[];
}

/** What `memdir dream --json` prints: the plan, what all of the chosen changes together make of the files, and with `--apply` what became of it. */
export interface PrintedDream extends DreamPlan {
  readonly together: readonly DreamFileChange[];
  readonly applied?: DreamReport;
}

export interface LogRequest {
  readonly text: string;
  /** Default: the store that new memories go to. */
  readonly store?: StoreKey;
}

export interface LogResult {
  /** Absolute path of the day's log. */
  readonly path: string;
  /** Line of the entry in it, from 1. */
  readonly line: number;
  /** The entry as it was written, without the time before it. */
  readonly text: string;
  /** Secrets that were masked. */
  readonly redacted: number;
}
