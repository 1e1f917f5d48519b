/** A memory for {@link SelectModel}. */
export interface SelectableMemory {
  /** Unique among the candidates. */
  readonly file: string;
  readonly type: string;
  /** Whole days since its date. */
  readonly days: number;
  /** Where it says more than the file name. */
  readonly name?: string;
  readonly description: string;
}

/** A language model that selects memories for a prompt by names and descriptions. */
export interface SelectModel {
  /** File names, best first. After any rejection search continues without it. */
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
