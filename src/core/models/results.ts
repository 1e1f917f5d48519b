/** Embedding models to choose from. */

/** A folder with an embedding model. */
export interface ModelFolderInfo {
  /** The name of the folder when its description cannot be read. */
  readonly id: string;
  readonly dimensions: number | null;
  readonly languages: readonly string[];
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** Whether the present settings use it. */
  readonly inUse: boolean;
  /** Set when it reads the memories in languages that the model in use does not know. */
  readonly otherLanguages?: true;
  readonly ok: boolean;
  /** Why it cannot be used. */
  readonly reason?: string;
}

export interface ModelAdded {
  /** `unchanged`: the very same model was there already. */
  readonly status: 'added' | 'unchanged';
  readonly id: string;
  /** Absolute; where the copy is. */
  readonly path: string;
}

export interface ModelRemoved {
  readonly status: 'removed';
  readonly id: string;
}

export interface OllamaReport {
  readonly url: string;
  /** Whether it is another machine. */
  readonly remote: boolean;
  /** Absent when it does not answer; `reason` says why. */
  readonly version?: string;
  readonly embedding: OllamaUse;
  readonly language: OllamaUse;
  readonly reason?: string;
}

/** What a model of Ollama is for: search by meaning, or making drafts and consolidating. */
export type ModelUse = 'embedding' | 'language';

export interface OllamaUse {
  /** The model of the settings, and whether the server has it. */
  readonly model: string;
  readonly installed: boolean;
  /** Models of the server that can do it. */
  readonly models: readonly string[];
}

export interface DownloadProgress {
  readonly status: string;
  /** Bytes; 0 of 0 while the size is not known. */
  readonly done: number;
  readonly total: number;
}
