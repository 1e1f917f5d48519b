/** Models that make vectors of texts. */

/** Everything of a model that search must know. */
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
  /** Usual cosine of a question with memories that have nothing to do with it: what small stores are held against. */
  readonly background?: { readonly mean: number; readonly deviation: number };
  /** The same of late interaction. */
  readonly lateBackground?: { readonly mean: number; readonly deviation: number };
}

/** Word pieces of a passage without special tokens: what late interaction holds a question against. */
export interface PassagePieces {
  /** The tokenizer's number of each piece. */
  readonly ids: Uint32Array;
  /** Sign bits of each piece's vector, `pieceBytes(dimensions)` a piece: bit i of byte j stands for dimension 8 j + i. */
  readonly bits: Uint8Array;
}

/** Word pieces of a question, with whole vectors. */
export interface QuestionPieces {
  readonly ids: Uint32Array;
  /** A unit vector for each piece, one after the other. */
  readonly vectors: Float32Array;
}

/** The same vectors as {@link Embedder.embed}, with those of the single word pieces from the same pass of the model. */
export interface PieceEmbedder {
  question(
    text: string,
    signal?: AbortSignal,
  ): Promise<{ readonly vector: Float32Array; readonly pieces: QuestionPieces }>;
  passages(
    texts: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly { readonly vector: Float32Array; readonly pieces: PassagePieces }[]>;
}

/** Whether an embedder answers, and if not, why. */
export type EmbedderState =
  | { readonly state: 'off'; readonly reason: string }
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
   * Undefined when there is no embedder (provider `none`, or its model is missing), and while it is not yet known which model answers.
   * Whoever keeps a vector compares the id before and after {@link embed}: the model may have been replaced in between.
   */
  readonly model: ModelInfo | undefined;
  state(): EmbedderState;
  /** Finds out which model answers; the state says what came of it. Absent where that is known from the start. Rejects only when cancelled. */
  prepare?(signal?: AbortSignal): Promise<void>;
  /** Tells when the model is another one, there again, or gone (see the state). Returns the stop function. */
  onChange?(listener: () => void): () => void;
  /** Unit vectors in order. Rejects with `unavailable` when the embedder cannot answer; search then goes on with keywords. */
  embed(texts: readonly string[], kind: 'query' | 'passage', signal?: AbortSignal): Promise<Float32Array[]>;
  /** Absent where the model gives no vectors of word pieces, or has no use for them. */
  readonly pieces?: PieceEmbedder;
  /** BCP 47 primary tag of each text's language, undefined where it is not certain. Absent: it cannot tell. Rejects as {@link embed} does. */
  languages?(texts: readonly string[], signal?: AbortSignal): Promise<readonly (string | undefined)[]>;
  close(): Promise<void>;
}
