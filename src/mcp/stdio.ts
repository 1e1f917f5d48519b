/** The SDK's transport over standard input and output, with what it leaves out: a limit of a message's size, refusals, and the wait for open requests. */
import type { Readable, Writable } from 'node:stream';

import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

import { maskForDisplay } from '../core/secrets/secrets.js';
import { MessageLines, TOO_LONG } from './message-lines.js';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** Issues that zod found in a value. */
const ISSUES = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1);
const MAX_ISSUES = 5;

export interface StdioOptions {
  /** Called after the last message. */
  readonly onInputEnd: () => void;
  /** What the server tells the model of a client that gives this name. Never rejects. */
  readonly instructions: (clientName: string | undefined) => Promise<string>;
}

export class StdioTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #options: StdioOptions;
  readonly #lines = new MessageLines(() => this.#refuse(INVALID_REQUEST, TOO_LONG));
  readonly #transport: StdioServerTransport;
  /** The line that the SDK parses now. */
  #line: Buffer = Buffer.alloc(0);
  readonly #unanswered = new Set<RequestId>();
  #onDrained: (() => void) | undefined;
  /** Settles when all that was to be sent so far is sent. */
  #sent: Promise<void> = Promise.resolve();
  /** The request `initialize` that is not answered yet, and what its answer tells the model. */
  #greeting: { readonly id: RequestId; readonly instructions: Promise<string> } | undefined;

  constructor(input: Readable, output: Writable, options: StdioOptions) {
    this.#input = input;
    this.#output = output;
    this.#options = options;
    this.#transport = new StdioServerTransport(this.#lines, output, { maxBufferSize: Number.POSITIVE_INFINITY });
  }

  async start(): Promise<void> {
    this.#transport.onmessage = (message) => this.#receive(message);
    this.#transport.onerror = (error) => this.#refuseLine(error);
    this.#transport.onclose = () => this.onclose?.();
    this.#lines.on('data', (line: Buffer) => (this.#line = line));
    this.#lines.once('end', this.#options.onInputEnd);
    this.#input.on('error', (error) => this.onerror?.(error));
    for (const event of ['close', 'error'] as const) this.#input.once(event, () => this.#lines.end());
    await this.#transport.start();
    this.#input.pipe(this.#lines);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    // One after the other: the answer to `initialize` waits for the instructions, and nothing overtakes it.
    const sent = this.#sent.then(
      async () => await this.#transport.send(await this.#withInstructions(inPlainWords(message))),
    );
    this.#sent = sent.catch(() => undefined);
    try {
      await sent;
    } finally {
      if ('id' in message && !('method' in message)) this.#settle(message.id);
    }
  }

  async close(): Promise<void> {
    this.#input.unpipe(this.#lines);
    this.#input.pause();
    await this.#transport.close();
  }

  /** Resolves when every request that came has its answer. */
  drained(): Promise<void> {
    if (this.#unanswered.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onDrained = resolve;
    });
  }

  #receive(message: JSONRPCMessage): void {
    if ('method' in message && 'id' in message) {
      this.#unanswered.add(message.id);
      if (message.method === 'initialize')
        this.#greeting = { id: message.id, instructions: this.#options.instructions(clientNameOf(message)) };
    }
    if ('method' in message && message.method === 'notifications/cancelled')
      this.#settle((message.params as { readonly requestId?: RequestId } | undefined)?.requestId);
    this.onmessage?.(withArguments(message));
  }

  /** The SDK has one text for all clients, and needs it before it knows which one connects. */
  async #withInstructions(message: JSONRPCMessage): Promise<JSONRPCMessage> {
    if (!('result' in message) || message.id !== this.#greeting?.id) return message;
    const { instructions } = this.#greeting;
    this.#greeting = undefined;
    return { ...message, result: { ...message.result, instructions: await instructions } };
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined) this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) this.#onDrained?.();
  }

  /** The SDK's own error would quote the line. */
  #refuseLine(error: Error): void {
    const line = this.#line.toString('utf8').trimEnd();
    const value = valueOf(line);
    if (value === undefined) {
      const length = line.length.toLocaleString('en');
      this.#refuse(PARSE_ERROR, `The message is not JSON (${length} characters on one line).`);
    } else if (Array.isArray(value))
      this.#refuse(INVALID_REQUEST, 'Batches are not taken: send each message on a line of its own.');
    else if (error.name === 'ZodError')
      this.#refuse(INVALID_REQUEST, 'The message is not one of JSON-RPC 2.0.', idOf(value));
    else this.onerror?.(error);
  }

  /** Tells the client and the log. A message whose id is not known is answered with the id null, as JSON-RPC asks. */
  #refuse(code: number, message: string, id?: RequestId): void {
    this.onerror?.(new Error(message));
    this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } })}\n`);
  }
}

/**
 * Says what is wrong with a request in plain words: the SDK answers with the issues of zod as JSON, and calls them an internal
 * error. The name of an error's code is left out, as the client adds it again.
 */
function inPlainWords(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  const [prefix] = /^MCP error -?\d+: /.exec(message.error.message) ?? [];
  if (prefix !== undefined)
    return { ...message, error: { ...message.error, message: message.error.message.slice(prefix.length) } };
  if (message.error.code !== INTERNAL_ERROR || !message.error.message.startsWith('[')) return message;
  const issues = ISSUES.safeParse(valueOf(message.error.message));
  if (!issues.success) return message;
  const sentences = issues.data.slice(0, MAX_ISSUES).map(({ path, message: what }) => `${path.join('.')}: ${what}`);
  return {
    ...message,
    error: {
      code: INVALID_PARAMS,
      message: maskForDisplay(`The request is not one this server takes. ${sentences.join('; ')}.`),
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

/** Arguments that are no object are for the tool to refuse, in words for the model that wrote them: a refusal by the protocol does not reach the model. */
function withArguments(message: JSONRPCMessage): JSONRPCMessage {
  if (!('method' in message) || message.method !== 'tools/call') return message;
  const args = message.params?.['arguments'];
  if (args === undefined || (typeof args === 'object' && args !== null && !Array.isArray(args))) return message;
  return { ...message, params: { ...message.params, arguments: args === null ? {} : { arguments: args } } };
}

function clientNameOf({ params }: Extract<JSONRPCMessage, { method: string }>): string | undefined {
  const { clientInfo } = (params ?? {}) as { readonly clientInfo?: { readonly name?: unknown } };
  return typeof clientInfo?.name === 'string' ? clientInfo.name : undefined;
}

function idOf(value: unknown): RequestId | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value) || 'result' in value || 'error' in value)
    return undefined;
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : undefined;
}
