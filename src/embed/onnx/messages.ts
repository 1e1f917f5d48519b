/** What the embedder's process does for its parent. */
import type { ModelFolder } from '../model-folder.js';

export type BackendName = 'native' | 'wasm';
/** What a vector is of. */
export type VectorKind = 'query' | 'passage';
/** What is wanted of a text: its vector, or its language. */
export type TextKind = VectorKind | 'language';

/** What one pass of the model gives. */
export interface EmbeddedText {
  /** A vector of unit length; empty where the language was asked for. */
  readonly vector: Float32Array;
  readonly language?: string | undefined;
  /** Absent for a model without late interaction. */
  readonly tokens?: {
    readonly ids: Uint32Array;
    /** Unit vectors of a question, or sign bits of a passage. */
    readonly values: Float32Array | Uint8Array;
  };
}

/** Each rejects with `unavailable` when the model or its runtime fails. */
export interface EmbedderMethods {
  load(folder: ModelFolder, backend: BackendName): void;
  embed(texts: readonly string[], kind: TextKind): readonly EmbeddedText[];
  /** Bytes of memory that the process uses. */
  resident(): number;
}
