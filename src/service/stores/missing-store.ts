import type { StoreInfo } from '../../core/memory.js';
import type { Listing } from '../../core/ports/files.js';
import type { ServicePorts } from '../ports.js';

/**
 * Whether a directory has not been created yet. One whose parent folder is missing, too, was never there if it is the
 * project's own and the index has no memories of it: Claude Code was not used in this project. With some, its drive is
 * disconnected.
 */
export async function isNeverCreated(
  { index }: Pick<ServicePorts, 'index'>,
  store: StoreInfo,
  listing: Listing,
): Promise<boolean> {
  if (listing.status === 'listed') return false;
  return (
    listing.status === 'missing' ||
    (listing.gone === true && store.kind === 'main' && (await index.stamps(store.key)).size === 0)
  );
}
