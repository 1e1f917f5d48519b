import { messageOf, throwIfAborted } from '../../core/errors.js';
import { memo } from '../../core/memo.js';
import { hideSecrets } from '../../core/secrets.js';
import type { DraftFile } from '../../core/ports/drafts.js';
import type { Draft, Inbox, InboxFilter, RelatedMemory, WaitingDraft } from '../../core/results.js';
import type { StoreSnapshot } from '../snapshot.js';
import { loadForWriting } from '../write/target.js';
import { concerns, draftOf, storeFor, type InboxParts } from './parts.js';
import { embedOnce, nearDraft } from './related.js';

export async function list(parts: InboxParts, { everywhere = false, related = true }: InboxFilter = {}, signal?: AbortSignal): Promise<Inbox> {
  const drafts: WaitingDraft[] = [];
  const unreadable: { readonly path: string; readonly reason: string }[] = [];
  const around = related ? relatedIn(parts, signal) : () => Promise.resolve([]);
  for (const file of await parts.drafts.list()) {
    throwIfAborted(signal);
    const draft = draftOf(file);
    if (typeof draft === 'string') unreadable.push({ path: file.path, reason: `This is no draft: ${draft}` });
    else if (concerns(parts, draft)) drafts.push({ ...shown(draft), path: file.path, related: await around(file, draft) });
    else if (everywhere) drafts.push({ ...shown(draft), path: file.path, related: [] });
  }
  return { drafts, unreadable };
}

/** Somebody may have written a secret into a draft's file. */
const shown = memo((draft: Draft): Draft => ({ ...draft, name: hideSecrets(draft.name), description: hideSecrets(draft.description), body: hideSecrets(draft.body) }));

/** What the drafts of one project are held against. `state` changes when that would come to something else. */
interface Around {
  readonly snapshot: StoreSnapshot;
  readonly state: string;
}

/** What a draft's file was held against last, and what came of it: a long inbox is looked at again after each decision. */
const last = memo((_: DraftFile): { around?: Around; related?: readonly RelatedMemory[] } => ({}));

/** A draft is shown whether or not there is something to hold it against. */
function relatedIn(parts: InboxParts, signal: AbortSignal | undefined): (file: DraftFile, draft: Draft) => Promise<readonly RelatedMemory[]> {
  // Most drafts are of one project: what it remembers is looked at once.
  const projects = new Map<string | undefined, Promise<Around>>();
  const embed = embedOnce(parts);
  return async (file, draft) => {
    const { cwd } = draft.origin;
    try {
      const project = projects.get(cwd) ?? aroundOf(parts, draft, signal);
      projects.set(cwd, project);
      const around = await project;
      const known = last(file);
      if (known.related !== undefined && known.around !== undefined && isSame(known.around, around)) return known.related;
      return Object.assign(known, { around, related: (await nearDraft(parts, around.snapshot, draft, embed, signal)).related }).related;
    } catch (error) {
      throwIfAborted(signal);
      parts.ports.log.warn(`A draft was not held against the memories: ${messageOf(error)}`);
      return [];
    }
  };
}

async function aroundOf(parts: InboxParts, draft: Draft, signal: AbortSignal | undefined): Promise<Around> {
  const snapshot = await loadForWriting(parts, await storeFor(parts, draft), signal);
  const model = parts.ports.embedder.model?.id ?? '';
  const { ready } = await parts.ports.index.vectorProgress(model, [snapshot.info.key]);
  // Ages are told in days.
  return { snapshot, state: `${model} ${ready} ${Math.floor(parts.ports.clock.now() / 86_400_000)}` };
}

function isSame(a: Around, b: Around): boolean {
  return a === b || (a.state === b.state && isSameSnapshot(a.snapshot, b.snapshot));
}

const compared = memo((_: StoreSnapshot) => new WeakMap<StoreSnapshot, boolean>());

/** Whether two looks at a store found the same. */
function isSameSnapshot(a: StoreSnapshot, b: StoreSnapshot): boolean {
  const known = compared(a).get(b);
  if (known !== undefined) return known;
  const same = a.info.key === b.info.key && a.files.size === b.files.size && [...a.files].every(([path, file]) => b.files.get(path) === file);
  compared(a).set(b, same);
  return same;
}
