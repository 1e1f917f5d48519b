/** Compares what the index has of some memories with their files: what is printed of a memory is the text of its file. */
import { messageOf } from '../../core/errors.js';
import type { MemoryId, StoreInfo } from '../../core/memory.js';
import type { IndexedDocument } from '../../core/ports/documents.js';
import { toDocument } from '../index/document.js';
import type { SearchPorts } from '../ports.js';
import type { Snapshots } from '../stores/snapshot.js';

export interface TextContext {
  readonly ports: Pick<SearchPorts, 'files' | 'log' | 'hash'>;
  readonly snapshots: Pick<Snapshots, 'parse'>;
  /** A missing file counts as gone at once: to look whether its whole folder is away takes as long as listing it. */
  readonly isHasty?: boolean;
}

/**
 * The memories whose files have another text than the index, as they are now; undefined for those that are gone or forgotten. A file that cannot be looked
 * at (a drive that is away) counts as unchanged.
 */
export async function changedTexts(
  context: TextContext,
  stores: readonly StoreInfo[],
  documents: readonly IndexedDocument[],
): Promise<ReadonlyMap<MemoryId, IndexedDocument | undefined>> {
  const now = await Promise.all(
    documents.map(async (document) => [document, await currentText(context, stores, document)] as const),
  );
  return new Map(now.flatMap(([{ id }, current]) => (current === 'unchanged' ? [] : [[id, current]])));
}

async function currentText(
  { ports: { files, log, hash }, snapshots, isHasty = false }: TextContext,
  stores: readonly StoreInfo[],
  { store, path, stamp, deletedMs }: IndexedDocument,
): Promise<IndexedDocument | undefined | 'unchanged'> {
  const home = stores.find(({ key }) => key === store);
  if (home?.exists !== true) return 'unchanged';
  try {
    const source = await files.read(home.path, path);
    if (source === undefined) return isHasty || (await isDeleted(files, home.path, path)) ? undefined : 'unchanged';
    // Behind a link that is not followed there is nothing to show.
    if (source.unreadable !== undefined) return source.linkTarget === undefined ? 'unchanged' : undefined;
    if (source.stamp.hash === stamp.hash) return 'unchanged';
    const parsed = snapshots.parse(home, source);
    if (!('memory' in parsed) || (deletedMs === undefined && parsed.memory.deletedMs !== undefined)) return undefined;
    return toDocument(home, parsed, { hash });
  } catch (error) {
    log.warn(`${path} in ${home.label} could not be looked at: ${messageOf(error)}`);
    return 'unchanged';
  }
}

/** Only a listing proves it: the whole folder may be away. */
async function isDeleted(files: SearchPorts['files'], store: string, path: string): Promise<boolean> {
  const listing = await files.list(store);
  return listing.status === 'listed' && !(listing.unlisted ?? []).some((folder) => path.startsWith(`${folder.path}/`));
}
