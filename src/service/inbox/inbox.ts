/** The inbox: pending drafts, and the decisions on them. */
import { MemdirError } from '../../core/errors.js';
import { formatDraft } from '../../core/inbox/draft-file.js';
import { t } from '../../core/l10n.js';
import { firstSentence } from '../../core/markdown/plain-text.js';
import type { InboxService } from '../../core/memdir.js';
import { nearestType } from '../../core/memory-types.js';
import type { Draft, DraftChange } from '../../core/results.js';
import { maskSecrets } from '../../core/secrets/secrets.js';
import { slugOfSentence } from '../../core/write/names.js';
import type { ServicePorts } from '../ports.js';
import type { WriteContext } from '../write/context.js';
import { BackgroundEmbedder } from './background-embed.js';
import { type InboxContext, readPending } from './context.js';
import { decideDrafts } from './decide.js';
import { listDecided, listDrafts } from './list.js';
import { offerDrafts } from './offer.js';

/**
 * @param context called for each request, because settings change while the service lives
 * @param askedMs time of the user's last request (typing or search), on the service's clock
 */
export function createInbox(
  ports: Pick<ServicePorts, 'drafts' | 'events'>,
  context: () => WriteContext,
  askedMs: () => number,
): InboxService {
  const ready = (): InboxContext => ({ ...context(), drafts: ports.drafts });
  const backgroundEmbedder = new BackgroundEmbedder(ready, askedMs);
  return {
    list: async (filter, signal) => await listDrafts(ready(), filter, signal, () => backgroundEmbedder.schedule()),
    edit: async (id, change) => await editDraft(ready(), id, change),
    decide: async (ids, decision, signal, batchId) => await decideDrafts(ready(), ids, decision, signal, batchId),
    listDecided: async (filter) => await listDecided(ready(), filter),
    offer: async (drafts, options, signal) => await offerDrafts(ready(), drafts, options, signal),
    watch: (changed) => {
      if (ports.events === undefined) return () => Promise.resolve();
      const stops = [ports.events.watch([ports.drafts.folder], changed), backgroundEmbedder.watch(changed)];
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
  };
}

/** Changes fields of one draft. Secrets are masked. */
export async function editDraft(context: InboxContext, id: string, change: DraftChange): Promise<Draft> {
  const { draft, file } = await readPending(context, id);
  const type = change.type === undefined ? draft.type : nearestType(change.type, context.types);
  if (type === undefined)
    throw new MemdirError(
      'bad-input',
      t('“{type}” isn’t a memory type. Use one of {types}.', {
        type: change.type?.slice(0, 40) ?? '',
        types: Object.keys(context.types).join(', '),
      }),
    );
  const field = (value: string | undefined, fallback: string): string =>
    value === undefined || value.trim() === '' ? fallback : maskSecrets(value.trim());
  const body = field(change.body, draft.body);
  // A name and a description that were derived from the text change with it.
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
