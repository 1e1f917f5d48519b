/** Compares files and search index by their stamps. Only changed files are read; documents are removed only on a complete listing. */
import { throwIfAborted } from '../../core/errors.js';
import { isIndexName } from '../../core/index/index-file.js';
import type { FileStamp, MemoryId, StoreInfo, StoreKey } from '../../core/memory.js';
import type { IndexedDocument } from '../../core/ports/documents.js';
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
/** Milliseconds in which a file may change twice without its stamp changing: younger stamps are checked by hash. */
const YOUNG_MS = 2_000;

export interface ReindexPorts extends Pick<ServicePorts, 'files' | 'index' | 'clock' | 'log' | 'hash'> {
  readonly snapshots: Snapshots;
}

export interface ReindexResult {
  /** Memory files listed. */
  readonly files: number;
  readonly changed: number;
  readonly removed: number;
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
  readonly files: number;
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
    changed.set(plan.store.key, await carryOut(ports, plan, advance, options.signal));
  }
  return {
    files: plans.reduce((sum, plan) => sum + plan.files, 0),
    changed: [...changed.values()].reduce((sum, count) => sum + count, 0),
    removed: plans.reduce((sum, plan) => sum + plan.remove.length, 0),
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
  const known = await ports.index.stamps(store.key);
  const memories = listing.files.filter((file) => !isIndexName(file.path));
  const young = ports.clock.now() - YOUNG_MS;
  const suspects = memories
    .map((listed) => ({ listed, known: options.full ? undefined : known.get(listed.path) }))
    .filter(
      ({ listed, known: stamp }) =>
        !stamp || stamp.modifiedMs !== listed.modifiedMs || stamp.size !== listed.size || listed.modifiedMs >= young,
    );
  return { store, files: memories.length, suspects, remove: goneFrom(store, listing, known) };
}

/** Documents whose files are missing from a complete listing; files below unreadable folders are kept. */
function goneFrom(
  store: StoreInfo,
  listing: Extract<Listing, { status: 'listed' }>,
  known: ReadonlyMap<string, FileStamp>,
): MemoryId[] {
  const there = new Set(listing.files.filter((file) => !isIndexName(file.path)).map((file) => file.path));
  const unread = listing.unread ?? [];
  return [...known.keys()]
    .filter((path) => !there.has(path) && !unread.some((folder) => path.startsWith(`${folder}/`)))
    .map((path) => memoryId(store.key, path));
}

interface Change {
  readonly upsert: IndexedDocument[];
  readonly remove: MemoryId[];
  /** The same text with another date, because the file time is its only date. */
  readonly redated: IndexedDocument[];
  readonly restamp: { readonly id: MemoryId; readonly stamp: FileStamp }[];
}

/** Returns how many documents changed. */
async function carryOut(
  ports: ReindexPorts,
  plan: Plan,
  advance: (count: number) => void,
  signal: AbortSignal | undefined,
): Promise<number> {
  let changed = 0;
  for (let at = 0; at < Math.max(1, plan.suspects.length); at += BATCH) {
    throwIfAborted(signal);
    const batch = plan.suspects.slice(at, at + BATCH);
    const planned = at === 0 ? plan.remove : [];
    const change: Change = { upsert: [], remove: [...planned], redated: [], restamp: [] };
    await mapLimited(batch, READS_AT_ONCE, async (suspect) => {
      throwIfAborted(signal);
      await inspect(ports, plan.store, suspect, change);
    });
    const upsert = [...change.upsert, ...change.redated];
    const { remove, restamp } = change;
    if (upsert.length + remove.length + restamp.length > 0) await ports.index.apply({ upsert, remove, restamp });
    changed += change.upsert.length + change.remove.length - planned.length;
    if (batch.length > 0) advance(batch.length);
    if (at + BATCH < plan.suspects.length) await nextTask();
  }
  return changed;
}

/**
 * A file that vanished since the listing, or is unreadable now, keeps its document until the next listing. Only files behind a link out of the
 * store are removed: they may have been indexed when the folder was trusted and the link was followed.
 */
async function inspect(
  ports: ReindexPorts,
  store: StoreInfo,
  suspect: Plan['suspects'][number],
  change: Change,
): Promise<void> {
  // A name that is a secret would stand in the index as it is: lint reports it, search leaves it out.
  if (suspect.known === undefined && findSecrets(suspect.listed.path).length > 0) return;
  const parsed = await ports.snapshots.file(store, suspect.listed);
  if (!parsed || !('memory' in parsed)) return;
  if (parsed.source.unreadable !== undefined) {
    if (suspect.known !== undefined && parsed.source.linkTarget !== undefined)
      change.remove.push(memoryId(store.key, suspect.listed.path));
    return;
  }
  const { stamp } = parsed.source;
  const document = (): IndexedDocument => toDocument(store, parsed, { hash: ports.hash });
  if (suspect.known?.hash !== stamp.hash || suspect.known.size !== stamp.size) change.upsert.push(document());
  else if (suspect.known.modifiedMs === stamp.modifiedMs) return;
  else if (parsed.memory.dateSource === 'file time') change.redated.push(document());
  else change.restamp.push({ id: memoryId(store.key, suspect.listed.path), stamp });
}
