/** What a host and the thread that answers hooks for it ask of each other. */
import type { BackgroundAddress, RecallAnswer, RecallCall } from '../../protocol/hooks.js';

export interface HookServerSettings {
  /** Whether observations are kept. */
  readonly capturing: boolean;
  /** Milliseconds a hook waits for a recall. Absent: its own default. */
  readonly recallMs?: number;
  /** Milliseconds a prompt waits. Absent: as the hook's own settings say. */
  readonly deadlineMs?: number;
}

export interface HookServerStart {
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute real paths. */
  readonly folders: readonly string[];
  /** Whether the editor trusts them. */
  readonly trusted?: boolean | undefined;
  /** Present in the background process. */
  readonly background?: (BackgroundAddress & { readonly key: string }) | undefined;
  readonly settings: HookServerSettings;
}

/** Methods of the thread. */
export interface HookServerMethods {
  /** Listens, and resolves with the port. Rejects with `unavailable` when it cannot. */
  start(options: HookServerStart): number;
  /** Notification. */
  changeSettings(settings: HookServerSettings): void;
  /** Notification: the thread stops listening, and ends. */
  stop(): void;
}

/** Methods of the host. */
export interface HookHostMethods {
  recall(call: RecallCall): RecallAnswer;
  /** Request to the background process: it opens what hooks of a folder will need. */
  warm(call: RecallCall): void;
  /** Notification, to the background process: it ends. */
  end(): void;
  /** Notification: an observation was kept. */
  observed(): void;
  /** Notification. */
  log(level: 'info' | 'warn', line: string): void;
}
