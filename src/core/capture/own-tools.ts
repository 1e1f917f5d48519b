import { toolNames } from '../inject/tools.js';

/**
 * Set in the environment of every process that Memdir starts for itself; such processes are neither observed nor given
 * memories.
 */
export const OWN_PROCESS = 'MEMDIR_SELF';

/**
 * Whether a tool call reads or writes memories itself (our MCP tools and our command). Observing those would feed
 * memories back into memory.
 */
export const isOwnTool = (name: string, input: unknown): boolean =>
  /^mcp__(?:.*_)?memdir__/.test(name) || toolNames(name, input).includes('memdir');
