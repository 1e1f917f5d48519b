/** Every command but the hooks: loaded by the entry once it knows that it can run. */
import { openMemdir } from '../node/open.js';
import type { Open } from './cli.js';
import { COMMANDS } from './commands.js';
import { run } from './run.js';
import { processTerminal, type Terminal } from './terminal.js';

/** Composes the product. `distDir`: the folder of the built files. */
export const opening =
  (distDir: string, { env, home }: Pick<Terminal, 'env' | 'home'> = processTerminal()): Open =>
  (request) =>
    openMemdir({ ...request, distDir, env, home });

export const command = (args: readonly string[], distDir: string, terminal = processTerminal()): Promise<number> =>
  run(args, { terminal, open: opening(distDir, terminal), commands: COMMANDS });
