/** A MEMORY.md for memories that have none. */
import { isDailyLog } from '../../core/file-kinds.js';
import { entryFor } from '../../core/index/append-entry.js';
import { INDEX_NAME, parseIndex } from '../../core/index/index-file.js';
import { madeSource, pathOfId } from '../../core/memory.js';
import { plural } from '../../core/plural.js';
import { hideSecrets } from '../../core/secrets/secrets.js';
import type { MemorySummary, StoreView } from '../../protocol/wire.js';

/** Memories that an index would list, the newest first: what is past the limit is loaded last. */
const toList = ({ memories }: Pick<StoreView, 'memories'>): readonly MemorySummary[] =>
  memories
    .filter((memory) => !memory.deleted && !isDailyLog(pathOfId(memory.id)))
    .sort((a, b) => a.ageDays - b.ageDays || a.name.localeCompare(b.name));

/** What is wrong with a store that has memories and no index, as a sentence; undefined when nothing is. */
export function missingIndexMessage(view: StoreView): string | undefined {
  const { store, budget } = view;
  const listed = toList(view).length;
  if (
    budget !== undefined ||
    listed === 0 ||
    store.off !== undefined ||
    store.kind === 'logs' ||
    store.kind === 'session'
  )
    return undefined;
  return `${store.label} has ${plural(listed, 'memory', 'memories')} and no ${INDEX_NAME}: Claude Code loads none at the start of a session.`;
}

/** The index, one line a memory. */
export function renderNewIndex(view: Pick<StoreView, 'memories'>): string {
  const empty = parseIndex(madeSource(INDEX_NAME, ''));
  return toList(view)
    .map((memory) => `${hideSecrets(entryFor(empty, pathOfId(memory.id), { ...memory, named: true }))}\n`)
    .join('');
}
