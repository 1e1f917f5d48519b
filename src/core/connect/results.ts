/** Memdir in the settings of an agent. */

/** Claude Code; files of instructions that Copilot reads; or that many agents read. */
export type ConnectAgent = 'claude' | 'copilot' | 'agents';

/** Claude Code on this machine (`user`), in one folder for this user (`local`), or for everyone who works in it (`project`). */
export type ConnectScope = 'user' | 'local' | 'project';

export interface ConnectRequest {
  /** Default `claude`. */
  readonly agent?: ConnectAgent;
  /** What a file of instructions is to say; the service fills it in. */
  readonly section?: string;
  /** Absolute path of the project that `local` and `project` are about. */
  readonly folder: string;
  readonly scope: ConnectScope;
  /** Takes the entries out again. */
  readonly remove?: boolean;
}

/** What a settings file becomes. */
export interface ConnectChange {
  /** Absolute. */
  readonly path: string;
  /** Undefined when the file is created. */
  readonly before: string | undefined;
  readonly after: string;
}

export interface ConnectPlan extends ConnectRequest {
  /** Files that change; none when everything is as it should be. */
  readonly changes: readonly ConnectChange[];
  /** Files that were looked at. Absolute. */
  readonly files: readonly string[];
  /** What is to be known before, one sentence each. */
  readonly notes: readonly string[];
  /** Stands for all of the plan; see {@link AgentConnections.apply}. */
  readonly digest: string;
}

export interface ConnectReport {
  readonly status: 'connected' | 'removed' | 'unchanged';
  /** Files that were written. Absolute. */
  readonly files: readonly string[];
  /** Absolute; holds the files as they were. Absent when nothing was there before. */
  readonly backup?: string;
}
