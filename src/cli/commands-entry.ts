/** Entry of the bundle with every command except hooks: `main.ts` loads it once the version of Node is known to do. */
import { openMemdir } from '../node/open.js';
import type { Open } from './cli.js';
import { COMMANDS } from './commands/registry.js';
import { run } from './run.js';
import { processTerminal, type Terminal } from './terminal.js';

/** Composes the engine. `distDir`: the folder of the bundles. */
export const createOpen =
  (distDir: string, { env, home }: Pick<Terminal, 'env' | 'home'> = processTerminal()): Open =>
  (request) =>
    openMemdir({ ...request, distDir, env, home });

export const runCommand = (args: readonly string[], distDir: string, terminal = processTerminal()): Promise<number> =>
  run({ terminal, open: createOpen(distDir, terminal), commands: COMMANDS }, args);
