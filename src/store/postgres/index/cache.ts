/** What was read of one state of the index: valid until a client changes a repository that this one may read. */
import { LRUCache } from 'lru-cache';

import type { MemoryId, StoreKey } from '../../../core/memory.js';
import type { DocumentFacts, IndexedDocument } from '../../../core/ports/documents.js';
import type { TokenStatistics, VectorProgress } from '../../../core/ports/search-legs.js';
import { ModelCache, SizedCache } from '../../lru.js';
import { newPostingsCache } from '../../words/postings.js';
import { type PostingsCache, storesKey } from '../../words/source.js';
import type { Session } from '../session.js';

/** UTF-16 units of the terms, and of the texts, of documents. */
const [MAX_TERM_UNITS, MAX_SHOWN_UNITS] = [6_000_000, 1_000_000];
/** Occurrences of terms. */
const MAX_OCCURRENCES = 2_000_000;

/** Repositories that may be read, and the number before the first row of each: rows of all together have numbers of their own here. */
export interface Places {
  readonly repositories: readonly number[];
  readonly bases: readonly number[];
  /** Numbers of rows are below. */
  readonly end: number;
}

/** About documents. */
export interface WordCache {
  readonly key: string;
  readonly places: Places;
  postings?: PostingsCache;
  readonly occurrences: LRUCache<string, readonly number[]>;
  readonly phrases: Map<string, readonly number[]>;
  readonly begun: Map<string, readonly string[]>;
  readonly titled: Map<string, readonly number[]>;
  vocabulary?: readonly (readonly [string, number])[];
  allowed?: { readonly filter: string; readonly rows: Uint8Array };
  readonly ids: Map<number, MemoryId>;
  readonly rows: Map<MemoryId, number>;
  readonly facts: Map<MemoryId, DocumentFacts>;
  readonly termTexts: SizedCache<number, string>;
  readonly documents: SizedCache<MemoryId, IndexedDocument>;
}

/** About vectors. */
export interface MeaningCache {
  readonly key: string;
  readonly progress: Map<string, VectorProgress>;
  /** By model; undefined without any vector. */
  readonly dimensions: Map<string, number | undefined>;
  readonly statistics: ModelCache<TokenStatistics>;
}

export interface IndexCache {
  readonly words: WordCache;
  readonly meaning: MeaningCache;
}

interface StateRow {
  readonly id: number;
  readonly documents: string;
  readonly vectors: string;
  readonly rows: number;
}

const unitsOf = ({ body, description, chunks }: IndexedDocument): number =>
  body.length + description.length + chunks.reduce((sum, { text }) => sum + text.length, 0);

const newWordCache = (key: string, states: readonly StateRow[]): WordCache => {
  let end = 0;
  const bases = states.map(({ rows }) => {
    const base = end;
    end += rows;
    return base;
  });
  return {
    key,
    places: { repositories: states.map(({ id }) => id), bases, end },
    occurrences: new LRUCache({ maxSize: MAX_OCCURRENCES, sizeCalculation: ({ length }) => length + 1 }),
    phrases: new Map(),
    begun: new Map(),
    titled: new Map(),
    ids: new Map(),
    rows: new Map(),
    facts: new Map(),
    termTexts: new SizedCache(MAX_TERM_UNITS, (text) => text.length),
    documents: new SizedCache(MAX_SHOWN_UNITS, unitsOf),
  };
};

/** The last cache as far as nothing changed. Inside a transaction. */
export async function currentCache(session: Session, last: IndexCache | undefined): Promise<IndexCache> {
  const states = await session.rows<StateRow>(
    'select repository_id as id, documents, vectors, next_row as rows from memdir.index_state order by repository_id',
  );
  const key = states.map(({ id, documents }) => `${id}:${documents}`).join();
  const meaning = `${key} ${states.map(({ vectors }) => vectors).join()}`;
  if (last?.meaning.key === meaning) return last;
  return {
    words: last?.words.key === key ? last.words : newWordCache(key, states),
    meaning: { key: meaning, progress: new Map(), dimensions: new Map(), statistics: new ModelCache() },
  };
}

/** Lengths of the documents of some stores (absent: of all). */
export async function loadPostings(
  session: Session,
  words: WordCache,
  stores: readonly StoreKey[] | undefined,
): Promise<PostingsCache> {
  const key = storesKey(stores);
  if (words.postings?.stats.key === key) return words.postings;
  const { repositories, bases, end } = words.places;
  const [row] = await session.rows<{ found: [number, number][] | null }>(
    `select json_agg(json_build_array(base + "row", length)) as found from memdir.document
     join unnest($1::int[], $2::int[]) as place (repository_id, base) using (repository_id)
     where repository_id = any($1) and ($3::text[] is null or store = any($3))`,
    repositories,
    bases,
    stores ?? null,
  );
  const lengths = new Uint32Array(end);
  const found = row?.found ?? [];
  let sum = 0;
  for (const [at, length] of found) {
    lengths[at] = length;
    sum += length;
  }
  return (words.postings = newPostingsCache({
    key,
    documents: found.length,
    lengths,
    averageLength: sum / Math.max(1, found.length),
  }));
}
