/** Entry of the MCP server: it answers its client before it loads the engine, which is in another bundle. */
import { memorySection } from '../node/inject/memory-section.js';
import { mcpCommand } from './commands/mcp.js';
import type { createOpen as CreateOpen } from './commands-entry.js';
import { run } from './run.js';

/** `load` requires another bundle of the same folder by its file name. */
export const runMcp = (args: readonly string[], distDir: string, load: (name: string) => unknown): Promise<number> =>
  run(
    args,
    (request) => (load('commands.js') as { readonly createOpen: typeof CreateOpen }).createOpen(distDir)(request),
    [(cli) => mcpCommand(cli, memorySection)],
  );
