import type { ConnectPlan, ConnectReport, ConnectRequest } from '../results.js';

/** Entries of Memdir in the settings of agents. Nothing else in those files is ever changed. */
export interface AgentConnections {
  /** What connecting Claude Code would change; nothing is written. Rejects with `bad-input` for settings that cannot be read. */
  plan(request: ConnectRequest): Promise<ConnectPlan>;
  /** Writes what was planned. Rejects with `changed-on-disk` when the plan would be another one now; then nothing was written. */
  apply(
    plan: Pick<ConnectPlan, 'agent' | 'folder' | 'scope' | 'remove' | 'section' | 'digest'>,
  ): Promise<ConnectReport>;
}
