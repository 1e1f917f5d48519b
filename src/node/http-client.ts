/** A minimal HTTP/1.0 client for requests to this machine. Node's own client takes longer to load than a host takes to answer. */
import { connect, type Socket } from 'node:net';

import { t } from '../core/l10n.js';
import { MEGABYTE } from '../core/units.js';

export interface PostRequest {
  /** Such as `/recall`. */
  readonly path: string;
  /** Further headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const MOST_BYTES = MEGABYTE;

/** One connection to a port of 127.0.0.1, for requests one after the other. */
export class PostConnection {
  readonly #port: number;
  readonly #socket: Socket;
  readonly #started = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #received = Buffer.alloc(0);
  #settle: (ended: boolean) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;
  #failure: Error | undefined;

  /** @param timeoutMs for all requests until {@link PostConnection.limit} is called */
  constructor(port: number, timeoutMs: number) {
    this.#port = port;
    this.#socket = connect({ host: '127.0.0.1', port });
    this.limit(timeoutMs);
    this.#socket
      .on('data', (part) => this.#take(part))
      .on('error', (error) => this.#fail(error))
      .on('end', () => this.#settle(true))
      .on('close', () => this.#fail(new Error(t('the connection was closed'))));
  }

  /**
   * Rejects on timeout, on a response that is too long or no HTTP, and when the connection breaks. A body ends at its content length, or with the
   * connection.
   * @param more whether another request follows
   */
  post({ path, headers, body }: PostRequest, more = false): Promise<PostResponse> {
    const lines = [
      `host: 127.0.0.1:${this.#port}`,
      `connection: ${more ? 'keep-alive' : 'close'}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#received = Buffer.alloc(0);
      this.#reject = reject;
      this.#settle = (ended) => {
        const answer = read(this.#received, ended);
        if (answer instanceof Error) reject(answer);
        else if (answer !== undefined) resolve(answer);
      };
      this.#socket.write(`POST ${path} HTTP/1.0\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
    });
  }

  /** Closes the connection that many milliseconds after its beginning, whatever limit it had before. */
  limit(timeoutMs: number): void {
    clearTimeout(this.#timer);
    const late = new Error(t('no response within {ms} ms', { ms: timeoutMs }));
    const left = timeoutMs - (performance.now() - this.#started);
    this.#timer = setTimeout(() => this.#socket.destroy(late), Math.max(1, left));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#socket.destroy();
  }

  #take(part: Buffer): void {
    this.#received = Buffer.concat([this.#received, part]);
    if (this.#received.length > MOST_BYTES) this.#socket.destroy(new Error(t('the response is too long')));
    else this.#settle(false);
  }

  #fail(error: Error): void {
    clearTimeout(this.#timer);
    this.#failure ??= error;
    this.#reject(error);
  }
}

/** Undefined while the response is incomplete. */
function read(said: Buffer, ended: boolean): PostResponse | Error | undefined {
  const at = said.indexOf('\r\n\r\n');
  if (at < 0) return ended ? new Error(t('it doesn’t respond over HTTP')) : undefined;
  const [first = '', ...lines] = said.toString('latin1', 0, at).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1]);
  if (!(status > 0)) return new Error(t('it doesn’t respond over HTTP'));
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = Number(headers.get('content-length') ?? Infinity);
  const body = said.subarray(at + 4);
  if (body.length < length && !ended) return undefined;
  return { status, headers, body: body.toString('utf8', 0, Math.min(length, body.length)) };
}
