/** The server alone: it answers its client before the engine, which is another built file, is loaded. */
import { memorySection } from '../node/section.js';
import type { opening as Opening } from './command.js';
import { mcpCommand } from './commands/mcp.js';
import { run } from './run.js';
import { processTerminal } from './terminal.js';

/** `load` gives another built file. */
export const serve = (args: readonly string[], distDir: string, load: (name: string) => unknown): Promise<number> =>
  run(args, {
    terminal: processTerminal(),
    open: (request) => (load('command.js') as { readonly opening: typeof Opening }).opening(distDir)(request),
    commands: [(cli) => mcpCommand(cli, memorySection)],
  });
