/** The store that is written to, and whether it is writable. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { StoreInfo } from '../../core/memory.js';
import type { RememberRequest } from '../../core/results.js';
import { agentFormOf, isAgentKind, isPlain } from '../../core/stores/agent-forms.js';
import { loadHeads, type StoreHeads } from '../stores/heads.js';
import type { StoreSnapshot } from '../stores/snapshot.js';
import type { WriteContext } from './context.js';

/** The store to write to: see {@link RememberRequest.store}. */
export async function resolveTargetStore(
  context: WriteContext,
  { store: key, team }: Pick<RememberRequest, 'store' | 'team'>,
): Promise<StoreInfo> {
  const recent = await context.indexSync.storesToList();
  const isUnknown = key !== undefined && !recent.some((store) => store.key === key);
  const stores = isUnknown ? await context.indexSync.findStores() : recent;
  return requireFrontMatter(
    key !== undefined
      ? named(stores, key)
      : team
        ? teamStore(stores)
        : defaultAmong(stores, context.ports.scope.directories?.length ?? 0),
  );
}

function named(stores: readonly StoreInfo[], key: string): StoreInfo {
  const found = stores.find((store) => store.key === key);
  if (found === undefined)
    throw new MemdirError('not-found', t('The memory directory no longer exists. Choose another one.'));
  return found;
}

function teamStore(stores: readonly StoreInfo[]): StoreInfo {
  const found =
    stores.find(({ kind, exists }) => kind === 'team' && exists) ?? stores.find(({ kind }) => kind === 'team');
  if (found === undefined)
    throw new MemdirError(
      'not-found',
      t(
        'There is no team memory here. Create a folder named “team” with a MEMORY.md in the memory directory, or specify a directory.',
      ),
    );
  return found;
}

function defaultAmong(stores: readonly StoreInfo[], directories: number): StoreInfo {
  if (directories > 1 && stores.length > 1)
    throw new MemdirError(
      'ambiguous',
      t('Several memory directories were specified, but a memory is saved in one. Specify only that one.'),
    );
  const found =
    directories > 0
      ? stores[0]
      : (stores.find(({ kind }) => kind === 'main' || kind === 'custom') ??
        stores.find(({ kind }) => kind === 'in-repo' || kind === 'extra'));
  if (found === undefined)
    throw new MemdirError(
      'not-found',
      t('No memory directory belongs to this folder. Open a project folder, or specify a memory directory.'),
    );
  return found;
}

/** The store for memories without a given store; it may be read-only. */
export const defaultStore = async ({ ports: { scope }, indexSync }: WriteContext): Promise<StoreInfo> =>
  defaultAmong(await indexSync.findStores(), scope.directories?.length ?? 0);

/** The store, writable, in which memories have front matter: versions, types and entries are kept in it. */
export function requireFrontMatter(store: StoreInfo): StoreInfo {
  if (isPlain(store))
    throw new MemdirError(
      'bad-input',
      t(
        '{path} belongs to {agent}, whose notes have no front matter. Edit its files, or copy a memory there with “memdir copy”.',
        { path: store.path, agent: agentFormOf(store).name },
      ),
    );
  return requireWritable(store);
}

/** Returns the store, or throws why it must not be written. */
export function requireWritable(store: StoreInfo): StoreInfo {
  if (store.off !== undefined)
    throw new MemdirError(
      'unavailable',
      t('Nothing was written to {path}: Claude Code doesn’t use it. {reason}', { path: store.path, reason: store.off }),
    );
  if (store.readOnly && isAgentKind(store.kind) && agentFormOf(store).writes !== 'files')
    throw new MemdirError(
      'read-only',
      t('Nothing in {path} was changed: Memdir only reads the memories of {agent}. Ask {agent} to change them.', {
        path: store.path,
        agent: agentFormOf(store).name,
      }),
    );
  if (store.readOnly)
    throw new MemdirError(
      'read-only',
      t(
        '{path} is read-only, so nothing was changed. Make it writable and try again, or choose another memory directory.',
        { path: store.path },
      ),
    );
  if (store.kind === 'logs' || store.kind === 'session')
    throw new MemdirError(
      'bad-input',
      store.kind === 'logs'
        ? t('{path} contains daily logs, not memories. Specify another directory.', { path: store.path })
        : t('{path} contains session notes, not memories. Specify another directory.', { path: store.path }),
    );
  return store;
}

/** The same without the texts of its memories. */
export async function loadHeadsForWriting(
  context: WriteContext,
  store: StoreInfo,
  signal?: AbortSignal,
): Promise<StoreHeads> {
  return requireListed(await loadHeads(context, store, signal));
}

/** Loads a store. Rejects with `unavailable` for a store that cannot be listed: new names could collide with unknown files. */
export async function loadForWriting(
  context: WriteContext,
  store: StoreInfo,
  signal?: AbortSignal,
): Promise<StoreSnapshot> {
  return requireListed(await context.snapshots.load(store, signal));
}

export function requireListed<S extends Pick<StoreHeads, 'info' | 'listing'>>(store: S): S {
  if (store.listing.status === 'unreachable' && store.info.exists)
    throw new MemdirError('unavailable', t('{reason} Nothing was written.', { reason: store.listing.reason }));
  return store;
}
