/** The life of memories: what changes them. One file a step in `write/`. */
import type { Lifecycle } from '../core/memdir.js';
import { history } from './write/chain.js';
import { exportAll, importAll } from './write/exchange.js';
import { meant } from './write/find.js';
import { forget, restore } from './write/forget.js';
import type { WriteParts } from './write/parts.js';
import { remember } from './write/remember.js';
import { stale } from './write/stale.js';
import { chooseStore } from './write/target.js';
import { update } from './write/update.js';

/** `parts` gives what is set now: settings change while the service lives. */
export const lifecycleOf = (parts: () => WriteParts): Lifecycle => ({
  remember: (request, signal) => remember(parts(), request, signal),
  writesTo: (where) => chooseStore(parts(), where),
  update: (request, signal) => update(parts(), request, signal),
  forget: (request) => forget(parts(), request),
  meant: (request) => meant(parts(), request),
  restore: (request) => restore(parts(), request),
  history: (reference) => history(parts(), reference),
  stale: (filter) => stale(parts(), filter),
  export: () => exportAll(parts()),
  import: (memories, where, signal) => importAll(parts(), memories, where, signal),
});
