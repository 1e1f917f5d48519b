/** The queue of observations on the disk, with a clock, a budget and a switch that a test sets. */
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach } from 'vitest';

import type { Observation } from '../../src/core/capture/observation.js';
import type { TurnEnd } from '../../src/core/capture/read-observation.js';
import type { QueueOutcome } from '../../src/core/ports/observation-queue.js';
import { createQueue } from '../../src/node/capture/observation-queue.js';

export const MINUTE_MS = 60_000;

/** What {@link QueueBench.work} ended with and handed to its handlers. */
interface WorkResult {
  readonly came: string;
  readonly seen: Observation[];
  readonly texts: string[];
  readonly turns: TurnEnd[];
}

/** Outcome of an observation, by its text. */
type OutcomeOf = (text: string) => QueueOutcome | Promise<QueueOutcome>;

interface QueueBench {
  /** Real path of the data folder. */
  dataDir: string;
  nowMs: number;
  limits: { entries: number; tokens: number };
  enabled: boolean;
  /** Another queue object on the same files. */
  readonly queue: (rotateBytes?: number) => ReturnType<typeof createQueue>;
  /** Path of a file of the queue. */
  readonly inQueue: (name: string) => string;
  /** Names of the files of the queue, sorted. */
  readonly names: () => Promise<string[]>;
  readonly append: (...texts: string[]) => Promise<void>;
  /** Works the queue off; by default every observation is done and makes nothing. */
  readonly work: (outcome?: OutcomeOf, rotateBytes?: number) => Promise<WorkResult>;
}

const initial = (): Pick<QueueBench, 'nowMs' | 'limits' | 'enabled'> => ({
  nowMs: Date.parse('2026-03-11T12:00:00'),
  limits: { entries: 100, tokens: 1_000 },
  enabled: true,
});

/** An empty queue for each test of a file. Clock, limits and switch start at the same values each time. */
export function queueOfEachTest(): QueueBench {
  const bench: QueueBench = {
    dataDir: '',
    ...initial(),
    queue: (rotateBytes) =>
      createQueue({
        dataDir: bench.dataDir,
        clock: { now: () => bench.nowMs, offsetMinutes: () => 60 },
        limits: () => bench.limits,
        enabled: () => bench.enabled,
        backOffMs: () => 0,
        ...(rotateBytes === undefined ? {} : { rotateBytes }),
      }),
    inQueue: (name) => join(bench.dataDir, 'capture', name),
    names: async () => (await readdir(join(bench.dataDir, 'capture'))).sort(),
    append: async (...texts) => {
      for (const text of texts) await bench.queue().append({ ...bench.queue().stamp(), source: 'command', text });
    },
    work: (outcome = () => ({ status: 'done', made: 0 }), rotateBytes) => workOff(bench.queue(rotateBytes), outcome),
  };
  beforeEach(async () => {
    Object.assign(bench, initial(), { dataDir: await realpath(await mkdtemp(join(tmpdir(), 'memdir-queue-'))) });
  });
  afterEach(() => rm(bench.dataDir, { recursive: true, force: true }));
  return bench;
}

const textOfObservation = ({ text, tool }: Observation): string => text ?? tool?.output ?? '';

async function workOff(queue: ReturnType<typeof createQueue>, outcome: OutcomeOf): Promise<WorkResult> {
  const seen: Observation[] = [];
  const turns: TurnEnd[] = [];
  const came = await queue.work({
    observation: async (observation) => {
      seen.push(observation);
      return await outcome(textOfObservation(observation));
    },
    turn: async (turn) => {
      turns.push(turn);
      return { status: 'done', made: 0 };
    },
  });
  return { came, seen, turns, texts: seen.map(textOfObservation) };
}

export const failedOutcome = (reason: string, more: object = {}): QueueOutcome => ({
  status: 'failed',
  reason,
  ...more,
});
