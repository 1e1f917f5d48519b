import { ageDays } from '../../core/age.js';
import { MemdirError } from '../../core/errors.js';
import { isCurrentKnowledge } from '../../core/file-kinds.js';
import { firstSentence } from '../../core/markdown/plain-text.js';
import { shapeOf, STALE_SURVIVAL, survival } from '../../core/memory-types.js';
import type { StaleFilter, StaleMemory } from '../../core/results.js';
import { SNIPPET_UNITS } from '../../core/search/snippet.js';
import { hideSecrets } from '../../core/secrets/secrets.js';
import { truncate } from '../../core/text.js';
import { memoryId } from '../paths.js';
import { idsOf } from '../stores/catalogue.js';
import type { WriteContext } from './context.js';

const FEW_ACCESSES = 2;

/** Memories with a low survival and few accesses, the lowest survival first. */
export async function listStale(
  { indexSync, snapshots, ports, types }: WriteContext,
  { limit, repo }: StaleFilter,
): Promise<readonly StaleMemory[]> {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1))
    throw new MemdirError('bad-input', 'The limit must be a whole number above 0.');
  const now = ports.clock.now();
  const found: StaleMemory[] = [];
  for (const info of await indexSync.findStores()) {
    const snapshot = await snapshots.load(info);
    const accesses = await ports.index.accessCounts(idsOf(snapshot));
    for (const file of snapshot.files.values()) {
      const { memory } = file;
      const days = ageDays(memory, now);
      const chance = survival(days, shapeOf(memory.type, types));
      const id = memoryId(info.key, memory.path);
      const accessCount = accesses.get(id) ?? 0;
      if (
        chance >= STALE_SURVIVAL ||
        accessCount >= FEW_ACCESSES ||
        !isCurrentKnowledge(file) ||
        (repo !== undefined && !memory.repos.includes(repo))
      )
        continue;
      const snippet = truncate(
        hideSecrets(memory.description || firstSentence(memory.body) || memory.name).replace(/\s+/g, ' '),
        SNIPPET_UNITS,
      );
      found.push({
        id,
        type: memory.type,
        snippet,
        ageDays: Math.round(days * 1000) / 1000,
        accessCount,
        survival: chance,
      });
    }
  }
  found.sort((a, b) => a.survival - b.survival || b.ageDays - a.ageDays || (a.id < b.id ? -1 : 1));
  return limit === undefined ? found : found.slice(0, limit);
}
