/** Undoes decisions. Nothing is deleted, and a repeated undo changes nothing. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { storeOfId } from '../../core/memory.js';
import type { DraftOutcome, Drafts } from '../../core/ports/drafts.js';
import type { DecisionResult } from '../../core/results.js';
import { findForWrite, type FoundMemory, isForgotten } from '../write/find-memory.js';
import { forgetMemory, removeIndexEntry, restoreMemory } from '../write/forget.js';
import { type InboxContext, notPendingError, parseDraftFile, unwantedText } from './context.js';

/** Rejects with `not-found` for a draft without a decision, and with `bad-input` when the saved memory was replaced since. */
export async function undoDecision(context: InboxContext, id: string): Promise<DecisionResult> {
  const { drafts } = context;
  const outcome = await drafts.outcome(id);
  if (outcome === undefined) {
    if ((await drafts.read(id)) !== undefined) return { id, status: 'reopened' };
    throw await notPendingError(drafts, id);
  }
  const reason = await takeBack(context, outcome);
  return { ...(await reopenDraft(context, id, outcome)), ...(reason === undefined ? {} : { reason }) };
}

/** Makes a draft pending again, and accepts similar drafts again. A memory saved from it stays. */
export async function reopenDraft(
  { drafts }: InboxContext,
  id: string,
  outcome: DraftOutcome | undefined,
): Promise<DecisionResult> {
  if (outcome?.how === 'never') await drafts.removeUnwanted(id, '');
  if (!(await drafts.reopen(id)))
    throw new MemdirError(
      'not-found',
      t('There is no decided draft {id}. “memdir inbox decided” lists them.', { id: id.slice(0, 40) }),
    );
  if (outcome?.how === undefined) await forgetUnwanted(drafts, id);
  return { id, status: 'reopened' };
}

/** For drafts decided by versions that did not record how. */
async function forgetUnwanted(drafts: Drafts, id: string): Promise<void> {
  const file = await drafts.read(id);
  const draft = file === undefined ? undefined : parseDraftFile(file);
  if (draft !== undefined && typeof draft !== 'string') await drafts.removeUnwanted(id, unwantedText(draft));
}

/** Resolves with a warning for people, if any. */
async function takeBack(
  context: InboxContext,
  { memory, former, indexEnd }: DraftOutcome,
): Promise<string | undefined> {
  if (memory === undefined) return undefined;
  if (!(await isStoreKnown(context, memory)))
    throw new MemdirError(
      'not-found',
      t(
        'The saved memory is in a directory that isn’t open here. Undo it there, or reopen the draft to keep the memory.',
      ),
    );
  const saved = await there(context, memory);
  if (saved?.file.memory.supersededBy !== undefined) await refuseIfReplaced(context, saved, former);
  if (former === undefined) {
    if (saved === undefined) return undefined;
    return isForgotten(saved.file)
      ? await removeIndexEntry(context, saved)
      : reasonUnless('forgotten', await forgetMemory(context, { id: memory }, indexEnd));
  }
  const before = await there(context, former);
  if (before === undefined) return t('The replaced memory no longer exists.');
  return isForgotten(before.file) ? reasonUnless('restored', await restoreMemory(context, { id: former })) : undefined;
}

/** A memory that was replaced since may say more by now: it is not forgotten with the undo. */
async function refuseIfReplaced(
  context: InboxContext,
  { file }: FoundMemory,
  former: string | undefined,
): Promise<void> {
  const before = former === undefined ? undefined : await there(context, former);
  // An undo that was interrupted: the former memory is active again and replaced this one.
  if (before !== undefined && !isForgotten(before.file)) return;
  throw new MemdirError(
    'bad-input',
    t('The saved memory was since replaced by {name}. Forget or restore that one yourself, then reopen the draft.', {
      name: file.memory.supersededBy ?? '',
    }),
  );
}

async function there(context: InboxContext, id: string): Promise<FoundMemory | undefined> {
  try {
    return await findForWrite(context, id, () => true);
  } catch (error) {
    if (error instanceof MemdirError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** The reason of a result that has the wanted status, which may be a warning about the index. */
function reasonUnless(
  wanted: string,
  { status, reason }: { readonly status: string; readonly reason?: string },
): string | undefined {
  if (status !== wanted)
    throw new MemdirError('bad-input', t('It couldn’t be undone. {reason}', { reason: reason ?? '' }));
  return reason;
}

/** The context with the stores of other projects added that memories of these drafts were saved in. */
export async function withForeignStores(context: InboxContext, ids: readonly string[]): Promise<InboxContext> {
  const {
    drafts,
    ports: { roots, scope },
    indexSync,
  } = context;
  const open = new Set((await indexSync.findStores()).map(({ key }) => key));
  const away = new Set<string>();
  for (const id of ids) {
    const memory = (await drafts.outcome(id))?.memory;
    if (memory !== undefined && !open.has(storeOfId(memory))) away.add(id);
  }
  if (away.size === 0) return context;
  const folders = new Set<string>();
  for await (const { file } of drafts.listDecided()) {
    const draft = away.has(file.id) ? parseDraftFile(file) : undefined;
    if (typeof draft === 'object' && draft.origin.cwd !== undefined) folders.add(draft.origin.cwd);
  }
  return { ...context, extraStores: await roots.find({ ...scope, directories: [], folders: [...folders], all: true }) };
}

/** Whether the store of a memory is in scope or among the added ones. */
export const isStoreKnown = async ({ indexSync, extraStores = [] }: InboxContext, memory: string): Promise<boolean> =>
  // Looked up a moment ago for the whole batch.
  [...(await indexSync.stores()), ...extraStores].some(({ key }) => key === storeOfId(memory));
