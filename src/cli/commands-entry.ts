/** Entry of the bundle with every command except hooks: `main.ts` loads it once the version of Node is known to do. */
import { openMemdir } from '../node/open.js';
import type { Open } from './cli.js';
import { COMMANDS } from './commands/registry.js';
import { run } from './run.js';

/** Composes the engine. `distDir`: the folder of the bundles. */
export const createOpen =
  (distDir: string): Open =>
  (request) =>
    openMemdir({ ...request, distDir, env: process.env });

export const runCommand = (args: readonly string[], distDir: string): Promise<number> =>
  run(args, createOpen(distDir), COMMANDS);
