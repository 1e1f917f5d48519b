/** Stores as features of the editor read them. */
import type { StoreInfo } from '../core/memory.js';
import { idsOf } from './catalogue.js';
import { overlaid, overlaysOf, realPath, type LintParts } from './lint.js';
import type { FileContext, LintRequest, StoreAround } from './memdir.js';
import { storeOf } from './places.js';
import type { StoreSnapshot } from './snapshot.js';

/** The store around a file, unsaved texts in place of the files. */
export async function around(parts: LintParts, file: string, overlay: LintRequest['overlay'], signal?: AbortSignal): Promise<FileContext | undefined> {
  const home = storeOf(await parts.upkeep.stores(), await realPath(parts.ports, file));
  if (!home) return undefined;
  const context = await contextOf(parts, home.store, overlay, signal);
  return context && { ...context, path: home.path };
}

/** Every store that can be listed. */
export async function everything(parts: LintParts, overlay: LintRequest['overlay'], signal?: AbortSignal): Promise<readonly StoreAround[]> {
  const stores = await parts.upkeep.stores();
  const contexts = await Promise.all(stores.map((store) => contextOf(parts, store, overlay, signal)));
  return contexts.filter((context) => context !== undefined);
}

async function contextOf(parts: LintParts, info: StoreInfo, overlay: LintRequest['overlay'], signal?: AbortSignal): Promise<StoreAround | undefined> {
  const saved = parts.snapshots.recent(info.key) ?? (await parts.snapshots.load(info, signal));
  if (saved.listing.status !== 'listed') return undefined;
  const texts = (await overlaysOf(parts, overlay)).get(info.key) ?? new Map<string, string>();
  const snapshot: StoreSnapshot = overlaid(parts, saved, texts);
  const { files, index } = snapshot;
  // Facts are for rules: no feature waits for them.
  const store = { info, index, files, types: parts.types, facts: {}, now: parts.ports.clock.now() };
  return { store, accesses: await parts.ports.index.accessCounts(idsOf(snapshot)) };
}
