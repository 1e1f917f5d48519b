/** The queue of observations in the data folder; see docs/capture.md for its files. */
import { mkdir, rename } from 'node:fs/promises';

import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Clock } from '../../core/ports/clock.js';
import type { ObservationQueue } from '../../core/ports/observation-queue.js';
import type { QueueState } from '../../core/results.js';
import { retell } from '../../core/retell.js';
import { MEGABYTE } from '../../core/units.js';
import { tryLock } from '../../store/sqlite/lock.js';
import { whileBusy } from '../files/busy.js';
import { isGone } from '../paths.js';
import { readCursor } from './cursor.js';
import { deadLetters } from './dead-letters.js';
import { fileIdentity, readLines } from './line-reader.js';
import { captureOff, createProducer } from './producer.js';
import { legacyFiles, queueFiles, type QueuePaths, queuePaths, rotatedName, statRegular } from './queue-files.js';
import {
  activePause,
  isGivenUp,
  type Limits,
  readState,
  stateOfDay,
  withinBudget,
  type WorkState,
  writeState,
} from './queue-state.js';
import { drainQueue, type WorkOptions } from './queue-worker.js';
import { spentByOthers } from './token-budget.js';

export interface QueueOptions {
  /** Absolute; the queue lies in `capture` below it. */
  readonly dataDir: string;
  readonly clock: Clock;
  /** Budget of a day, as it is now. */
  readonly limits: () => Limits;
  /** Whether capture is on. Default: yes. */
  readonly enabled?: () => boolean;
  /** Delay before a retry. Default: a second, then four times as long. */
  readonly backOffMs?: WorkOptions['backOffMs'];
  /** Size at which the current file is rotated. Default: 4 MB. */
  readonly rotateBytes?: number;
  /** Milliseconds of idle time per millisecond of work. Default: none. */
  readonly rest?: number;
}

const ROTATE_BYTES = 4 * MEGABYTE;

export function createQueue(options: QueueOptions): ObservationQueue {
  const { dataDir, clock, limits, enabled = () => true } = options;
  const paths = queuePaths(dataDir);
  const parts = (): WorkOptions => ({
    dataDir,
    places: paths,
    limits: limits(),
    now: () => clock.now(),
    backOffMs: options.backOffMs ?? ((tries) => 1_000 * 4 ** (tries - 1)),
    rotateBytes: options.rotateBytes ?? ROTATE_BYTES,
    restRatio: options.rest ?? 0,
  });
  return {
    ...createProducer({ dataDir, clock, enabled }),
    work: async (handlers, signal = new AbortController().signal) => {
      const unlock = await locked(paths);
      if (unlock === undefined) return 'busy';
      try {
        return await drainQueue(parts(), handlers, signal);
      } catch (error) {
        if (error instanceof MemdirError) throw error;
        throw new MemdirError(
          'unavailable',
          t('The queue of observations can’t be processed: {reason}.', { reason: messageOf(error) }),
          {
            cause: error,
          },
        );
      } finally {
        unlock();
      }
    },
    state: async () => ({
      ...(await lookedAt(() => stateOf(dataDir, paths, limits(), clock.now()))),
      ...(enabled() ? {} : { off: captureOff() }),
    }),
    retryDead: async () => await retryDead(paths, clock.now()),
  };
}

async function locked(places: QueuePaths): Promise<(() => void) | undefined> {
  try {
    await mkdir(places.folder, { recursive: true, mode: 0o700 });
    return await tryLock(places.lock);
  } catch (error) {
    throw new MemdirError(
      'unavailable',
      t('The queue of observations can’t be processed: {reason}.', { reason: messageOf(error) }),
      {
        cause: error,
      },
    );
  }
}

/** Attempts to read files that a worker renames and removes at the same time. */
const MOST_LOOKS = 50;

async function lookedAt<T>(look: () => Promise<T>): Promise<T> {
  for (let times = 1; ; times++) {
    try {
      return await look();
    } catch (error) {
      if (!isGone(error) || times === MOST_LOOKS) throw error;
    }
  }
}

async function stateOf(dataDir: string, places: QueuePaths, limits: Limits, nowMs: number): Promise<QueueState> {
  const [state, positions] = [stateOfDay(await readState(places.state, nowMs), nowMs), await readCursor(places.cursor)];
  let [waiting, bytes] = [0, 0];
  for (const { path, size } of await queueFiles(places)) {
    bytes += size;
    waiting += await countFrom(path, positions.get((await fileIdentity(path, { closed: true })) ?? '') ?? 0);
  }
  for (const path of legacyFiles(dataDir)) {
    const found = await statRegular(path);
    if (found === undefined) continue;
    bytes += found.size;
    waiting += await countFrom(path, 0);
  }
  const others = await spentByOthers(places, nowMs);
  // A pause ends at once when the budget was raised, or its day is over.
  const paused = activePause(state.pause?.why === 'budget' ? withinBudget(state, limits, nowMs, others) : state, nowMs);
  return {
    folder: places.folder,
    waiting,
    ...(await deadState(places)),
    bytes,
    failures: state.failures,
    ...(paused === undefined ? {} : { paused }),
    ...retryingOf(state),
    budget: {
      day: state.day,
      entries: state.entries + others.entries,
      mostEntries: limits.entries,
      tokens: state.tokens + others.tokens,
      mostTokens: limits.tokens,
    },
  };
}

function retryingOf({ at, failures }: WorkState): Pick<QueueState, 'retrying'> {
  if (at?.reason === undefined || failures === 0 || isGivenUp(at)) return {};
  return { retrying: { times: at.begun, reason: at.reason } };
}

async function deadState({ dead: file }: QueuePaths): Promise<Pick<QueueState, 'dead' | 'lastFailure'>> {
  let [dead, lastFailure] = [0, undefined as string | undefined];
  for await (const { reason } of deadLetters(file)) [dead, lastFailure] = [dead + 1, reason];
  return { dead, ...(lastFailure === undefined ? {} : { lastFailure: retell(lastFailure) }) };
}

async function countFrom(path: string, from: number): Promise<number> {
  let count = 0;
  for (let offset = from; ;) {
    const { lines, end } = await readLines(path, offset, { closed: true });
    count += lines.length;
    if (end === offset) return count;
    offset = end;
  }
}

/** Renames the file of dead letters to a file of the queue. */
async function retryDead(places: QueuePaths, nowMs: number): Promise<number> {
  let count = (await deadState(places)).dead;
  try {
    if (count > 0) await whileBusy(() => rename(places.dead, rotatedName(places, nowMs)));
  } catch (error) {
    if (!isGone(error))
      throw new MemdirError(
        'unavailable',
        t('Failed observations can’t be moved: {reason}.', { reason: messageOf(error) }),
        { cause: error },
      );
    count = 0;
  }
  await liftPause(places, nowMs);
  return count;
}

/** Skipped while a worker holds the lock: then there is no pause. */
async function liftPause(places: QueuePaths, nowMs: number): Promise<void> {
  if ((await statRegular(places.state)) === undefined) return;
  const unlock = await locked(places);
  if (unlock === undefined) return;
  try {
    const { pause, ...state } = await readState(places.state, nowMs);
    if (pause?.why === 'failures') await writeState(places.state, { ...state, failures: 0 });
  } finally {
    unlock();
  }
}
