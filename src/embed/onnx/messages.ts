/** What the embedder's process and its parent say to each other. Every request is answered once, by its id. */
import type { ModelFolder } from '../model-folder.js';

export type BackendName = 'native' | 'wasm';
/** What is asked about a text: its vector as a question or a passage, or the language it is in. */
export type TextKind = 'query' | 'passage' | 'language';

/** What one pass of the model gives. */
export interface EmbeddedText {
  /** Of unit length; empty where the language was asked for. */
  readonly vector: Float32Array;
  readonly language?: string;
  /** Absent for a model without late interaction. */
  readonly pieces?: {
    readonly ids: Uint32Array;
    /** Of a question unit vectors, of a passage sign bits. */
    readonly values: Float32Array | Uint8Array;
  };
}

export type Request =
  | { readonly type: 'load'; readonly id: number; readonly folder: ModelFolder; readonly backend: BackendName }
  | { readonly type: 'embed'; readonly id: number; readonly texts: readonly string[]; readonly kind: TextKind };

export type Answer =
  | { readonly type: 'loaded'; readonly id: number }
  | { readonly type: 'embedded'; readonly id: number; readonly texts: readonly EmbeddedText[] }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };
