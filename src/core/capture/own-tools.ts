import { toolNames } from '../inject/tools.js';

/** Set in the environment of every process Memdir starts for itself: what such a process does is never observed, nor given memories. */
export const OWN_PROCESS = 'MEMDIR_SELF';

/** Whether a tool only tells what is remembered, or writes it: our server's tools and our command. Remembering that again would never end. */
export const isOwnTool = (name: string, input: unknown): boolean =>
  /^mcp__(?:.*_)?memdir__/.test(name) || toolNames(name, input).includes('memdir');
