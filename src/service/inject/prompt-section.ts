/** The memory section of a system prompt, from the stores in scope. */
import { MemdirError } from '../../core/errors.js';
import { type IndexFile, isIndexName } from '../../core/index/index-file.js';
import { bytesOf } from '../../core/inject/limits.js';
import type { StoreInfo } from '../../core/memory.js';
import type { ListedFile, MemoryFiles } from '../../core/ports/files.js';
import { type PromptStore, sectionOf } from '../../core/prompt/section.js';
import type { PromptRequest, PromptSection } from '../../core/results.js';
import { pathInside } from '../paths.js';

/** What the section says of a store: its index and what else is there. Memories are not read. */
export interface StoreOutline {
  readonly index: IndexFile | undefined;
  /** Of files beside the index, inside the store. */
  readonly paths: readonly string[];
}

export interface PromptContext {
  readonly findStores: () => Promise<readonly StoreInfo[]>;
  readonly files: Pick<MemoryFiles, 'list'>;
  readonly readIndex: (store: StoreInfo, listed: ListedFile) => Promise<IndexFile | undefined>;
}

/** Rejects with `not-found` when no store is in scope that an agent writes to. */
export async function promptSection(
  context: PromptContext,
  { withIndex = true, most, home, folder }: PromptRequest,
  signal?: AbortSignal,
): Promise<PromptSection> {
  const stores = await context.findStores();
  const own =
    stores.find(({ kind }) => kind === 'main' || kind === 'custom') ??
    stores.find(({ kind }) => kind !== 'team' && kind !== 'session' && kind !== 'agent') ??
    stores.find(({ kind }) => kind !== 'session');
  if (own === undefined)
    throw new MemdirError('not-found', 'There is no memory directory to describe. Name one with --dir.');
  const team = own.kind === 'team' ? undefined : stores.find(({ kind, exists }) => kind === 'team' && exists);
  const load = async (info: StoreInfo): Promise<PromptStore & StoreOutline> => ({
    path: shown(info.path, home, folder),
    absent: !info.exists,
    ...(await outlineOf(context, info, signal)),
  });
  const [mine, theirs] = [await load(own), team && (await load(team))];
  const text = sectionOf({
    own: mine,
    ...(theirs ? { team: theirs } : {}),
    logs: keptAsLogs(own, mine.paths),
    withIndex,
    ...(most === undefined ? {} : { most }),
  });
  return { text, bytes: bytesOf(text), index: mine.index?.budget ?? null };
}

async function outlineOf(
  { files, readIndex }: PromptContext,
  info: StoreInfo,
  signal: AbortSignal | undefined,
): Promise<StoreOutline> {
  const listing = info.exists ? await files.list(info.path, signal) : undefined;
  if (listing?.status !== 'listed') return { index: undefined, paths: [] };
  const listed = listing.files.find(({ path }) => isIndexName(path));
  return {
    index: listed && (await readIndex(info, listed)),
    paths: listing.files.filter((file) => file !== listed).map(({ path }) => path),
  };
}

/** A store in which more is written by day than by subject. */
const DAY = /(?:^|\/)logs\/(?:\d{4}\/\d{2}\/)?\d{4}-\d{2}-\d{2}\.md$/;

function keptAsLogs({ kind }: StoreInfo, paths: readonly string[]): boolean {
  const days = paths.filter((path) => DAY.test(path)).length;
  return kind === 'logs' || (days > 0 && days * 2 > paths.length);
}

/** Inside a folder from there, and `~` for the home folder: the section may stand in a file that others get. */
function shown(path: string, home: string | undefined, folder: string | undefined): string {
  const [ofFolder, ofHome] = [folder, home].map((around) =>
    around === undefined ? undefined : pathInside(around, path),
  );
  if (ofFolder) return ofFolder;
  return ofHome ? `~/${ofHome}` : path;
}
