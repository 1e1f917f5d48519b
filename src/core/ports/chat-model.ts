/** Port of language models. */

/** A language model with JSON replies: of a server, or of the editor. */
export interface ChatModel {
  /** For people. */
  readonly label: string;
  /**
   * Asks for a reply that matches `schema`, and reports the tokens used. Rejects with `unavailable` without an answer
   * (timeout, quota, a failing server), with `declined` when asking is not allowed or the model refuses, and with
   * `bad-input` for a reply that is empty, truncated, malformed or does not match.
   */
  ask(question: ChatQuestion, signal?: AbortSignal): Promise<{ readonly value: unknown; readonly tokens: number }>;
}

/** A question to a language model. */
export interface ChatQuestion {
  readonly system: string;
  readonly text: string;
  /** JSON schema of the reply. */
  readonly schema: object;
  readonly mostTokens: number;
}

/**
 * Asks the editor's language model. Rejects with `unavailable` without an answer, and with `declined` when the user did
 * not allow it or a content filter blocks it.
 */
export type AskEditor = (question: ChatQuestion, signal?: AbortSignal) => Promise<string>;
