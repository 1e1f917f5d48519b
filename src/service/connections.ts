/** Agents that Memdir is connected to, as the service offers them. */
import { MemdirError } from '../core/errors.js';
import type { AgentConnections } from '../core/ports/agent-connections.js';
import type { ConnectRequest } from '../core/results.js';

/** @param section the memory section of a prompt, for agents that read it from a file of a folder */
export function connectionsOf(
  connections: AgentConnections | undefined,
  section: (folder: string) => Promise<string>,
): AgentConnections {
  const port = (): AgentConnections => {
    if (connections === undefined) throw new MemdirError('unavailable', 'Settings of agents cannot be changed here.');
    return connections;
  };
  const filled = async <T extends Pick<ConnectRequest, 'agent' | 'folder' | 'remove' | 'section'>>(
    request: T,
  ): Promise<T> =>
    (request.agent ?? 'claude') === 'claude' || request.remove
      ? request
      : { ...request, section: await section(request.folder) };
  return {
    plan: async (request) => await port().plan(await filled(request)),
    apply: async (plan) => await port().apply(await filled(plan)),
  };
}
