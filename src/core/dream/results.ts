/** Results of consolidation ("dream") and of daily logs. */
import type { StoreKey } from '../memory.js';
import type { StaleReason } from '../staleness.js';

export interface DreamRequest {
  /** Default: the store that new memories go to. */
  readonly store?: StoreKey | undefined;
  /** Passes the gates of time, sessions and number of memories. Never the lock. */
  readonly force?: boolean | undefined;
  /** The agent's own session: it is not counted. */
  readonly session?: string | undefined;
  /** Whether no person asks: nothing is looked for where Claude Code consolidates by itself. Default false. */
  readonly unasked?: boolean | undefined;
  /** Whether a model is asked as well, where there is one. Default true. */
  readonly model?: boolean | undefined;
}

/** In the order in which they are checked. */
export type DreamGate = 'client' | 'time' | 'scan' | 'sessions' | 'memories' | 'lock' | 'index';

/**
 * `index`: lines of MEMORY.md. `superseded`: an older version that is still current. `duplicate`: two memories with the
 * same statements. `topic`: recurring content of daily logs. `merge` and `contradiction`: found by a model.
 */
export type DreamKind = 'index' | 'superseded' | 'duplicate' | 'topic' | 'merge' | 'contradiction';

/** A change that can be applied without the others. */
export interface DreamProposal {
  /** 12 hex digits, stable as long as the files do not change. */
  readonly id: string;
  readonly kind: DreamKind;
  readonly by: 'rules' | 'model';
  /** One line. */
  readonly title: string;
  /** Why, for people. */
  readonly reason: string;
  /** Paths inside the store of the files it is derived from. */
  readonly sources: readonly string[];
  /** Paths inside the store of the files it changes or makes. No file is ever removed. */
  readonly paths: readonly string[];
  /** Unified diff of those files, secrets masked. */
  readonly diff: string;
  /** Whether it takes a memory or an index entry out: such a proposal is applied only when it is chosen by itself. */
  readonly removes: boolean;
}

/** A memory that deserves a look, of which nothing is proposed. */
export interface DreamReview {
  /** Path inside the store. */
  readonly path: string;
  readonly reasons: readonly StaleReason[];
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
  /** Memories for the review; none in the first month that Memdir knows the store, when age and use tell nothing yet. */
  readonly review: readonly DreamReview[];
  /** Remarks for the user, one sentence each. */
  readonly notices: readonly string[];
  /** Digest of the whole plan and of the texts it was made from. */
  readonly digest: string;
}

/** A file after all chosen proposals. */
export interface DreamFileChange {
  /** Inside the store. */
  readonly path: string;
  /** How many of the chosen proposals change it. */
  readonly proposals: number;
  /** Unified diff against the current file, secrets masked. */
  readonly diff: string;
  /** Its text now, secrets masked; undefined when it is new. */
  readonly before: string | undefined;
  /** Its text afterwards, secrets masked. */
  readonly after: string;
}

export interface DreamReport {
  /** Id for undo. */
  readonly id: string;
  readonly store: StoreKey;
  /** Ids of the proposals that were applied. */
  readonly applied: readonly string[];
  /** Absolute paths of the files that were changed or created. */
  readonly files: readonly string[];
}

export interface DreamUndone {
  readonly id: string;
  /** Files that were restored. */
  readonly restored: number;
  /** What could not be undone, one sentence each. */
  readonly left: readonly string[];
}

/**
 * Output of `memdir dream --json`: the plan, the combined file changes of the chosen proposals, and with `--apply` the
 * result.
 */
export interface PrintedDream extends DreamPlan {
  readonly together: readonly Omit<DreamFileChange, 'before' | 'after'>[];
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
