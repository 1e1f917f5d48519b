import { ageDays } from '../../core/age.js';
import { isSeenTogether, mayRead } from '../../core/agent-scope.js';
import { MemdirError } from '../../core/errors.js';
import { containsMemories, isCurrentKnowledge } from '../../core/file-kinds.js';
import { firstSentence } from '../../core/markdown/plain-text.js';
import type { MemoryId, StoreInfo } from '../../core/memory.js';
import { shapeOf, STALE_SURVIVAL, survival } from '../../core/memory-types.js';
import type { FileHead } from '../../core/parsed-file.js';
import type { StaleFilter, StaleMemory } from '../../core/results.js';
import { SNIPPET_UNITS } from '../../core/search/snippet.js';
import { hideSecrets } from '../../core/secrets/secrets.js';
import { opposablePairs } from '../../core/similarity/likeness.js';
import { relationBetween } from '../../core/similarity/relations.js';
import { truncate } from '../../core/text.js';
import { memoryId } from '../paths.js';
import { idsOf } from '../stores/catalogue.js';
import { loadHeads, readFile, readFiles, type StoreHeads } from '../stores/heads.js';
import type { WriteContext } from './context.js';
import { completeLikeness } from './near-duplicates.js';

const FEW_ACCESSES = 2;

/**
 * Memories to look at again: those that a newer one contradicts, then those with a low survival and few accesses, the lowest survival first.
 */
export async function listStale(context: WriteContext, filter: StaleFilter): Promise<readonly StaleMemory[]> {
  const { limit } = filter;
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1))
    throw new MemdirError('bad-input', 'The limit must be a whole number above 0.');
  const found: Found[] = [];
  for (const info of await context.indexSync.findStores()) found.push(...(await staleIn(context, info, filter)));
  const isDenied = ({ stale }: Found): number => Number(stale.contradictedBy === undefined);
  found.sort(
    (a, b) =>
      isDenied(a) - isDenied(b) ||
      a.stale.survival - b.stale.survival ||
      b.stale.ageDays - a.stale.ageDays ||
      (a.stale.id < b.stale.id ? -1 : 1),
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

async function staleIn(context: WriteContext, info: StoreInfo, { repo, reader }: StaleFilter): Promise<Found[]> {
  const { ports, types } = context;
  const now = ports.clock.now();
  const store = await loadHeads(context, info);
  const accesses = await ports.index.accessCounts(idsOf(store));
  const denials = await contradictions(context, store, reader);
  return [...store.files.values()].flatMap((file) => {
    const { memory } = file;
    const days = ageDays(memory, now);
    const chance = survival(days, shapeOf(memory.type, types));
    const id = memoryId(info.key, memory.path);
    const accessCount = accesses.get(id) ?? 0;
    const contradictedBy = denials.get(memory.path);
    if (
      (contradictedBy === undefined && (chance >= STALE_SURVIVAL || accessCount >= FEW_ACCESSES)) ||
      !isCurrentKnowledge(file) ||
      !mayRead(memory.agentId, reader) ||
      (repo !== undefined && !memory.repos.includes(repo))
    )
      return [];
    const stale = {
      id,
      type: memory.type,
      ageDays: Math.round(days * 1000) / 1000,
      accessCount,
      survival: chance,
      ...(contradictedBy === undefined ? {} : { contradictedBy }),
    };
    return [{ store, file, stale }];
  });
}

type Denials = ReadonlyMap<string, NonNullable<StaleMemory['contradictedBy']>>;

/** By path of the older memory: the newer ones that contradict it and that the reader may read. Only memories that may do so are read. */
async function contradictions(context: WriteContext, store: StoreHeads, reader: string | undefined): Promise<Denials> {
  const { info, files } = store;
  if (!containsMemories(info) || files.size < 2) return new Map();
  await completeLikeness(context, info.key);
  const agentOf = (path: string): string | undefined => files.get(path)?.memory.agentId;
  const pairs = opposablePairs(await context.ports.index.likeness(info.key)).filter(
    ([a, b]) => isSeenTogether(agentOf(a), agentOf(b)) && mayRead(agentOf(a), reader) && mayRead(agentOf(b), reader),
  );
  const read = await readFiles(context, store, new Set(pairs.flat()));
  const denials = new Map<string, { readonly id: MemoryId; readonly name: string }[]>();
  for (const [a, b] of pairs) {
    const [first, second] = [read.get(a), read.get(b)];
    if (first === undefined || second === undefined || !isCurrentKnowledge(first) || !isCurrentKnowledge(second))
      continue;
    const relation = relationBetween(first, second);
    if (relation?.conflict === undefined) continue;
    const { newer, older } = relation;
    const newest = { id: memoryId(info.key, newer), name: hideSecrets(files.get(newer)?.memory.name ?? newer) };
    denials.set(older, [...(denials.get(older) ?? []), newest]);
  }
  return denials;
}

/** The description, else the first sentence, else the name. */
async function snippetOf(context: WriteContext, store: StoreHeads, { memory }: FileHead): Promise<string> {
  const described =
    memory.description || firstSentence((await readFile(context, store, memory.path))?.memory.body ?? '');
  return truncate(hideSecrets(described || memory.name).replace(/\s+/g, ' '), SNIPPET_UNITS);
}
