/** Gates of a consolidation. The first closed gate gives the reason. */
import { ageWords } from '../age.js';
import { plural } from '../plural.js';
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
export const FORCE = '“memdir dream --force” does not wait for that.';

/** What a person is told of a store that Claude Code consolidates by itself. */
export const consolidatedWords = (settings: string): string =>
  `Claude Code consolidates this memory by itself: autoDreamEnabled is true in ${settings}.`;

/** Two programs that consolidate one store would each rewrite what the other wrote. */
export const clientGate = (settings: string | undefined): GateRefusal | undefined =>
  settings === undefined
    ? undefined
    : { gate: 'client', reason: `${consolidatedWords(settings)} Memdir does not look by itself.` };

/** @param lastMs time of the last consolidation by any program; undefined: never */
export function timeGate(lastMs: number | undefined, now: number): GateRefusal | undefined {
  // A time in the future comes from a wrong clock.
  if (lastMs === undefined || lastMs > now || now - lastMs >= REST_MS) return undefined;
  const hours = Math.max(1, Math.ceil((REST_MS - (now - lastMs)) / HOUR_MS));
  return {
    gate: 'time',
    reason: `This memory was consolidated ${sinceWords(now - lastMs)}. It is time again in ${plural(hours, 'hour')}. ${FORCE}`,
  };
}

function sinceWords(ms: number): string {
  if (ms < MINUTE_MS) return 'just now';
  if (ms < HOUR_MS) return `${plural(Math.floor(ms / MINUTE_MS), 'minute')} ago`;
  return ms < REST_MS ? `${plural(Math.floor(ms / HOUR_MS), 'hour')} ago` : ageWords(ms / REST_MS);
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
    reason: `${sessionWords(counted.sessions, lastMs)} when they were counted ${sinceWords(now - counted.atMs)}. They are counted again in ${plural(minutes, 'minute')}. ${FORCE}`,
  };
}

export const sessionGate = (sessions: number, lastMs: number | undefined): GateRefusal | undefined =>
  sessions >= FEWEST_SESSIONS ? undefined : { gate: 'sessions', reason: `${sessionWords(sessions, lastMs)}. ${FORCE}` };

/** The last time is not mentioned when there was none. */
function sessionWords(sessions: number, lastMs: number | undefined): string {
  const were = `${sessions === 1 ? 'was' : 'were'} ${plural(sessions, 'session')} of the ${FEWEST_SESSIONS} that make consolidating worth while`;
  return lastMs === undefined
    ? `This memory was never consolidated, and there ${were}`
    : `There ${were} since the last time`;
}

export const memoryGate = (memories: number): GateRefusal | undefined =>
  memories >= FEWEST_MEMORIES
    ? undefined
    : {
        gate: 'memories',
        reason: `This directory holds ${plural(memories, 'memory', 'memories')}; from ${FEWEST_MEMORIES} on there is something to consolidate. ${FORCE}`,
      };

export const lockGate = (heldBy: number | undefined): GateRefusal | undefined =>
  heldBy === undefined
    ? undefined
    : {
        gate: 'lock',
        reason: `Process ${heldBy} is consolidating this memory now: Claude Code, or another Memdir. Look again when it is done; Claude Code may keep the lock for an hour after that.`,
      };
