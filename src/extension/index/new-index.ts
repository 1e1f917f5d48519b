/** Text of a new MEMORY.md for a store without one. */
import { byAge } from '../../core/age.js';
import { indexFolder, isDailyLog, isNamedLikeIndex } from '../../core/file-kinds.js';
import { INDEX_NAME } from '../../core/index/index-file.js';
import { type NewIndex, newIndex } from '../../core/index/new-index.js';
import { tPlural } from '../../core/l10n.js';
import { namesOf } from '../../core/links/resolve.js';
import { pathOfId } from '../../core/memory.js';
import type { MemorySummary, StoreView } from '../../core/results.js';
import { isPlain } from '../../core/stores/agent-forms.js';

/** Memories that a new index lists, the newest first, because those past the limit are left out. */
function listedMemories({ memories }: Pick<StoreView, 'memories'>): readonly MemorySummary[] {
  const files = new Map(memories.map((memory) => [pathOfId(memory.id), memory]));
  return [...files]
    .filter(([path, { deleted, unreadable }]) => !deleted && unreadable === null && isListable(path, files))
    .map(([, memory]) => memory)
    .sort((a, b) => byAge(a, b) || a.name.localeCompare(b.name));
}

const isListable = (path: string, files: ReadonlyMap<string, MemorySummary>): boolean =>
  !isDailyLog(path) &&
  !isNamedLikeIndex(path) &&
  !(/(?:^|\/)readme\.md$/i.test(path) && files.get(path)?.type === 'unknown') &&
  indexFolder(path, { files }) === '';

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
  return tPlural(
    listed,
    '{store} has 1 memory but no {index}, so Claude Code doesn’t load it when a session starts.',
    '{store} has {n} memories but no {index}, so Claude Code loads none when a session starts.',
    { store: store.label, index: INDEX_NAME },
  );
}

/** One entry for each memory, within what is loaded. */
export function renderNewIndex(view: Pick<StoreView, 'memories'>): NewIndex {
  const memories = listedMemories(view).map((memory) => ({ ...memory, path: pathOfId(memory.id), named: true }));
  return newIndex(memories, namesOf(new Map(memories.map((memory) => [memory.path, { memory }]))));
}
