/** The daily check whether a store could be consolidated. */
import { messageOf } from '../core/errors.js';
import type { Memdir } from '../core/memdir.js';
import type { Log } from '../core/ports/log.js';
import { DAY_MS } from '../core/units.js';
import type { DreamDue } from '../protocol/methods.js';

/** Milliseconds between two checks whether a day is over. The first comes as late, too: a window that was just opened has other work. */
const EVERY_MS = 30_000;

export interface DreamScheduleOptions {
  readonly memdir: () => Promise<Memdir>;
  readonly enabled: () => boolean;
  readonly due: (due: DreamDue) => Promise<void>;
  readonly log: Log;
  /** In place of {@link EVERY_MS}. */
  readonly everyMs?: number;
}

/** Plans once a day, by rules alone, and only announces what there is to propose. Returns the stop function. */
export function scheduleDreams({ memdir, enabled, due, log, everyMs = EVERY_MS }: DreamScheduleOptions): () => void {
  let plannedMs = Number.NEGATIVE_INFINITY;
  const plan = async (): Promise<void> => {
    const { store, path, refused, proposals } = await (await memdir()).dream.plan({ model: false, unasked: true });
    if (refused === undefined && proposals.length > 0) await due({ store, path, proposals: proposals.length });
  };
  const timer = setInterval(() => {
    if (!enabled() || Date.now() - plannedMs < DAY_MS) return;
    plannedMs = Date.now();
    plan().catch((error: unknown) =>
      log.warn(`It was not looked whether it is time to consolidate: ${messageOf(error)}`),
    );
  }, everyMs).unref();
  return () => clearInterval(timer);
}
