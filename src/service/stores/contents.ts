/** Contents of stores from the search index; of the files only MEMORY.md is read. */
import { INDEX_NAME, type IndexFile, parseIndex } from '../../core/index/index-file.js';
import type { StoreContents } from '../../core/memdir.js';
import type { MemoryId, StoreInfo } from '../../core/memory.js';
import { parseMemory } from '../../core/parse-memory.js';
import { isPlain } from '../../core/stores/agent-forms.js';
import { memoryId } from '../paths.js';
import { typesOf } from '../ports.js';
import type { SearchContext } from '../search/context.js';
import type { StoreSnapshot } from './snapshot.js';

type ContentsContext = Pick<SearchContext, 'ports' | 'indexSync'>;

/** See Memdir.contents. */
export async function contents(
  { ports, indexSync }: ContentsContext,
  signal?: AbortSignal,
): Promise<readonly StoreContents[]> {
  await indexSync.refresh(signal);
  const stores = (await indexSync.stores()).filter(({ exists }) => exists);
  return await Promise.all(
    stores.map(async (info) => {
      const memories = await ports.index.titles(info.key);
      // On a file system without case, a file in another spelling would be read in its place.
      const isAbsent = isPlain(info) || memories.some(({ path }) => path.toLowerCase() === INDEX_NAME.toLowerCase());
      const index = isAbsent ? undefined : await ports.files.read(info.path, INDEX_NAME);
      return { info, memories, ...(index ? { indexHash: index.stamp.hash } : {}) };
    }),
  );
}

/** See Memdir.indexOf. */
export async function indexOf(
  { ports, indexSync }: ContentsContext,
  id: MemoryId,
): Promise<{ readonly info: StoreInfo; readonly index: IndexFile } | undefined> {
  const info = (await indexSync.stores()).find((store) => id === memoryId(store.key, INDEX_NAME) && !isPlain(store));
  const source = info && (await ports.files.read(info.path, INDEX_NAME));
  return source && { info, index: parseIndex(source) };
}

/**
 * Reads the memory of an id, or of a path that exists in one store only, as a snapshot that contains just this file. Undefined when the index
 * does not know it: then a reference is resolved against all stores.
 */
export async function loadMemory(
  { ports, indexSync, settings }: Pick<SearchContext, 'ports' | 'indexSync' | 'settings'>,
  reference: string,
): Promise<StoreSnapshot | undefined> {
  const stores = await indexSync.stores();
  const names = [
    ...stores.flatMap((info) =>
      reference.startsWith(`${info.key}/`) ? [{ info, path: reference.slice(info.key.length + 1) }] : [],
    ),
    ...stores.map((info) => ({ info, path: reference })),
  ];
  const known = await ports.index.facts(names.map(({ info, path }) => memoryId(info.key, path)));
  const [found, ...more] = names.filter(({ info, path }) => known.has(memoryId(info.key, path)));
  if (found === undefined || (more.length > 0 && reference !== memoryId(found.info.key, found.path))) return undefined;
  const { info, path } = found;
  const source = await ports.files.read(info.path, path);
  if (source === undefined) return undefined;
  const file = parseMemory(source, { types: typesOf(settings), storeKind: info.kind });
  return { info, listing: { status: 'listed', files: [] }, files: new Map([[path, file]]), index: undefined };
}
