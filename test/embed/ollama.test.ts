import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Embedder } from '../../src/core/ports/embedder.js';
import { createOllamaEmbedder, type OllamaEmbedderOptions } from '../../src/embed/ollama/embedder.js';
import { recipeOf } from '../../src/embed/ollama/recipes.js';
import { OllamaServer, type PullProgress } from '../../src/embed/ollama/server.js';
import { type OllamaAddress, ollamaAddress } from '../../src/embed/ollama/url.js';
import {
  answering,
  digestOf,
  failing,
  type Fault,
  half,
  hanging,
  type OllamaDouble,
  onPath,
  startOllama,
} from '../support/ollama-server.js';
import { cosine, lines, until } from './support.js';

let ollama: OllamaDouble;
const opened: Embedder[] = [];
beforeEach(async () => {
  ollama = await startOllama();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((embedder) => embedder.close()));
  await ollama.stop();
});

const limits = { queryMs: 30_000, passageMs: 30_000, talkMs: 30_000, repeatMs: 5, recoverMs: 50 };
/** For a server that never answers. */
const HASTY = { ...limits, queryMs: 400, passageMs: 400 };
function open(more: Partial<OllamaEmbedderOptions> = {}) {
  const log = lines();
  const embedder = createOllamaEmbedder({
    place: { url: ollama.url, remote: false },
    model: 'nomic-embed-text',
    log,
    limits,
    ...more,
  });
  opened.push(embedder);
  return { embedder, log };
}
const embeds = (): string[][] =>
  ollama.asked.filter(({ path }) => path === '/api/embed').map(({ body }) => body['input'] as string[]);

describe('an answering server', () => {
  it('is asked nothing before the first use, then gives unit vectors under an id that names model and digest', async () => {
    const { embedder } = open();
    expect(embedder.model).toBeUndefined();
    expect(embedder.state()).toEqual({ state: 'idle', backend: 'ollama' });
    expect(ollama.asked).toEqual([]);
    const [a, b, c] = await embedder.embed(['the cat sleeps', 'the cat sleeps', 'invoices leave monthly'], 'passage');
    expect(embedder.model).toMatchObject({
      dimensions: 24,
      vectorWeight: 0.4,
      lateWeight: 0,
      duplicate: 0.95,
      related: 0.8,
      languages: ['en'],
    });
    expect(embedder.model?.id).toBe(`ollama:nomic-embed-text@${digestOf('nomic-embed-text:latest').slice(0, 12)}.24.1`);
    expect(embedder.state()).toEqual({ state: 'ready', backend: 'ollama' });
    expect(embedder.tokens).toBeUndefined();
    expect(cosine(a!, a!)).toBeCloseTo(1, 5);
    expect(cosine(a!, b!)).toBeCloseTo(1, 5);
    expect(cosine(a!, c!)).toBeLessThan(0.9);
  });

  it('gets the prefixes of the model, in batches, in order', async () => {
    const { embedder } = open();
    const texts = Array.from({ length: 40 }, (_, at) => `text ${at}`);
    expect(await embedder.embed(texts, 'passage')).toHaveLength(40);
    await embedder.embed(['where'], 'query');
    const [, ...batches] = embeds();
    expect(batches.map((batch) => batch.length)).toEqual([16, 16, 8, 1]);
    expect(batches.flat()).toEqual([...texts.map((text) => `search_document: ${text}`), 'search_query: where']);
  });

  it('gives an empty answer for no texts', async () => {
    expect(await open().embedder.embed([], 'passage')).toEqual([]);
  });

  it('serves any model, a tag included, without prefixes it does not know', async () => {
    ollama.models.set('acme/own-embed:v2', { digest: digestOf('own'), dimensions: 7 });
    const { embedder } = open({ model: 'acme/own-embed:v2' });
    await embedder.embed(['x y'], 'passage');
    expect(embedder.model).toMatchObject({ dimensions: 7, languages: ['*'] });
    expect(embeds().at(-1)).toEqual(['x y']);
  });

  it('notes when texts leave this machine', async () => {
    const { embedder } = open({ place: { url: ollama.url, remote: true } });
    expect(embedder.state()).toMatchObject({ note: expect.stringContaining(`sent to ${ollama.url}`) as string });
  });
});

const faults: [string, () => void, RegExp][] = [
  [
    'an error of the server that stays',
    () => ollama.faults.push(failing('/api/embed', 500, { error: 'out of memory' })),
    /refused the request: out of memory/,
  ],
  [
    'an error in no form at all',
    () => ollama.faults.push(failing('/api/embed', 502, '<html>bad gateway</html>')),
    /refused the request: .*bad gateway/,
  ],
  ['no answer', () => ollama.faults.push(hanging('/api/embed')), /takes too long/],
  ['half an answer', () => ollama.faults.push(half('/api/embed')), /unusable response/],
  [
    'an answer of another form',
    () => ollama.faults.push(answering('/api/embed', () => ({ embedding: [1] }))),
    /unusable response/,
  ],
  [
    'numbers that are none',
    () => ollama.faults.push(answering('/api/embed', () => ({ embeddings: [[null, 'NaN']] }))),
    /unusable response/,
  ],
  [
    'too few vectors',
    () => ollama.faults.push(answering('/api/embed', () => ({ embeddings: [] }))),
    /0 vectors for 1 text/,
  ],
  [
    'a vector without direction',
    () => ollama.faults.push(answering('/api/embed', () => ({ embeddings: [new Array(24).fill(0)] }))),
    /no direction/,
  ],
  [
    'a model that is not there',
    () => ollama.models.clear(),
    /doesn’t have the model nomic-embed-text\. Get it with “ollama pull nomic-embed-text”/,
  ],
  [
    'a model that only chats',
    () => (ollama.models.get('nomic-embed-text:latest')!.capabilities = ['completion']),
    /can’t create vectors/,
  ],
  [
    'another server',
    () =>
      ollama.faults.push(
        onPath('/api/tags', (_asked, response) => !!response.writeHead(404).end('404 page not found')),
      ),
    /isn’t Ollama/,
  ],
  [
    'a page of another server',
    () => ollama.faults.push(onPath('/api/tags', (_asked, response) => !!response.writeHead(200).end('<html>'))),
    /unusable response/,
  ],
  [
    'a redirect to somewhere else',
    () =>
      ollama.faults.push(
        onPath('/api/tags', (_asked, response) => !!response.writeHead(307, { Location: 'http://127.0.0.1:9/' }).end()),
      ),
    /unusable response/,
  ],
];

describe.each(faults)('a server with %s', (what, damage, reason) => {
  it('gives one sentence and no vector', async () => {
    const first = open({ limits: what === 'no answer' ? HASTY : limits });
    damage();
    await expect(first.embedder.embed(['x'], 'query')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(reason) as string,
    });
    expect(first.embedder.model).toBeUndefined();
    expect(first.embedder.state()).toEqual({ state: 'failed', reason: expect.stringMatching(reason) as string });
    await expect(first.embedder.prepare?.()).resolves.toBeUndefined();
    expect(first.log.lines.filter((line) => line.startsWith('warn'))).toHaveLength(1);
  });
});

it('a server that is not there is named with its address and what to do', async () => {
  await ollama.stop();
  const { embedder } = open();
  await expect(embedder.embed(['x'], 'query')).rejects.toMatchObject({
    code: 'unavailable',
    message: `Ollama doesn’t respond at ${ollama.url}. Start it, or choose another provider in memdir.embedding.provider.`,
  });
});

describe('what passes by itself', () => {
  it.each<[string, () => Fault]>([
    ['two errors', () => failing('/api/embed', 503, { error: 'busy' }, 2)],
    ['half an answer', () => half('/api/embed', 1)],
  ])('%s cost nothing but time', async (_, fault) => {
    const { embedder } = open();
    ollama.faults.push(fault());
    expect(await embedder.embed(['x'], 'query')).toHaveLength(1);
    expect(embedder.state().state).toBe('ready');
  });

  it('an error that stays is asked three times, not for ever', async () => {
    const { embedder } = open();
    await embedder.prepare?.();
    ollama.faults.push(failing('/api/embed', 500, { error: 'x' }));
    const before = embeds().length;
    await expect(embedder.embed(['x'], 'query')).rejects.toMatchObject({ code: 'unavailable' });
    expect(embeds().length - before).toBe(3);
  });

  it('a server that stops and comes back is found again, and says so', async () => {
    const { embedder } = open();
    await embedder.embed(['x'], 'query');
    const id = embedder.model?.id;
    let changes = 0;
    embedder.onChange?.(() => (changes += 1));
    await ollama.stop();
    await expect(embedder.embed(['x'], 'query')).rejects.toMatchObject({ code: 'unavailable' });
    expect(embedder.model).toBeUndefined();
    await ollama.start();
    await until('the server is found again', () => embedder.state().state === 'ready');
    expect(changes).toBe(2);
    expect(embedder.model?.id).toBe(id);
    expect(await embedder.embed(['x'], 'query')).toHaveLength(1);
  });

  it('a model that is pulled later is used from then on', async () => {
    ollama.models.clear();
    const { embedder } = open();
    await embedder.prepare?.();
    expect(embedder.state().state).toBe('failed');
    await new OllamaServer(ollama.url).pull('nomic-embed-text', () => undefined);
    await until('the model is found', () => embedder.state().state === 'ready');
  });
});

describe('another model under the same name', () => {
  it('never gives vectors under the old id', async () => {
    const { embedder } = open();
    await embedder.embed(['x'], 'passage');
    const id = embedder.model?.id;
    ollama.models.set('nomic-embed-text:latest', { digest: digestOf('newer'), dimensions: 24 });
    await expect(embedder.embed(['x'], 'passage')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('was replaced') as string,
    });
    expect(embedder.model).toBeUndefined();
    await until('the new model is known', () => embedder.model !== undefined);
    expect(embedder.model?.id).not.toBe(id);
    expect(embedder.model?.id).toContain(digestOf('newer').slice(0, 12));
  });

  it('with other dimensions is noticed by them', async () => {
    const { embedder } = open();
    await embedder.prepare?.();
    ollama.faults.push(
      onPath('/api/embed', (asked) => {
        if ((asked.body['input'] as string[])[0] === 'search_document: x')
          ollama.models.get('nomic-embed-text:latest')!.dimensions = 9;
        return false;
      }),
    );
    await expect(embedder.embed(['x'], 'passage')).rejects.toMatchObject({
      message: expect.stringContaining('9 dimensions instead of 24') as string,
    });
    await until('the new dimensions are known', () => embedder.model?.dimensions === 9);
  });

  it('removed while it runs is a sentence about that model', async () => {
    const { embedder } = open();
    await embedder.embed(['x'], 'passage');
    ollama.models.clear();
    await expect(embedder.embed(['x'], 'passage')).rejects.toMatchObject({
      message: expect.stringMatching(/doesn’t have the model nomic-embed-text/) as string,
    });
  });
});

it('a text that the server refuses is embedded by its beginning, the others wholly', async () => {
  const { embedder } = open();
  await embedder.prepare?.();
  ollama.faults.push(
    onPath('/api/embed', (asked, response) => {
      const tooLong = (asked.body['input'] as string[]).some((text) => text.length > 500);
      return (
        tooLong &&
        !!response
          .writeHead(400, { 'Content-Type': 'application/json' })
          .end('{"error":"the input length exceeds the context length"}')
      );
    }),
  );
  const vectors = await embedder.embed(['short one', 'long '.repeat(400), 'short two'], 'passage');
  expect(vectors).toHaveLength(3);
  const [alone] = await embedder.embed(['short two'], 'passage');
  expect(vectors[2]).toEqual(alone);
  expect(embedder.state().state).toBe('ready');
});

describe('cancelling', () => {
  it.each(['query', 'passage'] as const)('ends a %s at once and is no failure of the server', async (kind) => {
    const { embedder, log } = open();
    await embedder.prepare?.();
    ollama.faults.push(hanging('/api/embed'));
    const controller = new AbortController();
    const asked = embedder.embed(['x'], kind, controller.signal);
    await until('the server is asked', () => embeds().length > 1);
    controller.abort();
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    expect(embedder.state().state).toBe('ready');
    expect(log.lines.filter((line) => line.startsWith('warn'))).toEqual([]);
    await until('the connection is closed', () => ollama.abandoned === 1);
  });

  it('closing ends what is under way, and nothing is asked any more', async () => {
    const { embedder } = open();
    await embedder.prepare?.();
    ollama.faults.push(hanging('/api/embed'));
    const asked = embedder.embed(['x'], 'query');
    const refused = expect(asked).rejects.toMatchObject({ code: 'unavailable' });
    await until('the server is asked', () => embeds().length > 1);
    await embedder.close();
    await refused;
    expect(embedder.state()).toMatchObject({ state: 'off' });
    const before = ollama.asked.length;
    await expect(embedder.embed(['x'], 'query')).rejects.toMatchObject({ code: 'unavailable' });
    expect(ollama.asked.length).toBe(before);
  });
});

describe('pulling a model', () => {
  it('tells how far it is over all layers', async () => {
    ollama.models.clear();
    const seen: PullProgress[] = [];
    await new OllamaServer(ollama.url).pull('nomic-embed-text', (at) => seen.push(at));
    expect(ollama.models.has('nomic-embed-text:latest')).toBe(true);
    expect(seen[0]).toEqual({ status: 'pulling manifest', done: 0, total: 0 });
    expect(seen.at(-1)).toEqual({ status: 'success', done: 1200, total: 1200 });
    expect(seen.every(({ done, total }) => done <= total)).toBe(true);
  });

  it('is cancelled in the middle, and the server sees it', async () => {
    ollama.models.clear();
    ollama.pullStepMs = 50;
    const controller = new AbortController();
    const pulled = new OllamaServer(ollama.url).pull(
      'nomic-embed-text',
      ({ done }) => done > 0 && controller.abort(),
      controller.signal,
    );
    await expect(pulled).rejects.toMatchObject({ code: 'cancelled' });
    await until('the connection is closed', () => ollama.abandoned === 1);
    expect(ollama.models.size).toBe(0);
  });

  it.each<[string, string, Fault | undefined, RegExp]>([
    ['a name that nobody has', 'missing-model', undefined, /file does not exist/],
    ['an error', 'x', failing('/api/pull', 500, { error: 'disk full' }), /disk full/],
    ['silence', 'x', hanging('/api/pull'), /no response in time/],
    [
      'a stream that breaks off',
      'x',
      onPath('/api/pull', (_asked, response) => {
        response.writeHead(200).write('{"status":"pulling manifest"}\n');
        setTimeout(() => response.end(), 20);
        return true;
      }),
      /success/,
    ],
  ])('with %s fails with its reason', async (what, name, fault, reason) => {
    if (fault) ollama.faults.push(fault);
    await expect(
      new OllamaServer(ollama.url, { pullSilenceMs: what === 'silence' ? 200 : 30_000 }).pull(name, () => undefined),
    ).rejects.toThrow(reason);
  });
});

describe('where the server is', () => {
  it.each<[string, Record<string, string>, OllamaAddress | RegExp]>([
    ['', {}, { url: 'http://127.0.0.1:11434', remote: false }],
    ['', { OLLAMA_HOST: '127.0.0.1:8080' }, { url: 'http://127.0.0.1:8080', remote: false }],
    ['', { OLLAMA_HOST: '0.0.0.0' }, { url: 'http://127.0.0.1:11434', remote: false }],
    ['', { OLLAMA_HOST: ':9000' }, { url: 'http://127.0.0.1:9000', remote: false }],
    [
      '',
      { OLLAMA_HOST: 'http://gpu.example' },
      {
        url: 'http://127.0.0.1:11434',
        remote: false,
        note: 'OLLAMA_HOST specifies another machine; nothing is sent there unless memdir.ollama.url specifies it too.',
      },
    ],
    ['', { OLLAMA_HOST: '::: no' }, { url: 'http://127.0.0.1:11434', remote: false }],
    ['http://localhost:11434/', {}, { url: 'http://localhost:11434', remote: false }],
    ['[::1]:11434', {}, { url: 'http://[::1]:11434', remote: false }],
    ['gpu.example', { OLLAMA_HOST: '127.0.0.1:1' }, { url: 'http://gpu.example:11434', remote: true }],
    ['https://gpu.example/ollama/', {}, { url: 'https://gpu.example/ollama', remote: true }],
    ['http://127.0.0.1.example.com', {}, { url: 'http://127.0.0.1.example.com', remote: true }],
    ['http://127.0.0.1@example.com', {}, /isn’t a server address/],
    ['file:///etc/passwd', {}, /isn’t a server address/],
    ['http://', {}, /isn’t a server address/],
  ])('%j with %j', (setting, env, expected) => {
    const place = ollamaAddress(setting, env);
    if (expected instanceof RegExp) expect(place).toMatch(expected);
    else expect(place).toEqual(expected);
  });
});

it('recipes are found by the name of the model, whoever owns it and whatever its tag', () => {
  expect(recipeOf('mxbai-embed-large:335m').queryPrefix).toMatch(/^Represent this sentence/);
  expect(recipeOf('someone/Nomic-Embed-Text').passagePrefix).toBe('search_document: ');
  expect(recipeOf('constructor')).toEqual(recipeOf('unheard-of'));
});
