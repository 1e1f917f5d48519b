/** Results about the folders that a person trusts. */

/** A trusted folder; what lies in it is trusted as well. */
export interface TrustedFolder {
  /** Absolute real path. */
  readonly path: string;
  /** When a person said so, in ISO 8601; null where that is not recorded. */
  readonly since: string | null;
  /** Where they said so: to Memdir, in Claude Code's dialog, or in a window of VS Code that is open. */
  readonly by: 'memdir' | 'claude' | 'vscode';
}

/** A project in which agents write without asking, because a person said so. */
export interface ConsentedFolder {
  /** Absolute real path. */
  readonly path: string;
  /** When a person said so, in ISO 8601. */
  readonly since: string;
}
