/** What capture answers. */

/** Why nothing is worked off now, and until when. */
export interface QueuePause {
  /** For people. */
  readonly reason: string;
  /** ISO 8601. */
  readonly until: string;
}

/** Where observations wait, as anybody may look at it. */
export interface QueueState {
  /** Folder of the queue, absolute. */
  readonly folder: string;
  /** Entries that wait. */
  readonly waiting: number;
  /** Entries that failed for good and wait for somebody to look at them. */
  readonly dead: number;
  /** Why the last of them failed. */
  readonly lastFailure?: string;
  /** Of all files. */
  readonly bytes: number;
  /** Why nothing is observed and nothing worked off; absent while capture is on. */
  readonly off?: string;
  readonly paused?: QueuePause;
  /** Failures since the last success. */
  readonly failures: number;
  /** The entry that failed last and is tried again: how often it was begun, and why it failed. */
  readonly retrying?: { readonly times: number; readonly reason: string };
  /** What models were asked on this day of the clock, and how much they may be. */
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
  /** Dead letters that wait again. */
  readonly entries: number;
}
