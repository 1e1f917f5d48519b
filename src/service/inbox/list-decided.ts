/** What was decided, so that it can be taken back by whoever does not remember its id. */
import type { DecidedFile } from '../../core/ports/drafts.js';
import type { DecidedDraft, DecidedFilter } from '../../core/results.js';
import { hideSecrets } from '../../core/secrets/secrets.js';
import { type InboxContext, isInScope, parseDraftFile } from './context.js';

const HOW: Readonly<Record<string, DecidedDraft['how']>> = {
  accept: 'accepted',
  merge: 'merged',
  supersede: 'superseded',
  reject: 'rejected',
  never: 'never',
};

export async function listDecided(
  context: InboxContext,
  { everywhere = false, most = 50 }: DecidedFilter = {},
): Promise<readonly DecidedDraft[]> {
  const found: DecidedDraft[] = [];
  for await (const file of context.drafts.listDecided()) {
    const draft = parseDraftFile(file.file);
    if (!everywhere && typeof draft !== 'string' && !isInScope(context, draft)) continue;
    const each = asDecided(file, typeof draft === 'string' ? file.file.id : draft.name);
    if (found.length >= most && each.act !== found[0]?.act) break;
    found.push(each);
  }
  return found;
}

/** A decision without a note of its own is one of its own. */
function asDecided(
  { file: { id }, outcome: { how, memory, batchId: act }, atMs }: DecidedFile,
  name: string,
): DecidedDraft {
  return {
    id,
    name: hideSecrets(name),
    how: HOW[how ?? ''] ?? 'decided',
    at: new Date(atMs).toISOString(),
    act: act ?? id,
    ...(memory === undefined ? {} : { memory }),
  };
}
