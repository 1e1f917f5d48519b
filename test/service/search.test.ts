import { describe, expect, it } from 'vitest';

import type { TextReranker } from '../../src/core/ports/reranker.js';
import type { SearchResult } from '../../src/core/results.js';
import { withNote } from '../../src/embed/fallback-model.js';
import { DEFAULT_SERVICE_SETTINGS } from '../../src/service/create.js';
import { writeTopics } from '../support/search-topics.js';
import { type Bench, memoryText, PATIENT, realEmbedder, withStore } from '../support/service.js';

let bench: Bench;
withStore({}, (opened) => (bench = opened));

describe('search with the embedded model', () => {
  it('finds a memory by words it does not contain, opens it at its line, and says how sure it is', async () => {
    await writeTopics(bench);
    const memdir = await bench.open({ embedder: realEmbedder(bench.log) });
    await memdir.index({ embed: true });
    const found = await memdir.search({ ...PATIENT, query: 'when do we ship new versions', explain: true });
    expect(found).toMatchObject({ mode: 'hybrid', embedder: 'all-minilm-l6-v2-int8' });
    expect(found.hits[0]).toMatchObject({ name: 'release-day', line: 9, agentId: null, type: 'reference' });
    expect(found.hits[0]?.explain?.keyword).toBeUndefined();
    expect(found.hits[0]?.explain?.vector?.rank).toBe(1);
    expect(found.hits[0]?.path).toBe(`${bench.store}/release-day.md`);
    expect(found.confidence).not.toBe('none');
    expect(found.notice).toBeUndefined();

    const nothing = await memdir.search({ ...PATIENT, query: 'zebra crossing xylophone' });
    expect(nothing).toMatchObject({ confidence: 'none', hits: [] });
    for (const query of ['qqzzx', 'xyzzyplugh vorbsnik', '🎉🚀', '👩‍🚀', '♥', '™', '…!?', '→'])
      expect(await memdir.search({ ...PATIENT, query }), query).toMatchObject({ confidence: 'none', hits: [] });
    expect(memdir.status()).toEqual({ kind: 'ready', documents: 6, model: 'all-minilm-l6-v2-int8' });
  });

  it('shows of a name that it does not know the memories that hold it, and others only where they truly stand out', async () => {
    await writeTopics(bench);
    for (let i = 0; i < 40; i++)
      await bench.write(
        `note-${i}.md`,
        memoryText({
          name: `note-${i}`,
          description: `Service ${i} was looked at`,
          body: `Nothing was wrong with service ${i}, and nobody has to do anything.`,
        }),
      );
    const log = Array.from(
      { length: 400 },
      (_, i) => `Step ${i} of the night went through, and its counters agree with those of the day before.`,
    );
    await bench.write(
      'log.md',
      memoryText({
        name: 'log',
        description: 'Log of a long night',
        body: [...log.slice(0, 300), 'The dead letters are in bratwurstmesser.', ...log.slice(300)].join('\n\n'),
      }),
    );
    const memdir = await bench.open({ embedder: realEmbedder(bench.log) });
    await memdir.index({ embed: true });
    for (const query of ['bratwurstmesser', 'what is bratwurstmesser']) {
      const { hits, mode } = await memdir.search({ ...PATIENT, query });
      expect(mode).toBe('hybrid');
      expect(hits[0], query).toMatchObject({
        name: 'log',
        line: 9 + 2 * 300,
        snippet: 'The dead letters are in bratwurstmesser.',
      });
    }
    // Words the model knows are looked for by meaning as ever.
    const known = await memdir.search({ ...PATIENT, query: 'which day do we ship' });
    expect(known.hits.map(({ name }) => name)).toContain('release-day');
  });

  it('answers by words before vectors are ready and says so; a patient caller gets both', async () => {
    await writeTopics(bench);
    const memdir = await bench.open({ embedder: realEmbedder(bench.log) });
    const first = await memdir.search({ query: 'PostgreSQL orders' });
    expect(first.hits[0]?.name).toBe('database-choice');
    expect(first.mode === 'hybrid' || (first.notice ?? '').startsWith('Keyword search only')).toBe(true);
    const patient = await memdir.search({ ...PATIENT, query: 'why is parsing slow' });
    expect(patient).toMatchObject({ mode: 'hybrid' });
    expect(patient.hits[0]?.name).toBe('parser-speed');
  });

  it('leaves questions in another script to words', async () => {
    await writeTopics(bench);
    await bench.write(
      'kafka.md',
      memoryText({ name: 'kafka', description: '消息队列', body: '数据库变更通过 Kafka 发送。' }),
    );
    const memdir = await bench.open({ embedder: realEmbedder(bench.log) });
    await memdir.index({ embed: true });
    const found = await memdir.search({ ...PATIENT, query: '数据库' });
    expect(found.mode).toBe('keyword');
    expect(found.notice).toContain('language');
    expect(found.hits.map((hit) => hit.name)).toEqual(['kafka']);
  });
});

describe('what one leg finds', () => {
  it('is held against the other leg too, however many stand before it there', async () => {
    for (let n = 0; n < 80; n++)
      await bench.write(
        `loud-${n}.md`,
        memoryText({
          name: `loud-${n}`,
          description: `bill bill bill ${n}`,
          body: `bill bill bill: kayak storage, shelf ${n}`,
        }),
      );
    await bench.write(
      'charged-twice.md',
      memoryText({
        name: 'charged-twice',
        description: 'Customers were charged two times',
        body: 'For one purchase the customer paid double. The second bill was paid back.',
      }),
    );
    const memdir = await bench.open({ embedder: realEmbedder(bench.log) }, { threshold: 0 });
    await memdir.index({ embed: true });
    const { hits } = await memdir.search({ ...PATIENT, query: 'a bill for the same buy again', explain: true });
    expect(hits[0]).toMatchObject({ name: 'charged-twice', explain: { vector: { rank: 1 } } });
    expect(hits[0]?.explain?.keyword?.rank).toBeGreaterThan(60);
    expect(hits.filter(({ explain }) => explain?.vector === undefined)).toEqual([]);
  });
});

describe('what the user chose and is not used', () => {
  it('is said with the first search, once', async () => {
    await writeTopics(bench);
    const memdir = await bench.open({
      embedder: withNote(realEmbedder(bench.log), 'The folder of the model is not used.'),
      ignored: ['search.fusion is not used: it must be one of two words.'],
    });
    await memdir.index({ embed: true });
    expect((await memdir.search({ ...PATIENT, query: 'orders' })).notice).toBe(
      'search.fusion is not used: it must be one of two words. The folder of the model is not used.',
    );
    expect((await memdir.search({ ...PATIENT, query: 'invoices' })).notice).toBeUndefined();
  });
});

describe('the last word on the order', () => {
  const names = (found: SearchResult): string[] => found.hits.map(({ name }) => name);

  it('is late interaction: it says how far a memory stands out, and may be left away', async () => {
    await writeTopics(bench);
    const memdir = await bench.open({ embedder: realEmbedder(bench.log) });
    await memdir.index({ embed: true });
    const query = { ...PATIENT, query: 'which day do deployments happen', explain: true };
    const late = await memdir.search(query);
    expect(late.hits[0]?.name).toBe('release-day');
    expect(late.hits[0]?.explain?.late?.deviations).toBeGreaterThan(1);
    memdir.configure({ ...DEFAULT_SERVICE_SETTINGS, rerank: 'none' });
    const without = await memdir.search(query);
    expect(without.hits[0]?.explain?.late).toBeUndefined();
    const [a, b] = [late.hits[0]?.explain, without.hits[0]?.explain];
    expect(a?.fused).toBeCloseTo(1 - (1 - (b?.fused ?? NaN)) * Math.exp(-0.35 * 1.3 * (a?.late?.score ?? NaN)), 10);
  });

  it('gives an index from before tokens were stored its tokens in the background', async () => {
    await writeTopics(bench);
    const embedder = realEmbedder(bench.log);
    const plain = {
      model: embedder.model,
      state: () => embedder.state(),
      embed: embedder.embed.bind(embedder),
      close: () => embedder.close(),
    };
    const old = await bench.open({ embedder: plain });
    expect((await old.index({ embed: true })).embedded).toBe(6);
    expect((await old.search({ query: 'postgresql orders', explain: true })).hits[0]?.explain?.late).toBeUndefined();
    await old.close();
    const memdir = await bench.open({ embedder: realEmbedder(bench.log) });
    await memdir.index({ embed: true });
    expect(
      (await memdir.search({ ...PATIENT, query: 'postgresql orders', explain: true })).hits[0]?.explain?.late,
    ).toBeDefined();
  });

  const settings = { rerank: 'http', rerankServer: { url: 'http://127.0.0.1:9/', model: 'm' } } as const;

  it('is a rerank server where one is set; it gets no secrets', async () => {
    await writeTopics(bench);
    await bench.write(
      'key.md',
      memoryText({ name: 'orders-key', body: `The orders key is ghp_${'a1B2c3D4e5F6'.repeat(3)}.` }),
    );
    const sent: string[] = [];
    const reranker: TextReranker = {
      rerank: async (server, query, texts) => {
        sent.push(server.model, query, ...texts);
        return texts.map((text) => (text.includes('key') ? 0.9 : 0.3));
      },
    };
    const memdir = await bench.open({ reranker }, { ...settings, threshold: 0 });
    const found = await memdir.search({ query: 'orders PostgreSQL', explain: true });
    expect(names(found)).toEqual(['orders-key', 'database-choice']);
    expect(found.hits[0]?.explain).toMatchObject({ fused: 0.9, rerank: { score: 0.9 } });
    expect(found.notice).not.toContain('weren’t reranked');
    expect(sent.slice(0, 2)).toEqual(['m', 'orders PostgreSQL']);
    expect(sent.join(' ')).not.toContain('ghp_');
  });

  it.each<[string, TextReranker['rerank'] | undefined, string]>([
    ['fails', () => Promise.reject(new Error('The rerank server failed: status 500')), 'status 500'],
  ])('stays as it was when the server %s, and the result says so', async (_, work, message) => {
    await writeTopics(bench);
    const plain = await (await bench.open({}, { rerank: 'none' })).search({ query: 'orders Tuesdays invoice' });
    const memdir = await bench.open(work ? { reranker: { rerank: work } } : {}, settings);
    const found = await memdir.search({ query: 'orders Tuesdays invoice' });
    expect(names(found)).toEqual(names(plain));
    expect(names(found).length).toBeGreaterThan(1);
    expect(found.notice).toContain(message);
    expect(found.notice).toContain('The results weren’t reranked');
  });

  it('is not asked unless that is set', async () => {
    await writeTopics(bench);
    let asked = 0;
    const reranker: TextReranker = { rerank: () => Promise.reject(new Error(`${++asked}`)) };
    for (const rerank of ['late', 'none'] as const)
      await (await bench.open({ reranker }, { rerank })).search({ query: 'orders' });
    expect(asked).toBe(0);
  });

  it('puts the newer of two memories on one thing first, and says so', async () => {
    await writeTopics(bench);
    const version = (name: string, size: string, date: string, rest = ''): Promise<void> =>
      bench.write(
        `${name}.md`,
        memoryText({
          name,
          description: 'Size of the connection pool',
          body: `The connection pool of the gateway holds ${size} connections.${rest}`,
          more: `modified: ${date}`,
          type: 'reference',
        }),
      );
    await version('pool-old', '20', '2026-01-10');
    await version(
      'pool-new',
      '40',
      '2026-03-10',
      ' It was raised after the load test, because the gateway waited for a free one at noon.',
    );
    await bench.write(
      'pool-other.md',
      memoryText({
        name: 'swimming',
        description: 'A pool',
        body: 'The office has a swimming pool.',
        more: 'modified: 2026-05-01',
      }),
    );
    const memdir = await bench.open({ embedder: realEmbedder(bench.log) });
    await memdir.index({ embed: true });
    const found = await memdir.search({
      ...PATIENT,
      query: 'how many connections does the gateway connection pool hold: 20?',
    });
    expect(names(found).slice(0, 2)).toEqual(['pool-new', 'pool-old']);
    expect(found.hits[0]?.note).toBe('newer than pool-old');
    expect(found.hits[1]?.note).toBe('contradicted by the newer pool-new');
    // What is shown is what was sorted by.
    expect(found.hits[0]?.score).toBe(found.hits[1]?.score);
    const leading = await memdir.search({
      ...PATIENT,
      query: 'size of the connection pool of the gateway after the load test',
    });
    expect(names(leading).slice(0, 2)).toEqual(['pool-new', 'pool-old']);
    expect(leading.hits[0]?.score).toBeGreaterThan(leading.hits[1]?.score ?? 0);
    expect(leading.hits.map(({ note }) => note)).toEqual(expect.arrayContaining(['newer than pool-old', undefined]));
  });

  it('does so by words where there are no vectors', async () => {
    await writeTopics(bench);
    for (const [name, rest, date] of [
      ['pool-old', '', '2026-01-10'],
      [
        'pool-new',
        ' It was raised after the load test, because the gateway waited for a free one at noon.',
        '2026-03-10',
      ],
    ] as const) {
      await bench.write(
        `${name}.md`,
        memoryText({
          name,
          description: 'Size of the connection pool',
          body: `The connection pool holds many connections.${rest}`,
          more: `modified: ${date}`,
          type: 'reference',
        }),
      );
    }
    await bench.write(
      'swimming.md',
      memoryText({
        name: 'swimming',
        description: 'A pool',
        body: 'The office has a swimming pool; connections by bus.',
        more: 'modified: 2026-05-01',
      }),
    );
    const found = await (await bench.open()).search({ query: 'connections of the pool' });
    expect(found.mode).toBe('keyword');
    expect(names(found).slice(0, 3)).toEqual(['pool-new', 'pool-old', 'swimming']);
    expect(found.hits.map(({ note }) => note)).toEqual([
      'newer than pool-old',
      'perhaps replaced by the newer pool-new',
      undefined,
    ]);
    // What is shown is what was sorted by.
    expect(found.hits[0]?.score).toBe(found.hits[1]?.score);
  });

  it('says what a memory was written in place of, which is no hit any more', async () => {
    await writeTopics(bench);
    const memdir = await bench.open();
    const saved = await memdir.remember({ content: 'The gateway holds 20 connections.', name: 'pool' });
    const updated = await memdir.update({ id: saved.id ?? '', content: 'The gateway holds 40 connections.' });
    expect(updated.status).toBe('updated');
    const { hits } = await memdir.search({ query: 'gateway connections' });
    expect(hits.filter(({ name }) => name.startsWith('pool')).map(({ name, note }) => [name, note])).toEqual([
      ['pool', 'replaces pool.md'],
    ]);
  });
});
