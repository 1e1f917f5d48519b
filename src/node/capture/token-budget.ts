/** The model budget of a day, shared by all processes: spending outside the queue is appended to one file per day. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { messageOf } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import type { Clock } from '../../core/ports/clock.js';
import type { Log } from '../../core/ports/log.js';
import type { ModelBudget } from '../../core/ports/model-budget.js';
import { readRegular } from '../files/regular-file.js';
import { isGone } from '../paths.js';
import { appendLine } from './append-line.js';
import { type QueuePaths, queuePaths, statRegular } from './queue-files.js';
import { dayOf, endOfBudget, type Limits, readState, type Spent, stateOfDay } from './queue-state.js';

const NAME = /^asked\.\d{4}-\d\d-\d\d\.jsonl$/;

const fileOf = ({ folder }: Pick<QueuePaths, 'folder'>, nowMs: number): string =>
  join(folder, `asked.${dayOf(nowMs)}.jsonl`);

/** Spending outside the queue on the day of `nowMs`; partial lines are skipped. */
export async function spentByOthers(places: Pick<QueuePaths, 'folder'>, nowMs: number): Promise<Spent> {
  let [entries, tokens] = [0, 0];
  for (const line of (await textOf(fileOf(places, nowMs))).split('\n')) {
    const spent = tokensIn(line);
    if (spent !== undefined) [entries, tokens] = [entries + 1, tokens + spent];
  }
  return { entries, tokens };
}

async function textOf(file: string): Promise<string> {
  try {
    return await readRegular(file);
  } catch (error) {
    if (isGone(error)) return '';
    throw error;
  }
}

function tokensIn(line: string): number | undefined {
  if (line === '') return undefined;
  try {
    const value: unknown = JSON.parse(line);
    const tokens = isObject(value) ? value['tokens'] : undefined;
    return typeof tokens === 'number' && Number.isFinite(tokens) && tokens > 0 ? tokens : undefined;
  } catch {
    // A partial line from a full disk.
    return undefined;
  }
}

export interface ModelBudgetOptions {
  /** Absolute; the queue lies in `capture` below it. */
  readonly dataDir: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
  /** Budget of a day, as it is now. */
  readonly limits: () => Limits;
}

export function createModelBudget({ dataDir, clock, log, limits }: ModelBudgetOptions): ModelBudget {
  const paths = queuePaths(dataDir);
  return {
    exhausted: async () => {
      const now = clock.now();
      return endOfBudget(stateOfDay(await readState(paths.state, now), now), limits(), await spentByOthers(paths, now));
    },
    record: async (tokens) => {
      if (tokens <= 0) return;
      try {
        const file = fileOf(paths, clock.now());
        if ((await statRegular(file)) === undefined) await forgetOthers(paths, file);
        appendLine(file, JSON.stringify({ tokens }));
      } catch (error) {
        log.warn(`What a model was asked was not noted: ${messageOf(error)}`);
      }
    },
  };
}

/** Removes the files of former days. */
async function forgetOthers({ folder }: QueuePaths, today: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (NAME.test(name) && join(folder, name) < today) await rm(join(folder, name), { force: true });
}
