/** The server alone: it answers its client before the engine, which is another built file, is loaded. */
import { memorySection } from '../node/section.js';
import { mcpCommand } from './commands/mcp.js';
import type { createOpen as Opening } from './commands-entry.js';
import { run } from './run.js';

/** `load` gives another built file. */
export const runMcp = (args: readonly string[], distDir: string, load: (name: string) => unknown): Promise<number> =>
  run(args, (request) => (load('command.js') as { readonly opening: typeof Opening }).opening(distDir)(request), [
    (cli) => mcpCommand(cli, memorySection),
  ]);
