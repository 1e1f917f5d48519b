import type { InitializeParams, WorkspaceFolder } from 'vscode-languageserver';
import { URI } from 'vscode-uri';

import type { Log } from '../core/ports/log.js';
import { checkSettings } from '../protocol/check-settings.js';
import type { HostConfiguration, InitializationOptions } from '../protocol/methods.js';
import type { Settings } from '../protocol/settings.js';
import type { EngineRequest } from './engine.js';

/** What the engine is to be opened for: as the editor said at first, and as it changed since. */
export class Requested {
  #request: EngineRequest | undefined;

  constructor(
    private readonly use: (request: EngineRequest) => void,
    private readonly log: Log,
  ) {}

  /** Undefined before the editor said anything. */
  get settings(): Settings | undefined {
    return this.#request?.settings;
  }

  initialize(params: InitializeParams): void {
    const options = (params.initializationOptions ?? {}) as Partial<InitializationOptions>;
    this.#request = {
      dataDir: options.dataDir,
      folders: folderPaths(params.workspaceFolders),
      trusted: options.trusted ?? false,
      settings: usable(options.settings, this.log),
      claudeEnvironment: options.claudeEnvironment ?? {},
    };
  }

  begin(): void {
    if (this.#request) this.use(this.#request);
  }

  foldersChanged(folders: readonly WorkspaceFolder[] | null): void {
    this.#change({ folders: folderPaths(folders) });
  }

  /** Whether there are new settings. */
  configure(configuration: HostConfiguration | undefined): boolean {
    if (!configuration?.settings) {
      this.log.warn('A configuration without settings was ignored.');
      return false;
    }
    const { settings, trusted, claudeEnvironment } = configuration;
    return this.#change({ settings: usable(settings, this.log), trusted, claudeEnvironment });
  }

  #change(part: Partial<EngineRequest>): boolean {
    if (!this.#request) return false;
    this.#request = { ...this.#request, ...part };
    this.use(this.#request);
    return true;
  }
}

const folderPaths = (folders: readonly WorkspaceFolder[] | null | undefined): string[] =>
  (folders ?? [])
    .map(({ uri }) => URI.parse(uri))
    .filter(({ scheme }) => scheme === 'file')
    .map(({ fsPath }) => fsPath);

function usable(given: unknown, log: Log): Settings {
  const { settings, ignored } = checkSettings(given);
  for (const sentence of ignored) log.warn(sentence);
  return settings;
}
