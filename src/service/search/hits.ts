import { ageDays } from '../../core/age.js';
import { memo } from '../../core/memo.js';
import type { MemoryId, StoreInfo } from '../../core/memory.js';
import { shapeOf, survival } from '../../core/memory-types.js';
import type { DocumentFacts, IndexedDocument } from '../../core/ports/documents.js';
import type { IndexStore } from '../../core/ports/index-store.js';
import type { Explanation, Hit } from '../../core/results.js';
import { cosine } from '../../core/search/cosine.js';
import { alikeInWords, newerFirst, type Placed } from '../../core/search/newer.js';
import type { Query } from '../../core/search/query.js';
import { type Factors, factors, finalScore, type Fused } from '../../core/search/rank.js';
import { snippetOf, type SnippetSource } from '../../core/search/snippet.js';
import { documentTerms } from '../../core/search/terms.js';
import { otherForms } from '../../core/search/word-forms.js';
import { hideSecrets } from '../../core/secrets/secrets.js';
import { absolutePath, memoryId } from '../paths.js';
import { fromEach, populationsOf } from '../populations.js';
import { typesOf } from '../ports.js';
import type { SearchParts } from './parts.js';

/** Times as many as are shown are looked at for newer ones. */
const CLOSE_LOOK = 2;
/** Best of the fused order that age, level and use may reorder. */
const RERANKED = 100;
/** UTF-16 units of another memory's name. */
const LONGEST_NAME = 100;

export interface HitOptions {
  readonly stores: readonly StoreInfo[];
  readonly query: Query;
  /** Weight of each of the query's terms. */
  readonly idf: readonly number[];
  /** By its position the terms that were looked for in place of a misspelled one. */
  readonly spelled?: ReadonlyMap<number, readonly string[]>;
  readonly limit: number;
  readonly explain: boolean;
  /** See {@link SearchRequest.bare}. */
  readonly bare?: boolean;
}

interface Candidate {
  readonly hit: Fused;
  readonly facts: DocumentFacts;
  readonly dateMs: number;
  readonly by: Factors;
  readonly score: number;
}

/** The hits people see: age, level and use weighed in, best first, with snippet and line. */
export async function toHits(
  parts: Pick<SearchParts, 'ports' | 'settings'>,
  fused: readonly Fused[],
  options: HitOptions,
): Promise<Hit[]> {
  const { index, clock } = parts.ports;
  const best = fused.slice(0, Math.max(RERANKED, options.limit));
  const ids = best.map((hit) => hit.id);
  const [known, accesses] = await Promise.all([index.facts(ids), index.accessCounts(ids)]);
  const now = clock.now();
  const types = typesOf(parts.settings);
  const candidates: Candidate[] = [];
  for (const hit of best) {
    const facts = known.get(hit.id);
    if (!facts) continue;
    const days = ageDays(facts, now);
    const by = factors(
      survival(days, shapeOf(facts.type, types)),
      facts.level,
      parts.settings.levelMultipliers,
      accesses.get(hit.id) ?? 0,
    );
    candidates.push({ hit, facts, dateMs: facts.dateMs, by, score: finalScore(hit.fused, by) });
  }
  candidates.sort((a, b) => b.score - a.score || b.facts.dateMs - a.facts.dateMs || (a.hit.id < b.hit.id ? -1 : 1));
  const shown = (await placed(parts, candidates.slice(0, CLOSE_LOOK * options.limit))).slice(0, options.limit);
  const documents = await index.documents(
    shown.flatMap(({ item, newerThan }) => (newerThan ? [item.hit.id, newerThan.hit.id] : [item.hit.id])),
  );
  const replaced = await index.documents(shown.flatMap(({ item }) => replacedBy(documents.get(item.hit.id)) ?? []));
  const weights = new Map(
    options.query.terms.flatMap((term, i) =>
      [term, ...otherForms(term), ...(options.spelled?.get(i) ?? [])].map((form) => [form, options.idf[i] ?? 1]),
    ),
  );
  const hits: Hit[] = [];
  for (const { item, newerThan } of shown) {
    const document = documents.get(item.hit.id);
    if (!document) continue;
    await parts.ports.pause?.();
    const hit = toHit(item, document, weights, now, options);
    const note = noteOf(
      document,
      replaced.get(replacedBy(document) ?? ''),
      newerThan && documents.get(newerThan.hit.id),
    );
    hits.push(note === undefined ? hit : { ...hit, note });
  }
  return hits;
}

/** Id of what a memory was written in place of. */
const replacedBy = (document: IndexedDocument | undefined): MemoryId | undefined =>
  document?.supersedes === undefined
    ? undefined
    : memoryId(document.store, /\.md$/i.test(document.supersedes) ? document.supersedes : `${document.supersedes}.md`);

/** What a hit takes the place of, by its own word or by its date. */
function noteOf(
  { supersedes }: IndexedDocument,
  replaced: IndexedDocument | undefined,
  older: IndexedDocument | undefined,
): string | undefined {
  const named = (name: string): string => hideSecrets(name).replace(/\s+/g, ' ').slice(0, LONGEST_NAME).toWellFormed();
  const notes = [
    ...(supersedes === undefined ? [] : [`replaces ${named(replaced?.name ?? supersedes.replace(/\.md$/i, ''))}`]),
    ...(older === undefined || older.id === replaced?.id ? [] : [`newer than ${named(older.name)}`]),
  ];
  return notes.length > 0 ? notes.join(', ') : undefined;
}

/** Memories that nothing was asked of, in the order given: without a score. */
export async function newestHits(
  parts: Pick<SearchParts, 'ports' | 'settings'>,
  ids: readonly MemoryId[],
  options: HitOptions,
): Promise<Hit[]> {
  const documents = await parts.ports.index.documents(ids);
  const now = parts.ports.clock.now();
  return ids.flatMap((id) => {
    const document = documents.get(id);
    return document
      ? [
          toHit(
            { hit: { id, fused: 0 }, by: { recency: 1, level: 1, access: 1 }, score: 0 },
            document,
            new Map(),
            now,
            options,
          ),
        ]
      : [];
  });
}

/** Newer first among those that are on one thing: closer than the `related` of the model that speaks for them, or by their words where one of them has no vector. */
async function placed(
  { ports }: Pick<SearchParts, 'ports'>,
  candidates: readonly Candidate[],
): Promise<readonly Placed<Candidate>[]> {
  if (candidates.length < 2) return candidates.map((item) => ({ item }));
  const ids = candidates.map(({ hit }) => hit.id);
  const vectors = await fromEach(populationsOf(ports), ids, (model, some) => ports.index.chunkVectors(model, some));
  const vectorless = (id: MemoryId): boolean => !vectors.some(({ byId }) => (byId.get(id)?.length ?? 0) > 0);
  const byWords = ids.some(vectorless) ? await likeness(ports.index, ids) : () => false;
  const near = (a: Candidate, b: Candidate): boolean =>
    vectorless(a.hit.id) || vectorless(b.hit.id)
      ? byWords(a.hit.id, b.hit.id)
      : vectors.some(({ population, byId }) => {
          const [ofA, ofB] = [byId.get(a.hit.id) ?? [], byId.get(b.hit.id) ?? []];
          return ofA.some((one) => ofB.some((other) => cosine(one, other) >= population.model.related));
        });
  return newerFirst(candidates, near);
}

/** See {@link alikeInWords}. */
async function likeness(index: IndexStore, ids: readonly MemoryId[]): Promise<(a: MemoryId, b: MemoryId) => boolean> {
  const documents = await index.documents(ids);
  return (a, b) => {
    const [one, other] = [documents.get(a), documents.get(b)];
    return one !== undefined && other !== undefined && alikeInWords(headTerms(one), headTerms(other));
  };
}

/** Terms of name and description. */
const headTerms = memo(
  ({ name, description }: IndexedDocument): ReadonlySet<string> => new Set(documentTerms(`${name} ${description}`)),
);

function toHit(
  { hit, by, score }: Pick<Candidate, 'hit' | 'by' | 'score'>,
  document: IndexedDocument,
  weights: ReadonlyMap<string, number>,
  now: number,
  options: HitOptions,
): Hit {
  const store = options.stores.find((info) => info.key === document.store);
  const hidden = options.bare ? undefined : hiddenOf(document);
  const snippet = hidden ? snippetOf(hidden, weights, hit.vector?.line) : { text: '', line: 0 };
  return {
    id: document.id,
    path: store ? absolutePath(store, document.path) : document.path,
    name: hidden?.name ?? '',
    type: hidden?.type ?? '',
    level: document.level,
    snippet: snippet.text,
    repos: hidden?.repos ?? [],
    score: rounded(score),
    createdAt: isoDate(document.dateMs),
    ageDays: Math.round(ageDays(document, now) * 1000) / 1000,
    estTokens: Math.ceil((document.description.length + document.body.length) / 4),
    agentId: hidden?.agentId ?? null,
    line: snippet.line + 1,
    ...(options.explain ? { explain: explanationOf(hit, by) } : {}),
  };
}

/** What may be shown of a document. */
interface Hidden extends SnippetSource {
  readonly type: string;
  readonly repos: string[];
  readonly agentId: string | null;
}

/** Hidden before it is cut: the half of a token is no longer known for one. The index gives the same objects while its documents are as they were. */
const hiddenOf = memo((document: IndexedDocument): Hidden => {
  const [name, type, description, body] = [document.name, document.type, document.description, document.body].map(
    hideSecrets,
  ) as [string, string, string, string];
  const repos = document.repos.map((repo) => hideSecrets(repo));
  return {
    name,
    type,
    description,
    body,
    bodyLine: document.bodyLine,
    repos,
    agentId: document.agentId === undefined ? null : hideSecrets(document.agentId),
  };
});

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** A date out of the range of dates is shown as the epoch. */
const isoDate = (ms: number): string => new Date(Math.abs(ms) <= 8.64e15 ? ms : 0).toISOString();

function explanationOf(hit: Fused, by: Factors): Explanation {
  const vector = hit.vector && {
    rank: hit.vector.rank,
    cosine: hit.vector.cosine,
    deviations: hit.vector.deviations,
    score: hit.vector.score,
  };
  return {
    ...(hit.keyword ? { keyword: hit.keyword } : {}),
    ...(vector ? { vector } : {}),
    ...(hit.late ? { late: hit.late } : {}),
    ...(hit.rerank ? { rerank: hit.rerank } : {}),
    fused: hit.fused,
    ...by,
  };
}
