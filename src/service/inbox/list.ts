import { messageOf, throwIfAborted } from '../../core/errors.js';
import { readDraft } from '../../core/inbox/draft.js';
import { hideSecrets } from '../../core/secrets.js';
import type { Draft, Inbox, InboxFilter, RelatedMemory, WaitingDraft } from '../../core/results.js';
import type { StoreSnapshot } from '../snapshot.js';
import { nearOf } from '../write/near.js';
import { parsedAs } from '../write/parts.js';
import { loadForWriting } from '../write/target.js';
import { concerns, storeFor, UNREADABLE, type InboxParts } from './parts.js';

export async function list(parts: InboxParts, { everywhere = false }: InboxFilter = {}, signal?: AbortSignal): Promise<Inbox> {
  const drafts: WaitingDraft[] = [];
  // Most drafts are of one project: what it remembers is looked at once.
  const snapshots = new Map<string | undefined, Promise<StoreSnapshot>>();
  const snapshotFor = (draft: Draft): Promise<StoreSnapshot> => {
    const { cwd } = draft.origin;
    const known = snapshots.get(cwd) ?? storeFor(parts, draft).then((store) => loadForWriting(parts, store, signal));
    snapshots.set(cwd, known);
    return known;
  };
  const unreadable: { readonly path: string; readonly reason: string }[] = [];
  for (const { id, path, text } of await parts.drafts.list()) {
    throwIfAborted(signal);
    const draft = readDraft(id, text);
    if (draft === undefined) unreadable.push({ path, reason: `This is no draft: ${UNREADABLE}` });
    else if (everywhere || concerns(parts, draft)) drafts.push({ ...shown(draft), path, related: concerns(parts, draft) ? await relatedTo(parts, draft, snapshotFor, signal) : [] });
  }
  return { drafts, unreadable };
}

/** Somebody may have written a secret into a draft's file. */
const shown = (draft: Draft): Draft => ({ ...draft, name: hideSecrets(draft.name), description: hideSecrets(draft.description), body: hideSecrets(draft.body) });

/** Distillation puts the day at the end of what it keeps. No memory says that, and so a draft that says otherwise would seem to be about something else. */
const undated = (body: string): string => body.replace(/ \(\d{4}-\d\d-\d\d\)(?=\.?\s*$)/, '');

/** A draft is shown whether or not there is something to hold it against. */
async function relatedTo(parts: InboxParts, draft: Draft, snapshotFor: (draft: Draft) => Promise<StoreSnapshot>, signal: AbortSignal | undefined): Promise<readonly RelatedMemory[]> {
  try {
    const snapshot = await snapshotFor(draft);
    return (await nearOf(parts, snapshot, parsedAs(parts, snapshot.info, `${draft.id}.md`, undated(draft.body)), { named: false }, signal)).related;
  } catch (error) {
    throwIfAborted(signal);
    parts.ports.log.warn(`A draft was not held against the memories: ${messageOf(error)}`);
    return [];
  }
}
