/** Which memory a draft belongs to. */
import { MemdirError } from '../../core/errors.js';
import { onceFor } from '../../core/memo.js';
import type { StoreInfo } from '../../core/memory.js';
import type { Draft } from '../../core/results.js';
import { projectSlug } from '../../core/slug.js';
import { chooseStore, mayWrite, usualStore } from '../write/target.js';
import { concerns, type InboxParts, isNamed, realFolder } from './parts.js';

type Origin = Pick<Draft, 'origin'>;

/** The store a draft would be saved in: that of the project it was seen in, never another project's. Rejects with `not-found` for a project that is not open, and where nothing may be written. */
export const storeFor = async (parts: InboxParts, draft: Origin): Promise<StoreInfo> => {
  const place = await placeFor(parts, draft);
  return place === undefined ? await chooseStore(parts, {}) : mayWrite(place);
};

/** Tells drafts by where they belong: those of one key belong to the same memory. Each folder and each session is looked for once, and a session only where it decides. */
export function placeKeys(parts: InboxParts): (draft: Origin) => Promise<string> {
  const [folder, opened] = [onceFor<string, Promise<boolean>>(), onceFor<string, Promise<boolean>>()];
  return async (draft) => {
    const session = draft.origin.session ?? '';
    if (draft.origin.cwd === undefined) return '';
    const cwd = await realFolder(parts.ports, draft.origin.cwd);
    if (parts.ports.scope.folders.includes(cwd)) return cwd;
    if (!(await folder(cwd, () => sessionDecides(parts, draft)))) return cwd;
    return `${cwd}\n${await opened(session, () => isSessionOfOpened(parts, draft))}`;
  };
}

/** The same to be looked at alone, also where nothing may be written. */
export const storeToRead = async (parts: InboxParts, draft: Origin): Promise<StoreInfo> =>
  (await placeFor(parts, draft)) ?? (await usualStore(parts));

/** Undefined for what was seen nowhere, or in a folder without a memory of its own: that goes where memories usually go. */
async function placeFor(parts: InboxParts, draft: Origin): Promise<StoreInfo | undefined> {
  const {
    ports: { scope },
    upkeep,
  } = parts;
  const { cwd } = draft.origin;
  const own = await ownStore(parts, cwd);
  const open = own === undefined ? undefined : (await upkeep.findStores()).find(({ key }) => key === own.key);
  if (open !== undefined) return open;
  if (own !== undefined && (scope.all === true || (await isWithin(parts, draft, own)))) return own;
  if (cwd !== undefined && !isNamed(scope) && (scope.all === true || !(await concerns(parts, draft))))
    throw new MemdirError(
      'not-found',
      `This draft was seen in ${cwd}. Decide upon it there, or name a memory directory.`,
    );
  return undefined;
}

/** The same parts, that also find what the project of a draft remembers where that lies inside an opened folder. */
export async function withOwnStore<T extends InboxParts>(parts: T, draft: Origin): Promise<T> {
  const own = await ownStore(parts, draft.origin.cwd);
  return own?.exists === true && (await concerns(parts, draft)) ? { ...parts, further: [own] } : parts;
}

/** Claude Code's memory of the project around a folder, open or not; undefined where directories were named instead. */
async function ownStore(
  { ports: { roots, scope } }: InboxParts,
  folder: string | undefined,
): Promise<StoreInfo | undefined> {
  if (folder === undefined || isNamed(scope)) return undefined;
  return (await roots.find({ ...scope, all: false, folders: [folder] })).find(
    ({ kind }) => kind === 'main' || kind === 'custom',
  );
}

/**
 * Whether a draft that was seen inside an opened folder goes to a memory of its own: where there is one, and in a repository, of which Claude Code
 * keeps one each. Not where its session runs in the opened folder, and only went there.
 */
async function isWithin(parts: InboxParts, draft: Origin, own: StoreInfo): Promise<boolean> {
  if (!(await concerns(parts, draft))) return false;
  return own.exists || ((await isRepository(parts, draft, own)) && !(await isSessionOfOpened(parts, draft)));
}

/** Whether all else leaves open which memory a draft goes to; see {@link isWithin}. */
async function sessionDecides(parts: InboxParts, draft: Origin): Promise<boolean> {
  const own = await ownStore(parts, draft.origin.cwd);
  if (own === undefined || own.exists || parts.ports.scope.all === true) return false;
  if (!(await concerns(parts, draft))) return false;
  return (
    !(await parts.upkeep.findStores()).some(({ key }) => key === own.key) && (await isRepository(parts, draft, own))
  );
}

/** Outside git each folder is a project of its own, also one inside it. The project of a worktree may be a folder outside git: the one that holds a bare repository. */
async function isRepository(parts: InboxParts, { origin: { cwd } }: Origin, { key }: StoreInfo): Promise<boolean> {
  return cwd !== undefined && (await ownStore(parts, `${cwd}/.git`))?.key === key;
}

/** Claude Code keeps transcripts by the folder that a session was started in, and memory by its repository: beside the memory, or beside that folder. */
async function isSessionOfOpened(parts: InboxParts, { origin: { session } }: Origin): Promise<boolean> {
  const {
    ports: { scope },
    upkeep,
  } = parts;
  if (session === undefined || !/^[\w-]{1,100}$/.test(session)) return false;
  const above = (path: string): string => path.replace(/[/\\][^/\\]*[/\\]?$/, '');
  for (const { kind, path } of await upkeep.findStores()) {
    if (kind !== 'main') continue;
    const project = above(path);
    for (const folder of new Set([project, ...scope.folders.map((each) => `${above(project)}/${projectSlug(each)}`)])) {
      if (await isThere(parts, `${folder}/${session}.jsonl`)) return true;
    }
  }
  return false;
}

async function isThere({ ports: { transcripts } }: InboxParts, transcript: string): Promise<boolean> {
  if (transcripts === undefined) return false;
  try {
    for await (const _ of transcripts.lines(transcript, 0)) return true;
  } catch (error) {
    // Not there, or not to be read: it says nothing.
    if (!(error instanceof MemdirError) || error.code === 'cancelled') throw error;
  }
  return false;
}
