/** Keeps search index and vectors in sync with the files: before a search, in the background, and on request. */
import { messageOf, throwIfAborted } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { StoreInfo, StoreKey } from '../../core/memory.js';
import type { DocumentHead } from '../../core/ports/documents.js';
import type { Listing } from '../../core/ports/files.js';
import { raceAbort } from '../../core/race-abort.js';
import type { IndexProgress, IndexReport } from '../../core/results.js';
import { DAY_MS } from '../../core/units.js';
import { SerialQueue, SingleFlight } from '../async.js';
import { crossLanguageRoute } from '../models/cross-language.js';
import { type VectorRun, vectorsOff } from '../models/embed-missing.js';
import { embedStores } from '../models/embed-stores.js';
import { markForeign } from '../models/foreign-memories.js';
import { countMissing, settleModel } from '../models/model-progress.js';
import { type ModelRoute, modelRoutes } from '../models/model-routing.js';
import type { SearchPorts } from '../ports.js';
import { LARGE, Listings } from '../stores/listings.js';
import { FRESH_MS, type Snapshots, WATCHED_FRESH_MS } from '../stores/snapshot.js';
import {
  type FollowResult,
  reindex,
  reindexFiles,
  reindexListed,
  type ReindexOptions,
  type ReindexResult,
} from './reindex.js';
import type { StatusLine } from './status-line.js';
import { remarksOf } from './status-note.js';
import { StoreLookup } from './store-lookup.js';
import { timeLeft } from './time-left.js';

type Progress = (at: IndexProgress) => void;

/** The index counts as fresh for this many times the duration of the last comparison. */
const COMPARING_SHARE = 10;
/** Milliseconds to rest at most after comparing large stores. */
const MOST_REST_MS = 5_000;
/** Milliseconds until work that waits for a better moment is tried again. */
const RETRY_MS = 60_000;
/** Milliseconds after which the documents of a store that was not opened are removed from the index. */
const STORES_KEPT_MS = 180 * DAY_MS;

export class IndexSync {
  readonly #turns = new SerialQueue();
  readonly #comparing = new SingleFlight(() => this.#turn({}));
  readonly #embedding = new SingleFlight(() => this.#embed());
  readonly #closing = new AbortController();
  readonly #progress = new Set<Progress>();
  readonly #followers = new Set<(stores: readonly StoreKey[]) => void>();
  #stopEmbedding: AbortController | undefined;
  #comparedMs = Number.NEGATIVE_INFINITY;
  readonly #lookup: StoreLookup;
  /** Duration of the last comparison. */
  #comparingMs = 0;
  /** Memory files in the last comparison. */
  #listed = 0;
  #unlisted = 0;
  #keptMs = Number.NEGATIVE_INFINITY;
  #dirty = true;
  #lost = false;
  readonly #unlisten: () => void;
  readonly #listings: Listings;
  readonly #left = new Map<StoreKey, FollowResult['left']>();
  #watched = false;
  /** Why vectors are not complete, since the last run. */
  #failure: string | undefined;
  #paused = false;
  #retype = false;
  /** Whether documents changed without their vectors being made. */
  #unembedded = false;
  #embedded = 0;
  /** Whether a question in another language was asked, see {@link crossLanguageRoute}. */
  #crossing = false;
  #ticks = 0;
  /** Memories whose vectors the present run has still to make, once it has counted them. */
  #missing = 0;
  #counted: Promise<void> = Promise.resolve();
  /** Callers that wait for vectors: their work does not rest. */
  #waiting = 0;
  #restReason: 'battery' | 'load' | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #vectorLeg: { readonly on: boolean; readonly reason: string | undefined } | undefined;

  constructor(
    readonly ports: SearchPorts,
    readonly snapshots: Snapshots,
    readonly status: StatusLine,
  ) {
    this.#listings = new Listings(ports);
    this.#lookup = new StoreLookup(ports);
    this.#unlisten = ports.index.onReplaced(() => (this.#lost = true));
  }

  /** Whether the index was emptied since the last comparison, because its file had to be replaced. */
  get lost(): boolean {
    return this.#lost;
  }

  /** The stores in scope, looked up again after two seconds (ten while watching). */
  async stores(): Promise<readonly StoreInfo[]> {
    return (await this.#lookup.recent(this.#watched ? 5 * FRESH_MS : FRESH_MS)) ?? this.findStores();
  }

  /** The stores in scope now. When they are others than before, the next search compares. */
  async findStores(): Promise<readonly StoreInfo[]> {
    const { stores, changed } = await this.#lookup.find();
    if (changed) this.hint();
    return stores;
  }

  /** The stores in scope now. Beside a large store that is watched, those of a moment ago: looking for them takes longer than a list. */
  storesToList(): Promise<readonly StoreInfo[]> {
    return this.#watched && this.#listed >= LARGE ? this.stores() : this.findStores();
  }

  /** Whether index and disk were compared a moment ago, or a watcher has reported no change since. */
  get fresh(): boolean {
    if (this.#lost) return false;
    const age = this.ports.clock.now() - this.#comparedMs;
    if (!this.#watched) return age < this.#freshMs();
    return age < (this.#dirty ? this.restMs : WATCHED_FRESH_MS);
  }

  /**
   * How long to wait after a comparison before the next one that events ask for: nothing, except for large stores, which others may be writing to all
   * the time.
   */
  get restMs(): number {
    return this.#listed < LARGE ? 0 : Math.min(MOST_REST_MS, COMPARING_SHARE * this.#comparingMs);
  }

  /** The files of a store for a list: of a large store that is watched those of a moment ago, with what this process wrote since. */
  listing(store: StoreInfo, signal?: AbortSignal): Promise<Listing> {
    const freshness = this.#watched ? { dirtyMs: this.restMs, cleanMs: WATCHED_FRESH_MS } : undefined;
    return this.#listings.list(store, freshness, signal);
  }

  /** Whether lists of a store may come from the index alone: it is large, watched, and was compared a moment ago. */
  mayListFromIndex(store: StoreInfo): boolean {
    return this.#watched && this.#listed >= LARGE && this.#left.has(store.key) && this.fresh;
  }

  /** Files that the index does not take, as of the last time that a listing was followed. */
  left(store: StoreInfo): FollowResult['left'] {
    return this.#left.get(store.key) ?? new Map();
  }

  /** Compares index and disk unless they are {@link fresh}. Resolves with whether the index changed. */
  async refresh(signal?: AbortSignal): Promise<boolean> {
    return !this.fresh && (await raceAbort(this.#comparing.run(), signal)).stores.length > 0;
  }

  /** How long a comparison counts as fresh; longer where comparing takes long, so that not every search waits for it. */
  #freshMs(): number {
    return Math.min(WATCHED_FRESH_MS, Math.max(FRESH_MS, COMPARING_SHARE * this.#comparingMs));
  }

  compare(): Promise<ReindexResult> {
    return this.#comparing.run();
  }

  /**
   * Brings the documents of one store up to date with a listing, reading what changed since these heads. Vectors are left to the next search. Rejects with
   * `unavailable` when the index cannot be written.
   */
  async followListing(
    store: StoreInfo,
    listing: Extract<Listing, { status: 'listed' }>,
    heads: ReadonlyMap<string, DocumentHead>,
    signal?: AbortSignal,
  ): Promise<FollowResult> {
    if (this.#retype) await raceAbort(this.#comparing.run(), signal);
    return await this.#turns.run(async () => {
      const result = await reindexListed(
        { ...this.ports, snapshots: this.snapshots },
        store,
        listing,
        heads,
        this.#until(signal),
      );
      this.#left.set(store.key, result.left);
      if (result.changed) {
        this.#unembedded = true;
        this.#announce([store.key]);
      }
      return result;
    });
  }

  /** Brings the documents of some files up to date that were just written, and has their vectors made. */
  async followWrite(store: StoreInfo, paths: readonly string[]): Promise<void> {
    // The first memory makes its store.
    if (!store.exists) this.#lookup.forget();
    await this.#turns.run(async () => {
      const ports = { ...this.ports, snapshots: this.snapshots };
      const changed = await reindexFiles(ports, store, paths, this.#closing.signal);
      await this.#listings.written(store, paths);
      if (changed) this.#announce([store.key]);
    });
    this.#embedLater();
  }

  /** Notes a possible change; the next search compares. */
  hint(): void {
    this.#listings.hint();
    this.#dirty = true;
  }

  set watched(on: boolean) {
    this.#watched = on;
  }

  /** Reindexes after the types changed, because levels in the index depend on them. */
  async retype(): Promise<void> {
    this.#retype = true;
    this.#dirty = true;
    this.#comparedMs = Number.NEGATIVE_INFINITY;
    await this.compare();
  }

  async index(
    options: { readonly full?: boolean; readonly embed?: boolean | 'later' },
    progress?: Progress,
    signal?: AbortSignal,
  ): Promise<IndexReport> {
    const startMs = this.ports.clock.now();
    const before = this.#embedded;
    const result = await this.#turn({ full: options.full, progress, signal: this.#until(signal) });
    if (options.embed === 'later') this.#embedLater();
    else if (options.embed !== false) await this.#embedNow(progress, signal);
    return {
      files: result.files,
      changed: result.changed,
      removed: result.removed,
      embedded: this.#embedded - before,
      tookMs: this.ports.clock.now() - startMs,
    };
  }

  /** Files and folders that the last comparison could not list. */
  get unlisted(): number {
    return this.#unlisted;
  }

  /** Counter that grows while vectors are made; a caller sees progress by it. */
  get madeVectors(): number {
    return this.#ticks;
  }

  /** How many memories wait for the vectors that are being made; 0 when none are. Never rejects. */
  async missingVectors(): Promise<number> {
    await this.#counted;
    return this.#missing;
  }

  /** Resolves when no vectors are being made; never rejects. */
  embeddingIdle(): Promise<void> {
    return this.#embedding.idle();
  }

  /** Why a search can use words only; undefined when the vector leg can be asked. */
  async vectorsOff(): Promise<string | undefined> {
    const off = vectorsOff(this.ports.embedder);
    if (off !== undefined) return off;
    if (!this.#vectorLeg) {
      const health = await this.ports.index.health();
      this.#vectorLeg = { on: health.vector, reason: health.reason };
    }
    return this.#vectorLeg.on ? undefined : (this.#vectorLeg.reason ?? t('The index can’t store vectors here.'));
  }

  /** To be called when the embedder changed its model or state. */
  embedderChanged(): void {
    if (this.#closing.signal.aborted) return;
    if (this.ports.embedder.state().state !== 'failed') return this.#embedLater();
    this.#report().catch((error: unknown) =>
      this.ports.log.warn(`The state of the embedding model was not shown: ${messageOf(error)}`),
    );
  }

  /** To be called when a question in another language is asked and not all vectors for it are there. */
  crossLanguages(): void {
    if (this.#crossing || this.#closing.signal.aborted) return;
    this.#crossing = true;
    this.#embedLater();
  }

  get failure(): string | undefined {
    return this.#failure;
  }

  onChange(listener: (stores: readonly StoreKey[]) => void): () => void {
    this.#followers.add(listener);
    return () => this.#followers.delete(listener);
  }

  async close(): Promise<void> {
    this.#unlisten();
    clearTimeout(this.#retry);
    this.#closing.abort();
    await this.#comparing.idle();
    await this.#turns.run(async () => undefined);
    await this.#embedding.idle();
  }

  #until(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
  }

  #turn(options: ReindexOptions): Promise<ReindexResult> {
    return this.#turns.run(() => this.#reindex({ ...options, signal: options.signal ?? this.#closing.signal }));
  }

  async #reindex(options: ReindexOptions): Promise<ReindexResult> {
    const first = this.#comparedMs === Number.NEGATIVE_INFINITY;
    const full = options.full === true || this.#retype;
    throwIfAborted(options.signal);
    this.#dirty = false;
    this.#lost = false;
    const atMs = this.ports.clock.now();
    const progress: Progress = (at) => {
      options.progress?.(at);
      if (at.total > 0) this.status.set({ kind: 'indexing', ...at });
    };
    try {
      // Before the first comparison the stores were looked up a moment ago.
      const stores = first ? await this.stores() : (await this.#lookup.find()).stores;
      const result = await reindex({ ...this.ports, snapshots: this.snapshots }, stores, {
        full,
        progress,
        signal: options.signal,
      });
      this.#comparedMs = atMs;
      this.#comparingMs = this.ports.clock.now() - atMs;
      this.#listed = result.files;
      this.#retype = false;
      this.#unlisted = result.unlisted;
      await this.settleModel();
      await this.#keep(stores);
      if (result.stores.length > 0) this.#announce(result.stores);
      if (first || result.changed > 0 || this.#unembedded) this.#embedLater();
      else await this.#report();
      return result;
    } catch (error) {
      this.#dirty = true;
      throw error;
    }
  }

  /** Removes stores from the index that were not opened for long, once a day. */
  async #keep(stores: readonly StoreInfo[]): Promise<void> {
    const now = this.ports.clock.now();
    if (now - this.#keptMs < DAY_MS) return;
    this.#keptMs = now;
    try {
      await this.ports.index.retainStores(
        stores.map(({ key }) => key),
        now,
        now - STORES_KEPT_MS,
      );
    } catch (error) {
      this.ports.log.warn(`The index was not tidied up: ${messageOf(error)}`);
    }
  }

  #announce(stores: readonly StoreKey[]): void {
    for (const follower of this.#followers) follower(stores);
  }

  #embedLater(): void {
    this.#unembedded = false;
    this.#embedding.run().catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.ports.log.warn(`Vectors were not completed: ${messageOf(error)}`);
    });
  }

  async #embedNow(progress: Progress | undefined, signal: AbortSignal | undefined): Promise<void> {
    const stop = (): void => {
      this.#paused = true;
      this.#stopEmbedding?.abort();
    };
    if (progress) this.#progress.add(progress);
    this.#waiting++;
    signal?.addEventListener('abort', stop, { once: true });
    try {
      throwIfAborted(signal);
      await raceAbort(this.#embedding.run(), signal);
    } finally {
      signal?.removeEventListener('abort', stop);
      if (progress) this.#progress.delete(progress);
      this.#waiting--;
    }
  }

  async #embed(): Promise<VectorRun> {
    this.#failure = undefined;
    this.#paused = false;
    const stop = new AbortController();
    const counted = Promise.withResolvers<void>();
    this.#stopEmbedding = stop;
    this.#counted = counted.promise;
    const estimate = timeLeft(() => this.ports.clock.now());
    const progress: Progress = (counts) => {
      this.#ticks += 1;
      this.#missing = counts.total - counts.done;
      const at = { ...counts, ...estimate(counts) };
      for (const listener of this.#progress) listener(at);
      this.status.set({ kind: 'indexing', ...at });
    };
    try {
      throwIfAborted(this.#closing.signal);
      await this.ports.embedder.prepare?.(this.#until(stop.signal));
      const off = await this.vectorsOff();
      if (off !== undefined) return { embedded: 0, failure: (this.#failure = off) };
      await this.settleModel();
      this.#missing = await countMissing(this.ports, await this.#keys());
      counted.resolve();
      const run = await this.#embedEach(progress, this.#until(stop.signal));
      await this.#embedNext(progress, this.#until(stop.signal));
      await markForeign(this.ports, await this.#keys(), this.#until(stop.signal));
      return run;
    } finally {
      this.#missing = 0;
      counted.resolve();
      this.#stopEmbedding = undefined;
      if (!this.#closing.signal.aborted) await this.#report();
    }
  }

  async #embedEach(progress: Progress, signal: AbortSignal): Promise<VectorRun> {
    let embedded = 0;
    for (const route of [...modelRoutes(this.ports), ...(await this.#crossLanguageRoutes())]) {
      const run = await embedStores(this.ports, route, await this.#keys(), progress, signal);
      embedded += run.embedded;
      this.#embedded += run.embedded;
      // A failure of the second model is not one: the main model embeds its texts, and the status has a note.
      if (!route.secondary) this.#failure = run.failure;
    }
    return { embedded, ...(this.#failure === undefined ? {} : { failure: this.#failure }) };
  }

  /** Has the next model read all; the present one answers until then. Rests on a battery and beside other work unless a caller waits. */
  async #embedNext(progress: Progress, signal: AbortSignal): Promise<void> {
    const { next } = this.ports.embedder;
    const [route] = next ? modelRoutes({ ...this.ports, embedder: next }) : [];
    if (!route) return;
    const mustRest = async (): Promise<boolean> => {
      this.#restReason = this.#waiting > 0 ? undefined : await this.ports.restReason?.();
      return this.#restReason !== undefined;
    };
    if (await mustRest()) return this.#retryLater();
    const run = await embedStores({ ...this.ports, mustRest }, route, await this.#keys(), progress, signal);
    this.#embedded += run.embedded;
    await this.settleModel();
    if (this.#restReason !== undefined) this.#retryLater();
  }

  #retryLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#embedLater(), RETRY_MS).unref();
  }

  /** Switches to the next model when it has embedded as many memories as the present one. */
  async settleModel(): Promise<void> {
    if (this.ports.embedder.next) await settleModel(this.ports, await this.#keys());
  }

  /** Cross-language vectors are made for new memories after the first question that needed them, in this process or an earlier one. */
  async #crossLanguageRoutes(): Promise<readonly ModelRoute[]> {
    const route = crossLanguageRoute(this.ports);
    if (!route) return [];
    const { embedded } = await this.ports.index.vectorProgress(route.model.id, await this.#keys());
    return this.#crossing || embedded > 0 ? [route] : [];
  }

  async #keys(): Promise<StoreKey[]> {
    return (await this.stores()).map(({ key }) => key);
  }

  /** Sets the status when no work is in progress. */
  async #report(): Promise<void> {
    if (this.#embedding.busy && this.#stopEmbedding) return;
    const [model, keys] = [this.ports.embedder.model?.id ?? '', await this.#keys()];
    const { total: documents } = await this.ports.index.vectorProgress(model, keys);
    const reason = this.#failure ?? (await this.vectorsOff());
    if (this.#paused)
      this.status.set({ kind: 'paused', reason: t('Canceled; vectors are created with the next change.') });
    else if (reason !== undefined) this.status.set({ kind: 'keyword-only', reason, documents });
    else this.status.set({ kind: 'ready', documents, model, ...(await remarksOf(this.ports, keys, this.#restReason)) });
  }
}
