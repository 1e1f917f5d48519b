/** Drafts that change what a memory says: the former one is kept, marked as replaced. */
import type { Draft } from '../../core/results.js';
import { find, isKept, placeOf } from '../write/find.js';
import { update } from '../write/update.js';
import { versionBack } from './again.js';
import type { InboxParts } from './parts.js';
import type { Decided } from './settle.js';

export async function replaced(
  parts: InboxParts,
  { id }: Draft,
  memory: string,
  content: string,
  signal: AbortSignal | undefined,
): Promise<Decided> {
  const back = await versionBack(parts, { id, memory, content });
  if (back !== undefined) return back;
  const result = await update(parts, { id: memory, content }, signal, { resume: true });
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
export async function merged(
  parts: InboxParts,
  draft: Draft,
  into: string,
  signal: AbortSignal | undefined,
): Promise<Decided> {
  const found = await find(parts, into, isKept);
  const { body } = found.file.memory;
  if (body.includes(draft.body))
    return {
      id: draft.id,
      status: 'duplicate',
      memory: placeOf(found).id,
      path: placeOf(found).path,
      reason: 'That memory says it already.',
    };
  return await replaced(parts, draft, placeOf(found).id, `${body.trimEnd()}\n\n${draft.body}\n`, signal);
}
