import { messageOf } from '../../core/errors.js';
import type { DraftOutcome } from '../../core/ports/drafts.js';
import type { DecisionResult } from '../../core/results.js';
import type { InboxContext } from './context.js';

/** A result, with the former memory where one was replaced: it is needed to take that back. */
export interface SavedDraft extends DecisionResult {
  readonly former?: string;
  /** Of the text that was saved, when it is new. */
  readonly hash?: string;
}

/** Puts a draft away of which something became. The memory is there by then: that the draft cannot be put away is said, and nothing is undone. */
export async function closeDraft(
  { drafts, ports, batchId: act }: InboxContext,
  { former, hash, ...result }: SavedDraft,
  { how }: Pick<DraftOutcome, 'how'>,
): Promise<DecisionResult> {
  if (result.status === 'refused') return result;
  // What was there before is nothing that an undo may take away.
  const memory = result.status === 'duplicate' ? undefined : result.memory;
  try {
    await drafts.close(result.id, {
      ...draftOutcome(how, act),
      ...(memory === undefined ? {} : { memory, file: memory }),
      ...(former === undefined ? {} : { former }),
      ...(hash === undefined ? {} : { hash }),
    });
    return result;
  } catch (error) {
    ports.log.warn(messageOf(error));
    return {
      ...result,
      reason: [result.reason, `The draft still waits, because it could not be put away: ${messageOf(error)}`]
        .filter((each) => each !== undefined)
        .join(' '),
    };
  }
}

export const draftOutcome = (how: string | undefined, act: string | undefined): DraftOutcome => ({
  ...(how === undefined ? {} : { how }),
  ...(act === undefined ? {} : { batchId: act }),
});
