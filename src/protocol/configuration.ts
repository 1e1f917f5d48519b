import type { LanguageBundle } from '../core/l10n.js';
import type { Settings } from './settings.js';

/** What the editor tells the host about its surroundings: at start, and again whenever it changes. */
export interface HostConfiguration {
  readonly settings: Settings;
  readonly trusted: boolean;
  /** Environment that VS Code settings add for Claude Code (`claudeCode.environmentVariables`). */
  readonly claudeEnvironment: Readonly<Record<string, string>>;
}

/** The editor that the host belongs to. */
export interface RunningEditor {
  /** Its user folder, absolute. */
  readonly user: string;
  /** Its folder of the open workspace below `workspaceStorage`, absolute. */
  readonly workspace?: string | undefined;
}

/** Sent as `initializationOptions`. */
export interface InitializationOptions extends HostConfiguration {
  /** Absolute; where index and caches live. Absent: the platform's data folder, the one the command line uses. */
  readonly dataDir?: string | undefined;
  readonly editor?: RunningEditor | undefined;
  /** Bundle of the display language; absent: English. */
  readonly language?: LanguageBundle | undefined;
}
