import { MemdirError } from '../../core/errors.js';
import { formatDraft } from '../../core/inbox/draft-file.js';
import { firstSentence } from '../../core/markdown/plain-text.js';
import { nearestType } from '../../core/memory-types.js';
import type { Draft, DraftChange } from '../../core/results.js';
import { maskSecrets } from '../../core/secrets/secrets.js';
import { slugOfSentence } from '../../core/write/names.js';
import { type InboxContext, readPending } from './context.js';

/** Changes what a draft says, and no other draft. Secrets are masked. */
export async function editDraft(context: InboxContext, id: string, change: DraftChange): Promise<Draft> {
  const { draft, file } = await readPending(context, id);
  const type = change.type === undefined ? draft.type : nearestType(change.type, context.types);
  if (type === undefined)
    throw new MemdirError(
      'bad-input',
      `“${change.type?.slice(0, 40) ?? ''}” is no type of memory. Choose one of ${Object.keys(context.types).join(', ')}.`,
    );
  const field = (given: string | undefined, kept: string): string =>
    given === undefined || given.trim() === '' ? kept : maskSecrets(given.trim());
  const body = field(change.body, draft.body);
  // Nobody wrote a name and a description that only repeat the text: they go with it.
  const [before, after] = [firstSentence(draft.body), firstSentence(body)];
  const description = field(change.description, draft.description === before ? after : draft.description);
  const name = field(
    change.name,
    draft.name === slugOfSentence(before) ? slugOfSentence(after) || draft.name : draft.name,
  );
  const changed: Draft = { ...draft, type, name, description, body };
  await context.drafts.replace(id, formatDraft(changed), file.text);
  return changed;
}
