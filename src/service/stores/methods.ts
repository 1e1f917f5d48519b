/** Methods of the service that list stores and read memories. */
import { mayRead } from '../../core/agent-scope.js';
import { MemdirError } from '../../core/errors.js';
import { isDailyLog } from '../../core/file-kinds.js';
import { t } from '../../core/l10n.js';
import type { MemoryId, StoreInfo } from '../../core/memory.js';
import type { FileHead, ParsedFile } from '../../core/parsed-file.js';
import type {
  ListFilter,
  MemoryDetail,
  MemoryPreview,
  MemorySummary,
  MemoryText,
  StoreView,
} from '../../core/results.js';
import { findSecrets, maskForDisplay } from '../../core/secrets/secrets.js';
import { isPlain } from '../../core/stores/agent-forms.js';
import { filesBudgetOf } from '../../core/stores/files-budget.js';
import type { ServiceContext } from '../context.js';
import { memoryId, storeOf } from '../paths.js';
import { provenanceIn } from '../team/provenance.js';
import {
  checkCount,
  type CheckedFiles,
  checkFiles,
  detailOf,
  findMemory,
  listedMemories,
  type ListedStore,
  matches,
  references,
  summaries,
  summarize,
  type SummaryOptions,
  toStoreView,
} from './catalogue.js';
import { contents, indexOf, loadMemory } from './contents.js';
import { readFile, readFiles, readIndex, recentHeads, type StoreHeads } from './heads.js';
import { memoryOff } from './memory-off.js';
import type { StoreSnapshot } from './snapshot.js';
import { allStores, storeContext } from './store-context.js';

const roots = ({ indexSync }: ServiceContext): Promise<readonly StoreInfo[]> => indexSync.findStores();

const isMemoryOff = ({ ports }: ServiceContext): Promise<string | undefined> => memoryOff(ports);

const view = (context: ServiceContext, signal?: AbortSignal): Promise<readonly StoreView[]> =>
  storeViews(context, (snapshot) => checkFiles(snapshot, context, signal), signal);

const outline = (context: ServiceContext, signal?: AbortSignal): Promise<readonly StoreView[]> =>
  storeViews(context, () => ({ marks: {} }), signal);

async function storeViews(
  context: ServiceContext,
  check: (snapshot: StoreSnapshot) => CheckedFiles | Promise<CheckedFiles>,
  signal: AbortSignal | undefined,
): Promise<readonly StoreView[]> {
  const { indexSync, snapshots } = context;
  const views: StoreView[] = [];
  for (const info of await indexSync.findStores()) {
    const snapshot = { ...(snapshots.recent(info.key) ?? (await snapshots.load(info, signal))), info };
    const { marks, stale } = await check(snapshot);
    const options = {
      ...(await summaryOptions(context, info, [...snapshot.files.values()])),
      ...(stale === undefined ? {} : { stale }),
    };
    const listed = { ...snapshot, filesBudget: filesBudgetOf(info, snapshot.files) };
    views.push(toStoreView(snapshot, summaries(listed, options), marks));
  }
  return views;
}

async function list(context: ServiceContext, filter: ListFilter): Promise<readonly MemorySummary[]> {
  checkCount(filter.recent);
  const found: { readonly store: StoreHeads; readonly file: FileHead }[] = [];
  for (const store of await loadStores(context))
    for (const file of listedMemories(store)) if (matches(file, filter)) found.push({ store, file });
  if (filter.recent === undefined) return await summariesOfFound(context, found);
  // A log is no memory: what it tells is made into memories later.
  const memories = found.filter(({ store, file }) => isPlain(store.info) || !isDailyLog(file.source.path));
  const recent = memories.sort((a, b) => timeOf(b.file) - timeOf(a.file)).slice(0, filter.recent);
  const place = new Map(recent.map(({ store, file }, at) => [memoryId(store.info.key, file.source.path), at]));
  const summaries = await summariesOfFound(context, recent);
  return [...summaries].sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
}

/** A memory that cannot be read comes last. */
const timeOf = ({ source, memory }: FileHead): number =>
  source.unreadable === undefined ? memory.dateMs : Number.NEGATIVE_INFINITY;

async function summariesOfFound(
  context: ServiceContext,
  found: readonly { readonly store: StoreHeads; readonly file: FileHead }[],
): Promise<readonly MemorySummary[]> {
  const memories: MemorySummary[] = [];
  for (const [store, files] of Map.groupBy(found, (one) => one.store)) {
    const some = files.map(({ file }) => file);
    const listed = await toListed(context, store);
    memories.push(...summarize(listed, some, await summaryOptions(context, store.info, some)));
  }
  return memories;
}

async function countUnlisted({ indexSync }: ServiceContext): Promise<number> {
  let count = 0;
  for (const info of await indexSync.stores()) {
    const listing = await indexSync.listing(info);
    if (listing.status === 'listed') count += listing.unlisted?.length ?? 0;
  }
  return count;
}

async function show(context: ServiceContext, reference: string, reader?: string): Promise<MemoryDetail> {
  const { snapshot, file } = findMemory(await loadStores(context), reference, reader);
  const read = await readFile(context, snapshot, file.source.path);
  if (read === undefined) throw new MemdirError('not-found', t('{path} no longer exists.', { path: file.source.path }));
  return await countedDetail(context, await toListed(context, snapshot), read);
}

/** A look at a memory, which is no access. */
async function preview(context: ServiceContext, id: MemoryId): Promise<MemoryPreview> {
  const { snapshot, file } = findMemory(await loadStores(context), id);
  const read = await readFile(context, snapshot, file.source.path);
  if (read === undefined) throw new MemdirError('not-found', t('{path} no longer exists.', { path: file.source.path }));
  return { body: maskForDisplay(read.memory.body), unreadable: read.source.unreadable ?? null };
}

/** What decides which memories are loaded: MEMORY.md, or the texts of files that are loaded together. */
async function toListed(context: ServiceContext, store: StoreHeads): Promise<ListedStore> {
  const { info, files } = store;
  const together =
    filesBudgetOf(info, new Map()) === undefined ? undefined : await readFiles(context, store, files.keys());
  return {
    ...store,
    index: await readIndex(context, store),
    ...(together === undefined ? {} : { filesBudget: filesBudgetOf(info, together) }),
  };
}

async function read(context: ServiceContext, reference: string, reader?: string): Promise<MemoryText> {
  const snapshot = await loadMemory(context, reference);
  const [file] = snapshot?.files.values() ?? [];
  return snapshot === undefined || file === undefined || !mayRead(file.memory.agentId, reader)
    ? await show(context, reference, reader)
    : await countedDetail(context, snapshot, file);
}

/** Counts as an access, unless there is nothing to read. The index knows no file whose name contains a secret. */
async function countedDetail(context: ServiceContext, store: ListedStore, file: ParsedFile): Promise<MemoryDetail> {
  const id = memoryId(store.info.key, file.source.path);
  if (file.source.unreadable === undefined && findSecrets(file.source.path).length === 0)
    await context.ports.index.countAccess([id]);
  return detailOf(store, file, await summaryOptions(context, store.info, [file]));
}

async function memoryIdOf({ ports, indexSync }: ServiceContext, file: string): Promise<MemoryId | undefined> {
  const home = storeOf(await indexSync.stores(), await ports.realPath(file));
  return home && /\.md$/i.test(home.path) ? memoryId(home.store.key, home.path) : undefined;
}

async function loadStores(context: ServiceContext): Promise<StoreHeads[]> {
  const loaded: StoreHeads[] = [];
  for (const info of await context.indexSync.storesToList()) loaded.push(await recentHeads(context, info));
  return loaded;
}

async function summaryOptions(
  { ports, types }: ServiceContext,
  info: StoreInfo,
  files: readonly FileHead[],
): Promise<SummaryOptions> {
  const paths = files.map(({ source }) => source.path);
  const accesses = await ports.index.accessCounts(paths.map((path) => memoryId(info.key, path)));
  return { types, now: ports.clock.now(), accesses, team: await provenanceIn(ports, info, paths) };
}

export const storeMethods = {
  roots,
  memoryOff: isMemoryOff,
  view,
  outline,
  list,
  countUnlisted,
  show,
  preview,
  read,
  references,
  contents,
  indexOf,
  storeContext,
  allStores,
  memoryId: memoryIdOf,
};
