import { ageDays } from '../../core/age.js';
import { mayRead } from '../../core/agent-scope.js';
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { firstSentence } from '../../core/markdown/plain-text.js';
import type { StoreInfo } from '../../core/memory.js';
import { shapeOf, survival } from '../../core/memory-types.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { StaleFilter, StaleMemory } from '../../core/results.js';
import { SNIPPET_UNITS } from '../../core/search/snippet.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { type PlacedReason, staleReasons } from '../../core/staleness.js';
import { isPlain } from '../../core/stores/agent-forms.js';
import { truncate } from '../../core/text.js';
import type { ServiceContext } from '../context.js';
import { toLintStore } from '../lint/lint.js';
import { memoryId } from '../paths.js';
import { idsOf } from '../stores/catalogue.js';

/** Uses from which age alone does not list a memory: it is in use. */
const IN_USE = 2;

/**
 * Memories to look at again, with the reasons: those that a newer one contradicts, then those with other evidence, then the old ones, the lowest survival first.
 */
export async function listStale(context: ServiceContext, filter: StaleFilter): Promise<readonly StaleMemory[]> {
  const { limit } = filter;
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1))
    throw new MemdirError('bad-input', t('The limit must be a whole number greater than 0.'));
  const found: StaleMemory[] = [];
  for (const info of await context.indexSync.findStores())
    if (!isPlain(info)) found.push(...(await staleIn(context, info, filter)));
  return found
    .sort((a, b) => rank(a) - rank(b) || a.survival - b.survival || b.ageDays - a.ageDays || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

const rank = ({ contradictedBy, reasons }: StaleMemory): number =>
  contradictedBy !== undefined ? 0 : reasons.some(({ sign }) => sign !== 'age') ? 1 : 2;

async function staleIn(context: ServiceContext, info: StoreInfo, filter: StaleFilter): Promise<StaleMemory[]> {
  const snapshot = context.snapshots.recent(info.key) ?? (await context.snapshots.load(info));
  if (snapshot.listing.status !== 'listed') return [];
  const store = await toLintStore(snapshot, context);
  const accesses = await context.ports.index.accessCounts(idsOf(snapshot));
  const mayReadPath = (path: string): boolean => mayRead(store.files.get(path)?.memory.agentId, filter.reader);
  return [...store.files.values()].flatMap((file) => {
    const { memory } = file;
    const id = memoryId(info.key, memory.path);
    const accessCount = accesses.get(id) ?? 0;
    if (!mayReadPath(memory.path) || (filter.repo !== undefined && !memory.repos.includes(filter.repo))) return [];
    const reasons = staleReasons(file, store).filter(
      ({ sign, other }) => (other === undefined || mayReadPath(other)) && (sign !== 'age' || accessCount < IN_USE),
    );
    if (reasons.length === 0) return [];
    const newer = newerOf(reasons).map((path) => ({
      id: memoryId(info.key, path),
      name: maskForDisplay(store.files.get(path)?.memory.name ?? path),
    }));
    const days = ageDays(memory, store.now);
    return [
      {
        id,
        type: memory.type,
        snippet: snippetOf(file),
        ageDays: Math.round(days * 1000) / 1000,
        accessCount,
        survival: survival(days, shapeOf(memory.type, context.types)),
        reasons: reasons.map(({ sign, text }) => ({ sign, text: maskForDisplay(text) })),
        ...(newer.length === 0 ? {} : { contradictedBy: newer }),
      },
    ];
  });
}

const newerOf = (reasons: readonly PlacedReason[]): string[] => [
  ...new Set(reasons.flatMap(({ sign, other }) => (sign === 'contradicted' && other !== undefined ? [other] : []))),
];

/** The description, else the first sentence, else the name. */
const snippetOf = ({ memory }: ParsedFile): string =>
  truncate(
    maskForDisplay(memory.description || firstSentence(memory.body) || memory.name).replace(/\s+/g, ' '),
    SNIPPET_UNITS,
  );
