/** A session of the server on a connection: its client is another process of this user, see `stdio-proxy.ts`. */
import type { Duplex } from 'node:stream';

import * as z from 'zod';

import { MemdirError } from '../core/errors.js';
import { t } from '../core/l10n.js';
import { type ServeOptions, serveStreams } from './serve.js';
import { STDERR_KEY } from './stdio-proxy.js';

/** Those with a bundle, as VS Code names them. */
const LANGUAGES = ['de', 'ja', 'zh-cn'] as const;

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
  structured: z.boolean(),
  quiet: z.boolean(),
  /** Language of the person behind the client; absent: English. */
  language: z.enum(LANGUAGES).optional(),
  /** Variables of its environment that decide which memory is its own. */
  variables: z.record(z.string(), z.string()),
});
export type SessionRequest = z.infer<typeof SESSION>;

/** Throws `bad-input` for what is none. */
export function readSessionRequest(value: unknown): SessionRequest {
  const read = SESSION.safeParse(value);
  if (!read.success) throw new MemdirError('bad-input', t('The session request comes from another version of Memdir.'));
  return read.data;
}

/** Writes a line to the standard error of the client's process. */
export const sessionStderr =
  (connection: Duplex) =>
  (line: string): void =>
    void connection.write(`${JSON.stringify({ [STDERR_KEY]: line })}\n`);

/** Serves until the connection ends. */
export async function serveSession(connection: Duplex, options: Omit<ServeOptions, 'stderr'>): Promise<void> {
  let inputEnded: () => void = () => undefined;
  const ended = new Promise<'input' | 'other'>((resolve) => {
    inputEnded = () => resolve('input');
    connection.once('close', () => resolve('other'));
  });
  try {
    const stderr = sessionStderr(connection);
    await serveStreams(connection, connection, { ...options, stderr }, { ended, inputEnded });
  } finally {
    connection.destroy();
  }
}
