import type { Observation } from '../capture/observation.js';
import type { TurnEnd } from '../capture/read-observation.js';
import type { QueueState } from '../results.js';

/** What came of working off an observation. Only `done` takes it from the queue. */
export type QueueOutcome =
  /** `made`: drafts, durable before this is answered. `tokens`: what a model was asked for it. */
  | { readonly status: 'done'; readonly made: number; readonly tokens?: number }
  /** `unavailable`: it is not the observation's fault (nobody answers, a quota is used up), so it is not tried out for that. */
  | { readonly status: 'failed'; readonly reason: string; readonly unavailable?: boolean; readonly tokens?: number };

/**
 * Where what was seen waits until it is made drafts of. Any number of processes append; one works, whoever that is. What is handled twice
 * (a process was killed in between) has the same id both times.
 */
export interface ObservationQueue {
  /** Id, time and locale of something seen now, here. */
  stamp(): Pick<Observation, 'id' | 'at' | 'locale'>;
  /** Secrets are masked and recalled memories left out before anything is written. Rejects with `unavailable` when it could not be kept. */
  append(observation: Observation): Promise<void>;
  /**
   * Hands over one after the other until none is left (`empty`), too many failed or the budget of the day is used up (`paused`); `busy` when
   * another process does. A rejection of `handle` counts as a failure. Rejects with `cancelled`, and with `unavailable` for a folder that
   * cannot be worked in.
   */
  work(handlers: QueueHandlers, signal?: AbortSignal): Promise<'empty' | 'paused' | 'busy'>;
  state(): Promise<QueueState>;
  /** Has everything that failed for good wait again, and lifts a pause; resolves with how many entries. */
  retryDead(): Promise<number>;
}

/** What is done with what waits. */
export interface QueueHandlers {
  readonly observation: (seen: Observation, signal: AbortSignal) => Promise<QueueOutcome>;
  /** The end of a turn or of a session. Absent: it is passed over. */
  readonly turn?: (turn: TurnEnd, signal: AbortSignal) => Promise<QueueOutcome>;
}
