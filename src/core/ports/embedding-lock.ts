import type { StoreKey } from '../memory.js';

/** Takes the embedding of a store for this process; resolves with what gives it up again, or with undefined while another process has it. */
export type ClaimEmbedding = (store: StoreKey) => Promise<(() => Promise<void>) | undefined>;
