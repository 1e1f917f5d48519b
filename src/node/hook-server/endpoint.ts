/** Where a host answers hooks: HTTP on the loopback address, for programs that can read its discovery file. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, rm, unlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { dirname } from 'node:path';

import { MemdirError, messageOf } from '../../core/errors.js';
import type { Log } from '../../core/ports/log.js';
import { MEGABYTE } from '../../core/units.js';
import { ANSWER_HEADER, bearer, type HostAddress } from '../../protocol/hooks.js';
import { hostFile, hostFiles } from '../discovery.js';
import { writeAtomic } from '../files/atomic-write.js';
import { isGone } from '../paths.js';
import { isRunning } from '../process-running.js';

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
  /** See {@link HostAddress.recallMs}. */
  readonly recallMs?: () => number | undefined;
}

export interface Endpoint {
  readonly port: number;
  /** Writes the discovery file again, with the present `recallMs`. */
  announce(): void;
  /** Removes the discovery file and stops listening. */
  close(): Promise<void>;
}

const MAX_BYTES = MEGABYTE;
const TIMEOUT_MS = 5_000;

/** Rejects when it cannot listen or cannot write its discovery file. */
export async function openEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const { dataDir, folders, trusted, log } = options;
  const tokens: Tokens = { token: randomToken(), answerToken: randomToken() };
  const server = await listen(options, tokens);
  const port = portOf(server);
  const file = hostFile(dataDir, process.pid, port);
  const started = new Date().toISOString();
  const announce = async (): Promise<void> => {
    const recallMs = options.recallMs?.();
    const address: HostAddress = {
      version: 1,
      pid: process.pid,
      started,
      port,
      ...tokens,
      folders,
      ...(trusted === true ? { trusted } : {}),
      ...(recallMs === undefined ? {} : { recallMs }),
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

/** The secrets by which each side knows the other: `token` in a request, `answerToken` in its response. */
interface Tokens {
  readonly token: string;
  readonly answerToken: string;
}

async function listen(options: EndpointOptions, tokens: Tokens): Promise<Server> {
  const { log } = options;
  const server = createServer(
    {
      requestTimeout: TIMEOUT_MS,
      headersTimeout: TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_MS,
      keepAlive: false,
      maxHeaderSize: 8192,
    },
    (request, response) => {
      respond({ ...options, ...tokens, port: portOf(server) }, request, response).catch((error: unknown) => {
        log.warn(`A hook was not answered: ${messageOf(error)}`);
        refuse(response, 500);
      });
    },
  );
  server.maxConnections = 32;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  server.on('error', (error) => log.warn(`Hooks may not be answered: ${error.message}`));
  return server;
}

const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const randomToken = (): string => randomBytes(32).toString('hex');

/** Compares in a time that does not tell where the texts differ. */
function isSameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

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

interface ResponseContext extends EndpointOptions, Tokens {
  readonly port: number;
}

async function respond(context: ResponseContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const status = refusalOf(context, request);
  if (status !== undefined) return refuse(response, status);
  const body = await readBody(request);
  if (body === undefined) return refuse(response, 413);
  const closed = new AbortController();
  response.on('close', () => closed.abort());
  try {
    const result = await context.handlers[request.url ?? '']?.(JSON.parse(body), closed.signal);
    sendJson(response, 200, JSON.stringify(result), context.answerToken);
  } catch (error) {
    if (closed.signal.aborted) return;
    if (error instanceof SyntaxError || (error instanceof MemdirError && error.code === 'bad-input'))
      return refuse(response, 400);
    if (!(error instanceof MemdirError && error.code === 'unavailable')) throw error;
    // Capturing is off or the disk is full: a caller with the token is told which.
    sendJson(response, 503, JSON.stringify({ error: error.message }), context.answerToken);
  }
}

const sendJson = (response: ServerResponse, status: number, body: string, answerToken: string): void =>
  void response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      [ANSWER_HEADER]: answerToken,
      connection: 'close',
    })
    .end(body);

/** The status for a request whose body is not read: it may come from a page in a browser, or by a host name that resolves to this address. */
function refusalOf(
  { port, token, handlers }: ResponseContext,
  { method, url, headers }: IncomingMessage,
): number | undefined {
  if (headers.host !== `127.0.0.1:${port}` || headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    return 403;
  if (!Object.hasOwn(handlers, url ?? '')) return 404;
  if (method !== 'POST') return 405;
  if (headers['content-type'] !== 'application/json') return 415;
  if (!isSameSecret(headers.authorization ?? '', bearer(token))) return 401;
  return Number(headers['content-length'] ?? 0) > MAX_BYTES ? 413 : undefined;
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
