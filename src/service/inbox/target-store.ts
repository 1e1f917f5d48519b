/** The store that a draft is saved in. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { keyedCache } from '../../core/memo.js';
import type { StoreInfo } from '../../core/memory.js';
import type { Draft } from '../../core/results.js';
import { projectFolderName } from '../../core/stores/project-slug.js';
import { defaultStore, requireWritable, resolveTargetStore } from '../write/target-store.js';
import { hasExplicitDirectories, type InboxContext, isInScope, realFolder } from './context.js';

type Origin = Pick<Draft, 'origin'>;

/** The store of the project that a draft was observed in, never of another project. Rejects with `not-found` for a project out of scope, and for a store that must not be written. */
export const targetStoreOf = async (context: InboxContext, draft: Origin): Promise<StoreInfo> => {
  const projectStore = await projectStoreOf(context, draft);
  return projectStore === undefined ? await resolveTargetStore(context, {}) : requireWritable(projectStore);
};

/** Keys by which drafts are grouped: the same key means the same store. Each folder and each session is looked up once, a session only when the store depends on it. */
export function projectKeys(context: InboxContext): (draft: Origin) => Promise<string> {
  const [folder, opened] = [keyedCache<string, Promise<boolean>>(), keyedCache<string, Promise<boolean>>()];
  return async (draft) => {
    const session = draft.origin.session ?? '';
    if (draft.origin.cwd === undefined) return '';
    const cwd = await realFolder(context.ports, draft.origin.cwd);
    if (context.ports.scope.folders.includes(cwd)) return cwd;
    if (!(await folder(cwd, () => sessionDecides(context, draft)))) return cwd;
    return `${cwd}\n${await opened(session, () => isSessionOfOpened(context, draft))}`;
  };
}

/** The store whose memories a draft is compared with; it may be read-only. */
export const storeToCompare = async (context: InboxContext, draft: Origin): Promise<StoreInfo> =>
  (await projectStoreOf(context, draft)) ?? (await defaultStore(context));

/** Undefined for a draft without a folder, or of a folder without a store of its own: it goes to the default store. */
async function projectStoreOf(context: InboxContext, draft: Origin): Promise<StoreInfo | undefined> {
  const {
    ports: { scope },
    indexSync,
  } = context;
  const { cwd } = draft.origin;
  const own = await ownStore(context, cwd);
  const open = own === undefined ? undefined : (await indexSync.findStores()).find(({ key }) => key === own.key);
  if (open !== undefined) return open;
  if (own !== undefined && (scope.all === true || (await isWithin(context, draft, own)))) return own;
  if (cwd !== undefined && !hasExplicitDirectories(scope) && (scope.all === true || !(await isInScope(context, draft))))
    throw new MemdirError(
      'not-found',
      t('This draft comes from {folder}. Decide on it there, or specify a memory directory.', { folder: cwd }),
    );
  return undefined;
}

/** The context with the store of the draft's own project added, where that project lies inside a folder in scope. */
export async function withProjectStore<T extends InboxContext>(context: T, draft: Origin): Promise<T> {
  const own = await ownStore(context, draft.origin.cwd);
  return own?.exists === true && (await isInScope(context, draft)) ? { ...context, extraStores: [own] } : context;
}

/** Claude Code's store of the project around a folder, in scope or not; undefined when the scope names directories. */
async function ownStore(
  { ports: { roots, scope } }: InboxContext,
  folder: string | undefined,
): Promise<StoreInfo | undefined> {
  if (folder === undefined || hasExplicitDirectories(scope)) return undefined;
  return (await roots.find({ ...scope, all: false, folders: [folder] })).find(
    ({ kind }) => kind === 'main' || kind === 'custom',
  );
}

/**
 * Whether a draft observed inside a folder in scope goes to a store of its own: when that store exists, or the folder is a repository, because Claude
 * Code keeps one store for each. A session that started in the folder in scope and changed its directory later writes to the store of that folder.
 */
async function isWithin(context: InboxContext, draft: Origin, own: StoreInfo): Promise<boolean> {
  if (!(await isInScope(context, draft))) return false;
  return own.exists || ((await isRepository(context, draft, own)) && !(await isSessionOfOpened(context, draft)));
}

/** Whether the store depends on the session; see {@link isWithin}. */
async function sessionDecides(context: InboxContext, draft: Origin): Promise<boolean> {
  const own = await ownStore(context, draft.origin.cwd);
  if (own === undefined || own.exists || context.ports.scope.all === true || !(await isInScope(context, draft)))
    return false;
  return (
    !(await context.indexSync.findStores()).some(({ key }) => key === own.key) &&
    (await isRepository(context, draft, own))
  );
}

/** Outside git each folder is a project of its own, its subfolders too. The project of a worktree may be a bare repository, which is no checkout. */
async function isRepository(context: InboxContext, { origin: { cwd } }: Origin, { key }: StoreInfo): Promise<boolean> {
  return cwd !== undefined && (await ownStore(context, `${cwd}/.git`))?.key === key;
}

/** Claude Code stores transcripts by the folder a session was started in, and memory by repository: the transcript is next to the store, or in the folder named after a scope folder. */
async function isSessionOfOpened(context: InboxContext, { origin: { session } }: Origin): Promise<boolean> {
  const {
    ports: { scope },
    indexSync,
  } = context;
  if (session === undefined || !/^[\w-]{1,100}$/.test(session)) return false;
  const above = (path: string): string => path.replace(/[/\\][^/\\]*[/\\]?$/, '');
  for (const { kind, path } of await indexSync.findStores()) {
    if (kind !== 'main') continue;
    const project = above(path);
    for (const folder of new Set([
      project,
      ...scope.folders.map((each) => `${above(project)}/${projectFolderName(each)}`),
    ])) {
      if (await isThere(context, `${folder}/${session}.jsonl`)) return true;
    }
  }
  return false;
}

async function isThere({ ports: { transcripts } }: InboxContext, transcript: string): Promise<boolean> {
  if (transcripts === undefined) return false;
  try {
    for await (const _ of transcripts.lines(transcript, 0)) return true;
  } catch (error) {
    // A transcript that is missing or unreadable decides nothing.
    if (!(error instanceof MemdirError) || error.code === 'cancelled') throw error;
  }
  return false;
}
