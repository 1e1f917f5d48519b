/** Where what was saved lies when that is not open here: it is taken back from anywhere. */
import { storeOfId } from '../../core/memory.js';
import { type InboxContext, parseDraft } from './context.js';

/** The same parts, that also find what was saved from these drafts in other projects. */
export async function withForeignStores(parts: InboxContext, ids: readonly string[]): Promise<InboxContext> {
  const {
    drafts,
    ports: { roots, scope },
    upkeep,
  } = parts;
  const open = new Set((await upkeep.findStores()).map(({ key }) => key));
  const away = new Set<string>();
  for (const id of ids) {
    const memory = (await drafts.outcome(id))?.memory;
    if (memory !== undefined && !open.has(storeOfId(memory))) away.add(id);
  }
  if (away.size === 0) return parts;
  const folders = new Set<string>();
  for await (const { file } of drafts.listDecided()) {
    const draft = away.has(file.id) ? parseDraft(file) : undefined;
    if (typeof draft === 'object' && draft.origin.cwd !== undefined) folders.add(draft.origin.cwd);
  }
  return { ...parts, extraStores: await roots.find({ ...scope, directories: [], folders: [...folders], all: true }) };
}

/** Whether the store of a memory was found, whatever became of the memory. */
export const isStoreKnown = async (
  { upkeep, extraStores: further = [] }: InboxContext,
  memory: string,
): Promise<boolean> =>
  // They were looked up a moment ago, for all that are taken back together.
  [...(await upkeep.stores()), ...further].some(({ key }) => key === storeOfId(memory));
