/** Results of capture. */

/** Why the queue is paused, and until when. */
export interface QueuePause {
  /** For people. */
  readonly reason: string;
  /** ISO 8601. */
  readonly until: string;
}

/** State of the observation queue. */
export interface QueueState {
  /** Folder of the queue, absolute. */
  readonly folder: string;
  /** Entries that wait. */
  readonly waiting: number;
  /** Dead letters: entries that failed for good. */
  readonly dead: number;
  /** Why the last dead letter failed. */
  readonly lastFailure?: string;
  /** Size of all files. */
  readonly bytes: number;
  /** Why capture is off; absent while it is on. */
  readonly off?: string;
  readonly paused?: QueuePause;
  /** Failures since the last success. */
  readonly failures: number;
  /** The entry that failed last and is retried: attempts so far and the last reason. */
  readonly retrying?: { readonly times: number; readonly reason: string };
  /** Tokens that models used on this day of the clock, and the limit. */
  readonly budget: {
    readonly day: string;
    readonly entries: number;
    readonly mostEntries: number;
    readonly tokens: number;
    readonly mostTokens: number;
  };
}

export interface ObserveResult {
  readonly status: 'queued';
  readonly id: string;
}

export interface RetryResult {
  readonly status: 'retried';
  /** Dead letters that were put back into the queue. */
  readonly entries: number;
}
