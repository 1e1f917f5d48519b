/** The map of the memories in scope: where each lies, what connects them, and what the groups are about. */
import { isIndexOf, listsMemories } from '../../core/file-kinds.js';
import { INDEX_NAME } from '../../core/index/index-file.js';
import { resolveEntry } from '../../core/index/resolved-entries.js';
import { namesOf, resolveLink } from '../../core/links/resolve.js';
import { clusterSteps, clusterWords } from '../../core/map/clusters.js';
import { type Featured, featureSteps } from '../../core/map/features.js';
import { layoutSteps, type Spring } from '../../core/map/layout.js';
import { neighbourSteps } from '../../core/map/neighbours.js';
import type { Point } from '../../core/map/point.js';
import type { EdgeKind, MapCluster, MapEdge, MapNode, MemoryMap } from '../../core/map/results.js';
import { nameWords } from '../../core/markdown/plain-text.js';
import type { MemoryId } from '../../core/memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { Relation } from '../../core/parsed-store.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { ancestorsIn } from '../../core/write/version-chain.js';
import type { ServiceContext } from '../context.js';
import { modelRoutes } from '../models/model-routing.js';
import { absolutePath, memoryId } from '../paths.js';
import { listedMemories } from '../stores/catalogue.js';
import type { StoreSnapshot } from '../stores/snapshot.js';
import { TimeSlice } from '../time-slice.js';

/** The newest ones, where there are more. */
const MOST_MEMORIES = 2_000;
/** Memories that each is drawn to because they are alike. */
const NEIGHBOURS = 6;
/** Strength of a link that a person or agent made, beside the likeness of its ends. */
const LINKED = 0.2;
/** Memories whose vectors are asked for at once. */
const AT_ONCE = 500;

interface MappedStore {
  readonly snapshot: StoreSnapshot;
  readonly relations: readonly Relation[];
}

interface Mapped {
  readonly store: MappedStore;
  readonly file: ParsedFile;
  readonly id: MemoryId;
}

/** The last map, by the files of its first store: they are the same object while none of them changed. */
const known = new WeakMap<object, { readonly of: readonly unknown[]; readonly map: MemoryMap }>();

/** Computed anew only when files, vectors or an index changed. */
export async function memoryMap(context: ServiceContext, signal?: AbortSignal): Promise<MemoryMap> {
  const stores = await storesOf(context, signal);
  const all = stores.flatMap((store) => memoriesOf(store));
  const memories = [...all].sort(newestFirst).slice(0, MOST_MEMORIES);
  const featured = await withMeaning(context, memories);
  const read = featured.filter(({ meaning }) => meaning !== undefined).length;
  const of = [read, ...stores.flatMap(({ snapshot: { files, index } }) => [files, index])];
  const key = stores[0]?.snapshot.files;
  const last = key === undefined ? undefined : known.get(key);
  if (last?.of.length === of.length && last.of.every((one, at) => one === of[at])) return last.map;
  const map = await makeMap(context, stores, memories, featured, all.length - memories.length, signal);
  if (key !== undefined) known.set(key, { of, map });
  return map;
}

async function makeMap(
  context: ServiceContext,
  stores: readonly MappedStore[],
  memories: readonly Mapped[],
  featured: readonly Featured[],
  left: number,
  signal: AbortSignal | undefined,
): Promise<MemoryMap> {
  const pace = new TimeSlice(context.ports.clock, signal);
  const vectors = await paced(featureSteps(featured), pace);
  const neighbours = await paced(neighbourSteps(vectors, NEIGHBOURS), pace);
  const edges = edgesOf(stores, memories);
  const springs: Spring[] = [
    ...neighbours.flatMap((near, from) => near.map(({ at: to, likeness: strength }) => ({ from, to, strength }))),
    ...edges.map(({ from, to }) => ({ from, to, strength: LINKED })),
  ];
  const places = await paced(layoutSteps(vectors, springs), pace);
  const assigned = await paced(clusterSteps(vectors), pace);
  const clusters = clustersOf(memories, assigned, places);
  const nodes = memories.map((memory, at) => nodeOf(memory, places[at], assigned[at] ?? 0));
  const indexes = indexesOf(stores, nodes);
  return {
    nodes: [...nodes, ...indexes.nodes],
    edges: [...edges, ...indexes.edges],
    clusters,
    by: featured.some(({ meaning }) => meaning !== undefined) ? 'meaning' : 'words',
    left,
  };
}

/** Runs the steps to their end; others are answered in between. */
async function paced<T>(steps: Generator<void, T>, pace: TimeSlice): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pace.yieldIfDue();
  }
}

async function storesOf(context: ServiceContext, signal: AbortSignal | undefined): Promise<MappedStore[]> {
  const stores: MappedStore[] = [];
  for (const info of await context.indexSync.findStores()) {
    const snapshot = context.snapshots.recent(info.key) ?? (await context.snapshots.load(info, signal));
    if (snapshot.listing.status !== 'listed') continue;
    stores.push({ snapshot, relations: (await context.facts.collect(snapshot, signal)).relations ?? [] });
  }
  return stores;
}

/** What is current, and what a newer version replaced: the chain of versions is shown. */
const memoriesOf = (store: MappedStore): Mapped[] =>
  listedMemories(store.snapshot).flatMap(({ source, memory }) => {
    const file = store.snapshot.files.get(source.path);
    const isShown =
      source.unreadable === undefined && (memory.deletedMs === undefined || memory.supersededBy !== undefined);
    return file === undefined || !isShown ? [] : [{ store, file, id: memoryId(store.snapshot.info.key, source.path) }];
  });

const newestFirst = (a: Mapped, b: Mapped): number =>
  b.file.memory.dateMs - a.file.memory.dateMs || (a.id < b.id ? -1 : 1);

async function withMeaning({ ports }: ServiceContext, memories: readonly Mapped[]): Promise<Featured[]> {
  const models = modelRoutes(ports).map(({ model }) => model.id);
  const meaning = new Map<MemoryId, NonNullable<Featured['meaning']>>();
  for (let from = 0; models.length > 0 && from < memories.length; from += AT_ONCE) {
    const ids = memories.slice(from, from + AT_ONCE).map(({ id }) => id);
    for (const { model, byId } of (await ports.index.present(ids, models)).vectors)
      for (const [id, vectors] of byId) if (vectors.length > 0) meaning.set(id, { model, vectors });
  }
  return memories.map(({ file: { memory }, id }) => ({
    text: `${nameWords(memory.name)}\n${memory.description}\n${memory.body}`,
    meaning: meaning.get(id),
  }));
}

function edgesOf(stores: readonly MappedStore[], memories: readonly Mapped[]): MapEdge[] {
  const places = new Map(memories.map(({ id }, at) => [id, at]));
  const edges = new Map<string, MapEdge>();
  const add = (kind: EdgeKind, from: number | undefined, to: number | undefined): void => {
    if (from === undefined || to === undefined || from === to) return;
    edges.set(`${kind} ${Math.min(from, to)} ${Math.max(from, to)}`, { kind, from, to });
  };
  for (const { snapshot, relations } of stores) {
    const { key } = snapshot.info;
    const at = (path: string): number | undefined => places.get(memoryId(key, path));
    for (const [newer, older] of ancestorsIn(snapshot))
      for (const each of older) add('supersedes', at(newer), at(each));
    for (const { newer, older, kind, conflict } of relations)
      if (conflict !== undefined) add('contradiction', at(newer), at(older));
      else if (kind === 'duplicate') add('duplicate', at(newer), at(older));
  }
  for (const [from, { store, file }] of memories.entries()) {
    const names = namesOf(store.snapshot.files);
    for (const link of file.memory.links) {
      const { found } = resolveLink(link, file.memory.path, names);
      if (found !== undefined) add('link', from, places.get(memoryId(store.snapshot.info.key, found)));
    }
  }
  return [...edges.values()];
}

function clustersOf(memories: readonly Mapped[], assigned: readonly number[], places: readonly Point[]): MapCluster[] {
  const words = clusterWords(
    memories.map(({ file: { memory } }) => maskForDisplay(`${nameWords(memory.name)} ${memory.description}`)),
    assigned,
  );
  return words.map((own, cluster) => {
    const members = places.filter((_, at) => assigned[at] === cluster);
    return { words: own, memories: members.length, ...middleOf(members) };
  });
}

const middleOf = (places: readonly Point[]): Point => ({
  x: mean(places.map(({ x }) => x)),
  y: mean(places.map(({ y }) => y)),
});
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10;

const nodeOf = ({ store, file, id }: Mapped, place: Point | undefined, cluster: number): MapNode => ({
  id,
  path: absolutePath(store.snapshot.info, file.source.path),
  name: maskForDisplay(file.memory.name),
  description: maskForDisplay(file.memory.description),
  type: maskForDisplay(file.memory.type),
  store: store.snapshot.info.key,
  x: place?.x ?? 0,
  y: place?.y ?? 0,
  cluster,
});

/** Each MEMORY.md lies in the middle of what it lists. */
function indexesOf(stores: readonly MappedStore[], nodes: readonly MapNode[]): Pick<MemoryMap, 'nodes' | 'edges'> {
  const places = new Map(nodes.map(({ id }, at) => [id, at]));
  const more: { nodes: MapNode[]; edges: MapEdge[] } = { nodes: [], edges: [] };
  for (const { snapshot } of stores) {
    const { info, index, files } = snapshot;
    if (index === undefined || !listsMemories(info) || !isIndexOf(info, INDEX_NAME)) continue;
    const names = namesOf(files);
    const listed = new Set(
      index.entries.flatMap((entry) => {
        const { found } = resolveEntry(entry, names);
        return (found === undefined ? undefined : places.get(memoryId(info.key, found))) ?? [];
      }),
    );
    if (listed.size === 0) continue;
    const from = nodes.length + more.nodes.length;
    more.nodes.push({
      id: memoryId(info.key, INDEX_NAME),
      path: absolutePath(info, INDEX_NAME),
      name: INDEX_NAME,
      description: info.label,
      type: '',
      store: info.key,
      cluster: -1,
      ...middleOf([...listed].flatMap((at) => nodes[at] ?? [])),
    });
    more.edges.push(...[...listed].map((to): MapEdge => ({ kind: 'index', from, to })));
  }
  return more;
}
