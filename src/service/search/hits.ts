/** From ranked memories to the hits that people see. */
import { ageDays } from '../../core/age.js';
import { memo } from '../../core/memo.js';
import type { MemoryId } from '../../core/memory.js';
import { shapeOf, survival } from '../../core/memory-types.js';
import { type IndexedDocument, supersededId } from '../../core/ports/documents.js';
import type { HitFacts, PresentedDocuments } from '../../core/ports/index-store.js';
import type { KeywordLeg } from '../../core/ports/search-legs.js';
import type { Hit } from '../../core/results.js';
import { cosine } from '../../core/search/cosine.js';
import { preferNewer, sharesTitleTerms } from '../../core/search/prefer-newer.js';
import type { Query } from '../../core/search/query.js';
import { factors, finalScore, type Fused, PART_WEIGHT } from '../../core/search/rank.js';
import { documentTerms } from '../../core/search/terms.js';
import { otherForms } from '../../core/search/word-forms.js';
import { type ModelRoute, modelRoutes } from '../models/model-routing.js';
import { typesOf } from '../ports.js';
import type { SearchContext } from './context.js';
import { renderHit, type ScoredHit, type ShowOptions } from './render-hit.js';

/** Candidates that are compared with each other, times the number of hits to show: a newer memory on the same subject moves up. */
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
  readonly keyword: KeywordLeg | undefined;
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
  const routes = modelRoutes(ports);
  const presented = await ports.index.present(
    best.map(({ hit }) => hit.id),
    routes.map(({ model }) => model.id),
  );
  const { documents } = presented;
  const known = best.filter(({ hit }) => documents.has(hit.id));
  const weights = termWeights(query, keyword);
  const shown: ShownHit[] = [];
  for (const { item, newerThan } of preferNewer(known, sameSubject(presented, routes)).slice(0, limit)) {
    const document = documents.get(item.hit.id);
    if (!document) continue;
    await ports.pause?.();
    const superseded = documents.get(supersededId(document) ?? '');
    const older = newerThan && documents.get(newerThan.hit.id);
    const show = { ...options, weights, nowMs: ports.clock.now() };
    shown.push(shownHit(document, (text) => renderHit(item, { document: text, superseded, older }, show)));
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
function termWeights({ terms }: Query, keyword: KeywordLeg | undefined): ReadonlyMap<string, number> {
  const replacements = new Map(
    (keyword?.fuzzyPositions ?? []).map((position, at) => [position, keyword?.fuzzyTerms[at] ?? []]),
  );
  const weights = new Map<string, number>();
  for (const [position, parts] of (keyword?.partTerms ?? []).entries())
    for (const part of parts) weights.set(part, PART_WEIGHT * (keyword?.idf[position] ?? 1));
  for (const [position, term] of terms.entries())
    for (const form of [term, ...otherForms(term), ...(replacements.get(position) ?? [])])
      weights.set(form, keyword?.idf[position] ?? 1);
  return weights;
}

/** Two memories are on one subject when chunks of them are as near as the `related` of their model, or by their titles where one has no vector. */
function sameSubject(
  { documents, vectors }: PresentedDocuments,
  routes: readonly ModelRoute[],
): (a: Candidate, b: Candidate) => boolean {
  const related = new Map(routes.map(({ model }) => [model.id, model.related]));
  const hasVectors = (id: MemoryId): boolean => vectors.some(({ byId }) => (byId.get(id)?.length ?? 0) > 0);
  const bySharedTerms = (a: MemoryId, b: MemoryId): boolean => {
    const [one, other] = [documents.get(a), documents.get(b)];
    return one !== undefined && other !== undefined && sharesTitleTerms(titleTerms(one), titleTerms(other));
  };
  return ({ hit: a }, { hit: b }) =>
    hasVectors(a.id) && hasVectors(b.id)
      ? vectors.some(({ model, byId }) => {
          const least = related.get(model) ?? 1;
          const others = byId.get(b.id) ?? [];
          return (byId.get(a.id) ?? []).some((one) => others.some((other) => cosine(one, other) >= least));
        })
      : bySharedTerms(a.id, b.id);
}

/** Terms of name and description. */
const titleTerms = memo(
  ({ name, description }: IndexedDocument): ReadonlySet<string> => new Set(documentTerms(`${name} ${description}`)),
);
