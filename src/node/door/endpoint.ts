/** Where a host answers hooks: HTTP on the loopback address, for those alone who can read its discovery file. */
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

/** Answers what was asked; rejects with `bad-input` for what cannot be meant (400), with `unavailable` for what cannot be done now (503). */
export type Answer = (question: unknown, signal: AbortSignal) => Promise<unknown>;

export interface EndpointOptions {
  /** Absolute; the discovery file is kept in `hosts` below it. */
  readonly dataDir: string;
  /** Absolute real paths. */
  readonly folders: readonly string[];
  readonly log: Log;
  /** By path, such as `/recall`. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** See {@link HostAddress.recallMs}. */
  readonly recallMs?: () => number | undefined;
}

export interface Endpoint {
  readonly port: number;
  /** Writes the discovery file again: what it says may have changed. */
  announce(): void;
  /** Removes the discovery file and stops listening. */
  close(): Promise<void>;
}

const MOST_BYTES = MEGABYTE;
const TIMEOUT_MS = 5_000;

/** Rejects when it cannot listen or cannot write its discovery file. */
export async function openEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const { dataDir, folders, log } = options;
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
      ...(recallMs === undefined ? {} : { recallMs }),
    };
    await writeAtomic(file, JSON.stringify(address), { mode: 0o600, durable: false });
  };
  // One after the other, and none after the end.
  let writing: Promise<void> = Promise.resolve();
  let ended = false;
  const stop = async (): Promise<void> => {
    ended = true;
    await writing;
    await closed(server);
    await rm(file, { force: true });
  };
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await announce();
    await sweep(dataDir, file, log);
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

/** By which each side knows the other: the one that whoever asks must give, and the one that stands on the answer. */
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
    (question, reply) => {
      respond({ ...options, ...tokens, port: portOf(server) }, question, reply).catch((error: unknown) => {
        log.warn(`A hook was not answered: ${messageOf(error)}`);
        refuse(reply, 500);
      });
    },
  );
  server.maxConnections = 32;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  server.on('error', (error) => log.warn(`Hooks may not be answered: ${error.message}`));
  return server;
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const randomToken = (): string => randomBytes(32).toString('hex');

/** In a time that says nothing about where they differ. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Removes what hosts left behind that did not end by themselves. */
async function sweep(dataDir: string, own: string, log: Log): Promise<void> {
  for (const { file, address } of hostFiles(dataDir)) {
    if (file === own || (address !== undefined && isRunning(address.pid))) continue;
    await unlink(file).catch((error: unknown) => {
      if (!isGone(error)) log.warn(`An old discovery file was left: ${messageOf(error)}`);
    });
  }
}

interface Responding extends EndpointOptions, Tokens {
  readonly port: number;
}

async function respond(options: Responding, question: IncomingMessage, reply: ServerResponse): Promise<void> {
  const status = refusal(options, question);
  if (status !== undefined) return refuse(reply, status);
  const body = await bodyOf(question);
  if (body === undefined) return refuse(reply, 413);
  const gone = new AbortController();
  reply.on('close', () => gone.abort());
  try {
    const answer = JSON.stringify(await options.answers[question.url ?? '']?.(JSON.parse(body), gone.signal));
    say(reply, 200, answer, options.answerToken);
  } catch (error) {
    if (gone.signal.aborted) return;
    if (error instanceof SyntaxError || (error instanceof MemdirError && error.code === 'bad-input'))
      return refuse(reply, 400);
    if (!(error instanceof MemdirError && error.code === 'unavailable')) throw error;
    // Switched off, or a full disk: whoever is allowed to ask is told which.
    say(reply, 503, JSON.stringify({ error: error.message }), options.answerToken);
  }
}

const say = (reply: ServerResponse, status: number, answer: string, answerToken: string): void =>
  void reply
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(answer),
      [ANSWER_HEADER]: answerToken,
      connection: 'close',
    })
    .end(answer);

/** Why a request is not even read: it may come from a page in a browser, or from a name that was made to point here. */
function refusal({ port, token, answers }: Responding, { method, url, headers }: IncomingMessage): number | undefined {
  if (headers.host !== `127.0.0.1:${port}` || headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    return 403;
  if (!Object.hasOwn(answers, url ?? '')) return 404;
  if (method !== 'POST') return 405;
  if (headers['content-type'] !== 'application/json') return 415;
  if (!isSame(headers.authorization ?? '', bearer(token))) return 401;
  return Number(headers['content-length'] ?? 0) > MOST_BYTES ? 413 : undefined;
}

/** Undefined when it is too long. */
async function bodyOf(question: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of question) {
    bytes += (part as Buffer).length;
    if (bytes > MOST_BYTES) return undefined;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Says nothing but the status, and reads no further. */
function refuse(reply: ServerResponse, status: number): void {
  if (reply.headersSent || reply.destroyed) return void reply.destroy();
  reply.writeHead(status, { connection: 'close' }).end();
}
