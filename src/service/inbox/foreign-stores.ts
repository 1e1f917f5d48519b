/** Where what was saved lies when that is not open here: it is taken back from anywhere. */
import { storeOfId } from '../../core/memory.js';
import { type InboxContext, parseDraftFile } from './context.js';

/** The same context, that also find what was saved from these drafts in other projects. */
export async function withForeignStores(context: InboxContext, ids: readonly string[]): Promise<InboxContext> {
  const {
    drafts,
    ports: { roots, scope },
    indexSync,
  } = context;
  const open = new Set((await indexSync.findStores()).map(({ key }) => key));
  const away = new Set<string>();
  for (const id of ids) {
    const memory = (await drafts.outcome(id))?.memory;
    if (memory !== undefined && !open.has(storeOfId(memory))) away.add(id);
  }
  if (away.size === 0) return context;
  const folders = new Set<string>();
  for await (const { file } of drafts.listDecided()) {
    const draft = away.has(file.id) ? parseDraftFile(file) : undefined;
    if (typeof draft === 'object' && draft.origin.cwd !== undefined) folders.add(draft.origin.cwd);
  }
  return { ...context, extraStores: await roots.find({ ...scope, directories: [], folders: [...folders], all: true }) };
}

/** Whether the store of a memory was found, whatever became of the memory. */
export const isStoreKnown = async (
  { indexSync, extraStores: further = [] }: InboxContext,
  memory: string,
): Promise<boolean> =>
  // They were looked up a moment ago, for all that are taken back together.
  [...(await indexSync.stores()), ...further].some(({ key }) => key === storeOfId(memory));
