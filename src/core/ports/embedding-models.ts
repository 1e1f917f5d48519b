import type {
  DownloadProgress,
  ModelAdded,
  ModelFolderInfo,
  ModelRemoved,
  ModelUse,
  OllamaReport,
} from '../results.js';

/** Embedding models besides the bundled one. */
export interface EmbeddingModels {
  /** Model folders: the bundled model, copies in the data folder, and the one of the settings. */
  list(): Promise<readonly ModelFolderInfo[]>;
  /**
   * Validates a folder, runs its model once and copies it into the data folder. Rejects with `bad-input` for an invalid
   * one; then nothing is copied.
   */
  add(folder: string, signal?: AbortSignal): Promise<ModelAdded>;
  /**
   * Uses the model of an extension that an editor of this user has installed. Rejects with `not-found` where there is none, saying where it is to be had
   * and what it costs.
   */
  addPackage(name: string): Promise<ModelAdded>;
  /** Notes which model folders the extensions of an editor have and have no more; absolute paths. Resolves with whether that is new. */
  noteInstalled(change: { readonly present: readonly string[]; readonly gone: readonly string[] }): Promise<boolean>;
  /**
   * Deletes a copy. Rejects with `not-found`, and with `bad-input` for the current model or a folder that is no copy.
   */
  remove(id: string): Promise<ModelRemoved>;
  /** State of the configured Ollama server. Rejects with `bad-input` when none is configured. */
  ollama(signal?: AbortSignal): Promise<OllamaReport>;
  /**
   * Makes Ollama download the configured embedding or language model; resolves with its name. Rejects with
   * `unavailable` and the reason.
   */
  pull(progress: (at: DownloadProgress) => void, signal?: AbortSignal, use?: ModelUse): Promise<string>;
}
