/** What was decided, taken back: nothing of it is deleted, and done twice it is done once. */
import { MemdirError } from '../../core/errors.js';
import { storeOfId } from '../../core/memory.js';
import type { DraftOutcome, Drafts } from '../../core/ports/drafts.js';
import type { DecisionResult } from '../../core/results.js';
import { findForWrite, type FoundMemory, isForgotten } from '../write/find-memory.js';
import { forgetMemory, removeIndexEntry, restoreMemory } from '../write/forget.js';
import { type InboxContext, notPendingError, parseDraftFile, unwantedText } from './context.js';

/** Rejects with `not-found` for a draft that was not decided upon, and with `bad-input` when what was saved was replaced since. What was saved is looked for where `context` reach. */
export async function undoDecision(context: InboxContext, id: string): Promise<DecisionResult> {
  const { drafts } = context;
  const came = await drafts.outcome(id);
  if (came === undefined) {
    if ((await drafts.read(id)) !== undefined) return { id, status: 'reopened' };
    throw await notPendingError(drafts, id);
  }
  const reason = await takeBack(context, came);
  return { ...(await reopenDraft(context, id, came)), ...(reason === undefined ? {} : { reason }) };
}

/** Has a draft wait again, and what says nearly the same come again. What was saved from it stays. */
export async function reopenDraft(
  { drafts }: InboxContext,
  id: string,
  came: DraftOutcome | undefined,
): Promise<DecisionResult> {
  if (came?.how === 'never') await drafts.removeUnwanted(id, '');
  if (!(await drafts.reopen(id))) throw new MemdirError('not-found', `No draft ${id.slice(0, 40)} was decided upon.`);
  if (came?.how === undefined) await forgetUnwanted(drafts, id);
  return { id, status: 'reopened' };
}

/** For drafts that were decided upon before it was noted how. */
async function forgetUnwanted(drafts: Drafts, id: string): Promise<void> {
  const file = await drafts.read(id);
  const draft = file === undefined ? undefined : parseDraftFile(file);
  if (draft !== undefined && typeof draft !== 'string') await drafts.removeUnwanted(id, unwantedText(draft));
}

/** Resolves with what people should know although it was done. */
async function takeBack(context: InboxContext, { memory, former }: DraftOutcome): Promise<string | undefined> {
  if (memory === undefined) return undefined;
  if (!(await isStoreKnown(context, memory)))
    throw new MemdirError(
      'not-found',
      'What was saved lies in a memory directory that is not open here. Take it back where it is, or reopen the draft: then what was saved stays.',
    );
  const saved = await there(context, memory);
  if (saved?.file.memory.supersededBy !== undefined) await refuseIfReplaced(context, saved, former);
  if (former === undefined) {
    if (saved === undefined) return undefined;
    return isForgotten(saved.file)
      ? await removeIndexEntry(context, saved)
      : reasonUnless('forgotten', await forgetMemory(context, { id: memory }));
  }
  const before = await there(context, former);
  if (before === undefined) return 'The memory that was replaced is no longer there.';
  return isForgotten(before.file) ? reasonUnless('restored', await restoreMemory(context, { id: former })) : undefined;
}

/** What says more by now than was saved then is not thrown away with it. */
async function refuseIfReplaced(
  context: InboxContext,
  { file }: FoundMemory,
  former: string | undefined,
): Promise<void> {
  const before = former === undefined ? undefined : await there(context, former);
  // An undo that was cut short: the former memory holds again, and took the place of this one.
  if (before !== undefined && !isForgotten(before.file)) return;
  throw new MemdirError(
    'bad-input',
    `What was saved was replaced by ${file.memory.supersededBy ?? ''} since. Forget or restore that one yourself, then reopen the draft.`,
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

/** What was done may come with a word on the index. */
function reasonUnless(
  wanted: string,
  { status, reason }: { readonly status: string; readonly reason?: string },
): string | undefined {
  if (status !== wanted) throw new MemdirError('bad-input', `It could not be taken back. ${reason ?? ''}`);
  return reason;
}

/** The same context, that also find what was saved from these drafts in other projects. */
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

/** Whether the store of a memory was found, whatever became of the memory. */
export const isStoreKnown = async (
  { indexSync, extraStores: further = [] }: InboxContext,
  memory: string,
): Promise<boolean> =>
  // They were looked up a moment ago, for all that are taken back together.
  [...(await indexSync.stores()), ...further].some(({ key }) => key === storeOfId(memory));
