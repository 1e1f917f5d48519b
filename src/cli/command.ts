/** Everything but the hooks: loaded by the entry once it knows that it can run. */
import { run } from './run.js';

export const command = (args: readonly string[], distDir: string): Promise<number> =>
  run(args, async (request) => {
    // Not loaded before it is needed: a server answers its client first.
    const { openMemdir } = await import('../node/open.js');
    return openMemdir({ ...request, distDir, env: process.env });
  });
