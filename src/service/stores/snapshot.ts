/** Snapshots of stores, parsed once and shared by tree, list, lint and index. */
import { throwIfAborted } from '../../core/errors.js';
import { isIndexOf } from '../../core/file-kinds.js';
import { type IndexFile, parseIndex } from '../../core/index/index-file.js';
import { memo } from '../../core/memo.js';
import { type SourceFile, type StoreInfo, type StoreKey } from '../../core/memory.js';
import type { TypeTable } from '../../core/memory-types.js';
import { parseMemory } from '../../core/parse-memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { Clock } from '../../core/ports/clock.js';
import type { ListedFile, Listing, MemoryFiles } from '../../core/ports/files.js';
import type { Log } from '../../core/ports/log.js';
import { mapLimited } from '../async.js';
import type { SearchPorts } from '../ports.js';

/** UTF-16 units of parsed text in the cache. */
const MOST_CACHED_UNITS = 32_000_000;
/** Milliseconds for which the snapshot of an unwatched store counts as current. */
export const FRESH_MS = 2_000;
/** The same for a watched store without events; limited, because events can be lost. */
export const WATCHED_FRESH_MS = 30_000;
const READS_AT_ONCE = 16;

export interface StoreSnapshot {
  readonly info: StoreInfo;
  readonly listing: Listing;
  /** Memory files by path, without the index. Unreadable files are included, with `source.unreadable`. */
  readonly files: ReadonlyMap<string, ParsedFile>;
  readonly index: IndexFile | undefined;
}

/** A file as it was last read, and its meaning. */
export interface ReadFile {
  readonly source: SourceFile;
  readonly parsed: ParsedFile | IndexFile;
}

interface StoreCache {
  readonly files: Map<string, ReadFile>;
  /** Reads in progress, by path and stamp: tree, lint and index request the same files at the same time. */
  readonly reading: Map<string, Promise<ReadFile | undefined>>;
  snapshot?: StoreSnapshot;
  takenMs: number;
  /** Number of listings begun, and the number of the one that the snapshot is of: they may end out of order. */
  begun: number;
  shown: number;
  /** Number of the last listing begun at the time of the last event: it and those before it may be out of date. */
  hinted: number;
  units: number;
}

export interface SnapshotPorts {
  readonly files: MemoryFiles;
  readonly clock: Clock;
  readonly log: Log;
  /** Present in a host, whose editor needs every store as a whole. */
  readonly pause?: SearchPorts['pause'];
}

export class Snapshots {
  /** Least recently used first. */
  readonly #stores = new Map<StoreKey, StoreCache>();
  /** Stores for which {@link invalidate} is called on every change. */
  #watched = new Set<StoreKey>();
  #types: TypeTable;

  constructor(
    readonly ports: SnapshotPorts,
    types: TypeTable,
  ) {
    this.#types = types;
  }

  /** Sets the types and drops everything parsed so far, because levels depend on them. */
  retype(types: TypeTable): void {
    this.#types = types;
    this.#stores.clear();
  }

  watch(stores: readonly StoreKey[]): void {
    // Changes between the snapshot and the start of watching raised no event.
    for (const key of stores) if (!this.#watched.has(key)) this.invalidate(key);
    this.#watched = new Set(stores);
  }

  invalidate(store: StoreKey): void {
    const cache = this.#stores.get(store);
    if (cache) cache.hinted = cache.begun;
  }

  /** The last snapshot if it counts as current (see {@link FRESH_MS}). */
  recent(store: StoreKey): StoreSnapshot | undefined {
    const cache = this.#stores.get(store);
    return cache && cache.shown > cache.hinted ? this.#fresh(store, cache) : undefined;
  }

  /** The same without waiting, for typing: the previous snapshot while a change is being loaded. */
  ready(store: StoreKey): StoreSnapshot | undefined {
    const cache = this.#stores.get(store);
    return cache && cache.begun > cache.hinted ? this.#fresh(store, cache) : undefined;
  }

  #fresh(store: StoreKey, { snapshot, takenMs }: StoreCache): StoreSnapshot | undefined {
    return this.ports.clock.now() - takenMs < (this.#watched.has(store) ? WATCHED_FRESH_MS : FRESH_MS)
      ? snapshot
      : undefined;
  }

  /** Lists the store and reads what changed. A failed listing gives an empty snapshot that says why. */
  async load(info: StoreInfo, signal?: AbortSignal): Promise<StoreSnapshot> {
    const cache = this.#use(info.key);
    try {
      return await this.#take(cache, info, signal);
    } catch (error) {
      // The next call must list again.
      cache.hinted = cache.begun;
      throw error;
    }
  }

  async #take(cache: StoreCache, info: StoreInfo, signal: AbortSignal | undefined): Promise<StoreSnapshot> {
    const takenMs = this.ports.clock.now();
    const turn = ++cache.begun;
    const listing = await this.ports.files.list(info.path, signal);
    throwIfAborted(signal);
    if (listing.status !== 'listed') {
      if (turn > cache.shown) delete cache.snapshot;
      cache.shown = Math.max(cache.shown, turn);
      return { info, listing, files: new Map(), index: undefined };
    }
    const files = new Map<string, ParsedFile>();
    let index: IndexFile | undefined;
    const found = await mapLimited(listing.files, READS_AT_ONCE, async (file) => {
      throwIfAborted(signal);
      return { path: file.path, parsed: await this.file(info, file) };
    });
    for (const { path, parsed } of found) {
      if (parsed === undefined) continue;
      if ('memory' in parsed) files.set(path, parsed);
      else index = parsed;
    }
    for (const { path, file } of listing.aliases ?? []) addAlias(files, path, file);
    const snapshot: StoreSnapshot = { info, listing, files: reuseIfEqual(cache.snapshot?.files, files), index };
    if (turn < cache.shown) return snapshot;
    this.#forget(cache, new Set(listing.files.map((file) => file.path)));
    Object.assign(cache, { snapshot, takenMs, shown: turn });
    this.#shrink(info.key);
    return snapshot;
  }

  /** One listed file, parsed; from the cache while its stamp is unchanged. Undefined when it is gone. */
  async file(info: StoreInfo, listed: ListedFile): Promise<ParsedFile | IndexFile | undefined> {
    return (await this.read(info, listed))?.parsed;
  }

  /** The same with its present stamp: a file that was touched is parsed to the same object as before. */
  async read(info: StoreInfo, listed: ListedFile): Promise<ReadFile | undefined> {
    const cache = this.#use(info.key);
    const known = cache.files.get(listed.path);
    if (known && isUnchanged(known, listed)) return known;
    const key = `${listed.version} ${listed.path}`;
    let reading = cache.reading.get(key);
    if (!reading) {
      reading = this.#readFile(info, listed, cache, known).finally(() => cache.reading.delete(key));
      cache.reading.set(key, reading);
    }
    return reading;
  }

  async #readFile(
    info: StoreInfo,
    listed: ListedFile,
    cache: StoreCache,
    known: ReadFile | undefined,
  ): Promise<ReadFile | undefined> {
    const source = await this.ports.files.read(info.path, listed.path);
    if (!source) return undefined;
    if (
      known &&
      known.source.stamp.hash === source.stamp.hash &&
      !source.unreadable &&
      known.source.text === source.text &&
      known.source.stamp.modifiedMs === source.stamp.modifiedMs
    ) {
      const touched = { source, parsed: known.parsed };
      cache.files.set(listed.path, touched);
      return touched;
    }
    const parsed = this.#parseSafely(info, source);
    if (!parsed) return undefined;
    // A process that never needs the whole store, such as an MCP server, does not keep the texts that it indexes.
    if (this.ports.pause === undefined && cache.begun === 0 && !isIndexOf(info, listed.path)) return { source, parsed };
    cache.units += source.text.length - (known?.source.text.length ?? 0);
    const read = { source, parsed };
    cache.files.set(listed.path, read);
    return read;
  }

  /** Parses a source as the store would; nothing is cached. */
  parse(info: StoreInfo, source: SourceFile): ParsedFile | IndexFile {
    return isIndexOf(info, source.path)
      ? parseIndex(source)
      : parseMemory(source, { types: this.#types, storeKind: info.kind });
  }

  /** Parsers accept any text; should one throw all the same, the file is left out and logged. */
  #parseSafely(info: StoreInfo, source: SourceFile): ParsedFile | IndexFile | undefined {
    try {
      return this.parse(info, source);
    } catch (error) {
      this.ports.log.error(`${source.path} in ${info.label} could not be understood and is left out.`, error);
      return undefined;
    }
  }

  #use(key: StoreKey): StoreCache {
    const cache = this.#stores.get(key) ?? {
      files: new Map(),
      reading: new Map(),
      takenMs: 0,
      begun: 0,
      shown: 0,
      hinted: 0,
      units: 0,
    };
    this.#stores.delete(key);
    this.#stores.set(key, cache);
    return cache;
  }

  #forget(cache: StoreCache, there: ReadonlySet<string>): void {
    for (const [path, cached] of cache.files) {
      if (there.has(path)) continue;
      cache.files.delete(path);
      cache.units -= cached.source.text.length;
    }
  }

  /** Evicts the least recently used stores until the cache is small enough; the store in use stays. */
  #shrink(inUse: StoreKey): void {
    let units = 0;
    for (const cache of this.#stores.values()) units += cache.units;
    for (const [key, cache] of this.#stores) {
      if (units <= MOST_CACHED_UNITS) return;
      if (key === inUse) continue;
      units -= cache.units;
      this.#stores.delete(key);
    }
  }
}

/** The previous map when no file changed, so that caches keyed by it stay valid. */
function reuseIfEqual(
  before: StoreSnapshot['files'] | undefined,
  files: StoreSnapshot['files'],
): StoreSnapshot['files'] {
  return before?.size === files.size && [...files].every(([path, file]) => before.get(path) === file) ? before : files;
}

/** Adds another name of a file, to which a link leads. The same names give the same object, because caches are keyed by it. */
function addAlias(files: Map<string, ParsedFile>, alias: string, path: string): void {
  const file = files.get(path);
  if (file === undefined) return;
  const named = aliased(file);
  const known = named.get(alias);
  const more = known ?? { ...file, source: { ...file.source, aliases: [...(file.source.aliases ?? []), alias] } };
  if (known === undefined) named.set(alias, more);
  files.set(path, more);
}

const aliased = memo((_: ParsedFile): Map<string, ParsedFile> => new Map());

const isUnchanged = ({ source }: ReadFile, listed: ListedFile): boolean =>
  source.unreadable === undefined && source.stamp.version === listed.version;
