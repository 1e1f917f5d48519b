/** What a store contains without its texts: from the search index, of which only what changed is read anew. */
import { messageOf, throwIfAborted } from '../../core/errors.js';
import { isIndexOf } from '../../core/file-kinds.js';
import { INDEX_NAME, type IndexFile } from '../../core/index/index-file.js';
import type { StoreInfo } from '../../core/memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { DocumentHead } from '../../core/ports/documents.js';
import type { ListedFile, Listing } from '../../core/ports/files.js';
import { traceOf } from '../../core/write/marks.js';
import { traitsOf } from '../../core/write/writing-style.js';
import { mapLimited } from '../async.js';
import type { IndexSync } from '../index/index-sync.js';
import { isSameStamp } from '../index/reindex.js';
import type { ServicePorts } from '../ports.js';
import type { Snapshots } from './snapshot.js';

const READS_AT_ONCE = 16;

type Listed = Extract<Listing, { status: 'listed' }>;

/** A store as {@link StoreSnapshot}, without the texts of its memories. */
export interface StoreHeads {
  readonly info: StoreInfo;
  readonly listing: Listing;
  /** By path, without the index file. The same map while nothing changed. */
  readonly files: ReadonlyMap<string, DocumentHead>;
  /** Memories that the index does not have, because it cannot be written. */
  readonly unindexed?: readonly string[];
}

export interface HeadsContext {
  readonly ports: Pick<ServicePorts, 'files' | 'index' | 'log' | 'clock'>;
  readonly indexSync: IndexSync;
  readonly snapshots: Snapshots;
}

/** Lists a store and brings the index up to date with it. A failed listing gives no heads and says why. */
export const loadHeads = async (context: HeadsContext, info: StoreInfo, signal?: AbortSignal): Promise<StoreHeads> =>
  await headsOf(context, info, await context.ports.files.list(info.path, signal), signal);

/** The same for lists, see {@link IndexSync.listing}. */
export async function recentHeads(context: HeadsContext, info: StoreInfo): Promise<StoreHeads> {
  const { indexSync, ports } = context;
  const listing = await indexSync.listing(info);
  if (listing.status !== 'listed' || !indexSync.mayListFromIndex(info)) return await headsOf(context, info, listing);
  // Without a turn behind the comparison that runs.
  const heads = await ports.index.heads(info.key);
  const left = new Map([...indexSync.left(info)].filter(([path]) => !heads.has(path)));
  const files = withFiles(heads, left);
  return { info, listing, files: withAliases(amongListed(files, listing), listing) };
}

async function headsOf(
  context: HeadsContext,
  info: StoreInfo,
  listing: Listing,
  signal?: AbortSignal,
): Promise<StoreHeads> {
  const { ports } = context;
  throwIfAborted(signal);
  if (listing.status !== 'listed') return { info, listing, files: new Map() };
  const known = await ports.index.heads(info.key);
  try {
    const { left, changed } = await context.indexSync.followListing(info, listing, known, signal);
    const files = withFiles(changed ? await ports.index.heads(info.key) : known, left);
    return { info, listing, files: withAliases(amongListed(files, listing), listing) };
  } catch (error) {
    throwIfAborted(signal);
    ports.log.warn(`The search index did not follow ${info.label}: ${messageOf(error)}`);
    const files = await readChanged(context, info, listing.files, known);
    const unindexed = [...files].flatMap(([path, head]) => (known.get(path) === head ? [] : [path]));
    return { info, listing, files: withAliases(files, listing), unindexed };
  }
}

/**
 * The same store a moment later, under its lock: files that came since are read, and nothing is written to the index. One that was changed in place since
 * counts as it was: what a change starts from is compared when it is written.
 */
export async function refreshHeads(context: HeadsContext, before: StoreHeads): Promise<StoreHeads> {
  const { info } = before;
  const known = before.listing.status === 'listed' ? before.listing.files : undefined;
  const listing = await context.ports.files.list(info.path, undefined, known);
  if (listing.status !== 'listed') return { info, listing, files: new Map() };
  const files = await readChanged(context, info, listing.files, before.files);
  return { info, listing, files: withAliases(files, listing) };
}

/** The text of a memory with this head; undefined when it is gone. */
export async function readFile(
  { ports, snapshots }: HeadsContext,
  { info, listing }: StoreHeads,
  path: string,
): Promise<ParsedFile | undefined> {
  const listed =
    (listing.status === 'listed' ? listedFile(listing, path) : undefined) ?? (await ports.files.stamp(info.path, path));
  const parsed = listed && (await snapshots.file(info, listed));
  return parsed && 'memory' in parsed ? parsed : undefined;
}

/** Reads several; those that are gone are left out. */
export async function readFiles(
  context: HeadsContext,
  store: StoreHeads,
  paths: Iterable<string>,
): Promise<Map<string, ParsedFile>> {
  const found = await mapLimited([...paths], READS_AT_ONCE, async (path) => [
    path,
    await readFile(context, store, path),
  ]);
  return new Map(found.filter((pair): pair is [string, ParsedFile] => pair[1] !== undefined));
}

/** By binary search: listings are sorted. */
function listedFile({ files }: Listed, path: string): ListedFile | undefined {
  let [from, to] = [0, files.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((files[middle] as ListedFile).path < path) from = middle + 1;
    else to = middle;
  }
  return files[from]?.path === path ? files[from] : undefined;
}

/** The heads of the listed files; read anew where stamps differ, or may not tell yet. */
async function readChanged(
  { snapshots }: HeadsContext,
  info: StoreInfo,
  listed: readonly ListedFile[],
  known: StoreHeads['files'],
): Promise<StoreHeads['files']> {
  const memories = listed.filter(({ path }) => !isIndexOf(info, path));
  const suspects = memories.filter((file) => {
    const stamp = known.get(file.path)?.source.stamp;
    return stamp === undefined || !isSameStamp(stamp, file);
  });
  const read = new Map<string, ParsedFile>();
  await mapLimited(suspects, READS_AT_ONCE, async (file) => {
    const parsed = await snapshots.file(info, file);
    if (parsed === undefined || !('memory' in parsed)) return;
    const before = known.get(file.path)?.source.stamp;
    if (before?.hash !== parsed.source.stamp.hash || before.modifiedMs !== parsed.source.stamp.modifiedMs)
      read.set(file.path, parsed);
  });
  if (read.size === 0 && memories.length === known.size) return known;
  const there = new Set(memories.map(({ path }) => path));
  return withFiles(new Map([...known].filter(([path]) => there.has(path))), read);
}

const headOf = (file: ParsedFile): DocumentHead => ({
  source: file.source,
  memory: file.memory,
  traits: traitsOf(file),
  trace: traceOf(file),
});

/** By path; the same map when there is nothing to add. */
export function withFiles(files: StoreHeads['files'], added: ReadonlyMap<string, ParsedFile>): StoreHeads['files'] {
  if (added.size === 0) return files;
  const all = [...files, ...[...added].map(([path, file]) => [path, headOf(file)] as const)];
  return new Map([...new Map(all)].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The index keeps what it has of files in folders that cannot be read; such files are not shown. */
function amongListed(files: StoreHeads['files'], listing: Listed): StoreHeads['files'] {
  return listing.unlisted === undefined
    ? files
    : new Map([...files].filter(([path]) => listedFile(listing, path) !== undefined));
}

/** Links to files of the store are further names of them. */
function withAliases(files: StoreHeads['files'], { aliases = [] }: Listed): StoreHeads['files'] {
  if (aliases.length === 0) return files;
  const named = new Map(files);
  for (const [file, links] of Map.groupBy(aliases, (alias) => alias.file)) {
    const head = named.get(file);
    if (head) named.set(file, { ...head, source: { ...head.source, aliases: links.map(({ path }) => path) } });
  }
  return named;
}

export const hasIndex = (store: Pick<StoreHeads, 'info' | 'listing'>): boolean => listedIndex(store) !== undefined;

const listedIndex = ({ info, listing }: Pick<StoreHeads, 'info' | 'listing'>): ListedFile | undefined =>
  listing.status === 'listed' && isIndexOf(info, INDEX_NAME) ? listedFile(listing, INDEX_NAME) : undefined;

/** MEMORY.md of the store; undefined when it has none. */
export async function readIndex(
  { snapshots }: Pick<HeadsContext, 'snapshots'>,
  store: StoreHeads,
): Promise<IndexFile | undefined> {
  const file = listedIndex(store);
  const parsed = file && (await snapshots.file(store.info, file));
  return parsed === undefined || 'memory' in parsed ? undefined : parsed;
}
