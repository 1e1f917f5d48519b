import { throwIfAborted } from '../../core/errors.js';
import { memo } from '../../core/memo.js';
import type { Draft, Inbox, InboxFilter, PendingDraft, RelatedDraft } from '../../core/results.js';
import { hideSecrets } from '../../core/secrets/secrets.js';
import { compareDrafts } from './compare.js';
import { type InboxContext, isInScope, parseDraftFile } from './context.js';
import type { DraftRelations } from './related-drafts.js';

/** @param unfinished told when some drafts were compared by their words alone because enough were embedded */
export async function listDrafts(
  context: InboxContext,
  { everywhere = false, related = true }: InboxFilter = {},
  signal?: AbortSignal,
  unfinished?: () => void,
): Promise<Inbox> {
  const drafts: PendingDraft[] = [];
  const unreadable: { readonly path: string; readonly reason: string }[] = [];
  const comparison = related ? compareDrafts(context, signal) : undefined;
  for (const file of await context.drafts.list()) {
    throwIfAborted(signal);
    const draft = parseDraftFile(file);
    if (typeof draft === 'string') unreadable.push({ path: file.path, reason: `This is no draft: ${draft}` });
    else if (isInScope(context, draft))
      drafts.push({
        ...shown(draft),
        path: file.path,
        related: (await comparison?.related(file, draft)) ?? [],
        others: [],
      });
    else if (everywhere) drafts.push({ ...shown(draft), path: file.path, related: [], others: [] });
  }
  if (comparison?.unfinished() === true) unfinished?.();
  return {
    drafts: comparison === undefined ? drafts : withOthers(drafts, await comparison.relatedDrafts()),
    unreadable,
  };
}

/** Somebody may have written a secret into a draft's file. */
const shown = memo((draft: Draft): Draft => ({
  ...draft,
  name: hideSecrets(draft.name),
  description: hideSecrets(draft.description),
  body: hideSecrets(draft.body),
}));

/** Other drafts that one names. */
const MOST_OTHERS = 5;

function withOthers(drafts: readonly PendingDraft[], together: DraftRelations): readonly PendingDraft[] {
  const byId = new Map(drafts.map((draft) => [draft.id, draft]));
  return drafts.map((draft) => {
    const others = [...(together.get(draft.id) ?? [])].flatMap(([id, how]): RelatedDraft[] => {
      const other = byId.get(id);
      return other === undefined
        ? []
        : [{ id, path: other.path, name: other.name, description: other.description, how }];
    });
    if (others.length === 0) return draft;
    return {
      ...draft,
      others: others.sort((a, b) => (a.how < b.how ? -1 : a.how > b.how ? 1 : 0)).slice(0, MOST_OTHERS),
    };
  });
}
