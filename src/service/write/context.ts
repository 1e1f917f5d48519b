/** What every write of a memory works with, and the steps that all writes share. */
import { MemdirError } from '../../core/errors.js';
import { cloudOnlyPaths } from '../../core/file-kinds.js';
import { INDEX_NAME, type IndexFile, parseIndex } from '../../core/index/index-file.js';
import { type SourceFile, sourceOfText, type StoreInfo, type StoreKey } from '../../core/memory.js';
import type { TypeTable } from '../../core/memory-types.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { IndexSync } from '../index/index-sync.js';
import type { ServicePorts } from '../ports.js';
import type { Snapshots, StoreSnapshot } from '../stores/snapshot.js';

export interface WriteContext {
  readonly ports: ServicePorts;
  readonly indexSync: IndexSync;
  readonly snapshots: Snapshots;
  readonly types: TypeTable;
  /** In a batch of writes: collects the stores that {@link afterWrite} was called for; the caller updates the search index at the end. */
  readonly deferredStores?: Map<StoreKey, StoreInfo>;
  /** Stores out of scope in which a memory is looked up as well. */
  readonly extraStores?: readonly StoreInfo[];
}

/** Attempts to update a file that other processes change at the same time. */
const TRIES = 50;

/**
 * Compare and swap: reads a file, computes its new text and writes it, and repeats that when the file changed in between. `change` answers
 * undefined when nothing is to be done. Resolves with whether the file was written.
 */
export async function updateFile(
  { ports }: WriteContext,
  store: StoreInfo,
  path: string,
  change: (source: SourceFile | undefined) => string | undefined,
  options?: { readonly keepTime: boolean },
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const source = await ports.files.read(store.path, path);
    if (source?.unreadable !== undefined)
      throw new MemdirError('unavailable', `${path} cannot be changed. ${source.unreadable}`);
    const text = change(source);
    if (text === undefined || text === source?.text) return false;
    try {
      await ports.files.write(store.path, path, text, source?.text, options);
      return true;
    } catch (error) {
      if (!isChangedOnDisk(error) || tries === TRIES) throw error;
    }
  }
}

export const isChangedOnDisk = (error: unknown): boolean =>
  error instanceof MemdirError && error.code === 'changed-on-disk';

/**
 * Updates MEMORY.md, and creates it when `create` is set. Resolves with why that failed, for people, instead of rejecting: the memory itself
 * is written by then, and the index can be repaired later.
 */
export async function updateIndex(
  context: WriteContext,
  snapshot: StoreSnapshot,
  change: (index: IndexFile, files: StoreSnapshot['files']) => string,
  options: { readonly create: boolean },
): Promise<string | undefined> {
  const misnamed =
    snapshot.index === undefined
      ? [...snapshot.files.keys()].find((path) => path.toLowerCase() === INDEX_NAME.toLowerCase())
      : undefined;
  if (misnamed !== undefined)
    return `The index is called ${misnamed}, so it was left alone. Rename it to ${INDEX_NAME}.`;
  if (snapshot.index === undefined && cloudOnlyPaths(othersIn(snapshot)).includes(INDEX_NAME))
    return `${INDEX_NAME} is in iCloud only, so it was left alone. Download it, then check the directory with “memdir lint”.`;
  let conflict = false;
  try {
    await updateFile(context, snapshot.info, INDEX_NAME, (source) => {
      if (source === undefined && !options.create) return undefined;
      const index = parseIndex(source ?? sourceOfText(INDEX_NAME, ''));
      conflict = index.conflictLines.length > 0;
      return conflict ? undefined : change(index, snapshot.files);
    });
  } catch (error) {
    if (!(error instanceof MemdirError)) throw error;
    return `${INDEX_NAME} was not changed: ${error.message}`;
  }
  return conflict
    ? `${INDEX_NAME} holds merge conflicts, so it was left alone. Resolve them and add the entry.`
    : undefined;
}

/** Files of a store that are not markdown. */
export const othersIn = ({ listing }: Pick<StoreSnapshot, 'listing'>): readonly { readonly path: string }[] =>
  listing.status === 'listed' ? (listing.others ?? []) : [];

/** Makes a write visible to search, tree and lint. A failure of the search index is logged: the write itself is done. */
export async function afterWrite(
  { ports, snapshots, indexSync, deferredStores }: WriteContext,
  store: StoreInfo,
): Promise<void> {
  snapshots.invalidate(store.key);
  indexSync.hint();
  if (deferredStores !== undefined) return void deferredStores.set(store.key, store);
  try {
    await indexSync.compare();
  } catch (error) {
    ports.log.warn(
      `The search index did not follow a change in ${store.label}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The snapshot with a file added, so that links of the index resolve to it. */
export function withParsedFile(snapshot: StoreSnapshot, file: ParsedFile): StoreSnapshot {
  return { ...snapshot, files: new Map([...snapshot.files, [file.source.path, file]]) };
}

/** Parses a text as if it were a file of the store. */
export function parseAs({ snapshots, ports }: WriteContext, store: StoreInfo, path: string, text: string): ParsedFile {
  const source: SourceFile = {
    path,
    text,
    encoding: 'utf8',
    stamp: { modifiedMs: ports.clock.now(), size: text.length, hash: '' },
  };
  const parsed = snapshots.parse(store, source);
  if (!('memory' in parsed))
    throw new MemdirError('bad-input', `${INDEX_NAME} is the index of a memory directory, not a memory.`);
  return parsed;
}
