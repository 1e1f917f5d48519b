/** Everything but the hooks: loaded by the entry once it knows that it can run. */
import { openMemdir } from '../node/open.js';
import { run } from './run.js';

export const command = (args: readonly string[], distDir: string): Promise<number> => run(args, (request) => openMemdir({ ...request, distDir, env: process.env }));
