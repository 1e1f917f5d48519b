/** Where a host answers hooks: HTTP on the loopback address, for programs that can read its discovery file. */
import { mkdir, rm, unlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';

import { MemdirError, messageOf } from '../../core/errors.js';
import type { Log } from '../../core/ports/log.js';
import { MEGABYTE } from '../../core/units.js';
import {
  type BackgroundAddress,
  type HostAddress,
  NONCE_HEADER,
  PROOF_HEADER,
  PROVE_PATH,
} from '../../protocol/hooks.js';
import { hostFile, hostFiles } from '../discovery.js';
import { writeAtomic } from '../files/atomic-write.js';
import { isNonce, isSameProof, newNonce, proofOf } from '../hook-proof.js';
import { isGone } from '../paths.js';
import { isRunning } from '../process-running.js';
import { UnprovenConnections } from './unproven-connections.js';

/** Answers a request body; rejects with `bad-input` for a malformed one (400), with `unavailable` for what cannot be done now (503). */
export type RequestHandler = (body: unknown, signal: AbortSignal) => Promise<unknown>;

export interface EndpointOptions {
  /** Absolute; the discovery file is kept in `hosts` below it. */
  readonly dataDir: string;
  /** Absolute real paths. */
  readonly folders: readonly string[];
  /** Whether the editor trusts them. Default false. */
  readonly trusted?: boolean | undefined;
  readonly log: Log;
  /** By path, such as `/recall`. */
  readonly handlers: Readonly<Record<string, RequestHandler>>;
  /** Set for the background process, which has made the key itself, for its sessions too. */
  readonly background?: (BackgroundAddress & { readonly key: string }) | undefined;
  /** What the discovery file says of the settings. */
  readonly settings?: () => Pick<HostAddress, 'recallMs' | 'deadlineMs'>;
}

export interface Endpoint {
  readonly port: number;
  /** Writes the discovery file again, with the present settings. */
  announce(): void;
  /** Removes the discovery file and stops listening. */
  close(): Promise<void>;
}

const MAX_BYTES = MEGABYTE;
const TIMEOUT_MS = 5_000;

/** Rejects when it cannot listen or cannot write its discovery file. */
export async function openEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const { dataDir, folders, trusted, background, log } = options;
  const key = background?.key ?? newNonce();
  const server = await listen(options, key);
  const port = portOf(server);
  const file = hostFile(dataDir, process.pid, port);
  const started = new Date().toISOString();
  const announce = async (): Promise<void> => {
    const { recallMs, deadlineMs } = options.settings?.() ?? {};
    const address: HostAddress = {
      version: 2,
      pid: process.pid,
      started,
      port,
      key,
      folders,
      ...(trusted === true ? { trusted } : {}),
      ...(recallMs === undefined ? {} : { recallMs }),
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
      ...(background && { background: { program: background.program, sessionsPort: background.sessionsPort } }),
    };
    await writeAtomic(file, JSON.stringify(address), { mode: 0o600, durable: false });
  };
  // Writes run one after the other, and none runs after the end.
  let writing: Promise<void> = Promise.resolve();
  let ended = false;
  const stop = async (): Promise<void> => {
    ended = true;
    await writing;
    await stopListening(server);
    await rm(file, { force: true });
  };
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await announce();
    await removeStaleFiles(dataDir, file, log);
  } catch (error) {
    await stop();
    throw error;
  }
  const announceAgain = (): void => {
    writing = writing
      .then(() => (ended ? undefined : announce()))
      .catch((error: unknown) => log.warn(`Hooks were not told of changed settings: ${messageOf(error)}`));
  };
  return { port, announce: announceAgain, close: stop };
}

async function listen(options: EndpointOptions, key: string): Promise<Server> {
  const { log } = options;
  const expected = new WeakMap<Socket, string>();
  const unproven = new UnprovenConnections();
  const server = createServer(
    {
      requestTimeout: TIMEOUT_MS,
      headersTimeout: TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_MS,
      maxHeaderSize: 8192,
    },
    (request, response) => {
      respond({ ...options, key, port: portOf(server), expected, unproven }, request, response).catch(
        (error: unknown) => {
          log.warn(`A hook was not answered: ${messageOf(error)}`);
          refuse(response, 500);
        },
      );
    },
  );
  server.on('connection', (socket) => unproven.add(socket));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  server.on('error', (error) => log.warn(`Hooks may not be answered: ${error.message}`));
  return server;
}

const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Removes discovery files of hosts that were killed. */
async function removeStaleFiles(dataDir: string, own: string, log: Log): Promise<void> {
  for (const { file, address } of hostFiles(dataDir)) {
    if (file === own || (address !== undefined && isRunning(address.pid))) continue;
    await unlink(file).catch((error: unknown) => {
      if (!isGone(error)) log.warn(`An old discovery file was left: ${messageOf(error)}`);
    });
  }
}

interface ResponseContext extends EndpointOptions {
  readonly port: number;
  readonly key: string;
  /** The proof that the client of a connection must show, once the host has shown its own there. */
  readonly expected: WeakMap<Socket, string>;
  readonly unproven: UnprovenConnections;
}

async function respond(context: ResponseContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const status = refusalOf(context, request);
  if (status !== undefined) return refuse(response, status);
  if (request.url === PROVE_PATH) return prove(context, request, response);
  context.unproven.remove(request.socket);
  const body = await readBody(request);
  if (body === undefined) return refuse(response, 413);
  const closed = new AbortController();
  response.on('close', () => closed.abort());
  try {
    const result = await context.handlers[request.url ?? '']?.(JSON.parse(body), closed.signal);
    sendJson(response, 200, JSON.stringify(result));
  } catch (error) {
    if (closed.signal.aborted) return;
    if (error instanceof SyntaxError || (error instanceof MemdirError && error.code === 'bad-input'))
      return refuse(response, 400);
    if (!(error instanceof MemdirError && error.code === 'unavailable')) throw error;
    // Capturing is off or the disk is full: a proven caller is told which.
    sendJson(response, 503, JSON.stringify({ error: error.message }));
  }
}

/** Shows that this is the host which wrote the discovery file, and remembers what the client has to show now. */
function prove({ key, expected }: ResponseContext, request: IncomingMessage, response: ServerResponse): void {
  const nonces = { client: String(request.headers[NONCE_HEADER]), host: newNonce() };
  expected.set(request.socket, proofOf('client', key, nonces));
  response
    .writeHead(200, {
      'content-length': 0,
      [NONCE_HEADER]: nonces.host,
      [PROOF_HEADER]: proofOf('host', key, nonces),
    })
    .end();
}

const sendJson = (response: ServerResponse, status: number, body: string): void =>
  void response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body);

/** The status for a request whose body is not read: it may come from a page in a browser, or by a host name that resolves to this address. */
function refusalOf(
  { port, handlers, expected }: ResponseContext,
  { method, url, headers, headersDistinct, socket }: IncomingMessage,
): number | undefined {
  const { host, origin } = headersDistinct;
  if (host?.length !== 1 || host[0] !== `127.0.0.1:${port}`) return 403;
  if (origin !== undefined || headers['sec-fetch-site'] !== undefined) return 403;
  if (url !== PROVE_PATH && !Object.hasOwn(handlers, url ?? '')) return 404;
  if (method !== 'POST') return 405;
  if (headers['content-type'] !== 'application/json') return 415;
  if (url === PROVE_PATH) return proofRefusalOf(headers);
  const proof = expected.get(socket);
  if (proof === undefined || !isSameProof(String(headers[PROOF_HEADER]), proof)) return 401;
  return Number(headers['content-length'] ?? 0) > MAX_BYTES ? 413 : undefined;
}

/** A client without a proof sends no body. */
function proofRefusalOf(headers: IncomingMessage['headers']): number | undefined {
  if (headers['content-length'] !== '0' || headers['transfer-encoding'] !== undefined) return 413;
  return isNonce(headers[NONCE_HEADER]) ? undefined : 400;
}

/** Undefined for a body that is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BYTES) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Answers with the status alone, and reads no further. */
function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.writeHead(status, { connection: 'close' }).end();
}
