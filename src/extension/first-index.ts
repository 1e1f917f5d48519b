/** A MEMORY.md for memories that have none. */
import { parseIndex, INDEX_NAME } from '../core/index-file.js';
import { entryFor } from '../core/lint/append-entry.js';
import { isDailyLog } from '../core/lint/scope.js';
import { hideSecrets } from '../core/secrets.js';
import { count } from '../core/words.js';
import type { MemorySummary, StoreView } from '../protocol/wire.js';

/** Memories that an index would list, the newest first: what is past the limit is loaded last. */
const toList = ({ memories }: Pick<StoreView, 'memories'>): readonly MemorySummary[] =>
  memories.filter((memory) => !memory.deleted && !isDailyLog(pathOf(memory))).sort((a, b) => a.ageDays - b.ageDays || a.name.localeCompare(b.name));

const pathOf = ({ id }: MemorySummary): string => id.slice(id.indexOf('/') + 1);

/** What is wrong with a store that has memories and no index, as a sentence; undefined when nothing is. */
export function missesIndex(view: StoreView): string | undefined {
  const { store, budget } = view;
  const listed = toList(view).length;
  if (budget !== undefined || listed === 0 || store.off !== undefined || store.kind === 'logs' || store.kind === 'session') return undefined;
  return `${store.label} has ${count(listed, 'memory', 'memories')} and no ${INDEX_NAME}: Claude Code loads none at the start of a session.`;
}

/** The index, one line a memory. */
export function firstIndex(view: Pick<StoreView, 'memories'>): string {
  const empty = parseIndex({ path: INDEX_NAME, text: '', encoding: 'utf8', stamp: { modifiedMs: 0, size: 0, hash: '' } });
  return toList(view).map((memory) => `${hideSecrets(entryFor(empty, pathOf(memory), { ...memory, named: true }))}\n`).join('');
}
