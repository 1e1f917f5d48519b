import type { Observation } from '../capture/observation.js';
import type { TurnEnd } from '../capture/read-observation.js';
import type { QueueState } from '../results.js';

/** Outcome of handling an observation. Only `done` removes it from the queue. */
export type QueueOutcome =
  /** `made`: drafts, durable by now. `tokens`: used by a model. */
  | { readonly status: 'done'; readonly made: number; readonly tokens?: number }
  /**
   * `unavailable`: the observation is not at fault (no answer, quota used up), so the failure does not count as an
   * attempt.
   */
  | { readonly status: 'failed'; readonly reason: string; readonly unavailable?: boolean; readonly tokens?: number };

/**
 * Durable queue of observations. Any number of processes append; one process works at a time. An observation that is
 * handled twice (after a crash) has the same id both times.
 */
export interface ObservationQueue {
  /** Id, time and locale for an observation made now. */
  stamp(): Pick<Observation, 'id' | 'at' | 'locale'>;
  /**
   * Masks secrets and removes recalled memories before writing. Rejects with `unavailable` when it could not be stored.
   */
  append(observation: Observation): Promise<void>;
  /**
   * Handles entries in order until none is left (`empty`), or until too many failed or the daily budget is used up
   * (`paused`); `busy` while another process works. A rejection of a handler counts as a failure. Rejects with
   * `cancelled`, and with `unavailable` when the folder is unusable.
   */
  work(handlers: QueueHandlers, signal?: AbortSignal): Promise<'empty' | 'paused' | 'busy'>;
  state(): Promise<QueueState>;
  /** Puts all dead letters back into the queue and lifts a pause; resolves with their number. */
  retryDead(): Promise<number>;
}

/** Handlers of queue entries. */
export interface QueueHandlers {
  readonly observation: (seen: Observation, signal: AbortSignal) => Promise<QueueOutcome>;
  /** End of a turn or of a session. Absent: such entries are skipped. */
  readonly turn?: (turn: TurnEnd, signal: AbortSignal) => Promise<QueueOutcome>;
}
