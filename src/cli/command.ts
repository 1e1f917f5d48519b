/** Every command but the hooks: loaded by the entry once it knows that it can run. */
import { openMemdir } from '../node/open.js';
import type { Open } from './cli.js';
import { COMMANDS } from './commands.js';
import { run } from './run.js';

/** Composes the product. `distDir`: the folder of the built files. */
export const opening =
  (distDir: string): Open =>
  (request) =>
    openMemdir({ ...request, distDir, env: process.env });

export const command = (args: readonly string[], distDir: string): Promise<number> =>
  run(args, opening(distDir), COMMANDS);
