/** A loopback server that speaks the part of Ollama's documented protocol that Memdir uses, with every fault a real one can have. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServedModel {
  digest: string;
  dimensions: number;
  capabilities?: string[];
}

export interface Asked {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** Takes a request over; returns true when it has dealt with it. */
export type Fault = (asked: Asked, response: ServerResponse) => boolean | Promise<boolean>;

export interface OllamaDouble {
  readonly models: Map<string, ServedModel>;
  readonly asked: Asked[];
  /** Looked at before each request, in order. */
  readonly faults: Fault[];
  readonly url: string;
  /** Layers that a pull sends, in bytes; each in ten steps. */
  layers: number[];
  /** What a model that was pulled can do. */
  pulled: string[];
  /** Milliseconds between two lines of a pull. */
  pullStepMs: number;
  /** Requests whose connection the client has closed before the answer was complete. */
  abandoned: number;
  /** What the chat model replies. */
  says: (asked: Asked) => string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const digestOf = (seed: string): string => createHash('sha256').update(seed).digest('hex');

/** Texts that share words have near vectors; the model's digest turns them all. */
export function vectorOf(text: string, { digest, dimensions }: ServedModel): number[] {
  const vector = new Array<number>(dimensions).fill(0.01);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const hash = createHash('sha256').update(`${digest} ${word}`).digest();
    vector[hash.readUInt16BE(0) % dimensions]! += hash[2]! % 2 === 0 ? 1 : -1;
  }
  return vector;
}

/** @param port of 127.0.0.1; 0: any that is free */
export async function startOllama(
  models: Record<string, Partial<ServedModel>> = { 'nomic-embed-text:latest': {} },
  port = 0,
): Promise<OllamaDouble> {
  let server: Server | undefined;
  const double: OllamaDouble = {
    models: new Map(
      Object.entries(models).map(([name, model]) => [name, { digest: digestOf(name), dimensions: 24, ...model }]),
    ),
    asked: [],
    faults: [],
    layers: [1000, 200],
    pulled: ['embedding'],
    pullStepMs: 0,
    abandoned: 0,
    says: () => '{}',
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    start: async () => {
      server = createServer((request, response) => void serve(double, request, response));
      await new Promise<void>((done, failed) => server!.once('error', failed).listen(port, '127.0.0.1', done));
      port = (server.address() as AddressInfo).port;
    },
    stop: async () => {
      server?.closeAllConnections();
      await new Promise((done) => (server ? server.close(done) : done(undefined)));
      server = undefined;
    },
  };
  await double.start();
  return double;
}

const json = (response: ServerResponse, status: number, body: unknown): true => {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
  return true;
};

async function serve(double: OllamaDouble, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part as string;
  const asked: Asked = {
    path: request.url ?? '',
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
  double.asked.push(asked);
  response.on('close', () => {
    if (!response.writableFinished) double.abandoned += 1;
  });
  for (const fault of [...double.faults]) if (await fault(asked, response)) return;
  const named = nameIn(asked.body);
  const model = double.models.get(/:/.test(named) ? named : `${named}:latest`);
  switch (asked.path) {
    case '/api/version':
      return void json(response, 200, { version: '0.12.3' });
    case '/api/tags':
      return void json(response, 200, {
        models: [...double.models].map(([name, { digest }]) => ({
          name,
          model: name,
          digest,
          size: 274302450,
          details: { family: 'nomic-bert' },
        })),
      });
    case '/api/pull':
      return pull(double, named, response);
    case '/api/show':
      return void (model
        ? json(response, 200, { capabilities: model.capabilities ?? ['embedding'], model_info: {} })
        : notFound(response, named));
    case '/api/embed':
      return void (model
        ? json(response, 200, {
            model: named,
            embeddings: (asked.body['input'] as string[]).map((input) => vectorOf(input, model)),
          })
        : notFound(response, named));
    case '/api/chat':
      return void (model ? chat(asked, double.says(asked), response) : notFound(response, named));
    default:
      response.writeHead(404).end('404 page not found');
  }
}

/** In pieces, one JSON object a line, unless it is asked not to. */
function chat({ body }: Asked, says: string, response: ServerResponse): void {
  if (body['stream'] === false) return void json(response, 200, chatReply(says));
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  for (const content of says.match(/[^]{1,8}/g) ?? [])
    response.write(`${JSON.stringify({ model: 'llama3.2', message: { role: 'assistant', content }, done: false })}\n`);
  response.end(`${JSON.stringify(chatReply(''))}\n`);
}

export const chatReply = (content: string, reason = 'stop'): object => ({
  model: 'llama3.2',
  message: { role: 'assistant', content },
  done: true,
  done_reason: reason,
  prompt_eval_count: 40,
  eval_count: 12,
});

const nameIn = ({ model, name }: Asked['body']): string =>
  typeof model === 'string' ? model : typeof name === 'string' ? name : '';

const notFound = (response: ServerResponse, name: string): true =>
  json(response, 404, { error: `model "${name}" not found, try pulling it first` });

async function pull(double: OllamaDouble, name: string, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  const line = (value: object): boolean => response.write(`${JSON.stringify(value)}\n`);
  if (name.startsWith('missing')) {
    line({ status: 'pulling manifest' });
    line({ error: 'pull model manifest: file does not exist' });
    return void response.end();
  }
  line({ status: 'pulling manifest' });
  for (const [at, total] of double.layers.entries()) {
    for (let step = 0; step <= 10 && !response.destroyed; step++) {
      line({
        status: `pulling layer${at}`,
        digest: `sha256:layer${at}`,
        total,
        ...(step > 0 ? { completed: (total * step) / 10 } : {}),
      });
      await new Promise((done) => setTimeout(done, double.pullStepMs));
    }
  }
  if (response.destroyed) return;
  double.models.set(/:/.test(name) ? name : `${name}:latest`, {
    digest: digestOf(name),
    dimensions: 24,
    capabilities: double.pulled,
  });
  for (const status of ['verifying sha256 digest', 'writing manifest', 'success']) line({ status });
  response.end();
}

export const onPath =
  (path: string, fault: Fault): Fault =>
  (asked, response) =>
    asked.path === path && fault(asked, response);
/** Answers with an error as often as told, then no more. */
export function failing(path: string, status: number, body: unknown, times = Infinity): Fault {
  let left = times;
  return onPath(path, (_asked, response) => left-- > 0 && json(response, status, body));
}
/** Never answers. */
export const hanging = (path: string): Fault => onPath(path, () => true);
/** Sends the beginning of an answer and closes the connection. */
export function half(path: string, times = Infinity): Fault {
  let left = times;
  return onPath(path, (_asked, response) => {
    if (left-- <= 0) return false;
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 5000 });
    response.write(
      path === '/api/chat' ? '{"message": {"role": "assistant", "content": "{\\"fa' : '{"embeddings": [[0.1, 0.2',
    );
    setTimeout(() => response.destroy(), 10);
    return true;
  });
}
/** Answers, but only after so many milliseconds. */
export const slow = (path: string, ms: number): Fault =>
  onPath(path, async () => {
    await new Promise((done) => setTimeout(done, ms));
    return false;
  });
/** A whole answer of status 200 that is this text. */
export const saying = (path: string, text: string): Fault =>
  onPath(path, (_asked, response) => !!response.writeHead(200, { 'Content-Type': 'application/json' }).end(text));
export const answering = (path: string, body: (asked: Asked) => unknown): Fault =>
  onPath(path, (asked, response) => json(response, 200, body(asked)));
