import type { AgentState, ConnectPlan, ConnectReport, ConnectRequest } from '../results.js';

/** Memdir's entries in the settings of agents. Nothing else in those files is changed. */
export interface AgentConnections {
  /** Every agent that can be connected, in the order in which they are offered. Never rejects. */
  list(folder: string): Promise<readonly AgentState[]>;
  /**
   * Plans the changes of a connection; nothing is written. Rejects with `bad-input` for settings that cannot be read.
   */
  plan(request: ConnectRequest): Promise<ConnectPlan>;
  /** Writes a plan. Rejects with `changed-on-disk` when the plan has changed; then nothing was written. */
  apply(
    plan: Pick<ConnectPlan, 'agent' | 'folder' | 'scope' | 'remove' | 'section' | 'digest'>,
  ): Promise<ConnectReport>;
}
