/** What a model may choose from. */
export interface SelectableMemory {
  /** Differs from that of every other one. */
  readonly file: string;
  readonly description: string;
}

/** A language model that says by names and descriptions which memories bear on a prompt. */
export interface SelectModel {
  /** Names of files, the best first. Whatever it rejects with, search goes on without it. */
  select(
    request: {
      readonly prompt: string;
      readonly memories: readonly SelectableMemory[];
      readonly tools: readonly string[];
      readonly most: number;
    },
    signal?: AbortSignal,
  ): Promise<readonly string[]>;
}
