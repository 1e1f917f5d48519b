/** A model that reads question and text together, on a server of the user's. */
export interface TextReranker {
  /**
   * How much each text answers the question, in their order, 0 to 1. Rejects with `unavailable` when the server does not answer in
   * time, or not as agreed, and with `bad-input` for an address that is none.
   */
  rerank(
    server: { readonly url: string; readonly model: string },
    query: string,
    texts: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly number[]>;
}
