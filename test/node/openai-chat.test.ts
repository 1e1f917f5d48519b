/** A chat model of a server that speaks OpenAI's protocol, over real connections. */
import { inspect } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { ChatQuestion } from '../../src/core/ports/chat-model.js';
import { createOpenAiChat, type OpenAiChatOptions } from '../../src/llm/openai.js';
import { serverAddress } from '../../src/llm/openai-address.js';
import { type ChatServer, completion, send, startChatServer } from '../support/chat-server.js';

const KEY = `sk-${'Qx7Kq9Zr2'.repeat(4)}`;
const QUESTION: ChatQuestion = {
  system: 'Choose.',
  text: 'Which?',
  schema: {
    type: 'object',
    required: ['files'],
    additionalProperties: false,
    properties: { files: { type: 'array', items: { type: 'string' } } },
  },
  mostTokens: 100,
};
let server: ChatServer;
const ask = (more: Partial<OpenAiChatOptions> = {}, signal?: AbortSignal): Promise<unknown> =>
  createOpenAiChat({ place: { url: server.url, remote: false }, model: 'small', key: KEY, ...more }).ask(
    QUESTION,
    signal,
  );

beforeEach(async () => {
  server = await startChatServer();
  server.says = () => '{"files":["a.md"]}';
});
afterEach(() => server.stop());

describe('an answer', () => {
  it('is asked for in the form of the protocol, with the key as a bearer token', async () => {
    expect(await ask()).toEqual({ value: { files: ['a.md'] }, tokens: 52 });
    const [{ path, headers, body } = { path: '', headers: {}, body: {} }] = server.asked;
    expect(path).toBe('/v1/chat/completions');
    expect(headers['authorization']).toBe(`Bearer ${KEY}`);
    expect(body).toMatchObject({
      model: 'small',
      stream: false,
      max_tokens: 100,
      response_format: { type: 'json_schema', json_schema: { schema: QUESTION.schema } },
    });
    expect(JSON.stringify(body['messages'])).toContain('Which?');
  });

  it('comes without a key, in a fence, and without usage', async () => {
    server.answer = (_, response) =>
      send(response, 200, { choices: [{ message: { content: '```json\n{"files":[]}\n```' } }] });
    const answer = await ask({ key: undefined });
    expect(answer).toMatchObject({ value: { files: [] } });
    expect((answer as { tokens: number }).tokens).toBeGreaterThan(0);
    expect(server.asked[0]?.headers).not.toHaveProperty('authorization');
  });

  it('comes from a server that does not know the limits of a question', async () => {
    server.answer = ({ body }, response) =>
      'response_format' in body
        ? send(response, 400, { error: { message: "Unsupported parameter: 'max_tokens'" } })
        : send(response, 200, completion('{"files":["b.md"]}'));
    expect(await ask()).toMatchObject({ value: { files: ['b.md'] } });
    expect(JSON.stringify(server.asked[1]?.body['messages'])).toContain('additionalProperties');
  });
});

describe('a failure', () => {
  it.each([
    [400, 'unavailable', /failed \(status 400\)\. Server message: no such thing/],
    [401, 'unavailable', /doesn’t accept the key .*MEMDIR_MODEL_API_KEY/],
    [403, 'unavailable', /doesn’t accept the key/],
    [404, 'unavailable', /doesn’t have small, or isn’t the address/],
    [429, 'unavailable', /isn’t accepting requests now/],
    [500, 'unavailable', /failed \(status 500\)/],
    [503, 'unavailable', /failed \(status 503\)/],
  ])('of status %i is %s', async (status, code, message) => {
    server.answer = (_, response) =>
      send(response, status, { error: { message: `no such thing\n for ${KEY}`, type: 'x' } });
    const error: unknown = await ask().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string });
    expect(String(error)).not.toContain(KEY.slice(3, 20));
  });

  it.each<[string, string, string, string | object, number?]>([
    ['no JSON', 'bad-input', 'doesn’t follow', '<html>'],
    ['another form', 'bad-input', 'doesn’t follow', { result: 'x' }],
    ['no choice', 'bad-input', 'doesn’t follow', { choices: [] }],
    ['an empty text', 'bad-input', 'is empty', completion('')],
    ['a text that is no JSON', 'bad-input', 'isn’t JSON', completion('Sure!')],
    ['another schema', 'bad-input', 'has the wrong format', completion('{"files":3}')],
    ['half an answer', 'bad-input', 'truncated after 100 tokens', completion('{"files":[', {}, 'length')],
    ['a filter', 'declined', 'refused to answer', completion(null, {}, 'content_filter')],
    ['a refusal', 'declined', 'refused to answer', completion(null, { refusal: 'I cannot.' })],
    ['more than any answer can be', 'bad-input', 'more than 2 MB', 'x'.repeat(3_000_000)],
  ])('by %s is %s', async (_, code, message, body) => {
    server.answer = (_asked, response) => send(response, 200, body);
    await expect(ask()).rejects.toMatchObject({ code, message: expect.stringContaining(message) as string });
  });

  it('follows no redirect: text and key go to the address of the user alone', async () => {
    const other = await startChatServer();
    server.answer = (_, response) => void response.writeHead(307, { location: `${other.url}/chat/completions` }).end();
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
    expect(other.asked).toEqual([]);
    await other.stop();
  });

  it('is no answer in time, a connection that breaks off, and a server that is not there', async () => {
    server.answer = () => undefined;
    await expect(ask({ answerMs: 50 })).rejects.toMatchObject({ code: 'unavailable', message: /too long/ });
    server.answer = (_, response) => {
      response.writeHead(200, { 'content-length': 500 }).write('{"choices":');
      setTimeout(() => response.destroy(), 5);
    };
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable', message: /can’t be reached/ });
    await server.stop();
    await expect(ask()).rejects.toMatchObject({
      code: 'unavailable',
      message: /can’t be reached .*memdir\.model\.url/,
    });
  });

  it.each([`${KEY}\n${KEY}`, `${KEY}\0`, `“${KEY}”`])(
    'is a key that no header can carry, and is not quoted',
    async (key) => {
      const error: unknown = await ask({ key }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'bad-input', message: /MEMDIR_MODEL_API_KEY isn’t a key/ });
      expect(inspect(error)).not.toContain(KEY);
    },
  );

  it('is being cancelled, which the server sees', async () => {
    const stop = new AbortController();
    server.answer = () => stop.abort();
    await expect(ask({}, stop.signal)).rejects.toMatchObject({ code: 'cancelled' });
    await expect.poll(() => server.abandoned).toBe(1);
  });
});

it.each([
  ['http://127.0.0.1:1234/v1/', { url: 'http://127.0.0.1:1234/v1', remote: false }],
  ['http://localhost:8080', { url: 'http://localhost:8080', remote: false }],
  ['http://[::1]:8080/v1', { url: 'http://[::1]:8080/v1', remote: false }],
  ['https://models.example.org/v1', { url: 'https://models.example.org/v1', remote: true }],
  ['', /No server is specified/],
  ['models.example.org', /isn’t a server address/],
  ['ftp://models.example.org', /isn’t a server address/],
  ['https://models.example.org/v1?key=x', /isn’t a server address/],
  ['https://me:pass@models.example.org/v1', /can’t contain a user name or key/],
  ['http://models.example.org/v1', /without encryption/],
  ['http://127.0.0.1.example.org/v1', /without encryption/],
  ['http://192.168.1.5:1234/v1', /without encryption/],
])('the address %s', (setting, expected) => {
  const found = serverAddress(setting);
  if (expected instanceof RegExp) expect(found).toMatch(expected);
  else expect(found).toEqual(expected);
});
