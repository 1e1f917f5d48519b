/** Results of connecting Memdir to an agent's settings. */

import type { ConnectAgent, ConnectScope } from './agents.js';

export type { ConnectAgent, ConnectScope } from './agents.js';

export interface ConnectRequest {
  /** Default `claude`. */
  readonly agent?: ConnectAgent | undefined;
  /** The section to write into an instruction file; filled in by the service. */
  readonly section?: string;
  /** Absolute path of the project that `local` and `project` are about. */
  readonly folder: string;
  readonly scope: ConnectScope;
  /** Removes the entries. */
  readonly remove?: boolean | undefined;
}

/** A planned change of a settings file. */
export interface ConnectChange {
  /** Absolute. */
  readonly path: string;
  /** Undefined when the file is created. */
  readonly before: string | undefined;
  readonly after: string;
}

export interface ConnectPlan extends ConnectRequest {
  /** Files that change; empty when everything is up to date. */
  readonly changes: readonly ConnectChange[];
  /** Files that were read. Absolute. */
  readonly files: readonly string[];
  /** Remarks for the user, one sentence each. */
  readonly notes: readonly string[];
  /** Digest of the whole plan; see {@link AgentConnections.apply}. */
  readonly digest: string;
}

/** An agent as the list of agents shows it. */
export interface AgentState {
  readonly agent: ConnectAgent;
  /** As people know it. */
  readonly title: string;
  /** Whether its folder of settings is there; null for what is no program. */
  readonly installed: boolean | null;
  /** Scopes in which everything that connecting writes is written. */
  readonly connected: readonly ConnectScope[];
}

export interface ConnectReport {
  readonly status: 'connected' | 'removed' | 'unchanged';
  /** Files that were written. Absolute. */
  readonly files: readonly string[];
  /** Absolute folder with copies of the files before the change. Absent when there were none. */
  readonly backup?: string;
}
