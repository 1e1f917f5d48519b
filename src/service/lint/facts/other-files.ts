import type { MakeFactSource } from './source.js';

/** Files beside the memories: known from the listing. */
export const otherFileFacts: MakeFactSource =
  () =>
  async ({ listing }) =>
    listing.status === 'listed' && listing.others !== undefined ? { others: listing.others } : {};
