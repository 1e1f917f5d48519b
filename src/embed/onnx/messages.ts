/** What the embedder's process and its parent say to each other. Every request is answered once, by its id. */
import type { ModelFolder } from '../model-folder.js';

export type BackendName = 'native' | 'wasm';
export type TextKind = 'query' | 'passage';

export type Request =
  | { readonly type: 'load'; readonly id: number; readonly folder: ModelFolder; readonly backend: BackendName }
  | { readonly type: 'embed'; readonly id: number; readonly texts: readonly string[]; readonly kind: TextKind };

export type Answer =
  | { readonly type: 'loaded'; readonly id: number }
  | { readonly type: 'vectors'; readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };
