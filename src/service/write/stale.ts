import { ageDays } from '../../core/age.js';
import { MemdirError } from '../../core/errors.js';
import { isCurrentKnowledge } from '../../core/file-kinds.js';
import { firstSentence } from '../../core/markdown/plain-text.js';
import { shapeOf, STALE_SURVIVAL, survival } from '../../core/memory-types.js';
import type { FileHead } from '../../core/parsed-file.js';
import type { StaleFilter, StaleMemory } from '../../core/results.js';
import { SNIPPET_UNITS } from '../../core/search/snippet.js';
import { hideSecrets } from '../../core/secrets/secrets.js';
import { truncate } from '../../core/text.js';
import { memoryId } from '../paths.js';
import { idsOf } from '../stores/catalogue.js';
import { loadHeads, readFile, type StoreHeads } from '../stores/heads.js';
import type { WriteContext } from './context.js';

const FEW_ACCESSES = 2;

/** Memories with a low survival and few accesses, the lowest survival first. */
export async function listStale(context: WriteContext, { limit, repo }: StaleFilter): Promise<readonly StaleMemory[]> {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1))
    throw new MemdirError('bad-input', 'The limit must be a whole number above 0.');
  const { ports, types } = context;
  const now = ports.clock.now();
  const found: Found[] = [];
  for (const info of await context.indexSync.findStores()) {
    const store = await loadHeads(context, info);
    const accesses = await ports.index.accessCounts(idsOf(store));
    for (const file of store.files.values()) {
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
      found.push({
        store,
        file,
        stale: { id, type: memory.type, ageDays: Math.round(days * 1000) / 1000, accessCount, survival: chance },
      });
    }
  }
  found.sort(
    ({ stale: a }, { stale: b }) => a.survival - b.survival || b.ageDays - a.ageDays || (a.id < b.id ? -1 : 1),
  );
  return await Promise.all(
    found
      .slice(0, limit)
      .map(async ({ store, file, stale }) => ({ ...stale, snippet: await snippetOf(context, store, file) })),
  );
}

interface Found {
  readonly store: StoreHeads;
  readonly file: FileHead;
  readonly stale: Omit<StaleMemory, 'snippet'>;
}

/** The description, else the first sentence, else the name. */
async function snippetOf(context: WriteContext, store: StoreHeads, { memory }: FileHead): Promise<string> {
  const described =
    memory.description || firstSentence((await readFile(context, store, memory.path))?.memory.body ?? '');
  return truncate(hideSecrets(described || memory.name).replace(/\s+/g, ' '), SNIPPET_UNITS);
}
