/** Which memory a draft belongs to. */
import { MemdirError } from '../../core/errors.js';
import { onceFor } from '../../core/memo.js';
import type { StoreInfo } from '../../core/memory.js';
import type { Draft } from '../../core/results.js';
import { projectSlug } from '../../core/stores/project-slug.js';
import { defaultStore, requireWritable, resolveTargetStore } from '../write/target-store.js';
import { hasExplicitDirectories, type InboxContext, isInScope } from './context.js';

type Origin = Pick<Draft, 'origin'>;

/** The store a draft would be saved in: that of the project it was seen in, never another project's. Rejects with `not-found` for a project that is not open, and where nothing may be written. */
export const targetStoreOf = async (context: InboxContext, draft: Origin): Promise<StoreInfo> => {
  const place = await placeFor(context, draft);
  return place === undefined ? await resolveTargetStore(context, {}) : requireWritable(place);
};

/** Tells drafts by where they belong: those of one key belong to the same memory. Each folder and each session is looked for once, and a session only where it decides. */
export function projectKeys(context: InboxContext): (draft: Origin) => Promise<string> {
  const [folder, opened] = [onceFor<string, Promise<boolean>>(), onceFor<string, Promise<boolean>>()];
  return async (draft) => {
    const { cwd = '', session = '' } = draft.origin;
    if (cwd === '' || context.ports.scope.folders.includes(cwd)) return cwd;
    if (!(await folder(cwd, () => sessionDecides(context, draft)))) return cwd;
    return `${cwd}\n${await opened(session, () => isSessionOfOpened(context, draft))}`;
  };
}

/** The same to be looked at alone, also where nothing may be written. */
export const storeToCompare = async (context: InboxContext, draft: Origin): Promise<StoreInfo> =>
  (await placeFor(context, draft)) ?? (await defaultStore(context));

/** Undefined for what was seen nowhere, or in a folder without a memory of its own: that goes where memories usually go. */
async function placeFor(context: InboxContext, draft: Origin): Promise<StoreInfo | undefined> {
  const {
    ports: { scope },
    indexSync,
  } = context;
  const { cwd } = draft.origin;
  const own = await ownStore(context, cwd);
  const open = own === undefined ? undefined : (await indexSync.findStores()).find(({ key }) => key === own.key);
  if (open !== undefined) return open;
  if (own !== undefined && (scope.all === true || (await isWithin(context, draft, own)))) return own;
  if (cwd !== undefined && !hasExplicitDirectories(scope) && (scope.all === true || !isInScope(context, draft)))
    throw new MemdirError(
      'not-found',
      `This draft was seen in ${cwd}. Decide upon it there, or name a memory directory.`,
    );
  return undefined;
}

/** The same context, that also find what the project of a draft remembers where that lies inside an opened folder. */
export async function withProjectStore<T extends InboxContext>(context: T, draft: Origin): Promise<T> {
  const own = await ownStore(context, draft.origin.cwd);
  return own?.exists === true && isInScope(context, draft) ? { ...context, extraStores: [own] } : context;
}

/** Claude Code's memory of the project around a folder, open or not; undefined where directories were named instead. */
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
 * Whether a draft that was seen inside an opened folder goes to a memory of its own: where there is one, and in a repository, of which Claude Code
 * keeps one each. Not where its session runs in the opened folder, and only went there.
 */
async function isWithin(context: InboxContext, draft: Origin, own: StoreInfo): Promise<boolean> {
  if (!isInScope(context, draft)) return false;
  return own.exists || ((await isRepository(context, draft, own)) && !(await isSessionOfOpened(context, draft)));
}

/** Whether all else leaves open which memory a draft goes to; see {@link isWithin}. */
async function sessionDecides(context: InboxContext, draft: Origin): Promise<boolean> {
  const own = await ownStore(context, draft.origin.cwd);
  if (own === undefined || own.exists || context.ports.scope.all === true || !isInScope(context, draft)) return false;
  return (
    !(await context.indexSync.findStores()).some(({ key }) => key === own.key) &&
    (await isRepository(context, draft, own))
  );
}

/** Outside git each folder is a project of its own, also one inside it. The project of a worktree may be a folder outside git: the one that holds a bare repository. */
async function isRepository(context: InboxContext, { origin: { cwd } }: Origin, { key }: StoreInfo): Promise<boolean> {
  return cwd !== undefined && (await ownStore(context, `${cwd}/.git`))?.key === key;
}

/** Claude Code keeps transcripts by the folder that a session was started in, and memory by its repository: beside the memory, or beside that folder. */
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
    for (const folder of new Set([project, ...scope.folders.map((each) => `${above(project)}/${projectSlug(each)}`)])) {
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
    // Not there, or not to be read: it says nothing.
    if (!(error instanceof MemdirError) || error.code === 'cancelled') throw error;
  }
  return false;
}
