/** Messages on standard input and output, one a line. Nobody's bad line stops the talk. */
import type { Readable } from 'node:stream';

import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, JSONRPCMessageSchema, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

import { asError } from '../core/errors.js';
import { hideSecrets } from '../core/secrets/secrets.js';
import { MEGABYTE } from '../core/units.js';

/** Bytes of one message. A longer one is refused and the next one read. */
const LONGEST_MESSAGE = 32 * MEGABYTE;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** Notes of zod on a value. */
const NOTES = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1);
const MOST_NOTES = 5;

export class StdioTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  #parts: Buffer[] = [];
  #bytes = 0;
  /** Whether the rest of a message that is too long is being passed over. */
  #skipping = false;
  #closed = false;
  readonly #unanswered = new Set<RequestId>();
  #drained: (() => void) | undefined;

  constructor(
    private readonly input: Readable,
    /** Writes a text and says when it is taken; it may drop it when nobody reads. */
    private readonly write: (text: string, done: () => void) => void,
    /** Nothing more will come in. */
    private readonly ended: () => void,
  ) {}

  async start(): Promise<void> {
    this.input.on('data', (chunk: Buffer) => this.#take(chunk));
    this.input.on('error', (error) => this.onerror?.(error));
    for (const event of ['end', 'close', 'error'] as const) this.input.once(event, this.ended);
  }

  send(message: JSONRPCMessage): Promise<void> {
    if ('id' in message && !('method' in message)) this.#answered(message.id);
    return this.#write(inWords(message));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.input.removeAllListeners('data');
    this.input.pause();
    this.onclose?.();
  }

  /** Resolves when every request that came has its answer. */
  drained(): Promise<void> {
    if (this.#unanswered.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drained = resolve;
    });
  }

  #take(chunk: Buffer): void {
    let at = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, at)) {
      this.#keep(chunk.subarray(at, end));
      this.#line();
      at = end + 1;
    }
    this.#keep(chunk.subarray(at));
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > LONGEST_MESSAGE) {
      this.#skipping = true;
      this.#parts = [];
    } else if (!this.#skipping && part.length > 0) this.#parts.push(part);
  }

  #line(): void {
    const text = Buffer.concat(this.#parts).toString('utf8').trim();
    const skipped = this.#skipping;
    this.#parts = [];
    this.#bytes = 0;
    this.#skipping = false;
    if (skipped)
      this.#refuse(INVALID_REQUEST, `A message may have ${LONGEST_MESSAGE / MEGABYTE} MB at most.`, undefined);
    else if (text !== '') this.#read(text);
  }

  #read(text: string): void {
    const value = valueOf(text);
    // The parser's own message would quote what it read.
    if (value === undefined)
      return this.#refuse(
        PARSE_ERROR,
        `The message is not JSON (${text.length.toLocaleString('en')} characters on one line).`,
        undefined,
      );
    if (Array.isArray(value))
      return this.#refuse(INVALID_REQUEST, 'Batches are not taken: send each message on a line of its own.', undefined);
    const { success, data } = JSONRPCMessageSchema.safeParse(value);
    if (!success) return this.#refuse(INVALID_REQUEST, 'The message is not one of JSON-RPC 2.0.', idOf(value));
    if ('method' in data && 'id' in data) this.#unanswered.add(data.id);
    else if ('method' in data && data.method === 'notifications/cancelled')
      this.#answered((data.params as { readonly requestId?: RequestId } | undefined)?.requestId);
    this.onmessage?.(withArguments(data));
  }

  #answered(id: RequestId | undefined): void {
    if (id !== undefined) this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) this.#drained?.();
  }

  /** Says so to the client, and to the log. A message whose id is not known is answered with the id null, as JSON-RPC asks. */
  #refuse(code: number, message: string, id: RequestId | undefined): void {
    this.onerror?.(new Error(message));
    this.#write({ jsonrpc: '2.0', id: id ?? null, error: { code, message } }).catch((error: unknown) =>
      this.onerror?.(asError(error)),
    );
  }

  #write(message: object): Promise<void> {
    return new Promise((resolve) => {
      if (this.#closed) return resolve();
      this.write(`${JSON.stringify(message)}\n`, resolve);
    });
  }
}

/**
 * What is wrong with a request, in words: the protocol's own handlers answer with the checker's notes as JSON, and call it their own
 * failure. What an error is called in code goes: whoever gets it says so again.
 */
function inWords(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  const [prefix] = /^MCP error -?\d+: /.exec(message.error.message) ?? [];
  if (prefix !== undefined)
    return { ...message, error: { ...message.error, message: message.error.message.slice(prefix.length) } };
  if (message.error.code !== INTERNAL_ERROR || !message.error.message.startsWith('[')) return message;
  const notes = NOTES.safeParse(valueOf(message.error.message));
  if (!notes.success) return message;
  const said = notes.data.slice(0, MOST_NOTES).map(({ path, message: what }) => `${path.join('.')}: ${what}`);
  return {
    ...message,
    error: {
      code: INVALID_PARAMS,
      message: hideSecrets(`The request is not one this server takes. ${said.join('; ')}.`),
    },
  };
}

/** Undefined for a text that is no JSON. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Arguments that are no object are for the tool to refuse, in words for the model that wrote them; of the protocol's own refusal it would see nothing. */
function withArguments(message: JSONRPCMessage): JSONRPCMessage {
  if (!('method' in message) || message.method !== 'tools/call') return message;
  const given = message.params?.['arguments'];
  if (given === undefined || (typeof given === 'object' && given !== null && !Array.isArray(given))) return message;
  return { ...message, params: { ...message.params, arguments: given === null ? {} : { arguments: given } } };
}

function idOf(value: unknown): RequestId | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value) || 'result' in value || 'error' in value)
    return undefined;
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : undefined;
}
