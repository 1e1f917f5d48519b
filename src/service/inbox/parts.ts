import { MemdirError } from '../../core/errors.js';
import { liesIn, readDraft } from '../../core/inbox/draft.js';
import type { StoreInfo } from '../../core/memory.js';
import type { DraftFile, Drafts } from '../../core/ports.js';
import type { Draft } from '../../core/results.js';
import type { WriteParts } from '../write/parts.js';
import { chooseStore } from '../write/target.js';

export interface InboxParts extends WriteParts {
  readonly drafts: Drafts;
}

/** A draft and its file. Rejects with `not-found`, and with `bad-input` for a file that was edited beyond recognition. */
export async function waitingDraft({ drafts }: Pick<InboxParts, 'drafts'>, id: string): Promise<{ readonly draft: Draft; readonly file: DraftFile }> {
  const file = await drafts.read(id);
  if (file === undefined) throw new MemdirError('not-found', `No draft ${id.slice(0, 40)} waits. List the inbox to see which do.`);
  const draft = readDraft(id, file.text);
  if (draft === undefined) throw new MemdirError('bad-input', `${file.path} is no draft any more: ${UNREADABLE} Edit or reject it.`);
  return { draft, file };
}

export const UNREADABLE = 'it says nothing, or its front matter does not say where it comes from.';

/** Whether a draft concerns what is open here: a project is told by the folder the draft was seen in. */
export function concerns({ ports: { scope } }: Pick<InboxParts, 'ports'>, { origin: { cwd } }: Pick<Draft, 'origin'>): boolean {
  if (scope.all === true || cwd === undefined || (scope.directories?.length ?? 0) > 0) return true;
  return scope.folders.some((folder) => liesIn(cwd, folder) || liesIn(folder, cwd));
}

/** The store a draft would be saved in: that of the project it was seen in, never another project's. Rejects with `not-found` for a project that is not open. */
export async function storeFor(parts: InboxParts, { origin }: Pick<Draft, 'origin'>): Promise<StoreInfo> {
  const { ports, upkeep } = parts;
  const { cwd } = origin;
  if (cwd !== undefined && (ports.scope.directories?.length ?? 0) === 0) {
    const own = (await ports.roots.find({ ...ports.scope, folders: [cwd] })).find(({ kind }) => kind === 'main' || kind === 'custom');
    const store = (await upkeep.findStores()).find(({ key }) => key === own?.key);
    if (store !== undefined) return await chooseStore(parts, { store: store.key });
    if (!concerns(parts, { origin })) throw new MemdirError('not-found', `This draft was seen in ${cwd}. Decide upon it there, or name a memory directory.`);
  }
  return await chooseStore(parts, {});
}
