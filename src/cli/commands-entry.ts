/** Every command but the hooks: loaded by the entry once it knows that it can run. */
import { openMemdir } from '../node/open.js';
import type { Open } from './cli.js';
import { COMMANDS } from './commands/registry.js';
import { run } from './run.js';

/** Composes the product. `distDir`: the folder of the built files. */
export const createOpen =
  (distDir: string): Open =>
  (request) =>
    openMemdir({ ...request, distDir, env: process.env });

export const runCommand = (args: readonly string[], distDir: string): Promise<number> =>
  run(args, createOpen(distDir), COMMANDS);
