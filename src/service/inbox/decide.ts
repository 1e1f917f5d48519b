/** What becomes of a draft. Memories are written by the same code as any other; a draft is settled after that, so that a crash in between leaves it waiting. */
import { MemdirError, messageOf, throwIfAborted } from '../../core/errors.js';
import type { DecisionResult, Draft, DraftDecision } from '../../core/results.js';
import { find, placeOf } from '../write/find.js';
import { remember } from '../write/remember.js';
import { update } from '../write/update.js';
import { storeFor, waitingDraft, type InboxParts } from './parts.js';

/** One after the other: of two drafts that say the same the first is saved. One that cannot be decided upon does not keep the others from it. */
export async function decide(parts: InboxParts, ids: readonly string[], decision: DraftDecision, signal?: AbortSignal): Promise<readonly DecisionResult[]> {
  const results: DecisionResult[] = [];
  for (const id of new Set(ids)) {
    throwIfAborted(signal);
    try {
      results.push(await decideOne(parts, id, decision, signal));
    } catch (error) {
      if (!(error instanceof MemdirError) || error.code === 'cancelled' || ids.length === 1) throw error;
      results.push({ id, status: 'refused', reason: messageOf(error) });
    }
  }
  return results;
}

async function decideOne(parts: InboxParts, id: string, decision: DraftDecision, signal: AbortSignal | undefined): Promise<DecisionResult> {
  if (decision.do === 'reopen') {
    if (await parts.drafts.reopen(id)) return { id, status: 'reopened' };
    throw new MemdirError('not-found', `No draft ${id.slice(0, 40)} was decided upon.`);
  }
  if (decision.do === 'reject') return await rejected(parts, id);
  const { draft } = await waitingDraft(parts, id);
  switch (decision.do) {
    case 'never':
      await parts.drafts.addUnwanted(`${draft.description}\n${draft.body}`);
      return await rejected(parts, id);
    case 'accept': return await settled(parts, draft.updates === undefined ? await saved(parts, draft, signal) : await replaced(parts, draft, draft.updates, draft.body, signal));
    case 'supersede': return await settled(parts, await replaced(parts, draft, decision.memory, draft.body, signal));
    case 'merge': return await settled(parts, await merged(parts, draft, decision.into, signal));
  }
}

async function rejected({ drafts }: InboxParts, id: string): Promise<DecisionResult> {
  if (await drafts.settle(id)) return { id, status: 'rejected' };
  throw new MemdirError('not-found', `No draft ${id.slice(0, 40)} waits. List the inbox to see which do.`);
}

async function settled({ drafts }: InboxParts, result: DecisionResult): Promise<DecisionResult> {
  // Another process may have decided upon it at the same moment: the memory is there once all the same.
  if (result.status !== 'refused') await drafts.settle(result.id);
  return result;
}

async function saved(parts: InboxParts, draft: Draft, signal: AbortSignal | undefined): Promise<DecisionResult> {
  const store = await storeFor(parts, draft);
  const { id, name, description, type, body } = draft;
  const { status, path, id: memory, existing, reason } = await remember(parts, { content: body, name, description, type, store: store.key }, signal);
  const why = reason === undefined ? {} : { reason };
  if (status === 'saved' && memory !== undefined && path !== undefined) return { id, status, memory, path, ...why };
  if (status === 'duplicate' && existing !== undefined) return { id, status, memory: existing, ...why };
  return { id, status: 'refused', ...why };
}

async function replaced(parts: InboxParts, { id }: Draft, memory: string, content: string, signal: AbortSignal | undefined): Promise<DecisionResult> {
  const result = await update(parts, { id: memory, content }, signal);
  const why = result.reason === undefined ? {} : { reason: result.reason };
  return { id, status: result.status === 'updated' ? 'updated' : 'refused', memory: result.id, path: result.path, ...why };
}

/** The memory as it is, and the draft after it. */
async function merged(parts: InboxParts, draft: Draft, into: string, signal: AbortSignal | undefined): Promise<DecisionResult> {
  const found = await find(parts, into, ({ memory }) => memory.deletedMs === undefined);
  const { body } = found.file.memory;
  if (body.includes(draft.body)) return { id: draft.id, status: 'duplicate', memory: placeOf(found).id, reason: 'That memory says it already.' };
  return await replaced(parts, draft, placeOf(found).id, `${body.trimEnd()}\n\n${draft.body}\n`, signal);
}
