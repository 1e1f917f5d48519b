/** Methods of the service that list stores and read memories. */
import type { MemoryId, StoreInfo } from '../../core/memory.js';
import type { ListFilter, MemoryDetail, MemorySummary, MemoryText, StoreView } from '../../core/results.js';
import type { ServiceContext } from '../context.js';
import { memoryId, storeOf } from '../paths.js';
import {
  countMarks,
  detailOf,
  findMemory,
  idsOf,
  matches,
  newest,
  references,
  summaries,
  toStoreView,
} from './catalogue.js';
import { contents, indexOf, loadMemory } from './contents.js';
import type { StoreSnapshot } from './snapshot.js';
import { allStores, storeContext } from './store-context.js';

const roots = ({ indexSync }: ServiceContext): Promise<readonly StoreInfo[]> => indexSync.findStores();

const view = (context: ServiceContext, signal?: AbortSignal): Promise<readonly StoreView[]> =>
  storeViews(context, (snapshot) => countMarks(snapshot, context, signal), signal);

const outline = (context: ServiceContext, signal?: AbortSignal): Promise<readonly StoreView[]> =>
  storeViews(context, () => ({}), signal);

async function storeViews(
  context: ServiceContext,
  marks: (snapshot: StoreSnapshot) => StoreView['marks'] | Promise<StoreView['marks']>,
  signal: AbortSignal | undefined,
): Promise<readonly StoreView[]> {
  const { indexSync, snapshots } = context;
  const views: StoreView[] = [];
  for (const info of await indexSync.findStores()) {
    const snapshot = { ...(snapshots.recent(info.key) ?? (await snapshots.load(info, signal))), info };
    views.push(toStoreView(snapshot, await summariesOf(context, snapshot), await marks(snapshot)));
  }
  return views;
}

async function list(context: ServiceContext, filter: ListFilter): Promise<readonly MemorySummary[]> {
  const memories: MemorySummary[] = [];
  for (const snapshot of await loadSnapshots(context))
    memories.push(...(await summariesOf(context, snapshot)).filter((memory) => matches(memory, filter)));
  return newest(memories, filter.recent);
}

async function countUnlisted({ indexSync, snapshots }: ServiceContext): Promise<number> {
  let count = 0;
  for (const info of await indexSync.stores()) {
    const { listing } = snapshots.recent(info.key) ?? (await snapshots.load(info));
    if (listing.status === 'listed') count += listing.unlisted?.length ?? 0;
  }
  return count;
}

async function show(context: ServiceContext, reference: string): Promise<MemoryDetail> {
  return await countedDetail(context, await loadSnapshots(context), reference);
}

async function read(context: ServiceContext, reference: string): Promise<MemoryText> {
  const snapshot = await loadMemory(context, reference);
  return snapshot === undefined ? await show(context, reference) : await countedDetail(context, [snapshot], reference);
}

/** A memory of these snapshots; counts as an access, unless there is nothing to read. */
async function countedDetail(
  { ports: { index, clock }, types }: ServiceContext,
  snapshots: readonly StoreSnapshot[],
  reference: string,
): Promise<MemoryDetail> {
  const found = findMemory(snapshots, reference);
  const id = memoryId(found.snapshot.info.key, found.file.source.path);
  if (found.file.source.unreadable === undefined) await index.countAccess([id]);
  return detailOf(found, { types, now: clock.now(), accesses: await index.accessCounts([id]) });
}

async function memoryIdOf({ ports, indexSync }: ServiceContext, file: string): Promise<MemoryId | undefined> {
  const home = storeOf(await indexSync.stores(), await ports.realPath(file));
  return home && /\.md$/i.test(home.path) ? memoryId(home.store.key, home.path) : undefined;
}

async function loadSnapshots({ indexSync, snapshots }: ServiceContext): Promise<StoreSnapshot[]> {
  const loaded: StoreSnapshot[] = [];
  for (const info of await indexSync.findStores()) loaded.push(await snapshots.load(info));
  return loaded;
}

async function summariesOf(
  { ports: { index, clock }, types }: ServiceContext,
  snapshot: StoreSnapshot,
): Promise<MemorySummary[]> {
  const accesses = await index.accessCounts(idsOf(snapshot));
  return summaries(snapshot, { types, now: clock.now(), accesses });
}

export const storeMethods = {
  roots,
  view,
  outline,
  list,
  countUnlisted,
  show,
  read,
  references,
  contents,
  indexOf,
  storeContext,
  allStores,
  memoryId: memoryIdOf,
};
