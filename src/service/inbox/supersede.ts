/** Drafts that change what a memory says: the former one is kept, marked as replaced. */
import type { Draft } from '../../core/results.js';
import { findForWrite, isActive, locationOf } from '../write/find-memory.js';
import { updateMemory } from '../write/update.js';
import type { SavedDraft } from './close-draft.js';
import type { InboxContext } from './context.js';
import { restorePreviousVersion } from './restore-accepted.js';

export async function supersedeMemory(
  context: InboxContext,
  { id }: Draft,
  memory: string,
  content: string,
  signal: AbortSignal | undefined,
): Promise<SavedDraft> {
  const back = await restorePreviousVersion(context, { id, memory, content });
  if (back !== undefined) return back;
  const result = await updateMemory(context, { id: memory, content }, signal, { resume: true });
  const why = result.reason === undefined ? {} : { reason: result.reason };
  return {
    id,
    status: result.status === 'updated' ? 'updated' : 'refused',
    memory: result.id,
    path: result.path,
    ...(result.superseded === undefined ? {} : { former: result.superseded }),
    ...why,
  };
}

/** The memory as it is, and the draft after it. */
export async function mergeIntoMemory(
  context: InboxContext,
  draft: Draft,
  into: string,
  signal: AbortSignal | undefined,
): Promise<SavedDraft> {
  const found = await findForWrite(context, into, isActive);
  const { body } = found.file.memory;
  if (body.includes(draft.body))
    return {
      id: draft.id,
      status: 'duplicate',
      memory: locationOf(found).id,
      path: locationOf(found).path,
      reason: 'That memory says it already.',
    };
  return await supersedeMemory(context, draft, locationOf(found).id, `${body.trimEnd()}\n\n${draft.body}\n`, signal);
}
