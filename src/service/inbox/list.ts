import { throwIfAborted } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { memo } from '../../core/memo.js';
import type { DecidedFile } from '../../core/ports/drafts.js';
import type {
  DecidedDraft,
  DecidedFilter,
  Draft,
  Inbox,
  InboxFilter,
  PendingDraft,
  RelatedDraft,
} from '../../core/results.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { DraftComparer } from './compare.js';
import { type InboxContext, isInScope, parseDraftFile } from './context.js';
import type { DraftRelations } from './related-drafts.js';

/** @param unfinished called when some drafts were compared by words only because the limit of embedded texts was reached */
export async function listDrafts(
  context: InboxContext,
  { everywhere = false, related = true }: InboxFilter = {},
  signal?: AbortSignal,
  unfinished?: () => void,
): Promise<Inbox> {
  const drafts: PendingDraft[] = [];
  const unreadable: { readonly path: string; readonly reason: string }[] = [];
  const comparer = related ? new DraftComparer(context, signal) : undefined;
  for (const file of await context.drafts.list()) {
    throwIfAborted(signal);
    const draft = parseDraftFile(file);
    if (typeof draft === 'string')
      unreadable.push({ path: file.path, reason: t('Invalid draft: {reason}', { reason: draft }) });
    else if (await isInScope(context, draft))
      drafts.push({
        ...shown(draft),
        path: file.path,
        related: (await comparer?.related(file, draft)) ?? [],
        others: [],
      });
    else if (everywhere) drafts.push({ ...shown(draft), path: file.path, related: [], others: [] });
  }
  if (comparer?.unfinished === true) unfinished?.();
  return {
    drafts: comparer === undefined ? drafts : withOthers(drafts, await comparer.relatedDrafts()),
    unreadable,
  };
}

/** Masks secrets again: the file may have been edited. */
const shown = memo((draft: Draft): Draft => ({
  ...draft,
  name: maskForDisplay(draft.name),
  description: maskForDisplay(draft.description),
  body: maskForDisplay(draft.body),
}));

/** Related drafts shown with a draft. */
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
    if (!everywhere && typeof draft !== 'string' && !(await isInScope(context, draft))) continue;
    const each = asDecided(file, typeof draft === 'string' ? file.file.id : draft.name);
    if (found.length >= most && each.act !== found[0]?.act) break;
    found.push(each);
  }
  return found;
}

/** Records without a batch id are a batch of their own. */
function asDecided({ file: { id }, outcome: { how, memory, batchId }, atMs }: DecidedFile, name: string): DecidedDraft {
  return {
    id,
    name: maskForDisplay(name),
    how: HOW[how ?? ''] ?? 'decided',
    at: new Date(atMs).toISOString(),
    act: batchId ?? id,
    ...(memory === undefined ? {} : { memory }),
  };
}
