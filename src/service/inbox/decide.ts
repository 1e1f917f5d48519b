/** Carries out decisions on drafts. Memories are written by the same code as all others; a draft is closed after that, so that it is still pending after a crash in between. */
import { MemdirError, messageOf, throwIfAborted } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { StoreInfo, StoreKey } from '../../core/memory.js';
import type { DecisionResult, DraftDecision } from '../../core/results.js';
import { afterWrite } from '../write/context.js';
import { acceptDrafts, mergeIntoMemory, supersedeMemory } from './accept.js';
import {
  closeDraft,
  draftOutcome,
  type DraftResult,
  type InboxContext,
  notPendingError,
  readPending,
  unwantedText,
} from './context.js';
import { withProjectStore } from './target-store.js';
import { reopenDraft, undoDecision, withForeignStores } from './undo.js';

/** Drafts that are locked and decided as one batch. */
const BATCH = 25;

/**
 * Decides drafts in order: of two that say the same the first is saved. `batchId`: the same for calls that are one action of the user.
 * When the signal is aborted, the remaining drafts stay as they are.
 */
export async function decideDrafts(
  context: InboxContext,
  ids: readonly string[],
  decision: DraftDecision,
  signal?: AbortSignal,
  batchId?: string,
): Promise<readonly DecisionResult[]> {
  const all = [...new Set(ids)];
  const batch = batchId ?? `${context.ports.clock.now()}-${all[0] ?? ''}`;
  const outcomes = new Map<string, DraftResult>();
  throwIfAborted(signal);
  const inReach = decision.do === 'undo' ? await withForeignStores(context, all) : context;
  const batched: InboxContext = { ...inReach, batchId: batch };
  for (let from = 0; from < all.length && !signal?.aborted; from += BATCH) {
    const some = all.slice(from, from + BATCH);
    const decided = await withOneIndexUpdate(batched, (deferred) => decideSome(deferred, some, decision, signal));
    for (const [id, outcome] of decided) outcomes.set(id, outcome);
  }
  const [only] = [...outcomes.values()];
  if (all.length === 1 && only instanceof MemdirError) throw only;
  if ([...outcomes.values()].every(isCancelled)) throwIfAborted(signal);
  return all.map((id) => resultOf(id, outcomes.get(id)));
}

const isCancelled = (outcome: DraftResult): boolean => outcome instanceof MemdirError && outcome.code === 'cancelled';

function resultOf(id: string, outcome: DraftResult | undefined): DecisionResult {
  if (outcome === undefined || isCancelled(outcome))
    return { id, status: 'refused', reason: t('It was stopped before this decision.') };
  return outcome instanceof MemdirError ? { id, status: 'refused', reason: messageOf(outcome) } : outcome;
}

const asOutcome = (error: unknown): MemdirError => {
  if (error instanceof MemdirError) return error;
  throw error;
};

/** Updates the search index once, after all writes of `work`. */
async function withOneIndexUpdate<T>(context: InboxContext, work: (context: InboxContext) => Promise<T>): Promise<T> {
  const stores = new Map<StoreKey, StoreInfo>();
  try {
    return await work({ ...context, deferredStores: stores });
  } finally {
    for (const store of stores.values()) await afterWrite(context, store);
  }
}

async function decideSome(
  context: InboxContext,
  ids: readonly string[],
  decision: DraftDecision,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, DraftResult>> {
  const outcomes = new Map<string, DraftResult>();
  const locks: (() => Promise<void>)[] = [];
  try {
    // Locks are taken in the order of ids, so that two processes with the same drafts cannot deadlock.
    for (const id of [...ids].sort()) {
      try {
        locks.push(await context.drafts.lock(id));
      } catch (error) {
        outcomes.set(id, asOutcome(error));
      }
    }
    const locked = ids.filter((id) => !outcomes.has(id));
    const some =
      decision.do === 'accept'
        ? await acceptDrafts(context, locked, signal)
        : await oneByOne(locked, (id) => decideOne(context, id, decision, signal), signal);
    return new Map([...outcomes, ...some]);
  } finally {
    for (const unlock of locks) await unlock();
  }
}

async function oneByOne(
  ids: readonly string[],
  work: (id: string) => Promise<DecisionResult>,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, DraftResult>> {
  const outcomes = new Map<string, DraftResult>();
  for (const id of ids) {
    if (signal?.aborted) break;
    try {
      outcomes.set(id, await work(id));
    } catch (error) {
      outcomes.set(id, asOutcome(error));
    }
  }
  return outcomes;
}

async function decideOne(
  context: InboxContext,
  id: string,
  decision: Exclude<DraftDecision, { readonly do: 'accept' }>,
  signal: AbortSignal | undefined,
): Promise<DecisionResult> {
  switch (decision.do) {
    case 'undo':
      return await undoDecision(context, id);
    case 'reopen':
      return await reopenDraft(context, id, await context.drafts.outcome(id));
    case 'reject':
      return await rejected(context, id, 'reject');
    case 'never': {
      await context.drafts.addUnwanted(id, unwantedText((await readPending(context, id)).draft));
      return await rejected(context, id, 'never');
    }
    case 'supersede': {
      const { draft } = await readPending(context, id);
      return await closeDraft(
        context,
        await supersedeMemory(await withProjectStore(context, draft), draft, decision.memory, draft.body, signal),
        { how: 'supersede' },
      );
    }
    case 'merge': {
      const { draft } = await readPending(context, id);
      return await closeDraft(
        context,
        await mergeIntoMemory(await withProjectStore(context, draft), draft, decision.into, signal),
        {
          how: 'merge',
        },
      );
    }
  }
}

async function rejected(
  { drafts, batchId }: InboxContext,
  id: string,
  how: 'reject' | 'never',
): Promise<DecisionResult> {
  if ((await drafts.outcome(id)) === undefined && (await drafts.close(id, draftOutcome(how, batchId))))
    return { id, status: 'rejected' };
  throw await notPendingError(drafts, id);
}
