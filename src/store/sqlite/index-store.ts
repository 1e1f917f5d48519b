import { MemdirError, messageOf } from '../../core/errors.js';
import type { FileStamp, MemoryId, StoreKey } from '../../core/memory.js';
import type { DocumentFacts, DocumentTitle, IndexedDocument } from '../../core/ports/documents.js';
import type { HashedVector, IndexStore, SearchFilter, StoreHealth } from '../../core/ports/index-store.js';
import type { KeywordLeg, PieceStatistics, VectorLeg } from '../../core/ports/legs.js';
import { accessCounts, countAccess } from './access.js';
import { type AccessCounts, readAccess } from './aside.js';
import { connect, type Connection, type Place } from './connect.js';
import { removeDocument, restamp, stamps, titles, upsertDocument } from './documents.js';
import { asMemdirError, isDamage, isMoved } from './failures.js';
import { newestOf } from './filter.js';
import { healthOf } from './health.js';
import { fileIdentity } from './identity.js';
import { keywordLeg } from './keyword.js';
import {
  allowedRows,
  documentsOf,
  factsOf,
  idsOf,
  type Known,
  knownOf,
  matrixOf,
  piecesOf,
  progressOf,
  vectorsCame,
  vectorsOf,
} from './known.js';
import { chunksWithoutPieces, loadStatistics, readPieces } from './pieces.js';
import { vectorLeg } from './scan.js';
import { giveBack, keepStores } from './space.js';
import { read, run, write } from './statement.js';
import {
  chunksWithoutVector,
  chunkVectors,
  noteRemoved,
  pruneVectors,
  putVectors,
  skipVectors,
  type VectorProgress,
} from './vectors.js';

/** Chunks that must have gone before the cache of vectors is looked at again. */
const PRUNE_AFTER = 1_000;
/** How often an operation is tried: once, after a file that was gone, after damage. */
const USE_TRIES = 3;
const GONE =
  'The file of the search index was deleted or replaced while it was in use; it is made again from the memory files.';

export class SqliteIndex implements IndexStore {
  readonly #place: Place;
  #connection: Connection | undefined;
  #connecting: Promise<void> | undefined;
  /** For the next opening: what the last connection could still tell, and why it was given up. */
  #saved: AccessCounts = [];
  #why: string | undefined;
  #known: Known | undefined;
  #dropped = 0;
  /** By model and stores: the document row from which on chunks without a vector are looked for. */
  readonly #embeddedTo = new Map<string, number>();
  #closing: Promise<void> | undefined;

  private constructor(place: Place, connection: Connection) {
    this.#place = place;
    this.#connection = connection;
  }

  static async open(place: Place): Promise<SqliteIndex> {
    try {
      return new SqliteIndex(place, await connect(place));
    } catch (error) {
      throw asMemdirError(error, place.file);
    }
  }

  stamps(store: StoreKey): Promise<ReadonlyMap<string, FileStamp>> {
    return this.#use(({ db }) => stamps(db, store));
  }

  titles(store: StoreKey): Promise<readonly DocumentTitle[]> {
    return this.#use(({ db }) => titles(db, store));
  }

  async apply(change: {
    readonly upsert: readonly IndexedDocument[];
    readonly remove: readonly MemoryId[];
  }): Promise<void> {
    await this.#change(({ db, keyword }) => {
      for (const id of change.remove) this.#dropped += removeDocument(db, id, keyword);
      for (const document of change.upsert) this.#dropped += upsertDocument(db, document, keyword);
    });
    await this.#tidy();
  }

  async keepStores(stores: readonly StoreKey[], nowMs: number, sinceMs: number): Promise<void> {
    await this.#change(({ db, keyword }) => void (this.#dropped += keepStores(db, stores, nowMs, sinceMs, keyword)));
    await this.#tidy();
  }

  /** Once many chunks are gone: vectors nobody refers to go as well, and the file gets smaller. */
  async #tidy(): Promise<void> {
    if (this.#dropped < PRUNE_AFTER) return;
    this.#dropped = 0;
    let pruned = 0;
    await this.#change(({ db }) => void (pruned = pruneVectors(db)));
    if (pruned > 0) await this.#use(({ db }) => giveBack(db));
  }

  restamp(changes: readonly { readonly id: MemoryId; readonly stamp: FileStamp }[]): Promise<void> {
    return this.#use(({ db }) => write(db, () => changes.forEach(({ id, stamp }) => restamp(db, id, stamp))));
  }

  async document(id: MemoryId): Promise<IndexedDocument | undefined> {
    return (await this.documents([id])).get(id);
  }

  documents(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, IndexedDocument>> {
    return this.#use(({ db }) => read(db, () => documentsOf(db, ids, this.#now(db))));
  }

  facts(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, DocumentFacts>> {
    return this.#use(({ db }) => read(db, () => factsOf(db, ids, this.#now(db))));
  }

  newest(filter: SearchFilter, limit: number): Promise<readonly MemoryId[]> {
    return this.#use(({ db }) => read(db, () => newestOf(db, filter, limit)));
  }

  keyword(terms: readonly string[], filter: SearchFilter, limit: number, asWritten = false): Promise<KeywordLeg> {
    return this.#use(({ db, keyword }) => {
      if (!keyword) throw new MemdirError('unavailable', 'Keyword search is off: this SQLite has no FTS5.');
      return read(db, () => keywordLeg(db, this.#now(db), terms, { filter, limit, asWritten }));
    });
  }

  vector(
    query: Float32Array,
    model: string,
    filter: SearchFilter,
    limit: number,
    instead?: string,
  ): Promise<VectorLeg> {
    return this.#use(({ db, vec }) =>
      read(db, () => {
        const known = this.#now(db);
        const matrix = matrixOf(db, model, { stores: filter.stores, instead }, known);
        const { best, mean, deviation } = matrix
          ? vectorLeg({ db, vec }, matrix, query, allowedRows(db, filter, known), limit)
          : { best: [], mean: 0, deviation: 0 };
        const ids = idsOf(
          db,
          best.map(({ row }) => row),
          known,
        );
        const hits = best.flatMap(({ row, ...hit }) =>
          ids.has(row) ? [{ id: ids.get(row) as MemoryId, ...hit }] : [],
        );
        return { hits, mean, deviation, ...progressOf(db, model, filter.stores, known) };
      }),
    );
  }

  chunksWithoutVector(
    model: string,
    limit: number,
    stores?: readonly StoreKey[],
  ): Promise<readonly { readonly hash: string; readonly text: string }[]> {
    const key = JSON.stringify([model, stores]);
    return this.#use(({ db }) =>
      read(db, () => {
        const { chunks, next } = chunksWithoutVector(db, model, {
          limit,
          stores,
          from: this.#embeddedTo.get(key) ?? 0,
        });
        this.#embeddedTo.set(key, next);
        return chunks;
      }),
    );
  }

  chunksWithoutPieces(
    model: string,
    limit: number,
    stores?: readonly StoreKey[],
  ): Promise<readonly { readonly hash: string; readonly text: string }[]> {
    return this.#use(({ db }) => read(db, () => chunksWithoutPieces(db, model, limit, stores)));
  }

  chunkVectors(model: string, ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, readonly Float32Array[]>> {
    return this.#use(({ db }) => read(db, () => vectorsOf(db, model, ids, this.#now(db), chunkVectors)));
  }

  pieces(model: string, ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, readonly Uint8Array[]>> {
    return this.#use(({ db }) => read(db, () => piecesOf(db, model, ids, this.#now(db), readPieces)));
  }

  pieceStatistics(model: string): Promise<PieceStatistics> {
    return this.#use(({ db }) =>
      read(db, () => this.#now(db).meaning.pieces.get(model, () => loadStatistics(db, model))),
    );
  }

  skipVectors(model: string, hashes: readonly string[]): Promise<void> {
    return this.#changeVectors(model, hashes, (db) => skipVectors(db, model, hashes));
  }

  putVectors(model: string, vectors: readonly HashedVector[]): Promise<void> {
    return this.#changeVectors(
      model,
      vectors.map(({ hash }) => hash),
      (db) => putVectors(db, model, vectors),
    );
  }

  vectorProgress(model: string, stores?: readonly StoreKey[]): Promise<VectorProgress> {
    return this.#use(({ db }) => read(db, () => progressOf(db, model, stores, this.#now(db))));
  }

  accessCounts(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, number>> {
    return this.#use(({ db }) => accessCounts(db, ids));
  }

  countAccess(ids: readonly MemoryId[]): Promise<void> {
    return this.#use(({ db }) => countAccess(db, ids));
  }

  health(): Promise<StoreHealth> {
    return this.#use((connection) => healthOf(connection, this.#place.file));
  }

  clear(): Promise<void> {
    return this.#change(({ db, keyword }) => {
      for (const table of ['document', 'content', 'chunk', 'vector', 'vector_value', 'piece', 'model'])
        run(db, `delete from ${table}`);
      if (keyword) run(db, 'delete from terms');
      noteRemoved(db);
    });
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
      if (this.#dropped > 0) write(connection.db, () => pruneVectors(connection.db));
      giveBack(connection.db);
      connection.db.pragma('wal_checkpoint(passive)');
    } catch (error) {
      this.#warn('was closed without tidying up', error);
    }
    connection.db.close();
    this.#known = undefined;
  }

  #warn(what: string, error: unknown): void {
    this.#place.log.warn(`The search index ${what}: ${messageOf(error)}`);
  }

  /** Inside a transaction. */
  #now(db: Connection['db']): Known {
    return (this.#known = knownOf(db, this.#known));
  }

  /** One transaction after which other processes look at vectors anew; words stay as they are. What this process knows of their number goes on. */
  async #changeVectors(model: string, hashes: readonly string[], work: (db: Connection['db']) => void): Promise<void> {
    await this.#use(({ db }) => {
      const known = write(db, () => {
        const before = this.#now(db);
        const after = vectorsCame(db, before, model, hashes);
        work(db);
        run(db, `update meta set value = value + 1 where key = 'vectors'`);
        return after();
      });
      this.#known = known;
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

  /** Runs work on the open file. Damage, or a file gone from under us, is repaired and the work done again. */
  async #use<T>(work: (connection: Connection) => T): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      while (!this.#connection && !this.#closing) await this.#reconnect();
      // From here on nothing else runs in this process until the work is done.
      const connection = this.#connection;
      if (this.#closing || !connection) throw new MemdirError('unavailable', 'The search index is closed.');
      try {
        if (attempt === USE_TRIES || !this.#isGone(connection)) return work(connection);
        this.#giveUp(connection, GONE);
      } catch (error) {
        if (attempt === USE_TRIES || !(isDamage(error) || isMoved(error))) throw asMemdirError(error, this.#place.file);
        this.#warn('failed and is opened again', error);
        this.#giveUp(connection, undefined);
      }
    }
  }

  /** Operations that wait share one opening; when it fails the next operation tries again. */
  async #reconnect(): Promise<void> {
    this.#connecting ??= connect(this.#place, this.#saved, this.#why)
      .then((connection) => void (this.#connection = connection))
      .finally(() => (this.#connecting = undefined));
    try {
      await this.#connecting;
    } catch (error) {
      throw asMemdirError(error, this.#place.file);
    }
  }

  #isGone(connection: Connection): boolean {
    return connection.identity !== undefined && connection.identity !== fileIdentity(this.#place.file);
  }

  /** Opening looks at the file itself and replaces it when it is damaged. */
  #giveUp(failed: Connection, why: string | undefined): void {
    this.#connection = undefined;
    this.#known = undefined;
    this.#saved = readAccess(failed.db, this.#place.log);
    this.#why = why;
    failed.db.close();
  }
}
