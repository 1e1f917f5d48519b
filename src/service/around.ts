/** Stores as features of the editor read them. */
import type { FileContext, LintRequest, StoreAround } from '../core/memdir.js';
import type { StoreInfo } from '../core/memory.js';
import { idsOf } from './catalogue.js';
import { type LintParts, overlaid, overlaysOf, realPath } from './lint.js';
import { storeOf } from './places.js';
import type { StoreSnapshot } from './snapshot.js';

/** The store around a file, unsaved texts in place of the files. */
export async function around(
  parts: LintParts,
  file: string,
  overlay: LintRequest['overlay'],
  signal?: AbortSignal,
): Promise<FileContext | undefined> {
  const home = storeOf(await parts.upkeep.stores(), await realPath(parts.ports, file));
  if (!home) return undefined;
  const context = await contextOf(
    parts,
    home.store,
    parts.snapshots.ready(home.store.key) ?? (await parts.snapshots.load(home.store, signal)),
    overlay,
  );
  return context && { ...context, path: home.path };
}

/** Every store that can be listed, as it is on the disk now: what is worked out from it is written, and a watcher's hints come a little late. */
export async function everything(
  parts: LintParts,
  overlay: LintRequest['overlay'],
  signal?: AbortSignal,
): Promise<readonly StoreAround[]> {
  const stores = await parts.upkeep.stores();
  const contexts = await Promise.all(
    stores.map(async (store) => await contextOf(parts, store, await parts.snapshots.load(store, signal), overlay)),
  );
  return contexts.filter((context) => context !== undefined);
}

async function contextOf(
  parts: LintParts,
  info: StoreInfo,
  saved: StoreSnapshot,
  overlay: LintRequest['overlay'],
): Promise<StoreAround | undefined> {
  if (saved.listing.status !== 'listed') return undefined;
  const texts = (await overlaysOf(parts, overlay)).get(info.key) ?? new Map<string, string>();
  const snapshot: StoreSnapshot = overlaid(parts, saved, texts);
  const { files, index } = snapshot;
  // Facts are for rules: no feature waits for them.
  const store = { info, index, files, types: parts.types, facts: {}, now: parts.ports.clock.now() };
  return { store, accesses: await parts.ports.index.accessCounts(idsOf(snapshot)) };
}
