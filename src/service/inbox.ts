/** Drafts that wait for a person. One file a step in `inbox/`. */
import { MemdirError } from '../core/errors.js';
import type { InboxService } from '../core/memdir.js';
import type { Drafts } from '../core/ports/drafts.js';
import { decide } from './inbox/decide.js';
import { decided } from './inbox/decided.js';
import { edit } from './inbox/edit.js';
import { list } from './inbox/list.js';
import { offer } from './inbox/offer.js';
import type { InboxParts } from './inbox/parts.js';
import { RestOfDrafts } from './inbox/rest.js';
import type { ServicePorts } from './ports.js';
import type { WriteParts } from './write/parts.js';

/** `parts` gives what is set now: settings change while the service lives. `askedMs`: when somebody typed or searched last. */
export function inboxOf(
  ports: Pick<ServicePorts, 'drafts' | 'events'>,
  parts: () => WriteParts,
  askedMs: () => number,
): InboxService {
  const ready = (): InboxParts => ({ ...parts(), drafts: portOf(ports.drafts) });
  const rest = new RestOfDrafts(ready, askedMs);
  return {
    list: async (filter, signal) => await list(ready(), filter, signal, () => rest.later()),
    edit: async (id, change) => await edit(ready(), id, change),
    decide: async (ids, decision, signal, act) => await decide(ready(), ids, decision, signal, act),
    decided: async (filter) => await decided(ready(), filter),
    offer: async (drafts, options, signal) => await offer(ready(), drafts, options, signal),
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
