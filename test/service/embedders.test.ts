/** What search says and does while embedders come, go and change. */
import { afterEach, describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import type { Embedder } from '../../src/core/ports/embedder.js';
import type { ServiceStatus } from '../../src/core/results.js';
import { createOllamaEmbedder } from '../../src/embed/ollama/embedder.js';
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
import { type Bench, memoryText, until, withStore } from '../support/service.js';

let bench: Bench;
let ollama: OllamaDouble;
afterEach(() => ollama.stop());
withStore({}, async (opened) => {
  bench = opened;
  ollama = await startOllama();
  for (const [name, body] of [
    ['cat', 'The kitten sleeps on the windowsill.'],
    ['deploy', 'Releases leave through the blue pipeline.'],
    ['bill', 'Invoices go out monthly.'],
  ] as const) {
    await bench.write(`${name}.md`, memoryText({ name, body }));
  }
});

const limits = { queryMs: 30_000, passageMs: 30_000, talkMs: 30_000, repeatMs: 5, recoverMs: 50 };
/** For a server that hangs. */
const HASTY = { queryMs: 500, passageMs: 500 };
const embedder = (model = 'nomic-embed-text', remote = false, more = {}): Embedder =>
  createOllamaEmbedder({ place: { url: ollama.url, remote }, model, log: bench.log, limits: { ...limits, ...more } });
const open = (model?: string, more?: object): Promise<Memdir> => bench.open({ embedder: embedder(model, false, more) });
const search = (memdir: Memdir) => memdir.search({ query: 'kitten windowsill', vectorTimeoutMs: 10_000 });
const passages = (): number =>
  ollama.asked.filter(
    ({ path, body }) => path === '/api/embed' && (body['input'] as string[])[0]?.startsWith('search_document'),
  ).length;

describe('a working server', () => {
  it("gives hybrid search and the model's name in the status", async () => {
    const memdir = await open();
    expect(await memdir.index({})).toMatchObject({ files: 3, embedded: 3 });
    expect(await search(memdir)).toMatchObject({
      mode: 'hybrid',
      embedder: expect.stringMatching(/^ollama:nomic-embed-text@/) as string,
      settling: false,
    });
    expect(memdir.status()).toEqual({
      kind: 'ready',
      documents: 3,
      model: expect.stringMatching(/^ollama:/) as string,
    });
  });

  it('on another machine is reported by status and doctor', async () => {
    const memdir = await bench.open({ embedder: embedder('nomic-embed-text', true) });
    await memdir.index({});
    expect(memdir.status()).toMatchObject({
      kind: 'ready',
      note: expect.stringContaining(`sent to ${ollama.url}`) as string,
    });
    expect(await memdir.doctor()).toContainEqual(
      expect.objectContaining({
        check: 'Embedding',
        ok: true,
        detail: expect.stringContaining(`sent to ${ollama.url}`) as string,
      }),
    );
  });
});

const faults: [string, () => Fault | undefined, RegExp][] = [
  ['is not there', () => void ollama.stop(), /^Ollama doesn’t respond at/],
  ['has no such model', () => void ollama.models.clear(), /^Ollama doesn’t have the model nomic-embed-text\./],
  [
    'fails',
    () => failing('/api/embed', 500, { error: 'out of memory' }),
    /^Ollama at \S+ refused the request: out of memory\.$/,
  ],
  ['hangs', () => hanging('/api/embed'), /^Ollama at \S+ takes too long to respond\.$/],
  ['gives half answers', () => half('/api/embed'), /^Ollama at \S+ sent an unusable response/],
  [
    'gives too few vectors',
    () => answering('/api/embed', () => ({ embeddings: [] })),
    /^Ollama at \S+ sent an unusable response: 0 vectors/,
  ],
];

describe.each(faults)('a server that %s', (what, damage, reason) => {
  const more = what === 'hangs' ? HASTY : {};

  it('from the start: search uses keywords, with the same sentence in notice and status', async () => {
    const fault = damage();
    if (fault) ollama.faults.push(fault);
    const memdir = await open(undefined, more);
    const found = await search(memdir);
    expect(found).toMatchObject({ mode: 'keyword', embedder: 'none', hits: [{ name: 'cat' }] });
    expect(found.notice?.replace('Keyword search only: ', '')).toMatch(reason);
    expect(memdir.status()).toMatchObject({
      kind: 'keyword-only',
      documents: 3,
      reason: expect.stringMatching(reason) as string,
    });
  });

  it('later: search uses keywords, and stored vectors are kept', async () => {
    const memdir = await open(undefined, more);
    await memdir.index({});
    const fault = damage();
    if (fault) ollama.faults.push(fault);
    expect(await search(memdir)).toMatchObject({ mode: 'keyword', hits: [{ name: 'cat' }] });
    await until('the status says why', () => memdir.status().kind === 'keyword-only');
    expect(memdir.status()).toMatchObject({ reason: expect.stringMatching(reason) as string });
    ollama.faults.length = 0;
    if (/not there/.test(what)) await ollama.start();
    ollama.models.set('nomic-embed-text:latest', { digest: digestOf('nomic-embed-text:latest'), dimensions: 24 });
    const before = passages();
    await until('it is ready again', () => memdir.status().kind === 'ready');
    expect(await search(memdir)).toMatchObject({ mode: 'hybrid' });
    expect(passages()).toBe(before);
  });
});

describe('a server that hangs for an hour', () => {
  const HOUR = 3_600_000;
  it.each(['/api/tags', '/api/embed'])('at %s blocks neither a search nor closing', async (path) => {
    ollama.faults.push(hanging(path));
    const patient = createOllamaEmbedder({
      place: { url: ollama.url, remote: false },
      model: 'nomic-embed-text',
      log: bench.log,
      limits: { queryMs: HOUR, passageMs: HOUR, talkMs: HOUR },
    });
    const memdir = await bench.open({ embedder: patient });
    expect(await memdir.search({ query: 'kitten windowsill', vectorTimeoutMs: HOUR })).toMatchObject({
      mode: 'keyword',
      hits: [{ name: 'cat' }],
    });
    await memdir.close();
  });
});

describe('another model', () => {
  it('of another name has its own vectors; switching back embeds nothing', async () => {
    ollama.models.set('other-embed:latest', { digest: digestOf('other'), dimensions: 24 });
    const first = await open();
    await first.index({});
    await first.close();
    const second = await open('other-embed');
    const seen: ServiceStatus[] = [];
    second.onStatus((status) => void seen.push(status));
    expect(await second.index({})).toMatchObject({ changed: 0, embedded: 3 });
    expect(seen).toContainEqual({ kind: 'indexing', phase: 'embedding', done: 3, total: 3 });
    expect(await search(second)).toMatchObject({
      mode: 'hybrid',
      embedder: expect.stringContaining('other-embed') as string,
    });
    await second.close();
    const before = passages();
    const third = await open();
    expect(await third.index({})).toMatchObject({ embedded: 0 });
    expect(await search(third)).toMatchObject({
      mode: 'hybrid',
      embedder: expect.stringContaining('nomic-embed-text') as string,
    });
    expect(passages()).toBe(before);
  });

  it('of more languages finds memories that the first one did not embed', async () => {
    ollama.models.set('many-tongues:latest', { digest: digestOf('many'), dimensions: 24 });
    await bench.write(
      'kafka.md',
      memoryText({ name: '消息', description: '消息队列', body: '数据库变更通过消息队列发送。' }),
    );
    const english = await open();
    expect(await english.index({})).toMatchObject({ files: 4, embedded: 3 });
    expect(english.status()).toMatchObject({ kind: 'ready', documents: 4 });
    expect((await search(english)).settling).toBe(false);
    await english.close();
    const all = await open('many-tongues');
    expect(await all.index({})).toMatchObject({ changed: 0, embedded: 4 });
    await all.close();
    expect(await (await open()).index({})).toMatchObject({ changed: 0, embedded: 0 });
  });

  it('uses keyword search until its vectors exist, never the old vectors', async () => {
    await (await open()).index({});
    ollama.models.set('other-embed:latest', { digest: digestOf('other'), dimensions: 24 });
    const held: (() => void)[] = [];
    // Passages wait, so that the search meets a model without vectors; the question would be answered at once.
    ollama.faults.push(
      onPath('/api/embed', async (asked) => {
        if ((asked.body['input'] as string[]).some((text) => text.includes('Invoices')))
          await new Promise<void>((go) => held.push(go));
        return false;
      }),
    );
    const memdir = await bench.open({
      embedder: createOllamaEmbedder({
        place: { url: ollama.url, remote: false },
        model: 'other-embed',
        log: bench.log,
        limits,
      }),
    });
    const indexed = memdir.index({});
    await until('passages wait', () => held.length > 0);
    const ask = () => memdir.search({ query: 'kitten windowsill', explain: true });
    let found = await ask();
    await until('the model is there', async () => !(found = await ask()).notice?.includes('is starting'));
    expect(found).toMatchObject({
      mode: 'keyword',
      settling: true,
      notice: expect.stringContaining('Vectors are being prepared (0 of 3)') as string,
      hits: [{ name: 'cat' }],
    });
    expect(found.hits[0]?.explain?.vector).toBeUndefined();
    for (const go of held) go();
    expect(await indexed).toMatchObject({ embedded: 3 });
    expect(await search(memdir)).toMatchObject({ mode: 'hybrid' });
  });

  it('under the same name is detected; its vectors are computed in the background and stored separately', async () => {
    const memdir = await open();
    await memdir.index({});
    const old = (await search(memdir)).embedder;
    ollama.models.set('nomic-embed-text:latest', { digest: digestOf('newer'), dimensions: 24 });
    expect(await memdir.search({ query: 'blue pipeline', vectorTimeoutMs: 0 })).toMatchObject({
      mode: 'keyword',
      hits: [{ name: 'deploy' }],
    });
    await until('its vectors are there', async () => {
      const found = await search(memdir);
      return found.mode === 'hybrid' && found.embedder !== old && !found.settling;
    });
    const health = await memdir.doctor();
    expect(health).toContainEqual(expect.objectContaining({ check: 'Vectors', ok: true, detail: '3 of 3 memories' }));
  });
});

it("a model's download goes through the same object, and is rejected where no models can be stored", async () => {
  const memdir = await open();
  await expect(memdir.models.list()).rejects.toMatchObject({ code: 'unavailable' });
  await expect(memdir.models.pull(() => undefined)).rejects.toMatchObject({ code: 'unavailable' });
});
