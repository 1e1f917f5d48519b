/** What every change of a memory works with. */
import { MemdirError } from '../../core/errors.js';
import { INDEX_NAME, type IndexFile, parseIndex } from '../../core/index/index-file.js';
import { namesOf, type StoreNames } from '../../core/links/resolve.js';
import { madeSource, type SourceFile, type StoreInfo, type StoreKey } from '../../core/memory.js';
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
  /** Where several changes come one after the other: stores that {@link afterWrite} is told of, for whoever compares them at the end. */
  readonly deferredStores?: Map<StoreKey, StoreInfo>;
  /** Stores that are not open here and where a memory that is named may lie, too. */
  readonly extraStores?: readonly StoreInfo[];
}

/** Times a change is worked out anew because somebody else changed the file meanwhile. */
const TRIES = 50;

/**
 * Reads a file, works out what it becomes and writes that, again and again until nobody came between. `change` answers undefined where
 * nothing is to be done. Resolves with whether something was written.
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
 * Changes MEMORY.md, which is made when there is none. Resolves with why that could not be done, for people: the memory itself is
 * written by then, and an index can be mended later.
 */
export async function updateIndex(
  context: WriteContext,
  snapshot: StoreSnapshot,
  change: (index: IndexFile, names: StoreNames) => string,
  options: { readonly create: boolean },
): Promise<string | undefined> {
  const misnamed =
    snapshot.index === undefined
      ? [...snapshot.files.keys()].find((path) => path.toLowerCase() === INDEX_NAME.toLowerCase())
      : undefined;
  if (misnamed !== undefined)
    return `The index is called ${misnamed}, so it was left alone. Rename it to ${INDEX_NAME}.`;
  let conflict = false;
  try {
    await updateFile(context, snapshot.info, INDEX_NAME, (source) => {
      if (source === undefined && !options.create) return undefined;
      const index = parseIndex(source ?? madeSource(INDEX_NAME, ''));
      conflict = index.conflictLines.length > 0;
      return conflict ? undefined : change(index, namesOf(snapshot.files));
    });
  } catch (error) {
    if (!(error instanceof MemdirError)) throw error;
    return `${INDEX_NAME} was not changed: ${error.message}`;
  }
  return conflict
    ? `${INDEX_NAME} holds merge conflicts, so it was left alone. Resolve them and add the entry.`
    : undefined;
}

/** Search, tree and checks see what was written. The write stands even when the index of the search cannot follow now. */
export async function afterWrite(
  { ports, snapshots, indexSync, deferredStores: later }: WriteContext,
  store: StoreInfo,
): Promise<void> {
  snapshots.invalidate(store.key);
  indexSync.hint();
  if (later !== undefined) return void later.set(store.key, store);
  try {
    await indexSync.compare();
  } catch (error) {
    ports.log.warn(
      `The search index did not follow a change in ${store.label}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** A snapshot in which further files stand as if they were there already: links of the index are resolved against it. */
export function withParsedFile(snapshot: StoreSnapshot, file: ParsedFile): StoreSnapshot {
  return { ...snapshot, files: new Map([...snapshot.files, [file.source.path, file]]) };
}

/** A text as the file it would be. */
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
