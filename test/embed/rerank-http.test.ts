import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createHttpReranker } from '../../src/embed/rerank-http.js';

interface Asked {
  readonly method: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

let asked: Asked[] = [];
type Given = (response: ServerResponse) => void;
let answer: Given = () => undefined;
const server = createServer((request: IncomingMessage, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    asked.push({ method: request.method, authorization: request.headers.authorization, body });
    answer(response);
  });
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/rerank`;
});
beforeEach(() => void (asked = []));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json =
  (value: unknown, status = 200): Given =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof value === 'string' ? value : JSON.stringify(value));
  };
const results = (...scores: number[]) => ({
  results: scores.map((score, index) => ({ index, relevance_score: score })).reverse(),
});
const ask = (more: { apiKey?: string; timeoutMs?: number; signal?: AbortSignal; url?: string } = {}) =>
  createHttpReranker(more).rerank({ url: more.url ?? url, model: 'some-model' }, 'why', ['one', 'two'], more.signal);

describe('a rerank server', () => {
  it('is asked as Jina is, and answers in any order', async () => {
    answer = json(results(0.2, 0.9));
    expect(await ask({ apiKey: 'word' })).toEqual([0.2, 0.9]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: 'POST', authorization: 'Bearer word' });
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      model: 'some-model',
      query: 'why',
      documents: ['one', 'two'],
      top_n: 2,
    });
  });

  it('without a key gets none', async () => {
    answer = json(results(0.2, 0.9));
    await ask();
    expect(asked[0]?.authorization).toBeUndefined();
  });

  it('may answer what its model gives: that becomes a share', async () => {
    answer = json(results(-3, 4));
    const [low, high] = await ask();
    expect(low).toBeCloseTo(1 / (1 + Math.exp(3)));
    expect(high).toBeCloseTo(1 / (1 + Math.exp(-4)));
  });

  it.each<[string, Given, string]>([
    ['an error', json('no', 500), 'status 500'],
    ['no JSON', json('<html>'), 'isn’t JSON'],
    ['another form', json({ data: [] }), 'doesn’t follow Jina’s API'],
    ['too few scores', json(results(0.5)), '1 of 2 texts have a score'],
    [
      'a text instead of a number',
      json({ results: [{ index: 0, relevance_score: 'high' }] }),
      'doesn’t follow Jina’s API',
    ],
    [
      'another address',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      'can’t be reached',
    ],
    [
      'half an answer',
      (response) => void response.writeHead(200, { 'content-length': '99' }).write('{', () => response.destroy()),
      'can’t be reached',
    ],
    ['nothing', (response) => void response.destroy(), 'can’t be reached'],
  ])('that gives %s is unavailable', async (_, given, message) => {
    answer = given;
    await expect(ask()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(message) as string,
    });
  });

  it.each<[string, Given]>([
    ['before its answer', () => undefined],
    ['in the middle of it', (response) => void response.writeHead(200).write('{')],
  ])('that is silent %s is given up after a while', async (_, given) => {
    answer = given;
    await expect(ask({ timeoutMs: 100 })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('no response within 0.1 s') as string,
    });
  });

  it('that is not there is unavailable', async () => {
    await expect(ask({ url: 'http://127.0.0.1:9/rerank' })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each(['', ' ', 'localhost:80', 'file:///etc/hosts', 'http://user:word@127.0.0.1/', 'ftp://127.0.0.1/'])(
    'is not asked at %j',
    async (address) => {
      await expect(ask({ url: address })).rejects.toMatchObject({ code: 'bad-input' });
      expect(asked).toEqual([]);
    },
  );

  it('quotes no key that a header cannot carry', async () => {
    const error: unknown = await ask({ apiKey: 'word-one\nword-two' }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: /MEMDIR_RERANK_API_KEY isn’t a key/ });
    expect(inspect(error)).not.toContain('word-one');
  });

  it('can be left waiting', async () => {
    answer = () => undefined;
    const stop = new AbortController();
    const waiting = ask({ signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  });
});
