/** A minimal HTTP/1.0 client for requests to this machine. Node's own client takes longer to load than a host takes to answer. */
import { connect } from 'node:net';

import { MEGABYTE } from '../core/units.js';

export interface PostRequest {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Such as `/recall`. */
  readonly path: string;
  /** Further headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Timeout in milliseconds. */
  readonly timeoutMs: number;
}

export interface PostResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const MOST_BYTES = MEGABYTE;

/** Rejects on timeout, on a response that is too long or no HTTP, and when the connection breaks. A body ends at its content length, or with the connection. */
export function post({ port, path, headers, body, timeoutMs }: PostRequest): Promise<PostResponse> {
  const lines = [
    `host: 127.0.0.1:${port}`,
    'connection: close',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = connect({ host: '127.0.0.1', port });
    const timer = setTimeout(() => socket.destroy(new Error(`it did not answer within ${timeoutMs} ms`)), timeoutMs);
    const settle = (ended: boolean): void => {
      const answer = read(received, ended);
      if (answer === undefined) return;
      if (answer instanceof Error) reject(answer);
      else resolve(answer);
      socket.destroy();
    };
    socket.on('data', (part) => {
      received = Buffer.concat([received, part]);
      if (received.length > MOST_BYTES) socket.destroy(new Error('its answer is too long'));
      else settle(false);
    });
    socket
      .on('error', reject)
      .on('end', () => settle(true))
      .on('close', () => clearTimeout(timer));
    socket.write(`POST ${path} HTTP/1.0\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  });
}

/** Undefined while the response is incomplete. */
function read(said: Buffer, ended: boolean): PostResponse | Error | undefined {
  const at = said.indexOf('\r\n\r\n');
  if (at < 0) return ended ? new Error('it speaks no HTTP') : undefined;
  const [first = '', ...lines] = said.toString('latin1', 0, at).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1]);
  if (!(status > 0)) return new Error('it speaks no HTTP');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = Number(headers.get('content-length') ?? Infinity);
  const body = said.subarray(at + 4);
  if (body.length < length && !ended) return undefined;
  return { status, headers, body: body.toString('utf8', 0, Math.min(length, body.length)) };
}
