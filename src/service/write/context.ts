/** What every write of a memory works with, and the steps that all writes share. */
import { MemdirError } from '../../core/errors.js';
import { cloudOnlyPaths, indexFolder, isCurrentKnowledge, isIndexLoaded } from '../../core/file-kinds.js';
import { INDEX_NAME, type IndexFile, parseIndex } from '../../core/index/index-file.js';
import { resolveEntry } from '../../core/index/resolved-entries.js';
import { t, tPlural } from '../../core/l10n.js';
import { namesOf } from '../../core/links/resolve.js';
import { type SourceFile, sourceOfText, type StoreInfo, type StoreKey } from '../../core/memory.js';
import type { TypeTable } from '../../core/memory-types.js';
import type { FileHead, ParsedFile } from '../../core/parsed-file.js';
import type { WriteOptions } from '../../core/ports/files.js';
import type { IndexedFiles } from '../../core/write/index-entries.js';
import type { IndexSync } from '../index/index-sync.js';
import type { ServicePorts } from '../ports.js';
import { hasIndex, type StoreHeads } from '../stores/heads.js';
import type { Snapshots } from '../stores/snapshot.js';

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

/** A store whose index is changed. */
export interface IndexedStore extends Pick<StoreHeads, 'info' | 'listing'> {
  readonly files: IndexedFiles;
}

/**
 * Changes a file by a function of its present text, see `MemoryFiles.change`. Rejects for a file that cannot be read. Resolves with whether the
 * file was written.
 */
export const updateFile = (
  { ports }: WriteContext,
  store: StoreInfo,
  path: string,
  change: (source: SourceFile | undefined) => string | undefined,
  options?: WriteOptions,
): Promise<boolean> =>
  ports.files.change(
    store.path,
    path,
    (source) => {
      if (source?.unreadable !== undefined)
        throw new MemdirError(
          'unavailable',
          t('{path} can’t be changed. {reason}', { path, reason: source.unreadable }),
        );
      return change(source);
    },
    options,
  );

export const isChangedOnDisk = (error: unknown): boolean =>
  error instanceof MemdirError && error.code === 'changed-on-disk';

/**
 * Updates MEMORY.md, and creates it when `create` is set. Resolves with why that failed, for people, instead of rejecting: the memory itself
 * is written by then, and the index can be repaired later.
 */
export async function updateIndex(
  context: WriteContext,
  snapshot: IndexedStore,
  change: (index: IndexFile, files: IndexedFiles) => string,
  options: { readonly create: boolean },
): Promise<string | undefined> {
  const misnamed = hasIndex(snapshot)
    ? undefined
    : [...snapshot.files.keys()].find((path) => path.toLowerCase() === INDEX_NAME.toLowerCase());
  if (misnamed !== undefined)
    return t('The index is named {name} and wasn’t changed. Rename it to {index}.', {
      name: misnamed,
      index: INDEX_NAME,
    });
  if (!hasIndex(snapshot) && cloudOnlyPaths(othersIn(snapshot)).includes(INDEX_NAME))
    return t('{index} is only in iCloud and wasn’t changed. Download it, then run “memdir lint”.', {
      index: INDEX_NAME,
    });
  let [conflict, unlisted] = [false, 0];
  try {
    await updateFile(context, snapshot.info, INDEX_NAME, (source) => {
      if (source === undefined && !options.create) return undefined;
      const index = parseIndex(source ?? sourceOfText(INDEX_NAME, ''));
      conflict = index.conflictLines.length > 0;
      const after = conflict ? undefined : change(index, snapshot.files);
      unlisted = source === undefined && after !== undefined ? unlistedBeside(after, snapshot) : 0;
      return unlisted > 0 ? undefined : after;
    });
  } catch (error) {
    if (!(error instanceof MemdirError)) throw error;
    return t('{index} wasn’t changed: {reason}', { index: INDEX_NAME, reason: error.message });
  }
  if (unlisted > 0)
    return tPlural(
      unlisted,
      'No {index} in this directory, so Claude Code doesn’t know about its memories when a session starts. “memdir lint --fix” creates one that lists this memory and 1 other.',
      'No {index} in this directory, so Claude Code doesn’t know about its memories when a session starts. “memdir lint --fix” creates one that lists this memory and {n} others.',
      { index: INDEX_NAME },
    );
  return conflict
    ? t('{index} contains merge conflicts and wasn’t changed. Resolve them and add the entry.', { index: INDEX_NAME })
    : undefined;
}

/**
 * Memories that a new index would not list. An index that lists one memory beside them hides that it was lost, so it is
 * not made where an agent loads it.
 */
function unlistedBeside(text: string, { info, files }: IndexedStore): number {
  if (!isIndexLoaded(info)) return 0;
  const names = namesOf(files);
  const listed = new Set(
    parseIndex(sourceOfText(INDEX_NAME, text)).entries.map((entry) => resolveEntry(entry, names).found),
  );
  return [...files.values()].filter(
    (file) =>
      !listed.has(file.source.path) &&
      isCurrentKnowledge(file) &&
      file.source.linkTarget === undefined &&
      !isUnnamedReadme(file) &&
      indexFolder(file.source.path, { files }) === '',
  ).length;
}

const isUnnamedReadme = ({ source: { path }, memory }: FileHead): boolean =>
  /(?:^|\/)readme\.md$/i.test(path) && !memory.named;

/** Files of a store that are not markdown. */
export const othersIn = ({ listing }: Pick<StoreHeads, 'listing'>): readonly { readonly path: string }[] =>
  listing.status === 'listed' ? (listing.others ?? []) : [];

/**
 * Makes a write visible to search, tree and lint. A failure of the search index is logged: the write itself is done.
 * @param paths the memories that were written, when they are known
 */
export async function afterWrite(
  { ports, snapshots, indexSync, deferredStores }: WriteContext,
  store: StoreInfo,
  paths?: readonly string[],
): Promise<void> {
  snapshots.invalidate(store.key);
  indexSync.hint();
  if (deferredStores !== undefined) return void deferredStores.set(store.key, store);
  try {
    await (paths === undefined ? indexSync.compare() : indexSync.followWrite(store, paths));
  } catch (error) {
    ports.log.warn(
      `The search index did not follow a change in ${store.label}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The store with files added, so that links of the index resolve to them, or with the texts of memories whose entries change. */
export function withParsed(store: IndexedStore, ...parsed: readonly ParsedFile[]): IndexedStore {
  const files = new Map<string, FileHead>(store.files);
  for (const file of parsed) {
    const { path } = file.source;
    const { aliases } = files.get(path)?.source ?? {};
    files.set(path, aliases === undefined ? file : { ...file, source: { ...file.source, aliases } });
  }
  return { ...store, files };
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
    throw new MemdirError(
      'bad-input',
      t('{index} is the index of a memory directory, not a memory.', { index: INDEX_NAME }),
    );
  return parsed;
}
