/** Entry of the MCP server: it passes on to the background process, or answers its client before it loads the engine, which is in another bundle. */
import { connectSession } from '../node/background/connect-session.js';
import { programIn } from '../node/background/program.js';
import { memorySection } from '../node/inject/memory-section.js';
import { mcpCommand } from './commands/mcp.js';
import type { createOpen as CreateOpen } from './commands-entry.js';
import { run } from './run.js';
import { processTerminal } from './terminal.js';

/** `load` requires another bundle of the same folder by its file name. */
export const runMcp = (args: readonly string[], distDir: string, load: (name: string) => unknown): Promise<number> =>
  run(
    {
      terminal: processTerminal(),
      open: (request) =>
        (load('commands.js') as { readonly createOpen: typeof CreateOpen }).createOpen(distDir)(request),
      commands: [
        (cli) =>
          mcpCommand(cli, {
            section: memorySection,
            openSession: (request) => connectSession({ ...request, program: programIn(distDir) }),
          }),
      ],
    },
    args,
  );
