/** What becomes of drafts. Memories are written by the same code as any other; a draft is settled after that, so that a crash in between leaves it waiting. */
import { MemdirError, messageOf, throwIfAborted } from '../../core/errors.js';
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

/** Drafts that are decided upon together, while nobody else decides upon them. */
const TOGETHER = 25;

/** In order: of two drafts that say the same the first is saved. `act`: the same for calls that are one act of the user. Stopped by the signal, those that were not reached are left as they are. */
export async function decideDrafts(
  context: InboxContext,
  ids: readonly string[],
  decision: DraftDecision,
  signal?: AbortSignal,
  act?: string,
): Promise<readonly DecisionResult[]> {
  const all = [...new Set(ids)];
  const together = act ?? `${context.ports.clock.now()}-${all[0] ?? ''}`;
  const outcomes = new Map<string, DraftResult>();
  throwIfAborted(signal);
  const reach = { ...(decision.do === 'undo' ? await withForeignStores(context, all) : context), batchId: together };
  for (let from = 0; from < all.length && !signal?.aborted; from += TOGETHER) {
    for (const [id, outcome] of await comparedOnce(reach, (some) =>
      decideSome(some, all.slice(from, from + TOGETHER), decision, signal),
    ))
      outcomes.set(id, outcome);
  }
  const [only] = [...outcomes.values()];
  if (all.length === 1 && only instanceof MemdirError) throw only;
  if ([...outcomes.values()].every(isCancelled)) throwIfAborted(signal);
  return all.map((id) => resultOf(id, outcomes.get(id)));
}

const isCancelled = (outcome: DraftResult): boolean => outcome instanceof MemdirError && outcome.code === 'cancelled';

function resultOf(id: string, outcome: DraftResult | undefined): DecisionResult {
  if (outcome === undefined || isCancelled(outcome))
    return { id, status: 'refused', reason: 'It was stopped before this one was decided upon.' };
  return outcome instanceof MemdirError ? { id, status: 'refused', reason: messageOf(outcome) } : outcome;
}

const asOutcome = (error: unknown): MemdirError => {
  if (error instanceof MemdirError) return error;
  throw error;
};

/** The index of the search follows when all of them are written. */
async function comparedOnce<T>(context: InboxContext, work: (context: InboxContext) => Promise<T>): Promise<T> {
  const later = new Map<StoreKey, StoreInfo>();
  try {
    return await work({ ...context, deferredStores: later });
  } finally {
    for (const store of later.values()) await afterWrite(context, store);
  }
}

async function decideSome(
  context: InboxContext,
  ids: readonly string[],
  decision: DraftDecision,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, DraftResult>> {
  const outcomes = new Map<string, DraftResult>();
  const holds: (() => Promise<void>)[] = [];
  try {
    // In one order, so that two who decide upon the same ones do not wait for each other.
    for (const id of [...ids].sort()) {
      try {
        holds.push(await context.drafts.lock(id));
      } catch (error) {
        outcomes.set(id, asOutcome(error));
      }
    }
    const held = ids.filter((id) => !outcomes.has(id));
    const some =
      decision.do === 'accept'
        ? await acceptDrafts(context, held, signal)
        : await oneByOne(held, (id) => decideOne(context, id, decision, signal), signal);
    return new Map([...outcomes, ...some]);
  } finally {
    for (const free of holds) await free();
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
  { drafts, batchId: act }: InboxContext,
  id: string,
  how: 'reject' | 'never',
): Promise<DecisionResult> {
  if ((await drafts.outcome(id)) === undefined && (await drafts.close(id, draftOutcome(how, act))))
    return { id, status: 'rejected' };
  throw await notPendingError(drafts, id);
}
