/** A loopback server that speaks OpenAI's chat protocol, with the faults that real ones have. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChatRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

export interface ChatServer {
  /** Address of the API. */
  readonly url: string;
  readonly asked: ChatRequest[];
  /** Answers a request; default: `says` in the form of the protocol. */
  answer: (request: ChatRequest, response: ServerResponse) => void | Promise<void>;
  says: (request: ChatRequest) => string;
  /** Requests that the client gave up. */
  abandoned: number;
  stop(): Promise<void>;
}

export const completion = (content: string | null, more: object = {}, reason = 'stop'): object => ({
  id: 'c1',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: reason }],
  usage: { prompt_tokens: 40, completion_tokens: 12, total_tokens: 52 },
});

export const send = (response: ServerResponse, status: number, body: unknown): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body));

export async function startChatServer(): Promise<ChatServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.on('close', () => {
      if (!response.writableEnded) double.abandoned++;
    });
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const asked = {
          path: request.url ?? '',
          headers: request.headers,
          body: JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>,
        };
        double.asked.push(asked);
        void double.answer(asked, response);
      });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const double: ChatServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: [],
    abandoned: 0,
    says: () => '{}',
    answer: (asked, response) => send(response, 200, completion(double.says(asked))),
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return double;
}
