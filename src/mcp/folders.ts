import { fileURLToPath } from 'node:url';

import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import * as z from 'zod';

import { messageOf } from '../core/errors.js';
import type { Log } from '../core/ports/log.js';

/** Milliseconds the client has to say where it works. */
const ANSWER_WITHIN_MS = 2_000;

/** The protocol knows roots on this machine alone; of a client that names others too, those still count. */
const ROOTS = z.object({ roots: z.array(z.object({ uri: z.string() })) });

/** Folders the client says it works in, absolute; none when it does not say. */
export async function clientFolders(server: Server, log: Log): Promise<readonly string[]> {
  if (!server.getClientCapabilities()?.roots) return [];
  try {
    const { roots } = await server.request({ method: 'roots/list' }, ROOTS, { timeout: ANSWER_WITHIN_MS });
    return roots.flatMap(({ uri }) => {
      try {
        return [fileURLToPath(uri)];
      } catch (error) {
        log.info(`A root of the client is no folder of this machine: ${messageOf(error)}`);
        return [];
      }
    });
  } catch (error) {
    log.warn(`The client did not say which folders it works in: ${messageOf(error)}`);
    return [];
  }
}
