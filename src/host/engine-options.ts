/** What the engine of the host is opened for. */
import type { InitializeParams, WorkspaceFolder } from 'vscode-languageserver';
import { URI } from 'vscode-uri';

import { useLanguage } from '../core/l10n.js';
import type { AskEditor } from '../core/ports/chat-model.js';
import type { Log } from '../core/ports/log.js';
import { checkSettings } from '../protocol/check-settings.js';
import type { HostConfiguration, RunningEditor } from '../protocol/configuration.js';
import { initializationOptions } from '../protocol/requests/workspace.js';
import type { CheckedSettings, Settings } from '../protocol/settings.js';
import type { OpenedEngine } from '../service/engine-holder.js';

export interface EngineOptions {
  readonly dataDir: string | undefined;
  readonly editor?: RunningEditor | undefined;
  /** Absolute paths of the workspace folders. */
  readonly folders: readonly string[];
  readonly trusted: boolean;
  readonly settings: Settings;
  /** Why settings are not used, a sentence each. */
  readonly ignored: readonly string[];
  readonly claudeEnvironment: Readonly<Record<string, string>>;
}

export interface HostEngine extends OpenedEngine {
  /** Takes over the settings that need no new engine. */
  configure(settings: Settings): void;
}

/** Composes the product; rejects with a sentence for people. */
export type OpenEngine = (request: EngineOptions, log: Log, editor?: AskEditor) => Promise<HostEngine>;

/** The part of a request that an open engine cannot change. */
export const engineKey = ({ dataDir, folders, trusted, settings, ignored, claudeEnvironment }: EngineOptions): string =>
  JSON.stringify([
    dataDir,
    folders,
    trusted,
    claudeEnvironment,
    ignored,
    settings.directories,
    settings.claudeConfigDir,
    settings.agents,
    Object.entries(settings).filter(([key]) => /^(embedding|ollama|model)\./.test(key)),
  ]);

/** The present request: as `initialize` gave it, and as the editor changed it since. */
export class EngineOptionsState {
  readonly #changed: (request: EngineOptions) => void;
  readonly #log: Log;
  #request: EngineOptions | undefined;

  constructor(changed: (request: EngineOptions) => void, log: Log) {
    this.#changed = changed;
    this.#log = log;
  }

  /** Undefined before `initialize`. */
  get settings(): Settings | undefined {
    return this.#request?.settings;
  }

  initialize(params: InitializeParams): void {
    const { settings, language, ...options } = initializationOptions.parse(params.initializationOptions);
    useLanguage(language);
    this.#request = {
      ...options,
      dataDir: options.dataDir,
      folders: folderPaths(params.workspaceFolders),
      ...this.#usable(settings),
    };
  }

  initialized(): void {
    if (this.#request) this.#changed(this.#request);
  }

  foldersChanged(folders: readonly WorkspaceFolder[] | null): void {
    this.#change({ folders: folderPaths(folders) });
  }

  configure({ settings, trusted, claudeEnvironment }: HostConfiguration): void {
    this.#change({ ...this.#usable(settings), trusted, claudeEnvironment });
  }

  #change(part: Partial<EngineOptions>): void {
    if (!this.#request) return;
    this.#request = { ...this.#request, ...part };
    this.#changed(this.#request);
  }

  #usable(given: unknown): CheckedSettings {
    const checked = checkSettings(given);
    for (const sentence of checked.ignored) this.#log.warn(sentence);
    return checked;
  }
}

const folderPaths = (folders: readonly WorkspaceFolder[] | null | undefined): string[] =>
  (folders ?? [])
    .map(({ uri }) => URI.parse(uri))
    .filter(({ scheme }) => scheme === 'file')
    .map(({ fsPath }) => fsPath);
