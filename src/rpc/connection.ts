/**
 * Requests and notifications between this thread and a worker thread or a child process. Messages are copied as structured
 * values, so that binary arrays stay binary.
 */
import type { MessagePort, Worker } from 'node:worker_threads';

import { cancelled, type ErrorCode, MemdirError, messageOf, throwIfAborted } from '../core/errors.js';

/** The methods that one side offers, as their callers see them. */
type Methods<Api> = { readonly [Name in keyof Api]: (...args: never[]) => unknown };

/** The implementation of these methods. The signal is aborted when the caller cancels a request, or is gone. */
export type Handlers<Api extends Methods<Api>> = {
  readonly [Name in keyof Api]: (
    args: Parameters<Api[Name]>,
    signal: AbortSignal,
  ) => Awaited<ReturnType<Api[Name]>> | Promise<Awaited<ReturnType<Api[Name]>>>;
};

interface ErrorData {
  readonly message: string;
  /** Code of a {@link MemdirError}. */
  readonly code?: ErrorCode | undefined;
  readonly tokens?: number | undefined;
}

type Message =
  /** A notification has no id. */
  | { readonly id?: number; readonly method: string; readonly args: readonly unknown[] }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: ErrorData }
  | { readonly cancel: number };

/** How messages reach the other side. What is sent to a side that is gone is lost: the owner of the channel learns of the end, and closes the connection. */
export interface Channel {
  /** Throws for a value that cannot be copied. */
  send(message: unknown): void;
  listen(listener: (message: unknown) => void): void;
}

export const threadChannel = (port: MessagePort | Worker): Channel => ({
  send: (message) => port.postMessage(message),
  listen: (listener) => void port.on('message', listener),
});

/** A child process that was forked with advanced serialization, or this process as such a child. */
interface ProcessPeer {
  send?(message: unknown, handle: undefined, options: undefined, sent: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** @param onLost called when a message could not be sent */
export const processChannel = (peer: ProcessPeer, onLost: (error: Error) => void): Channel => ({
  send: (message) => void peer.send?.(message, undefined, undefined, (error) => error && onLost(error)),
  listen: (listener) => void peer.on('message', listener),
});

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class Connection<Remote extends Methods<Remote>, Local extends Methods<Local> = Record<never, never>> {
  readonly #channel: Channel;
  readonly #handlers: Handlers<Local>;
  /** Requests of this side that have no answer yet. */
  readonly #pending = new Map<number, Pending>();
  /** Requests of the other side that have no answer yet. */
  readonly #running = new Map<number, AbortController>();
  #lastId = 0;
  #closed: Error | undefined;

  constructor(channel: Channel, handlers: Handlers<Local>) {
    this.#channel = channel;
    this.#handlers = handlers;
    channel.listen((message) => this.#receive(message as Message));
  }

  /** Whether no request of this side is without an answer. */
  get idle(): boolean {
    return this.#pending.size === 0;
  }

  /** Rejects with the error of the handler (its code and message), with `cancelled` once the signal is aborted, and with the error of {@link close}. */
  async request<Name extends keyof Remote & string>(
    method: Name,
    args: Parameters<Remote[Name]>,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Remote[Name]>>> {
    throwIfAborted(signal);
    if (this.#closed !== undefined) throw this.#closed;
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const cancel = (): void => {
      this.#channel.send({ cancel: id } satisfies Message);
      reject(cancelled());
    };
    this.#pending.set(id, { resolve, reject });
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      this.#channel.send({ id, method, args } satisfies Message);
      return (await promise) as Awaited<ReturnType<Remote[Name]>>;
    } finally {
      this.#pending.delete(id);
      signal?.removeEventListener('abort', cancel);
    }
  }

  notify<Name extends keyof Remote & string>(method: Name, ...args: Parameters<Remote[Name]>): void {
    if (this.#closed === undefined) this.#channel.send({ method, args } satisfies Message);
  }

  /** The other side is gone: requests of this side reject with the error, those of the other side are aborted. */
  close(error: Error): void {
    this.#closed ??= error;
    for (const { reject } of this.#pending.values()) reject(this.#closed);
    for (const controller of this.#running.values()) controller.abort();
  }

  #receive(message: Message): void {
    if ('cancel' in message) this.#running.get(message.cancel)?.abort();
    else if ('method' in message) void this.#handle(message);
    else if ('error' in message) this.#pending.get(message.id)?.reject(errorFrom(message.error));
    else this.#pending.get(message.id)?.resolve(message.result);
  }

  /** A notification that fails is an unhandled rejection: the caller does not hear of it. */
  async #handle({ id, method, args }: Extract<Message, { readonly method: string }>): Promise<void> {
    const controller = new AbortController();
    const handle = async (): Promise<unknown> =>
      await this.#handlers[method as keyof Local](args as Parameters<Local[keyof Local]>, controller.signal);
    if (id === undefined) return void (await handle());
    this.#running.set(id, controller);
    try {
      this.#channel.send({ id, result: await handle() } satisfies Message);
    } catch (error) {
      this.#channel.send({ id, error: dataOf(error) } satisfies Message);
    } finally {
      this.#running.delete(id);
    }
  }
}

const dataOf = (error: unknown): ErrorData =>
  error instanceof MemdirError
    ? { message: error.message, code: error.code, tokens: error.tokens }
    : { message: messageOf(error) };

const errorFrom = ({ message, code, tokens = 0 }: ErrorData): Error =>
  code === undefined ? new Error(message) : new MemdirError(code, message, { tokens });
