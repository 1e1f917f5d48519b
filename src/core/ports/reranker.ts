/** Reranker: a cross-encoder on a server of the user's. */
export interface TextReranker {
  /**
   * Relevance of each text to the query, in order, 0 to 1. Rejects with `unavailable` when the server does not answer
   * in time or violates the protocol, and with `bad-input` for an invalid address.
   */
  rerank(
    server: { readonly url: string; readonly model: string },
    query: string,
    texts: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly number[]>;
}
