import type {
  DownloadProgress,
  ModelAdded,
  ModelFolderInfo,
  ModelRemoved,
  ModelUse,
  OllamaReport,
} from '../results.js';

/** Embedding models other than the one that comes with Memdir. */
export interface EmbeddingModels {
  /** Folders: the model that comes with Memdir, copies in the data folder, and the one the settings name. */
  list(): Promise<readonly ModelFolderInfo[]>;
  /** Checks a folder, tries its model and copies it into the data folder. Rejects with `bad-input` for one that is wrong; then nothing is copied. */
  add(folder: string, signal?: AbortSignal): Promise<ModelAdded>;
  /** Deletes a copy. Rejects with `not-found`, and with `bad-input` for one that is in use or no copy. */
  remove(id: string): Promise<ModelRemoved>;
  /** What the Ollama server of the settings says. Rejects with `bad-input` when the settings name none. */
  ollama(signal?: AbortSignal): Promise<OllamaReport>;
  /** Has Ollama download the embedding model of the settings, or the language model; answers its name. Rejects with `unavailable` and the reason. */
  pull(progress: (at: DownloadProgress) => void, signal?: AbortSignal, use?: ModelUse): Promise<string>;
}
