/** Gates of a consolidation. The first closed gate gives the reason. */
import { ageWords } from '../age.js';
import { t, tPlural } from '../l10n.js';
import type { DreamGate } from '../results.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../units.js';

/** Minimum time between consolidations. */
const REST_MS = DAY_MS;
/** Minimum time between two session counts below the threshold: counting stats all transcripts. */
const SCAN_MS = 10 * MINUTE_MS;
const FEWEST_SESSIONS = 5;
/** Fewer memories need no consolidation. */
const FEWEST_MEMORIES = 10;

export interface GateRefusal {
  readonly gate: DreamGate;
  /** Why, and what to do; for people. */
  readonly reason: string;
}

/** How to pass a gate on the command line; ends the reasons of those that can be passed. */
export const forceHint = (): string => t('To run anyway: “memdir dream --force”.');

/** What a person is told of a store that Claude Code consolidates by itself. */
export const consolidatedWords = (settings: string): string =>
  t('Claude Code consolidates these memories itself (autoDreamEnabled is true in {file}).', { file: settings });

/** Two programs that consolidate one store would each rewrite what the other wrote. */
export const clientGate = (settings: string | undefined): GateRefusal | undefined =>
  settings === undefined
    ? undefined
    : { gate: 'client', reason: `${consolidatedWords(settings)} ${t('Memdir doesn’t check automatically.')}` };

/** @param lastMs time of the last consolidation by any program; undefined: never */
export function timeGate(lastMs: number | undefined, now: number): GateRefusal | undefined {
  // A time in the future comes from a wrong clock.
  if (lastMs === undefined || lastMs > now || now - lastMs >= REST_MS) return undefined;
  const hours = Math.max(1, Math.ceil((REST_MS - (now - lastMs)) / HOUR_MS));
  return {
    gate: 'time',
    reason: `${tPlural(
      hours,
      'Too early to consolidate: last done {when}. Possible again in 1 hour.',
      'Too early to consolidate: last done {when}. Possible again in {n} hours.',
      { when: sinceWords(now - lastMs) },
    )} ${forceHint()}`,
  };
}

function sinceWords(ms: number): string {
  if (ms < MINUTE_MS) return t('just now');
  if (ms < HOUR_MS) return tPlural(Math.floor(ms / MINUTE_MS), '1 minute ago', '{n} minutes ago');
  return ms < REST_MS ? tPlural(Math.floor(ms / HOUR_MS), '1 hour ago', '{n} hours ago') : ageWords(ms / REST_MS);
}

/** A count below the threshold is not repeated at once. */
export function scanGate(
  counted: { readonly atMs: number; readonly sessions: number } | undefined,
  now: number,
  lastMs: number | undefined,
): GateRefusal | undefined {
  if (counted === undefined || counted.atMs > now || now - counted.atMs >= SCAN_MS) return undefined;
  const minutes = Math.max(1, Math.ceil((SCAN_MS - (now - counted.atMs)) / MINUTE_MS));
  return {
    gate: 'scan',
    reason: [
      sessionWords(counted.sessions, lastMs),
      tPlural(
        minutes,
        'Counted {when}; the next count is in 1 minute.',
        'Counted {when}; the next count is in {n} minutes.',
        { when: sinceWords(now - counted.atMs) },
      ),
      forceHint(),
    ].join(' '),
  };
}

export const sessionGate = (sessions: number, lastMs: number | undefined): GateRefusal | undefined =>
  sessions >= FEWEST_SESSIONS
    ? undefined
    : { gate: 'sessions', reason: `${sessionWords(sessions, lastMs)} ${forceHint()}` };

/** The last time is not mentioned when there was none. */
function sessionWords(sessions: number, lastMs: number | undefined): string {
  const values = { n: sessions, needed: FEWEST_SESSIONS };
  return lastMs === undefined
    ? t('Too early to consolidate: {n} of {needed} sessions so far.', values)
    : t('Too early to consolidate: {n} of {needed} sessions since the last run.', values);
}

export const memoryGate = (memories: number): GateRefusal | undefined =>
  memories >= FEWEST_MEMORIES
    ? undefined
    : {
        gate: 'memories',
        reason: `${t('Too early to consolidate: {n} of {needed} memories so far.', {
          n: memories,
          needed: FEWEST_MEMORIES,
        })} ${forceHint()}`,
      };

export const lockGate = (heldBy: number | undefined): GateRefusal | undefined =>
  heldBy === undefined
    ? undefined
    : {
        gate: 'lock',
        reason: t(
          'Process {pid} (Claude Code or another Memdir) is consolidating these memories. Try again when it is done; Claude Code may keep the lock for an hour after that.',
          { pid: heldBy },
        ),
      };
