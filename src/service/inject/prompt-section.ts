/** The memory section of a system prompt, from the stores in scope. */
import { MemdirError } from '../../core/errors.js';
import { type IndexFile, isIndexName } from '../../core/index/index-file.js';
import { bytesOf } from '../../core/inject/limits.js';
import { t } from '../../core/l10n.js';
import type { StoreInfo } from '../../core/memory.js';
import { relativeInside } from '../../core/paths.js';
import type { ListedFile, MemoryFiles } from '../../core/ports/files.js';
import { type PromptStore, renderPromptSection } from '../../core/prompt/section.js';
import type { PromptRequest, PromptSection } from '../../core/results.js';
import { isAgentKind } from '../../core/stores/agent-forms.js';

/** A store as the section describes it: its index and the paths of its memories, which are not read. */
export interface StoreOutline {
  readonly index: IndexFile | undefined;
  /** Memories of a store that has no index. */
  readonly unlisted?: number;
  /** Paths inside the store of the files other than the index. */
  readonly paths: readonly string[];
}

export interface PromptContext {
  readonly findStores: () => Promise<readonly StoreInfo[]>;
  readonly files: Pick<MemoryFiles, 'list' | 'linkedOut'>;
  readonly readIndex: (store: StoreInfo, listed: ListedFile) => Promise<IndexFile | undefined>;
}

/** Rejects with `not-found` when no store in scope is writable for an agent. */
export async function buildPromptSection(
  context: PromptContext,
  { withIndex = true, indexOnly = false, most, home, folder }: PromptRequest,
  signal?: AbortSignal,
): Promise<PromptSection> {
  const stores = (await context.findStores()).filter(
    ({ linkedFrom, kind }) => linkedFrom === undefined && !isAgentKind(kind),
  );
  const own =
    stores.find(({ kind }) => kind === 'main' || kind === 'custom') ??
    stores.find(({ kind }) => kind !== 'team' && kind !== 'session' && kind !== 'agent') ??
    stores.find(({ kind }) => kind !== 'session');
  if (own === undefined)
    throw new MemdirError('not-found', t('There is no memory directory to describe. Specify one with --dir.'));
  const team = own.kind === 'team' ? undefined : stores.find(({ kind, exists }) => kind === 'team' && exists);
  const load = async (info: StoreInfo): Promise<PromptStore & StoreOutline> => ({
    path: shown(info.path, home, folder),
    absent: !info.exists,
    ...(await outlineOf(context, info, signal)),
  });
  const [mine, theirs] = [await load(own), team && (await load(team))];
  const text = renderPromptSection({
    own: mine,
    ...(theirs ? { team: theirs } : {}),
    logs: keptAsLogs(own, mine.paths),
    withIndex,
    indexOnly,
    ...(most === undefined ? {} : { most }),
  });
  return {
    text,
    bytes: bytesOf(text),
    index: mine.index?.source.unreadable === undefined ? (mine.index?.budget ?? null) : null,
  };
}

async function outlineOf(
  { files, readIndex }: PromptContext,
  info: StoreInfo,
  signal: AbortSignal | undefined,
): Promise<StoreOutline> {
  const listing = info.exists ? await files.list(info.path, signal) : undefined;
  if (listing?.status !== 'listed') return { index: undefined, paths: [] };
  const listed = listing.files.find(({ path }) => isIndexName(path));
  const isLinkedOut = listed !== undefined && (await files.linkedOut(info.path, [listed.path])).size > 0;
  const paths = listing.files.filter((file) => file !== listed).map(({ path }) => path);
  return {
    index: listed && !isLinkedOut ? await readIndex(info, listed) : undefined,
    ...(listed === undefined ? { unlisted: paths.filter((path) => !DAY.test(path)).length } : {}),
    paths,
  };
}

/** Whether a store has more daily logs than memories. */
const DAY = /(?:^|\/)logs\/(?:\d{4}\/\d{2}\/)?\d{4}-\d{2}-\d{2}\.md$/;

function keptAsLogs({ kind }: StoreInfo, paths: readonly string[]): boolean {
  const days = paths.filter((path) => DAY.test(path)).length;
  return kind === 'logs' || (days > 0 && days * 2 > paths.length);
}

/** Relative to the folder, or with `~` for the home folder: the section may be in a file that is shared. */
function shown(path: string, home: string | undefined, folder: string | undefined): string {
  const [ofFolder, ofHome] = [folder, home].map((around) =>
    around === undefined ? undefined : relativeInside(path, around),
  );
  if (ofFolder) return ofFolder;
  return ofHome ? `~/${ofHome}` : path;
}
