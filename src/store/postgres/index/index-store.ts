/** The search index in PostgreSQL: of the repositories that the login role may read. */
import { MemdirError } from '../../../core/errors.js';
import { t } from '../../../core/l10n.js';
import type { FileStamp, MemoryId, StoreKey } from '../../../core/memory.js';
import type { DocumentFacts, DocumentHead, DocumentTitle, IndexedDocument } from '../../../core/ports/documents.js';
import type {
  BodyText,
  ChunkText,
  HashedVector,
  IndexChange,
  IndexStore,
  MeaningMatches,
  MeaningRequest,
  PresentedDocuments,
  SearchFilter,
  SearchPlan,
  StoreHealth,
  WordMatches,
} from '../../../core/ports/index-store.js';
import type { VectorProgress } from '../../../core/ports/search-legs.js';
import type { LikenessKey } from '../../../core/similarity/likeness.js';
import { Database, type DatabaseOptions } from '../database.js';
import { serverFacts } from '../server-facts.js';
import type { Session } from '../session.js';
import { currentCache, type IndexCache } from './cache.js';
import { applyChange, readStamps, readTitles, type RepositoryOf, retainStores, SLICE } from './documents.js';
import { conditionOf } from './filter.js';
import { type HeadCache, readHeads } from './heads.js';
import { alike, likenessOf, putLikeness, withoutLikeness } from './likeness.js';
import {
  accessCounts,
  cachedDocuments,
  cachedFacts,
  cachedProgress,
  findMeaning,
  findWords,
  presentDocuments,
  type SearchState,
} from './meaning.js';
import { chunksToEmbed, putVectors } from './vectors.js';

/** Documents and vectors after which plans may be those of far smaller tables. */
const ANALYZE_AFTER = 500;

export interface PostgresIndexOptions extends DatabaseOptions {
  /** Name of the repository that a store belongs to. Default: the store's own. */
  readonly repositoryOf?: RepositoryOf | undefined;
  /** Version of what documents are made of; those that were written under another one are written again. */
  readonly contents?: string | undefined;
}

class PostgresIndex implements IndexStore {
  readonly #database: Database;
  readonly #repositoryOf: RepositoryOf;
  readonly #contents: string;
  readonly #heads: HeadCache = new Map();
  #cache: IndexCache | undefined;
  #closing: Promise<void> | undefined;
  /** Documents and vectors that were written since the server looked at its tables. */
  #unanalyzed = 0;

  constructor({ repositoryOf = (store) => store, contents = '', ...options }: PostgresIndexOptions) {
    this.#database = new Database(options);
    this.#contents = contents;
    this.#repositoryOf = repositoryOf;
  }

  stamps(store: StoreKey): Promise<ReadonlyMap<string, FileStamp>> {
    return this.#read((session) => readStamps(session, this.#repositoryOf(store), store, this.#contents));
  }

  titles(store: StoreKey): Promise<readonly DocumentTitle[]> {
    return this.#read((session) => readTitles(session, this.#repositoryOf(store), store));
  }

  heads(store: StoreKey): Promise<ReadonlyMap<string, DocumentHead>> {
    return this.#read((session) => readHeads(session, this.#repositoryOf(store), store, this.#heads));
  }

  async apply(change: IndexChange): Promise<void> {
    await this.#write((session) => applyChange(session, change, this.#repositoryOf, this.#contents));
    await this.#analyzeIfDue((change.upsert?.length ?? 0) + (change.remove?.length ?? 0));
  }

  async retainStores(stores: readonly StoreKey[], nowMs: number, sinceMs: number): Promise<void> {
    const named = stores.map((store) => [this.#repositoryOf(store), store] as const);
    await this.#write((session) => retainStores(session, named, nowMs, sinceMs));
  }

  withoutLikeness(store: StoreKey, version: number, limit: number): Promise<readonly BodyText[]> {
    return this.#read((session) => withoutLikeness(session, this.#repositoryOf(store), store, version, limit));
  }

  putLikeness(version: number, keys: readonly (BodyText & { readonly keys: readonly LikenessKey[] })[]): Promise<void> {
    return this.#write((session) => putLikeness(session, version, keys));
  }

  alike(
    store: StoreKey,
    keys: readonly LikenessKey[],
    most: number,
  ): Promise<ReadonlyMap<LikenessKey, readonly string[]>> {
    return this.#read((session) => alike(session, this.#repositoryOf(store), store, keys, most));
  }

  likeness(store: StoreKey): Promise<ReadonlyMap<string, readonly LikenessKey[]>> {
    return this.#read((session) => likenessOf(session, this.#repositoryOf(store), store));
  }

  documents(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, IndexedDocument>> {
    return this.#search((state) => cachedDocuments(state, ids));
  }

  facts(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, DocumentFacts>> {
    return this.#search((state) => cachedFacts(state, ids));
  }

  newest(filter: SearchFilter, limit: number): Promise<readonly MemoryId[]> {
    return this.#read(async (session) => {
      const rows = await session.rows<{ id: string }>(
        'select id from memdir.document where memdir.passes(document, $1) order by date_ms desc, id collate "C" limit $2',
        conditionOf(filter),
        limit,
      );
      return rows.map(({ id }) => id);
    });
  }

  words(plan: SearchPlan, models: readonly string[] = []): Promise<WordMatches> {
    return this.#search((state) => findWords(state, plan, models));
  }

  meaning(plan: SearchPlan, request: MeaningRequest): Promise<MeaningMatches> {
    return this.#search((state) => findMeaning(state, plan, request));
  }

  present(ids: readonly MemoryId[], models: readonly string[] = []): Promise<PresentedDocuments> {
    return this.#search((state) => presentDocuments(state, ids, models));
  }

  chunksToEmbed(
    missing: 'vector' | 'tokens',
    model: string,
    limit: number,
    stores?: readonly StoreKey[],
  ): Promise<readonly ChunkText[]> {
    return this.#read((session) => chunksToEmbed(session, missing, model, limit, stores));
  }

  async putVectors(model: string, vectors: readonly HashedVector[]): Promise<void> {
    await this.#write(async (session) => {
      for (let from = 0; from < vectors.length; from += SLICE)
        await putVectors(session, model, vectors.slice(from, from + SLICE));
    });
    await this.#analyzeIfDue(vectors.length);
  }

  vectorProgress(model: string, stores?: readonly StoreKey[]): Promise<VectorProgress> {
    return this.#search((state) => cachedProgress(state, model, stores));
  }

  accessCounts(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, number>> {
    return this.#read((session) => accessCounts(session, ids));
  }

  async countAccess(ids: readonly MemoryId[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#write((session) =>
      session.run(
        `insert into memdir.access as known (id, count) select id, count(*) from unnest($1::text[]) as id group by id order by id
         on conflict (role, id) do update set count = known.count + excluded.count`,
        ids,
      ),
    );
  }

  /** Never: nothing but this schema replaces what is indexed. */
  onReplaced(): () => void {
    return () => undefined;
  }

  health(): Promise<StoreHealth> {
    return this.#read(async (session) => {
      const [row] = await session.rows<Pick<StoreHealth, 'documents' | 'vectors' | 'bytes'> & { server: string }>(
        `select (select count(*)::int from memdir.document) as documents,
           (select count(*)::int from memdir.vector where value is not null) as vectors,
           (select coalesce(sum(size), 0) from memdir.document) as bytes, current_setting('server_version') as server`,
      );
      const { server = '', ...counts } = row ?? { documents: 0, vectors: 0, bytes: 0 };
      const { vector } = await serverFacts(session);
      return {
        keyword: true,
        vector: true,
        path: this.#database.place,
        postgres: server,
        vec: vector ?? undefined,
        ...counts,
      };
    });
  }

  /** Rejects unless the login role may write to a repository. */
  async requireWritable(repository: string): Promise<void> {
    const rows = await this.#read((session) =>
      session.rows(
        'select from memdir.repository where name = $1 and id = any((select memdir.writable())::int[])',
        repository,
      ),
    );
    if (rows.length > 0) return;
    throw new MemdirError(
      'declined',
      t('The team database has no repository {name} that you may write to. Ask its administrator.', {
        name: repository,
      }),
    );
  }

  close(): Promise<void> {
    this.#closing ??= this.#database.close();
    return this.#closing;
  }

  /** The server is told once much is new. */
  async #analyzeIfDue(changes: number): Promise<void> {
    this.#unanalyzed += changes;
    if (this.#unanalyzed < ANALYZE_AFTER) return;
    this.#unanalyzed = 0;
    await this.#write((session) => session.run('select memdir.analyze_index()'));
  }

  async #read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.#requireOpen();
    return this.#database.use(work);
  }

  async #write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.#requireOpen();
    return this.#database.use(work, { as: 'write' });
  }

  /** One read transaction with what is known of its state. */
  #search<T>(work: (state: SearchState) => Promise<T>): Promise<T> {
    return this.#read(async (session) => {
      const cache = await currentCache(session, this.#cache);
      this.#cache = cache;
      return work({ session, cache });
    });
  }

  #requireOpen(): void {
    if (this.#closing) throw new MemdirError('unavailable', t('The connection to the team database is closed.'));
  }
}

/** Opens an index that has all stores in one repository. Rejects where the database cannot be reached or the repository not be written to. */
export async function openRepositoryIndex(
  repository: string,
  options: Omit<PostgresIndexOptions, 'repositoryOf'>,
): Promise<IndexStore> {
  const index = new PostgresIndex({ ...options, repositoryOf: () => repository });
  try {
    await index.requireWritable(repository);
    return index;
  } catch (error) {
    await index.close();
    throw error;
  }
}

/** Connects at the first use. */
export const openPostgresIndex = (options: PostgresIndexOptions): IndexStore => new PostgresIndex(options);
