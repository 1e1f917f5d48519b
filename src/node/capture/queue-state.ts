/** State that workers share: failures, a pause, and the model budget spent today. One file, written by the worker that holds the lock. */
import * as z from 'zod';

import { t } from '../../core/l10n.js';
import { grouped } from '../../core/numbers.js';
import type { QueuePause } from '../../core/results.js';
import { inEnglish, retell } from '../../core/retell.js';
import { DAY_MS, HOUR_MS } from '../../core/units.js';
import { writeAtomic } from '../files/atomic-write.js';
import { readJson } from './cursor.js';

const stored = z.object({
  version: z.literal(1),
  /** Local date: 2026-11-28. */
  day: z.string(),
  /** Observations that a model processed on that day, and tokens. */
  entries: z.number(),
  tokens: z.number(),
  /** Failures since the last success. */
  failures: z.number(),
  pause: z.optional(z.object({ why: z.enum(['failures', 'budget']), reason: z.string(), untilMs: z.number() })),
  /** The entry begun last. */
  at: z.optional(
    z.object({
      entry: z.string(),
      begun: z.number(),
      tries: z.number(),
      unanswered: z.optional(z.number()),
      reason: z.optional(z.string()),
    }),
  ),
});
export type WorkState = z.infer<typeof stored>;

export interface Limits {
  /** Observations that a model may process in a day. */
  readonly entries: number;
  /** Tokens that it may use in a day. */
  readonly tokens: number;
}

/** Observations and tokens spent on a day. */
export type Spent = Pick<WorkState, 'entries' | 'tokens'>;

/** Failures of an entry after which it is given up. */
export const MOST_TRIES = 3;
/** Starts of an entry before it becomes a dead letter, not counting those a model did not answer: an entry that crashes the process each time ends here. */
const MOST_BEGUN = 12;
/** Unanswered attempts of an entry; with pauses of up to an hour they take more than a day. The entry itself may be the cause, and it blocks the others. */
const MOST_UNANSWERED = 36;
/** Consecutive failures after which the queue pauses. */
const PAUSE_AFTER = 5;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = HOUR_MS;

/** The state with its texts for people in another language: the next program that reads it may speak another one. */
const saying = ({ pause, at, ...state }: WorkState, as: (text: string) => string): WorkState => ({
  ...state,
  ...(pause === undefined ? {} : { pause: { ...pause, reason: as(pause.reason) } }),
  ...(at === undefined ? {} : { at: at.reason === undefined ? at : { ...at, reason: as(at.reason) } }),
});

export async function readState(file: string, nowMs: number): Promise<WorkState> {
  const read = stored.safeParse(await readJson(file));
  return stateOfDay(
    read.success ? saying(read.data, retell) : { version: 1, day: dayOf(nowMs), entries: 0, tokens: 0, failures: 0 },
    nowMs,
  );
}

/** Whether an entry has used up its attempts. */
export const isGivenUp = ({
  begun,
  tries,
  unanswered = 0,
}: Pick<NonNullable<WorkState['at']>, 'begun' | 'tries' | 'unanswered'>): boolean =>
  tries >= MOST_TRIES || begun - unanswered >= MOST_BEGUN || unanswered >= MOST_UNANSWERED;

/** Not durable: after a power failure a few entries are retried. */
export const writeState = async (file: string, state: WorkState): Promise<void> =>
  await writeAtomic(file, JSON.stringify(saying(state, inEnglish)), { mode: 0o600, durable: false });

/** The state with the budget of a day: reset on a later day, unchanged on an earlier one, because then the clock was set back. */
export function stateOfDay(state: WorkState, nowMs: number): WorkState {
  const day = dayOf(nowMs);
  if (state.day === day) return state;
  return state.day > day ? { ...state, day } : { ...state, day, entries: 0, tokens: 0 };
}

/** The active pause. One that would last longer than any pause can was set while the clock was ahead, and is ignored. */
export function activePause({ pause }: WorkState, nowMs: number): QueuePause | undefined {
  if (pause === undefined) return undefined;
  const left = pause.untilMs - nowMs;
  if (left <= 0 || left > (pause.why === 'budget' ? DAY_MS + LONGEST_PAUSE_MS : LONGEST_PAUSE_MS)) return undefined;
  return { reason: pause.reason, until: new Date(pause.untilMs).toISOString() };
}

/** The state without an expired pause. */
export function withoutExpiredPause({ pause, ...state }: WorkState, nowMs: number): WorkState {
  return pause === undefined || activePause({ ...state, pause }, nowMs) === undefined ? state : { ...state, pause };
}

/** After a success: counters of failures are reset. */
export const afterSuccess = ({ version, day, entries, tokens }: WorkState): WorkState => ({
  version,
  day,
  entries,
  tokens,
  failures: 0,
});

/** Adds an observation and its tokens, if a model was used. */
export const withSpending = (state: WorkState, tokens: number): WorkState =>
  tokens === 0 ? state : { ...state, entries: state.entries + 1, tokens: state.tokens + tokens };

/** Sets a pause when the budget of the day is used up, and removes it when the budget was raised. */
export function withinBudget({ pause, ...rest }: WorkState, limits: Limits, nowMs: number, others: Spent): WorkState {
  const state = pause === undefined || pause.why === 'budget' ? rest : { ...rest, pause };
  const reason = endOfBudget(state, limits, others);
  return reason === undefined ? state : { ...state, pause: { why: 'budget', reason, untilMs: nextDay(nowMs) } };
}

/** Why the budget of the day is used up; undefined while it is not. `others`: spending outside the queue. */
export function endOfBudget(own: Spent, limits: Limits, others: Spent): string | undefined {
  const [entries, tokens] = [own.entries + others.entries, own.tokens + others.tokens];
  if (entries < limits.entries && tokens < limits.tokens) return undefined;
  return entries >= limits.entries
    ? t('The daily limit of observations for the model is reached ({n}).', { n: grouped(limits.entries) })
    : t('The daily limit of tokens for the model is reached ({n}).', { n: grouped(limits.tokens) });
}

/** After a failure: from the fifth in a row on it sets a pause, doubled each time, at most an hour. */
export function afterFailure(state: WorkState, reason: string, nowMs: number): WorkState {
  const failures = state.failures + 1;
  const failed = { ...state, failures };
  if (failures < PAUSE_AFTER) return failed;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - PAUSE_AFTER));
  return { ...failed, pause: { why: 'failures', reason, untilMs: nowMs + pauseMs } };
}

/** Local date: 2026-11-28. */
export const dayOf = (ms: number): string => {
  const date = new Date(ms);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
};

const nextDay = (ms: number): number => {
  const date = new Date(ms);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
};
