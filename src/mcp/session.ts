/** A session of the server on a connection: its client is another process of this user, see `front.ts`. */
import type { Duplex } from 'node:stream';

import * as z from 'zod';

import { MemdirError, messageOf } from '../core/errors.js';
import { withTimeout } from '../service/async.js';
import { STDERR_KEY } from './front.js';
import { createMcpServer, type McpOptions } from './server.js';
import { StdioTransport } from './stdio.js';

/** Milliseconds that answers under way may take once nothing more comes in. */
const LAST_ANSWERS_MS = 5_000;

/** What the process that a client started says of itself. */
const SESSION = z.object({
  /** Absolute, where it works. */
  folder: z.string(),
  scope: z.object({
    folders: z.array(z.string()),
    directories: z.array(z.string()),
    all: z.boolean(),
    trusted: z.boolean().optional(),
  }),
  followClient: z.boolean(),
  allowWrite: z.boolean(),
  quiet: z.boolean(),
  /** Of its environment, what decides which memory is its own. */
  variables: z.record(z.string(), z.string()),
});
export type SessionRequest = z.infer<typeof SESSION>;

/** Throws `bad-input` for what is none. */
export function readSessionRequest(value: unknown): SessionRequest {
  const read = SESSION.safeParse(value);
  if (!read.success) throw new MemdirError('bad-input', 'The request for a session is not one of this version.');
  return read.data;
}

/** Writes a line to the standard error of the client's process. */
export const sessionStderr =
  (connection: Duplex) =>
  (line: string): void =>
    void connection.write(`${JSON.stringify({ [STDERR_KEY]: line })}\n`);

/** Serves until the connection ends. */
export async function serveSession(connection: Duplex, options: McpOptions): Promise<void> {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  connection.once('close', end);
  const { server, close } = createMcpServer(options);
  const transport = new StdioTransport(connection, connection, end);
  try {
    await server.connect(transport);
    await ended;
    if (!connection.destroyed) await withTimeout(transport.drained(), LAST_ANSWERS_MS);
  } finally {
    await server.close().catch((error: unknown) => options.stderr(messageOf(error)));
    await close();
    connection.destroy();
  }
}
