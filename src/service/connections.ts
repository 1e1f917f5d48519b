/** Agents that Memdir is connected to, as the service offers them. */
import { MemdirError } from '../core/errors.js';
import type { AgentConnections } from '../core/ports.js';

export function connectionsOf(connections: AgentConnections | undefined): AgentConnections {
  const port = (): AgentConnections => {
    if (connections === undefined) throw new MemdirError('unavailable', 'Settings of agents cannot be changed here.');
    return connections;
  };
  return { plan: async (request) => await port().plan(request), apply: async (plan) => await port().apply(plan) };
}
