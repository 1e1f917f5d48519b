/** A stand-in for a model service on this machine: it plays scenes and keeps every request as the client sent it. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Scene } from './script.mjs';

export type Answer = { readonly json: unknown } | { readonly events: string };

/** How a service is spoken to. Undefined: it has no such address. */
export interface Dialect {
  readonly answer: (path: string, body: unknown, scenes: readonly Scene[]) => Answer | undefined;
}

export interface Model {
  /** Without a slash at the end. */
  readonly url: string;
  /** Bodies of the requests that were answered, in order. */
  readonly requests: unknown[];
  readonly close: () => Promise<void>;
}

export async function startModel(dialect: Dialect, scenes: readonly Scene[] = []): Promise<Model> {
  const requests: unknown[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      const body = parsed(text);
      const answer = dialect.answer(path, body, scenes);
      if (answer === undefined) {
        response.writeHead(request.method === 'HEAD' ? 200 : 404, { 'content-type': 'application/json' });
        response.end('{"error":{"message":"There is no such address.","type":"not_found_error"}}');
        return;
      }
      if (text !== '') requests.push(body);
      response.writeHead(200, { 'content-type': 'json' in answer ? 'application/json' : 'text/event-stream' });
      response.end('json' in answer ? JSON.stringify(answer.json) : answer.events);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A request without a body, or with one that is no JSON.
    return undefined;
  }
}

/** Every text in a request, in the order in which it stands there. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
