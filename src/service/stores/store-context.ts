/** Stores with unsaved texts applied, for language features. */
import type { FileContext, LintRequest, StoreContext } from '../../core/memdir.js';
import type { StoreInfo } from '../../core/memory.js';
import { type LintContext, overlaysByStore, withOverlay } from '../lint/lint.js';
import { storeOf } from '../paths.js';
import { idsOf } from './catalogue.js';
import type { StoreSnapshot } from './snapshot.js';

/** The store around a file, with unsaved texts in place of the files. */
export async function storeContext(
  context: LintContext,
  file: string,
  overlay: LintRequest['overlay'],
  signal?: AbortSignal,
): Promise<FileContext | undefined> {
  const home = storeOf(await context.indexSync.stores(), await context.ports.realPath(file));
  if (!home) return undefined;
  const found = await contextOf(
    context,
    home.store,
    context.snapshots.ready(home.store.key) ?? (await context.snapshots.load(home.store, signal)),
    overlay,
  );
  return found && { ...found, path: home.path };
}

/** Every store that can be listed, loaded from disk: edits are computed from it, and events of the watcher come a little late. */
export async function allStores(
  context: LintContext,
  overlay: LintRequest['overlay'],
  signal?: AbortSignal,
): Promise<readonly StoreContext[]> {
  const stores = await context.indexSync.stores();
  const contexts = await Promise.all(
    stores.map(async (store) => await contextOf(context, store, await context.snapshots.load(store, signal), overlay)),
  );
  return contexts.filter((found) => found !== undefined);
}

async function contextOf(
  context: LintContext,
  info: StoreInfo,
  saved: StoreSnapshot,
  overlay: LintRequest['overlay'],
): Promise<StoreContext | undefined> {
  if (saved.listing.status !== 'listed') return undefined;
  const texts = (await overlaysByStore(context, overlay)).get(info.key) ?? new Map<string, string>();
  const snapshot: StoreSnapshot = withOverlay(context, saved, texts);
  const { files, index } = snapshot;
  // Facts are for lint rules only: language features do not wait for them.
  const store = { info, index, files, types: context.types, facts: {}, now: context.ports.clock.now() };
  return { store, accesses: await context.ports.index.accessCounts(idsOf(snapshot)) };
}
