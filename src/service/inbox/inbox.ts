/** Drafts that wait for a person. One file a step in `inbox/`. */
import { MemdirError } from '../../core/errors.js';
import type { InboxService } from '../../core/memdir.js';
import type { Drafts } from '../../core/ports/drafts.js';
import type { ServicePorts } from '../ports.js';
import type { WriteContext } from '../write/context.js';
import { BackgroundEmbedder } from './background-embed.js';
import type { InboxContext } from './context.js';
import { decideDrafts } from './decide.js';
import { editDraft } from './edit.js';
import { listDrafts } from './list.js';
import { listDecided } from './list-decided.js';
import { offerDrafts } from './offer.js';

/** `context` gives what is set now: settings change while the service lives. `askedMs`: when somebody typed or searched last. */
export function createInbox(
  ports: Pick<ServicePorts, 'drafts' | 'events'>,
  context: () => WriteContext,
  askedMs: () => number,
): InboxService {
  const ready = (): InboxContext => ({ ...context(), drafts: portOf(ports.drafts) });
  const rest = new BackgroundEmbedder(ready, askedMs);
  return {
    list: async (filter, signal) => await listDrafts(ready(), filter, signal, () => rest.schedule()),
    edit: async (id, change) => await editDraft(ready(), id, change),
    decide: async (ids, decision, signal, act) => await decideDrafts(ready(), ids, decision, signal, act),
    listDecided: async (filter) => await listDecided(ready(), filter),
    offer: async (drafts, options, signal) => await offerDrafts(ready(), drafts, options, signal),
    watch: (changed) => {
      if (ports.drafts === undefined || ports.events === undefined) return () => Promise.resolve();
      const stops = [ports.events.watch([ports.drafts.folder], changed), rest.watch(changed)];
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
  };
}

function portOf(drafts: Drafts | undefined): Drafts {
  if (drafts === undefined) throw new MemdirError('unavailable', 'There is no inbox here.');
  return drafts;
}
