/** Requests about consolidation, and the daily look whether it is time for it. */
import { MemdirError, messageOf } from '../core/errors.js';
import type { Log } from '../core/ports/log.js';
import type { DreamRequest } from '../core/results.js';
import { DAY_MS } from '../core/units.js';
import type { DreamDue, HostHandlers } from '../protocol/methods.js';
import type { Memdir } from '../service/memdir.js';

export interface DreamRequestParts {
  readonly engine: (signal?: AbortSignal) => Promise<Memdir>;
  /** Memories were written: the tree is out of date. */
  readonly changed: (memdir: Memdir) => Promise<void>;
}

export const dreamHandlers = ({
  engine,
  changed,
}: DreamRequestParts): Pick<HostHandlers, 'dreamPlan' | 'dreamTogether' | 'dreamApply' | 'dreamUndo'> => ({
  dreamPlan: async (params, signal) => {
    const request = requestOf(params);
    return await (await engine(signal)).dream.plan(request, signal);
  },
  dreamTogether: async (params, signal) => {
    const { ids, digest } = choiceOf(params);
    return await (await engine(signal)).dream.previewFiles(ids, digest);
  },
  dreamApply: async (params, signal) => {
    const { ids, digest } = choiceOf(params);
    const memdir = await engine(signal);
    const report = await memdir.dream.apply(ids, digest);
    await changed(memdir);
    return report;
  },
  dreamUndo: async (params, signal) => {
    if (typeof params?.id !== 'string' || params.id === '')
      throw new MemdirError('bad-input', 'Name the consolidation to take back by its id.');
    const memdir = await engine(signal);
    const undone = await memdir.dream.undo(params.id);
    await changed(memdir);
    return undone;
  },
});

interface Choice {
  readonly ids: readonly string[];
  readonly digest: string;
}

/** The parameters' type holds for our own extension; whatever else comes must fail with a sentence. */
function choiceOf(params: Choice | undefined): Choice {
  if (
    !Array.isArray(params?.ids) ||
    !params.ids.every((id) => typeof id === 'string') ||
    typeof params.digest !== 'string'
  )
    throw new MemdirError('bad-input', 'Name the proposals by their ids, and the plan by its digest.');
  return params;
}

function requestOf(params: DreamRequest | undefined): DreamRequest {
  if (params?.store !== undefined && typeof params.store !== 'string')
    throw new MemdirError('bad-input', 'Name the directory by its key.');
  return {
    ...(params?.store === undefined ? {} : { store: params.store }),
    ...(params?.force === true ? { force: true } : {}),
    ...(params?.model === false ? { model: false } : {}),
  };
}

/** Milliseconds between two looks at whether a day is over. The first comes as late, too: whoever has just opened a window wants something else. */
const EVERY_MS = 30_000;

export interface DailyLookParts {
  readonly engine: () => Promise<Memdir>;
  readonly enabled: () => boolean;
  readonly due: (due: DreamDue) => Promise<void>;
  readonly log: Log;
  /** In place of {@link EVERY_MS}. */
  readonly everyMs?: number;
}

/** Looks once a day, by rules alone, whether it is time, and only tells. Returns the function that ends it. */
export function lookDaily({ engine, enabled, due, log, everyMs = EVERY_MS }: DailyLookParts): () => void {
  let lookedMs = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    const { store, path, refused, proposals } = await (await engine()).dream.plan({ model: false });
    if (refused === undefined && proposals.length > 0) await due({ store, path, proposals: proposals.length });
  };
  const timer = setInterval(() => {
    if (!enabled() || Date.now() - lookedMs < DAY_MS) return;
    lookedMs = Date.now();
    look().catch((error: unknown) =>
      log.warn(`It was not looked whether it is time to consolidate: ${messageOf(error)}`),
    );
  }, everyMs).unref();
  return () => clearInterval(timer);
}
