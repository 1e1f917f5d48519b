/** The process that a client starts, where a background process serves: it passes messages on, and opens the session again when that process is replaced. */
import type { Duplex, Readable, Writable } from 'node:stream';

import { messageOf } from '../core/errors.js';
import { withTimeout } from '../service/async.js';
import { MessageLines, TOO_LONG } from './message-lines.js';

const INVALID_REQUEST = -32600;
const INTERNAL_ERROR = -32603;
/** Milliseconds that answers under way may take once nothing more comes in. */
const LAST_ANSWERS_MS = 5_000;
/** Key of a line that is no message of the protocol: text for the standard error of this process. */
export const STDERR_KEY = 'memdirStderr';

const LOST = 'The background process of Memdir ended while it worked on this. Look at what it did, then repeat.';

type Id = string | number;

interface Message {
  readonly id?: Id;
  readonly method?: string;
  readonly params?: { readonly requestId?: Id; readonly uri?: string };
}

export interface StdioProxyOptions {
  /** Opens a session. Resolves with undefined where there is none to be had. */
  readonly connect: () => Promise<Duplex | undefined>;
  readonly input: Readable;
  readonly output: Writable;
  readonly stderr: (line: string) => void;
}

/** What a session was told once and its successor has to be told again, by what a later line of the kind replaces. */
const stateKey = ({ method, params }: Message): string | undefined =>
  method === 'initialize' || method === 'notifications/initialized' || method === 'logging/setLevel'
    ? method
    : method === 'resources/subscribe'
      ? `${method} ${params?.uri ?? ''}`
      : undefined;

export class StdioProxy {
  readonly #options: StdioProxyOptions;
  /** Undefined while there is no session. */
  #session: Duplex | undefined;
  readonly #unanswered = new Set<Id>();
  readonly #state = new Map<string, Message>();
  /** Ids of requests that the proxy repeats by itself; the client gets no answer to them. */
  readonly #repeated = new Set<Id>();
  #count = 0;
  #sending: Promise<void> = Promise.resolve();
  #onAnswered: () => void = () => undefined;

  constructor(options: StdioProxyOptions, session: Duplex) {
    this.#options = options;
    this.#follow(session);
  }

  /** Passes on until the input ends and is answered. */
  async run(ended: Promise<unknown>): Promise<void> {
    const { input } = this.#options;
    const lines = new MessageLines(() => this.#answer(null, INVALID_REQUEST, TOO_LONG));
    const inputEnded = new Promise<void>((resolve) => lines.once('end', resolve));
    lines.on('data', (line: Buffer) => {
      // In order, also while a session is opened again.
      this.#sending = this.#sending.then(() => this.#send(line.toString('utf8')));
    });
    for (const event of ['close', 'error'] as const) input.once(event, () => lines.end());
    input.pipe(lines);
    await Promise.race([ended, inputEnded]);
    await withTimeout(Promise.all([this.#sending, this.#answered()]), LAST_ANSWERS_MS);
    this.#session?.destroy();
  }

  #answered(): Promise<void> {
    return new Promise((resolve) => {
      this.#onAnswered = resolve;
      if (this.#unanswered.size === 0) resolve();
    });
  }

  async #send(line: string): Promise<void> {
    const message = messageIn(line);
    const isRequest = message.method !== undefined && message.id !== undefined;
    if (isRequest && message.id !== undefined) this.#unanswered.add(message.id);
    if (message.method === 'notifications/cancelled') this.#settle(message.params?.requestId);
    const session = this.#session ?? (await this.#reopen());
    const key = stateKey(message);
    if (key !== undefined) this.#state.set(key, message);
    if (message.method === 'resources/unsubscribe')
      this.#state.delete(`resources/subscribe ${message.params?.uri ?? ''}`);
    if (session) session.write(line);
    else if (isRequest) this.#fail(message.id, 'The background process of Memdir cannot be reached. Repeat later.');
  }

  async #reopen(): Promise<Duplex | undefined> {
    try {
      const session = await this.#options.connect();
      if (session === undefined) return undefined;
      this.#follow(session);
      for (const message of this.#state.values()) {
        const again = message.id === undefined ? message : { ...message, id: `memdir-${(this.#count += 1)}` };
        if (again.id !== undefined) this.#repeated.add(again.id);
        session.write(`${JSON.stringify(again)}\n`);
      }
      return session;
    } catch (error) {
      this.#options.stderr(`The background process cannot be reached: ${messageOf(error)}`);
      return undefined;
    }
  }

  #follow(session: Duplex): void {
    this.#session = session;
    const lines = new MessageLines(() => this.#options.stderr('An answer was too long and is left out.'));
    lines.on('data', (line: Buffer) => this.#receive(line));
    session.on('error', () => session.destroy());
    session.once('close', () => {
      if (this.#session !== session) return;
      this.#session = undefined;
      for (const id of this.#unanswered) this.#fail(id, LOST);
    });
    session.pipe(lines);
  }

  #receive(line: Buffer): void {
    const message = messageIn(line.toString('utf8'));
    const told = (message as Readonly<Record<string, unknown>>)[STDERR_KEY];
    if (typeof told === 'string') return this.#options.stderr(told);
    if (message.method === undefined && message.id !== undefined) {
      if (this.#repeated.delete(message.id)) return;
      this.#settle(message.id);
    }
    this.#options.output.write(line);
  }

  #fail(id: Id | undefined, message: string): void {
    this.#settle(id);
    this.#answer(id ?? null, INTERNAL_ERROR, message);
  }

  #answer(id: Id | null, code: number, message: string): void {
    this.#options.output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }

  #settle(id: Id | undefined): void {
    if (id !== undefined) this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) this.#onAnswered();
  }
}

/** Without members for what is no message: the server refuses it. */
function messageIn(line: string): Message {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : {};
  } catch {
    return {};
  }
}
