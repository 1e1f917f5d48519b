/** From ranked memories to the hits that people see. */
import { ageDays } from '../../core/age.js';
import { memo } from '../../core/memo.js';
import type { MemoryId } from '../../core/memory.js';
import { shapeOf, survival } from '../../core/memory-types.js';
import { type IndexedDocument, supersededId } from '../../core/ports/documents.js';
import type { HitFacts } from '../../core/ports/index-store.js';
import type { WordsLeg } from '../../core/ports/search-legs.js';
import type { Hit } from '../../core/results.js';
import { preferNewer } from '../../core/search/prefer-newer.js';
import type { Query } from '../../core/search/query.js';
import { factors, finalScore, type Fused, PART_WEIGHT } from '../../core/search/rank.js';
import { otherForms } from '../../core/search/word-forms.js';
import type { ComparedMemory } from '../../core/similarity/profile.js';
import { type VersionReason, versionReason } from '../../core/similarity/relations.js';
import { TextLines } from '../../core/text.js';
import { typesOf } from '../ports.js';
import type { SearchContext } from './context.js';
import { renderHit, type ScoredHit, type ShowOptions } from './render-hit.js';

/** Candidates that are compared with each other, times the number of hits to show: a newer version of one fact moves up. */
const COMPARED_PER_HIT = 2;
/** Best of the fused order that age, level and use may reorder. */
const REORDERED = 100;

/** A hit with the document that it was made of. */
export interface ShownHit {
  readonly hit: Hit;
  readonly document: IndexedDocument;
  /** The hit as it is with another text of the same memory. */
  readonly withText: (document: IndexedDocument) => Hit;
}

/** What the order and the snippets of hits depend on. */
interface Basis {
  readonly query: Query;
  readonly keyword: WordsLeg | undefined;
  readonly facts: ReadonlyMap<MemoryId, HitFacts>;
}

interface Candidate extends ScoredHit {
  readonly dateMs: number;
}

type HitsContext = Pick<SearchContext, 'ports' | 'settings'>;

/** Age, level and use weighed in, newer before older memories on one subject, best first; with snippet and line. */
export async function toHits(
  context: HitsContext,
  fused: readonly Fused[],
  { query, keyword, facts }: Basis,
  options: ShowOptions,
): Promise<readonly ShownHit[]> {
  const { ports } = context;
  const { limit } = options;
  const best = scored(context, fused.slice(0, Math.max(REORDERED, limit)), facts).slice(0, COMPARED_PER_HIT * limit);
  if (best.length === 0) return [];
  const { documents } = await ports.index.present(best.map(({ hit }) => hit.id));
  const known = best.filter(({ hit }) => documents.has(hit.id));
  const weights = termWeights(query, keyword);
  const shown: ShownHit[] = [];
  for (const { item, score, newerThan, olderThan } of inOrder(known, documents).slice(0, limit)) {
    const document = documents.get(item.hit.id);
    if (!document) continue;
    await ports.pause?.();
    const named = {
      superseded: documents.get(supersededId(document) ?? ''),
      older: newerThan && documents.get(newerThan.hit.id),
      newer: olderThan && documents.get(olderThan.item.hit.id),
      reason: olderThan?.reason,
    };
    const show = { ...options, weights, nowMs: ports.clock.now() };
    shown.push(shownHit(document, (text) => renderHit({ ...item, score }, { document: text, ...named }, show)));
  }
  return shown;
}

const shownHit = (document: IndexedDocument, withText: ShownHit['withText']): ShownHit => ({
  hit: withText(document),
  document,
  withText,
});

/** Memories without a question, in the order given: without a score. */
export async function newestHits(
  { ports }: HitsContext,
  ids: readonly MemoryId[],
  options: ShowOptions,
): Promise<readonly ShownHit[]> {
  const { documents } = await ports.index.present(ids);
  const found = ids.flatMap((id) => documents.get(id) ?? []);
  const unscored = { by: { recency: 1, level: 1, access: 1 }, score: 0 };
  const show = { ...options, explain: false, idsOnly: false, weights: new Map(), nowMs: ports.clock.now() };
  return found.map((document) =>
    shownHit(document, (text) =>
      renderHit({ ...unscored, hit: { id: document.id, fused: 0 } }, { document: text }, show),
    ),
  );
}

function scored(
  { ports, settings }: HitsContext,
  fused: readonly Fused[],
  facts: ReadonlyMap<MemoryId, HitFacts>,
): Candidate[] {
  const nowMs = ports.clock.now();
  const types = typesOf(settings);
  const candidates = fused.flatMap((hit): Candidate[] => {
    const known = facts.get(hit.id);
    if (!known) return [];
    const alive = survival(ageDays(known, nowMs), shapeOf(known.type, types));
    const by = factors(alive, known.level, settings.levelMultipliers, known.accessCount);
    return [{ hit, dateMs: known.dateMs, by, score: finalScore(hit.fused, by) }];
  });
  return candidates.sort((a, b) => b.score - a.score || b.dateMs - a.dateMs || (a.hit.id < b.hit.id ? -1 : 1));
}

/** Weight of each term of the query, of its other forms, of the terms that replaced it, and, less, of the longer words that it is a part of. */
function termWeights({ terms }: Query, keyword: WordsLeg | undefined): ReadonlyMap<string, number> {
  const replacements = new Map(
    (keyword?.fuzzyPositions ?? []).map((position, at) => [position, keyword?.fuzzyTerms[at] ?? []]),
  );
  const weights = new Map<string, number>();
  for (const [position, parts] of (keyword?.partTerms ?? []).entries())
    for (const part of parts) weights.set(part, PART_WEIGHT * (keyword?.idf[position] ?? 1));
  for (const [position, term] of terms.entries())
    for (const form of [
      term,
      ...otherForms(term),
      ...(keyword?.formTerms?.[position] ?? []),
      ...(replacements.get(position) ?? []),
    ])
      weights.set(form, keyword?.idf[position] ?? 1);
  return weights;
}

/** Versions of one fact are memories of one store. A memory that is called as the question is passed by none. */
const inOrder = (known: readonly Candidate[], documents: ReadonlyMap<MemoryId, IndexedDocument>) =>
  preferNewer(
    known,
    ({ hit: { id: newer } }, { hit: { id: older } }): VersionReason | undefined => {
      const [one, other] = [documents.get(newer), documents.get(older)];
      return one && other && one.store === other.store ? versionReason(compared(one), compared(other)) : undefined;
    },
    ({ hit }) => hit.titled === true,
  );

const compared = memo((document: IndexedDocument): ComparedMemory => ({
  source: { path: document.path },
  lines: new TextLines(document.body),
  memory: { ...document, bodyLine: 0, ownId: document.head.ownId },
}));
