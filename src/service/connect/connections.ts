/** Agents that Memdir is connected to: files of instructions are filled with the memory section of a prompt. */
import type { AgentConnections } from '../../core/ports/agent-connections.js';
import type { ConnectRequest } from '../../core/results.js';
import type { ServiceContext } from '../context.js';
import { injectMethods } from '../inject/methods.js';

/** AGENTS.md is for every agent, also for those that have a memory section of their own. */
const OWN_SECTION_FIRST =
  'If your instructions have another section that names a memory directory, go by that one and skip this section.\n\n';

export function createConnections(context: () => ServiceContext): AgentConnections {
  const section = async (folder: string): Promise<string> => {
    const { realPath, home } = context().ports;
    const request = { withIndex: false, home, folder: await realPath(folder) };
    return (await injectMethods.prompt(context(), request)).text;
  };
  const filled = async <T extends Pick<ConnectRequest, 'agent' | 'folder' | 'remove' | 'section'>>(
    request: T,
  ): Promise<T> =>
    !(request.agent === 'copilot' || request.agent === 'agents') || request.remove
      ? request
      : {
          ...request,
          section: `${request.agent === 'agents' ? OWN_SECTION_FIRST : ''}${await section(request.folder)}`,
        };
  return {
    list: (folder) => context().ports.connections.list(folder),
    plan: async (request) => await context().ports.connections.plan(await filled(request)),
    apply: async (plan) => await context().ports.connections.apply(await filled(plan)),
  };
}
