/** The search index in one SQLite file. */
import { statSync } from 'node:fs';

import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { FileStamp, MemoryId, StoreKey } from '../../core/memory.js';
import type { DocumentFacts, DocumentHead, DocumentTitle, IndexedDocument } from '../../core/ports/documents.js';
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
} from '../../core/ports/index-store.js';
import type { VectorProgress } from '../../core/ports/search-legs.js';
import type { LikenessKey } from '../../core/similarity/likeness.js';
import { accessCounts, countAccess } from './access-counts.js';
import { emptyLog, reclaimPages, retainStores } from './compact.js';
import { connect, type Connection, type IndexLocation, type LastConnection } from './connect.js';
import { removeDocument, restamp, stamps, titles, upsertDocument } from './documents.js';
import { asMemdirError, isCorruption, isFileMoved } from './errors.js';
import { fileIdentity } from './file-identity.js';
import { newestOf } from './filter.js';
import { countRemoval, type HeadCache, nextChange, readHeads } from './heads.js';
import { alike, likenessOf, putLikeness, withoutLikeness } from './likeness.js';
import { readAccessCounts } from './quarantine.js';
import {
  cachedDocuments,
  cachedFacts,
  cachedProgress,
  currentCache,
  type ReadCache,
  trackNewVectors,
} from './read-cache.js';
import { findMeaning, findWords, presentDocuments, type SearchState } from './search.js';
import { count, read, run, withoutWaiting, write } from './statement.js';
import { chunksWithoutTokens } from './token-bits.js';
import { chunksWithoutVector, pruneVectors, putVectors } from './vectors.js';

/** Removed chunks after which vectors without a chunk are removed too. */
const PRUNE_AFTER = 1_000;
/** Tries of an operation: once, after a file that was gone, after damage. */
const MAX_TRIES = 3;
const FILE_GONE =
  'The file of the search index was deleted or replaced while it was in use; it is made again from the memory files.';

export class SqliteIndex implements IndexStore {
  readonly #location: IndexLocation;
  #connection: Connection | undefined;
  #connecting: Promise<void> | undefined;
  /** For the next opening. */
  #last: LastConnection | undefined;
  readonly #replaced = new Set<() => void>();
  #cache: ReadCache | undefined;
  readonly #heads: HeadCache = new Map();
  #removedChunks = 0;
  /** By model and stores: the document row at which the search for chunks without a vector begins. */
  readonly #embeddedTo = new Map<string, number>();
  #closing: Promise<void> | undefined;

  constructor(location: IndexLocation, connection: Connection) {
    this.#location = location;
    this.#connection = connection;
  }

  static async open(location: IndexLocation): Promise<SqliteIndex> {
    try {
      return new SqliteIndex(location, await connect(location));
    } catch (error) {
      throw asMemdirError(error, location.file);
    }
  }

  stamps(store: StoreKey): Promise<ReadonlyMap<string, FileStamp>> {
    return this.#use(({ db }) => stamps(db, store));
  }

  titles(store: StoreKey): Promise<readonly DocumentTitle[]> {
    return this.#use(({ db }) => titles(db, store));
  }

  heads(store: StoreKey): Promise<ReadonlyMap<string, DocumentHead>> {
    return this.#use(({ db }) => read(db, () => readHeads(db, store, this.#heads)));
  }

  withoutLikeness(store: StoreKey, version: number, limit: number): Promise<readonly BodyText[]> {
    return this.#use(({ db, keyword }) => (keyword ? withoutLikeness(db, store, version, limit) : []));
  }

  putLikeness(version: number, keys: readonly (BodyText & { readonly keys: readonly LikenessKey[] })[]): Promise<void> {
    return this.#use(({ db }) => write(db, () => keys.forEach((one) => putLikeness(db, version, one))));
  }

  likeness(store: StoreKey): Promise<ReadonlyMap<string, readonly LikenessKey[]>> {
    return this.#use(({ db }) => read(db, () => likenessOf(db, store)));
  }

  alike(
    store: StoreKey,
    keys: readonly LikenessKey[],
    most: number,
  ): Promise<ReadonlyMap<LikenessKey, readonly string[]>> {
    return this.#use(({ db, keyword }) => (keyword ? read(db, () => alike(db, store, keys, most)) : new Map()));
  }

  async apply({ upsert = [], remove = [], restamp: stamped = [] }: IndexChange): Promise<void> {
    if (upsert.length + remove.length === 0) {
      if (stamped.length > 0)
        await this.#use(({ db }) =>
          write(db, () => {
            const change = nextChange(db);
            for (const { id, stamp } of stamped) restamp(db, id, stamp, change);
          }),
        );
      return;
    }
    const before = this.#removedChunks;
    await this.#change(({ db, keyword }) => {
      const change = nextChange(db);
      if (remove.length > 0) countRemoval(db);
      for (const id of remove) this.#removedChunks += removeDocument(db, id, keyword);
      for (const document of upsert) this.#removedChunks += upsertDocument(db, document, { keyword, change });
      for (const { id, stamp } of stamped) restamp(db, id, stamp, change);
    });
    const isRemoved = this.#removedChunks > before;
    await this.#pruneIfDue();
    if (isRemoved) await this.#use(({ db }) => emptyLog(db));
  }

  async retainStores(stores: readonly StoreKey[], nowMs: number, sinceMs: number): Promise<void> {
    await this.#change(({ db, keyword }) => {
      nextChange(db);
      countRemoval(db);
      this.#removedChunks += retainStores(db, stores, nowMs, sinceMs, keyword);
    });
    await this.#pruneIfDue();
  }

  /** Once many chunks are removed: vectors without a chunk are removed as well, and the file gets smaller. */
  async #pruneIfDue(): Promise<void> {
    if (this.#removedChunks < PRUNE_AFTER) return;
    this.#removedChunks = 0;
    let pruned = 0;
    await this.#change(({ db }) => void (pruned = pruneVectors(db)));
    if (pruned > 0) await this.#use(({ db }) => reclaimPages(db));
  }

  documents(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, IndexedDocument>> {
    return this.#read(({ db, cache }) => cachedDocuments(db, ids, cache));
  }

  facts(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, DocumentFacts>> {
    return this.#read(({ db, cache }) => cachedFacts(db, ids, cache));
  }

  newest(filter: SearchFilter, limit: number): Promise<readonly MemoryId[]> {
    return this.#read(({ db }) => newestOf(db, filter, limit));
  }

  words(plan: SearchPlan, models: readonly string[] = []): Promise<WordMatches> {
    return this.#read((state, { keyword }) => {
      if (!keyword) throw new MemdirError('unavailable', t('Keyword search is off: this SQLite has no FTS5.'));
      return findWords(state, plan, models);
    });
  }

  meaning(plan: SearchPlan, request: MeaningRequest): Promise<MeaningMatches> {
    return this.#read((state) => findMeaning(state, plan, request));
  }

  present(ids: readonly MemoryId[], models: readonly string[] = []): Promise<PresentedDocuments> {
    return this.#read((state) => presentDocuments(state, ids, models));
  }

  chunksToEmbed(
    missing: 'vector' | 'tokens',
    model: string,
    limit: number,
    stores?: readonly StoreKey[],
  ): Promise<readonly ChunkText[]> {
    if (missing === 'tokens') return this.#read(({ db }) => chunksWithoutTokens(db, model, limit, stores));
    const key = JSON.stringify([model, stores]);
    return this.#read(({ db }) => {
      const from = this.#embeddedTo.get(key) ?? 0;
      const { chunks, next } = chunksWithoutVector(db, model, { limit, stores, from });
      this.#embeddedTo.set(key, next);
      return chunks;
    });
  }

  /** One transaction after which other processes read vectors again; words stay as they are. The cached progress is updated. */
  async putVectors(model: string, vectors: readonly HashedVector[]): Promise<void> {
    const hashes = vectors.map(({ hash }) => hash);
    await this.#use(({ db }) => {
      this.#cache = write(db, () => {
        const cacheAfter = trackNewVectors(db, this.#currentCache(db), model, hashes);
        putVectors(db, model, vectors);
        run(db, `update meta set value = value + 1 where key = 'vectors'`);
        return cacheAfter();
      });
    });
  }

  vectorProgress(model: string, stores?: readonly StoreKey[]): Promise<VectorProgress> {
    return this.#read(({ db, cache }) => cachedProgress(db, model, stores, cache));
  }

  accessCounts(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, number>> {
    return this.#use(({ db }) => accessCounts(db, ids));
  }

  countAccess(ids: readonly MemoryId[], { hasty = false }: { readonly hasty?: boolean } = {}): Promise<void> {
    return this.#use(({ db }) => (hasty ? withoutWaiting(db, () => countAccess(db, ids)) : countAccess(db, ids)));
  }

  onReplaced(listener: () => void): () => void {
    this.#replaced.add(listener);
    return () => this.#replaced.delete(listener);
  }

  health(): Promise<StoreHealth> {
    return this.#use((connection) => healthOf(connection, this.#location.file));
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    await this.#connecting?.catch((error: unknown) => this.#warn('could not be opened again', error));
    const connection = this.#connection;
    if (!connection) return;
    try {
      if (this.#removedChunks > 0) write(connection.db, () => pruneVectors(connection.db));
      reclaimPages(connection.db);
      emptyLog(connection.db);
    } catch (error) {
      this.#warn('was closed without tidying up', error);
    }
    connection.db.close();
    this.#cache = undefined;
  }

  #warn(what: string, error: unknown): void {
    this.#location.log.warn(`The search index ${what}: ${messageOf(error)}`);
  }

  /** Inside a transaction. */
  #currentCache(db: Connection['db']): ReadCache {
    return (this.#cache = currentCache(db, this.#cache));
  }

  /** One read transaction. */
  #read<T>(work: (state: SearchState, connection: Connection) => T): Promise<T> {
    return this.#use((connection) => {
      const { db, vec } = connection;
      return read(db, () => work({ db, vec, cache: this.#currentCache(db) }, connection));
    });
  }

  /** One transaction that other processes see as a new generation. */
  #change(work: (connection: Connection) => void): Promise<void> {
    return this.#use((connection) =>
      write(connection.db, () => {
        work(connection);
        run(connection.db, `update meta set value = value + 1 where key = 'generation'`);
      }),
    );
  }

  /** Runs work on the open file. A damaged or deleted file is replaced and the work repeated. */
  async #use<T>(work: (connection: Connection) => T): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      while (!this.#connection && !this.#closing) await this.#reconnect();
      // Synchronous from here on: nothing else runs in this process until the work is done.
      const connection = this.#connection;
      if (this.#closing || !connection) throw new MemdirError('unavailable', t('The search index is closed.'));
      try {
        if (attempt === MAX_TRIES || !this.#isGone(connection)) return work(connection);
        this.#closeFailed(connection, { reason: FILE_GONE });
      } catch (error) {
        if (attempt === MAX_TRIES || !(isCorruption(error) || isFileMoved(error)))
          throw asMemdirError(error, this.#location.file);
        this.#warn('failed and is opened again', error);
        // What opening anew did not notice is still there.
        this.#closeFailed(connection, { damage: attempt > 1 && isCorruption(error) ? error : undefined });
      }
    }
  }

  /** Waiting operations share one opening; when it fails the next operation tries again. */
  async #reconnect(): Promise<void> {
    this.#connecting ??= connect(this.#location, this.#last)
      .then((connection) => {
        this.#connection = connection;
        if (connection.identity === undefined || connection.identity !== this.#last?.identity)
          for (const listener of this.#replaced) listener();
      })
      .finally(() => (this.#connecting = undefined));
    try {
      await this.#connecting;
    } catch (error) {
      throw asMemdirError(error, this.#location.file);
    }
  }

  #isGone(connection: Connection): boolean {
    return connection.identity !== undefined && connection.identity !== fileIdentity(this.#location.file);
  }

  /** The next opening checks the file and replaces it when it is damaged. */
  #closeFailed(failed: Connection, why: Pick<LastConnection, 'reason' | 'damage'>): void {
    this.#connection = undefined;
    this.#cache = undefined;
    this.#heads.clear();
    this.#last = { counts: readAccessCounts(failed.db, this.#location.log) ?? [], identity: failed.identity, ...why };
    failed.db.close();
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function healthOf(connection: Connection, file: string): StoreHealth {
  const { db, keyword, reason, sqlite, vec, rebuilt } = connection;
  const inMemory = connection.identity === undefined;
  return {
    keyword,
    vector: true,
    reason,
    sqlite,
    vec,
    rebuilt,
    path: inMemory ? ':memory:' : file,
    bytes: inMemory
      ? count(db, 'select page_count * page_size n from pragma_page_count, pragma_page_size')
      : sizeOf(file) + sizeOf(`${file}-wal`),
    documents: count(db, 'select count(*) n from document'),
    // Vectors of one dimension are marks.
    vectors: count(
      db,
      'select count(*) n from vector v join model m on m.id = v.model where v.id <> 0 and m.dimensions > 1',
    ),
  };
}
