/** Where the background process takes sessions of other processes of this user: TCP on the loopback address, each side proven before anything is said. */
import { connect, createServer, type Server, type Socket } from 'node:net';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Log } from '../../core/ports/log.js';
import { MEGABYTE } from '../../core/units.js';
import { isNonce, isSameProof, newNonce, proofOf } from '../hook-proof.js';
import { UnprovenConnections } from '../hook-server/unproven-connections.js';

/** Bytes of a line before the session begins. */
const MOST_BYTES = MEGABYTE;

export interface SessionServer {
  readonly port: number;
  /** Ends every session. */
  close(): Promise<void>;
}

export interface SessionServerOptions {
  /** Key in the discovery file. */
  readonly key: string;
  /** Takes over a proven connection and what its client asked for. */
  readonly opened: (socket: Socket, request: unknown) => void;
  readonly log: Pick<Log, 'warn'>;
}

/** Rejects when it cannot listen. */
export async function listenForSessions({ key, opened, log }: SessionServerOptions): Promise<SessionServer> {
  const unproven = new UnprovenConnections();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    unproven.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    takeProof(socket, key)
      .then((request) => {
        unproven.remove(socket);
        opened(socket, request);
      })
      .catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  server.on('error', (error) => log.warn(`Further sessions may not be taken: ${messageOf(error)}`));
  return {
    port: portOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Proves this side, then has the other one prove itself. Resolves with what it asks for. */
async function takeProof(socket: Socket, key: string): Promise<unknown> {
  const { nonce } = await readMessage(socket);
  if (!isNonce(nonce)) throw new Error(t('it sent no number'));
  const nonces = { client: nonce, host: newNonce() };
  write(socket, { nonce: nonces.host, proof: proofOf('host', key, nonces) });
  const { proof, request } = await readMessage(socket);
  if (!isSameProof(String(proof), proofOf('client', key, nonces))) throw new Error(t('it couldn’t prove its identity'));
  return request;
}

/** Connects to the background process that wrote the address. Rejects when it is another program, or does not prove itself in time. */
export async function openSession(
  { port, key }: { readonly port: number; readonly key: string },
  request: unknown,
  timeoutMs: number,
): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  const timer = setTimeout(
    () => socket.destroy(new Error(t('no response within {ms} ms', { ms: timeoutMs }))),
    timeoutMs,
  );
  try {
    const client = newNonce();
    write(socket, { nonce: client });
    const { nonce, proof } = await readMessage(socket);
    const nonces = { client, host: String(nonce) };
    if (!isNonce(nonce) || !isSameProof(String(proof), proofOf('host', key, nonces)))
      throw new Error(t('it is another program'));
    write(socket, { proof: proofOf('client', key, nonces), request });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const write = (socket: Socket, message: object): void => void socket.write(`${JSON.stringify(message)}\n`);

/** The next line of a connection, which is an object in JSON; what follows it stays unread. */
function readMessage(socket: Socket): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const stop = (): void => {
      socket.pause();
      socket.off('data', take).off('error', fail).off('close', closed);
    };
    const fail = (error: Error): void => {
      stop();
      reject(error);
    };
    const closed = (): void => fail(new Error(t('the connection was closed')));
    const take = (part: Buffer): void => {
      received = Buffer.concat([received, part]);
      const end = received.indexOf(10);
      if (end < 0) {
        if (received.length > MOST_BYTES) fail(new Error(t('its first line is too long')));
        return;
      }
      stop();
      if (end + 1 < received.length) socket.unshift(received.subarray(end + 1));
      try {
        const message: unknown = JSON.parse(received.toString('utf8', 0, end));
        if (typeof message !== 'object' || message === null) throw new Error(t('it sent no object'));
        resolve(message as Readonly<Record<string, unknown>>);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    socket.on('data', take).on('error', fail).on('close', closed);
    socket.resume();
  });
}
