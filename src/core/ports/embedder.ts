/** Models that make vectors of texts. */

/** Mean and deviation of the similarity of texts that have nothing to do with each other. */
export interface SimilaritySpread {
  readonly mean: number;
  readonly deviation: number;
}

/** Everything that search must know of a model. */
export interface ModelInfo {
  readonly id: string;
  readonly dimensions: number;
  /** Weight of the vector leg in `coverage` fusion. */
  readonly vectorWeight: number;
  /** Weight of late interaction. */
  readonly lateWeight: number;
  /** Cosine from which two memories are the same, and from which they are related. */
  readonly duplicate: number;
  readonly related: number;
  /** BCP 47 primary tags, or `*`. */
  readonly languages: readonly string[];
  /** Cosine of a question with unrelated memories: small stores are compared with it. */
  readonly background?: SimilaritySpread | undefined;
  /** The same of late interaction. */
  readonly lateBackground?: SimilaritySpread | undefined;
}

/** Tokens of a chunk, without special tokens, for late interaction. */
export interface ChunkTokens {
  /** The tokenizer's number of each token. */
  readonly ids: Uint32Array;
  /** Sign bits of each token's vector, `tokenBytes(dimensions)` a token: bit i of byte j is dimension 8 j + i. */
  readonly bits: Uint8Array;
}

/** Tokens of a question, with whole vectors. */
export interface QuestionTokens {
  readonly ids: Uint32Array;
  /** A unit vector for each token, one after the other. */
  readonly vectors: Float32Array;
}

/** The same vectors as {@link Embedder.embed}, with those of the single tokens from the same pass of the model. */
export interface TokenEmbedder {
  question(
    text: string,
    signal?: AbortSignal,
  ): Promise<{ readonly vector: Float32Array; readonly tokens: QuestionTokens }>;
  chunks(
    texts: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly { readonly vector: Float32Array; readonly tokens: ChunkTokens }[]>;
}

/** Whether an embedder answers, and if not, why. */
export type EmbedderState =
  | {
      readonly state: 'off';
      readonly reason: string;
      /** Whether no such model is installed, which is no fault. */
      readonly absent?: true;
    }
  | {
      readonly state: 'idle' | 'ready';
      readonly backend: 'native' | 'wasm' | 'ollama';
      /** What people should know although it works: texts leave this machine, or another model was asked for. */
      readonly note?: string;
      /** Whether the note says that what the user chose is not used. */
      readonly unused?: boolean;
    }
  | { readonly state: 'failed'; readonly reason: string };

/** Makes vectors, of questions and of passages. */
export interface Embedder {
  /**
   * Undefined when there is no embedder (provider `none`, or its model is missing), and until it is known which model answers.
   * Callers that store a vector compare the id before and after {@link embed}: the model may have been replaced in between.
   */
  readonly model: ModelInfo | undefined;
  state(): EmbedderState;
  /** Finds out which model answers; the state tells the outcome. Absent where the model is known from the start. Rejects only when cancelled. */
  prepare?(signal?: AbortSignal): Promise<void>;
  /** Called when the model changes, comes back, or is gone (see the state). Returns the stop function. */
  onChange?(listener: () => void): () => void;
  /** Unit vectors in order. Rejects with `unavailable` when the embedder cannot answer; search then uses keywords alone. */
  embed(texts: readonly string[], kind: 'query' | 'passage', signal?: AbortSignal): Promise<Float32Array[]>;
  /** A model that is to answer once it has all vectors. */
  readonly next?: Embedder | undefined;
  /** Has {@link next} answer from now on. */
  adopt?(): void;
  /** Absent where the model gives no vectors of tokens, or has no use for them. */
  readonly tokens?: TokenEmbedder | undefined;
  /** BCP 47 primary tag of each text's language, undefined where it is uncertain. Absent: it cannot tell. Rejects as {@link embed} does. */
  languages?(texts: readonly string[], signal?: AbortSignal): Promise<readonly (string | undefined)[]>;
  close(): Promise<void>;
}
