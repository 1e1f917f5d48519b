/** Language models that are asked for a text. */

/** A language model that answers in JSON: a server's, or the editor's. */
export interface ChatModel {
  /** For people. */
  readonly label: string;
  /**
   * The reply as the JSON that `schema` asks for, and what it took. Rejects with `unavailable` when nobody answers (timeout, quota, a failing
   * server), with `declined` when it may not be asked or will not answer this, and with `bad-input` for a reply that is empty, cut off, malformed, prose, or does not fit.
   */
  ask(question: ChatQuestion, signal?: AbortSignal): Promise<{ readonly value: unknown; readonly tokens: number }>;
}

/** What it is asked. */
export interface ChatQuestion {
  readonly system: string;
  readonly text: string;
  /** JSON schema of the reply. */
  readonly schema: object;
  readonly mostTokens: number;
}

/** Asks the language model of the editor for a text. Rejects with `unavailable` when nobody answers, and with `declined` when the user did not allow it or a filter is against it. */
export type AskEditor = (question: ChatQuestion, signal?: AbortSignal) => Promise<string>;
