/** Text of a new MEMORY.md for a store without one. */
import { byAge } from '../../core/age.js';
import { isDailyLog } from '../../core/file-kinds.js';
import { entryFor } from '../../core/index/append-entry.js';
import { INDEX_NAME, parseIndex } from '../../core/index/index-file.js';
import { pathOfId, sourceOfText } from '../../core/memory.js';
import { plural } from '../../core/plural.js';
import type { MemorySummary, StoreView } from '../../core/results.js';
import { hideSecrets } from '../../core/secrets/secrets.js';
import { isPlain } from '../../core/stores/agent-forms.js';

/** Memories that a new index lists, the newest first, because entries past the limit are not loaded. */
const listedMemories = ({ memories }: Pick<StoreView, 'memories'>): readonly MemorySummary[] =>
  memories
    .filter((memory) => !memory.deleted && memory.unreadable === null && !isDailyLog(pathOfId(memory.id)))
    .sort((a, b) => byAge(a, b) || a.name.localeCompare(b.name));

/** A sentence for a store with memories and no index; undefined for other stores. */
export function missingIndexMessage(view: StoreView): string | undefined {
  const { store, budget } = view;
  const listed = listedMemories(view).length;
  if (
    budget !== undefined ||
    view.indexUnreadable !== undefined ||
    listed === 0 ||
    store.off !== undefined ||
    isPlain(store) ||
    store.kind === 'logs' ||
    store.kind === 'session'
  )
    return undefined;
  return `${store.label} has ${plural(listed, 'memory', 'memories')} and no ${INDEX_NAME}: Claude Code loads none at the start of a session.`;
}

/** One entry for each memory. */
export function renderNewIndex(view: Pick<StoreView, 'memories'>): string {
  const empty = parseIndex(sourceOfText(INDEX_NAME, ''));
  return listedMemories(view)
    .map((memory) => `${hideSecrets(entryFor(empty, pathOfId(memory.id), { ...memory, named: true }))}\n`)
    .join('');
}
