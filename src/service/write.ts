/** The life of memories: what changes them. One file a step in `write/`. */
import type { Lifecycle } from './memdir.js';
import type { WriteContext } from './write/context.js';
import { resolveMemory } from './write/find-memory.js';
import { forgetMemory, restoreMemory } from './write/forget.js';
import { exportMemories, importMemories } from './write/import-export.js';
import { remember } from './write/remember.js';
import { listStale } from './write/stale.js';
import { resolveTargetStore } from './write/target-store.js';
import { updateMemory } from './write/update.js';
import { versionHistory } from './write/versions.js';

/** `parts` gives what is set now: settings change while the service lives. */
export const lifecycleOf = (parts: () => WriteContext): Lifecycle => ({
  remember: (request, signal) => remember(parts(), request, signal),
  targetStore: (where) => resolveTargetStore(parts(), where),
  update: (request, signal) => updateMemory(parts(), request, signal),
  forget: (request) => forgetMemory(parts(), request),
  resolve: (request) => resolveMemory(parts(), request),
  restore: (request) => restoreMemory(parts(), request),
  history: (reference) => versionHistory(parts(), reference),
  stale: (filter) => listStale(parts(), filter),
  export: () => exportMemories(parts()),
  import: (memories, where, signal) => importMemories(parts(), memories, where, signal),
});
