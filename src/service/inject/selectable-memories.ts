import { mayRead } from '../../core/agent-scope.js';
import { stemOf } from '../../core/file-stem.js';
import { containsSecret } from '../../core/inject/admit.js';
import type { MemoryId, StoreKey } from '../../core/memory.js';
import type { SelectableMemory } from '../../core/ports/select-model.js';
import { DAY_MS } from '../../core/units.js';
import { memoryId } from '../paths.js';
import type { SearchContext } from '../search/context.js';
import { readableByAgents } from './readable-by-agents.js';

const slug = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');

/** Memories shown to a model: the newest ones, as an agent that scans a directory would see. */
const MOST = 200;

/**
 * The memories that a model may choose from, the newest first. A path that exists in two stores is shown with its store.
 * @param given memories that the session has already; they would only take places from others
 * @param reader see {@link mayRead}
 */
export async function selectableMemories(
  { ports, indexSync }: SearchContext,
  stores: readonly StoreKey[] | undefined,
  signal: AbortSignal,
  { given = new Set(), reader }: { readonly given?: ReadonlySet<MemoryId>; readonly reader?: string | undefined } = {},
): Promise<(SelectableMemory & { readonly id: MemoryId })[]> {
  await indexSync.refresh(signal);
  const all: { readonly id: MemoryId; readonly path: string; readonly label: string }[] = [];
  for (const { key, label } of await indexSync.stores()) {
    if (stores !== undefined && !stores.includes(key)) continue;
    for (const path of (await ports.index.stamps(key)).keys()) all.push({ id: memoryId(key, path), path, label });
  }
  const ids = all.map(({ id }) => id);
  const [documents, readable] = await Promise.all([
    ports.index.documents(ids),
    readableByAgents({ ports, indexSync }, ids),
  ]);
  const memories = all.flatMap((each) => {
    const document = readable.has(each.id) ? documents.get(each.id) : undefined;
    return document === undefined ||
      document.deletedMs !== undefined ||
      given.has(each.id) ||
      !mayRead(document.agentId, reader)
      ? []
      : [{ ...each, document }];
  });
  memories.sort((a, b) => b.document.dateMs - a.document.dateMs || (a.id < b.id ? -1 : 1));
  const times = new Map<string, number>();
  for (const { path } of memories) times.set(path, (times.get(path) ?? 0) + 1);
  const now = ports.clock.now();
  // Memories with secrets are never injected, so their names are not shown either.
  return memories
    .slice(0, MOST)
    .filter(({ document }) => !containsSecret(document))
    .map(({ id, path, label, document }) => ({
      id,
      file: times.get(path) === 1 ? path : `${label} ${id}`,
      type: document.type,
      days: Math.max(0, Math.floor((now - document.dateMs) / DAY_MS)),
      ...(slug(document.name) === slug(stemOf(path)) ? {} : { name: document.name }),
      description: document.description,
    }));
}
