/** Results about embedding models. */

/** A folder with an embedding model. */
export interface ModelFolderInfo {
  /** The folder name when the model's description cannot be read. */
  readonly id: string;
  readonly dimensions: number | null;
  readonly languages: readonly string[];
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** Whether the current settings use it. */
  readonly inUse: boolean;
  /** Set when it covers languages of the memories that the current model does not. */
  readonly otherLanguages?: true;
  /** Set when it belongs to an extension of an editor. */
  readonly extension?: true;
  readonly ok: boolean;
  /** Why it cannot be used. */
  readonly reason?: string;
}

export interface ModelAdded {
  /** `unchanged`: an identical model exists. */
  readonly status: 'added' | 'unchanged';
  readonly id: string;
  /** Absolute path of the copy. */
  readonly path: string;
  /** As files of the folder name it: an SPDX identifier, or their first line. Absent where none does. */
  readonly licence?: string;
  /** Bytes of memory that it used when it was tried. */
  readonly memory?: number;
}

export interface ModelRemoved {
  readonly status: 'removed';
  readonly id: string;
}

export interface OllamaReport {
  readonly url: string;
  /** Whether it is on another machine. */
  readonly remote: boolean;
  /** Absent when the server does not answer; `reason` says why. */
  readonly version?: string;
  readonly embedding: OllamaUse;
  readonly language: OllamaUse;
  readonly reason?: string;
}

/** Use of an Ollama model: search by meaning, or distillation and consolidation. */
export type ModelUse = 'embedding' | 'language';

export interface OllamaUse {
  /** The configured model, and whether the server has it. */
  readonly model: string;
  readonly installed: boolean;
  /** Models of the server for this use. */
  readonly models: readonly string[];
}

export interface DownloadProgress {
  readonly status: string;
  /** Bytes; 0 of 0 while the size is unknown. */
  readonly done: number;
  readonly total: number;
}
