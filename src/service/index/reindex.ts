/** Compares files and search index by their stamps. Only changed files are read; documents are removed only on a complete listing. */
import { throwIfAborted } from '../../core/errors.js';
import { isIndexOf } from '../../core/file-kinds.js';
import { type FileStamp, type MemoryId, pathOfId, type StoreInfo, type StoreKey } from '../../core/memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { DocumentHead, IndexedDocument } from '../../core/ports/documents.js';
import type { ListedFile, Listing } from '../../core/ports/files.js';
import type { IndexProgress } from '../../core/results.js';
import { findSecrets } from '../../core/secrets/secrets.js';
import { mapLimited } from '../async.js';
import { memoryId } from '../paths.js';
import type { ServicePorts } from '../ports.js';
import type { Snapshots } from '../stores/snapshot.js';
import { nextTask } from '../time-slice.js';
import { toDocument } from './document.js';

/** Documents in one transaction, which is the longest that a search waits for. */
const BATCH = 32;
const READS_AT_ONCE = 16;

export interface ReindexPorts extends Pick<ServicePorts, 'files' | 'index' | 'clock' | 'log' | 'hash'> {
  readonly snapshots: Snapshots;
}

export interface ReindexResult {
  /** Memory files listed. */
  readonly files: number;
  readonly changed: number;
  readonly removed: number;
  /** Files and folders that could not be listed. */
  readonly unlisted: number;
  /** Stores with changed documents. */
  readonly stores: readonly StoreKey[];
}

export interface ReindexOptions {
  /** Treats every file as changed. */
  readonly full?: boolean | undefined;
  readonly progress?: ((at: IndexProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Plan {
  readonly store: StoreInfo;
  /** Memory files listed. */
  readonly files: number;
  readonly unlisted: number;
  /** Files to read, with what the index knows of them. */
  readonly suspects: readonly { readonly listed: ListedFile; readonly known: FileStamp | undefined }[];
  readonly remove: readonly MemoryId[];
}

/** Compares the stores with the index and applies the difference in batches. */
export async function reindex(
  ports: ReindexPorts,
  stores: readonly StoreInfo[],
  options: ReindexOptions = {},
): Promise<ReindexResult> {
  const plans: Plan[] = [];
  for (const store of stores) {
    const plan = await planStore(ports, store, options);
    if (plan) plans.push(plan);
  }
  const total = plans.reduce((sum, plan) => sum + plan.suspects.length, 0);
  const changed = new Map<StoreKey, number>();
  let done = 0;
  for (const plan of plans) {
    const advance = (count: number): void => {
      done += count;
      options.progress?.({ phase: 'reading', done, total });
    };
    changed.set(plan.store.key, await carryOut(ports, plan, { advance, signal: options.signal }));
  }
  return {
    files: plans.reduce((sum, plan) => sum + plan.files, 0),
    changed: [...changed.values()].reduce((sum, count) => sum + count, 0),
    removed: plans.reduce((sum, plan) => sum + plan.remove.length, 0),
    unlisted: plans.reduce((sum, plan) => sum + plan.unlisted, 0),
    stores: plans
      .filter((plan) => plan.remove.length > 0 || (changed.get(plan.store.key) ?? 0) > 0)
      .map((plan) => plan.store.key),
  };
}

/** Undefined when the store could not be listed: its documents stay as they are. */
async function planStore(ports: ReindexPorts, store: StoreInfo, options: ReindexOptions): Promise<Plan | undefined> {
  const listing = await ports.files.list(store.path, options.signal);
  throwIfAborted(options.signal);
  if (listing.status !== 'listed') {
    if (listing.status === 'unreachable')
      ports.log.warn(`${store.label}: ${listing.reason} Its memories stay in the index.`);
    return undefined;
  }
  const stamps = await ports.index.stamps(store.key);
  return await planListed(ports, store, listing, { get: (path) => stamps.get(path), paths: stamps.keys() }, options);
}

/** What the index knows of a store. */
interface KnownStamps {
  readonly get: (path: string) => FileStamp | undefined;
  readonly paths: Iterable<string>;
}

type Listed = Extract<Listing, { status: 'listed' }>;

async function planListed(
  ports: ReindexPorts,
  store: StoreInfo,
  listing: Listed,
  known: KnownStamps,
  options: ReindexOptions = {},
): Promise<Plan> {
  const memories = listing.files.filter((file) => !isIndexOf(store, file.path));
  const suspects = memories
    .map((listed) => ({ listed, known: options.full ? undefined : known.get(listed.path) }))
    .filter(({ listed, known: stamp }) => stamp === undefined || !isSameStamp(stamp, listed));
  const unlisted = listing.unlisted?.length ?? 0;
  const remove = await stillGone(ports, store, goneFrom(store, listing, known.paths), options.signal);
  return { store, files: memories.length, unlisted, suspects, remove };
}

/** Without files that are there by now: another process may have written and indexed one between the listing and the look into the index. */
async function stillGone(
  { files }: ReindexPorts,
  store: StoreInfo,
  gone: readonly MemoryId[],
  signal: AbortSignal | undefined,
): Promise<readonly MemoryId[]> {
  if (gone.length === 0) return gone;
  const listing = await files.list(store.path, signal);
  throwIfAborted(signal);
  return listing.status === 'listed' ? goneFrom(store, listing, gone.map(pathOfId)) : [];
}

/** Whether a listed file is as it was when it was read: whatever sizes and times say, only a settled version vouches for it. */
export const isSameStamp = ({ version }: Pick<FileStamp, 'version'>, listed: Pick<ListedFile, 'version'>): boolean =>
  version !== undefined && version === listed.version;

export interface FollowResult {
  /** Whether documents changed. */
  readonly changed: boolean;
  /** Files that the index does not take, by path: those that cannot be read. */
  readonly left: ReadonlyMap<string, ParsedFile>;
}

/** Applies what changed between the index and a complete listing of one store. */
export async function reindexListed(
  ports: ReindexPorts,
  store: StoreInfo,
  listing: Listed,
  heads: ReadonlyMap<string, DocumentHead>,
  signal?: AbortSignal,
): Promise<FollowResult> {
  const known = { get: (path: string) => heads.get(path)?.source.stamp, paths: heads.keys() };
  const plan = await planListed(ports, store, listing, known, { signal });
  const left = new Map<string, ParsedFile>();
  const changed = await carryOut(ports, plan, { signal, left });
  return { changed: changed > 0 || plan.remove.length > 0, left };
}

/** Applies what changed in some files of a store, present or not. Returns whether documents changed. */
export async function reindexFiles(
  ports: ReindexPorts,
  store: StoreInfo,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<boolean> {
  const stamps = await mapLimited(paths, READS_AT_ONCE, (path) => ports.files.stamp(store.path, path));
  const listed = stamps.filter((file) => file !== undefined);
  const suspects = listed.map((file) => ({ listed: file, known: undefined }));
  return (await carryOut(ports, { store, files: listed.length, unlisted: 0, suspects, remove: [] }, { signal })) > 0;
}

/** Documents whose files are missing from a complete listing; files below unreadable folders are kept. */
function goneFrom(store: StoreInfo, listing: Listed, known: Iterable<string>): MemoryId[] {
  const there = new Set(listing.files.filter((file) => !isIndexOf(store, file.path)).map((file) => file.path));
  const unlisted = listing.unlisted ?? [];
  return [...known]
    .filter((path) => !there.has(path) && !unlisted.some((folder) => path.startsWith(`${folder.path}/`)))
    .map((path) => memoryId(store.key, path));
}

interface Change {
  readonly upsert: IndexedDocument[];
  readonly remove: MemoryId[];
  /** The same text with another date, because the file time is its only date. */
  readonly redated: IndexedDocument[];
  readonly restamp: { readonly id: MemoryId; readonly stamp: FileStamp }[];
}

interface CarryOptions {
  readonly advance?: (count: number) => void;
  readonly signal?: AbortSignal | undefined;
  /** Receives the files that the index does not take. */
  readonly left?: Map<string, ParsedFile>;
}

/** Returns how many documents changed. */
async function carryOut(ports: ReindexPorts, plan: Plan, { advance, signal, left }: CarryOptions): Promise<number> {
  let changed = 0;
  for (let at = 0; at < Math.max(1, plan.suspects.length); at += BATCH) {
    throwIfAborted(signal);
    const batch = plan.suspects.slice(at, at + BATCH);
    const planned = at === 0 ? plan.remove : [];
    const change: Change = { upsert: [], remove: [...planned], redated: [], restamp: [] };
    await mapLimited(batch, READS_AT_ONCE, async (suspect) => {
      throwIfAborted(signal);
      const unread = await inspect(ports, plan.store, suspect, change);
      if (unread !== undefined) left?.set(suspect.listed.path, unread);
    });
    const upsert = [...change.upsert, ...change.redated];
    const { remove, restamp } = change;
    if (upsert.length + remove.length + restamp.length > 0) await ports.index.apply({ upsert, remove, restamp });
    changed += change.upsert.length + change.remove.length - planned.length;
    if (batch.length > 0) advance?.(batch.length);
    if (at + BATCH < plan.suspects.length) await nextTask();
  }
  return changed;
}

/**
 * A file that vanished since the listing, or is unreadable now, keeps its document until the next listing. Only files behind a link out of the
 * store are removed: they may have been indexed when the folder was trusted and the link was followed. Resolves with a file that is unreadable.
 */
async function inspect(
  ports: ReindexPorts,
  store: StoreInfo,
  suspect: Plan['suspects'][number],
  change: Change,
): Promise<ParsedFile | undefined> {
  const read = await ports.snapshots.read(store, suspect.listed);
  if (!read || !('memory' in read.parsed)) return undefined;
  const { parsed, source } = read;
  // A name that is a secret would be in the index as it is: lint reports it, search leaves it out.
  if (suspect.known === undefined && findSecrets(suspect.listed.path).length > 0) return parsed;
  if (source.unreadable !== undefined) {
    if (suspect.known !== undefined && source.linkTarget !== undefined)
      change.remove.push(memoryId(store.key, suspect.listed.path));
    return parsed;
  }
  const { stamp } = source;
  const document = (): IndexedDocument => ({ ...toDocument(store, parsed, { hash: ports.hash }), stamp });
  if (suspect.known?.hash !== stamp.hash || suspect.known.size !== stamp.size) change.upsert.push(document());
  else if (suspect.known.modifiedMs !== stamp.modifiedMs && parsed.memory.dateSource === 'file time')
    change.redated.push(document());
  else if (suspect.known.modifiedMs !== stamp.modifiedMs || suspect.known.version !== stamp.version)
    change.restamp.push({ id: memoryId(store.key, suspect.listed.path), stamp });
  return undefined;
}
