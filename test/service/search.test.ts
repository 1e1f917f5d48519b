import { readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { TextReranker } from '../../src/core/ports/reranker.js';
import type { SearchRequest, SearchResult } from '../../src/core/results.js';
import { withNote } from '../../src/embed/stand-in.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { DEFAULT_SERVICE_SETTINGS } from '../../src/service/create.js';
import { type Bench, memoryText, noEmbedder, PATIENT, realEmbedder, withStore } from '../support/service.js';

let bench: Bench;
withStore({}, (opened) => (bench = opened));

const NOON = Date.UTC(2026, 5, 1, 12);
const TOPICS: readonly (readonly [string, string, string])[] = [
  [
    'database-choice',
    'PostgreSQL stores the orders',
    'We keep every order in PostgreSQL because the reports need joins.',
  ],
  [
    'night-mode',
    'Prefers dark colours in the editor',
    'The user likes a black background; bright screens tire the eyes.',
  ],
  ['release-day', 'Releases go out on Tuesdays', 'Deployment happens on Tuesday mornings, never before a holiday.'],
  ['parser-speed', 'The tokenizer is the bottleneck', 'Profiling showed that most time is spent in getNextToken.'],
  ['invoice-rounding', 'Invoices round half to even', 'Accounting asked for bankers rounding on every invoice line.'],
  [
    'api-limits',
    'The weather service allows 60 calls a minute',
    'More than that answers 429, so responses are kept for an hour.',
  ],
];

async function fill(): Promise<void> {
  for (const [name, description, body] of TOPICS)
    await bench.write(`${name}.md`, memoryText({ name, description, body, type: 'reference' }));
}

describe('search with the embedded model', () => {
  it('finds a memory by words it does not contain, opens it at its line, and says how sure it is', async () => {
    await fill();
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
    await fill();
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
    await fill();
    const memdir = await bench.open({ embedder: realEmbedder(bench.log) });
    const first = await memdir.search({ query: 'PostgreSQL orders' });
    expect(first.hits[0]?.name).toBe('database-choice');
    expect(first.mode === 'hybrid' || (first.notice ?? '').startsWith('Searching by words only')).toBe(true);
    const patient = await memdir.search({ ...PATIENT, query: 'why is parsing slow' });
    expect(patient).toMatchObject({ mode: 'hybrid' });
    expect(patient.hits[0]?.name).toBe('parser-speed');
  });

  it('leaves questions in another script to words', async () => {
    await fill();
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
    await fill();
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
    await fill();
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
    expect(a?.fused).toBeCloseTo((b?.fused ?? NaN) + 0.35 * 1.15 * (a?.late?.score ?? NaN), 10);
  });

  it('gives an index from before pieces were kept its pieces in the background', async () => {
    await fill();
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
    await fill();
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
    expect(found.notice).not.toContain('order of words');
    expect(sent.slice(0, 2)).toEqual(['m', 'orders PostgreSQL']);
    expect(sent.join(' ')).not.toContain('ghp_');
  });

  it.each<[string, TextReranker['rerank'] | undefined, string]>([
    ['fails', () => Promise.reject(new Error('The rerank server answered 500.')), 'answered 500'],
  ])('stays as it was when the server %s, and the result says so', async (_, work, message) => {
    await fill();
    const plain = await (await bench.open({}, { rerank: 'none' })).search({ query: 'orders Tuesdays invoice' });
    const memdir = await bench.open(work ? { reranker: { rerank: work } } : {}, settings);
    const found = await memdir.search({ query: 'orders Tuesdays invoice' });
    expect(names(found)).toEqual(names(plain));
    expect(names(found).length).toBeGreaterThan(1);
    expect(found.notice).toContain(message);
    expect(found.notice).toContain('The results stand in the order of words and meaning alone');
  });

  it('is not asked unless that is set', async () => {
    await fill();
    let asked = 0;
    const reranker: TextReranker = { rerank: () => Promise.reject(new Error(`${++asked}`)) };
    for (const rerank of ['late', 'none'] as const)
      await (await bench.open({ reranker }, { rerank })).search({ query: 'orders' });
    expect(asked).toBe(0);
  });

  it('puts the newer of two memories on one thing first, and says so', async () => {
    await fill();
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
    const found = await memdir.search({ query: 'how many connections does the gateway connection pool hold: 20?' });
    expect(names(found).slice(0, 2)).toEqual(['pool-new', 'pool-old']);
    expect(found.hits[0]?.note).toBe('newer than pool-old');
    expect(found.hits[1]?.note).toBeUndefined();
    expect(found.hits[0]?.score).toBeLessThan(found.hits[1]?.score ?? 0);
    const leading = await memdir.search({ query: 'size of the connection pool of the gateway after the load test' });
    expect(names(leading).slice(0, 2)).toEqual(['pool-new', 'pool-old']);
    expect(leading.hits[0]?.score).toBeGreaterThan(leading.hits[1]?.score ?? 0);
    expect(leading.hits.map(({ note }) => note)).toEqual(expect.arrayContaining(['newer than pool-old', undefined]));
  });

  it('does so by words where there are no vectors', async () => {
    await fill();
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
    expect(found.hits.map(({ note }) => note)).toEqual(['newer than pool-old', undefined, undefined]);
    expect(found.hits[0]?.score).toBeLessThan(found.hits[1]?.score ?? 0);
  });

  it('says what a memory was written in place of, which is no hit any more', async () => {
    await fill();
    const memdir = await bench.open();
    const saved = await memdir.remember({ content: 'The gateway holds 20 connections.', name: 'pool' });
    const updated = await memdir.update({ id: saved.id ?? '', content: 'The gateway holds 40 connections.' });
    expect(updated.status).toBe('updated');
    const { hits } = await memdir.search({ query: 'gateway connections' });
    expect(hits.filter(({ name }) => name.startsWith('pool')).map(({ name, note }) => [name, note])).toEqual([
      ['pool-v2', 'replaces pool'],
    ]);
  });
});

describe('search by words', () => {
  it('forgets what lies behind a link out of the store once the folder is not trusted, and finds it again when it is (case 27)', async () => {
    await fill();
    await writeFile(join(bench.dir, 'private.txt'), 'outside-needle-omega\n');
    await symlink(join('..', 'private.txt'), join(bench.store, 'leak.md'));
    const find = async (trusted: boolean): Promise<string[]> => {
      const memdir = await bench.open({
        files: createFiles({ dataDir: bench.dir, followOutside: trusted }),
        scope: { folders: [], directories: [bench.store], trusted },
      });
      return (await memdir.search({ query: 'outside-needle-omega' })).hits
        .map((hit) => hit.path)
        .filter((path) => path.endsWith('leak.md'));
    };
    expect(await find(true)).toEqual([`${bench.store}/leak.md`]);
    expect(await find(false)).toEqual([]);
    expect(await find(true)).toEqual([`${bench.store}/leak.md`]);
  });

  it.each(['constructor', 'toString', '__proto__'])(
    'ages a memory of the type %s like one of unknown type',
    async (type) => {
      await fill();
      await bench.write(
        'odd.md',
        `---\nname: odd\ndescription: oddly typed\ntype: ${type}\n---\n\nA quixotic sentence.\n`,
      );
      const memdir = await bench.open({ embedder: noEmbedder() });
      const [hit] = (await memdir.search({ query: 'quixotic' })).hits;
      expect(hit?.name).toBe('odd');
      expect(hit?.score).toBeGreaterThan(0);
      const listed = (await memdir.list({})).find(({ name }) => name === 'odd');
      expect(listed?.survival).toBeCloseTo(1, 1);
    },
  );

  it('says that and why there are no vectors', async () => {
    await fill();
    const memdir = await bench.open({ embedder: noEmbedder() });
    const found = await memdir.search({ query: 'get next token' });
    expect(found).toMatchObject({ mode: 'keyword', embedder: 'none', settling: false });
    expect(found.notice).toContain('Switched off');
    expect(found.hits[0]).toMatchObject({ name: 'parser-speed', line: 9 });
    expect(found.hits[0]?.snippet).toContain('getNextToken');
    expect(memdir.status()).toMatchObject({ kind: 'keyword-only', documents: 6 });
  });

  it('goes on when the embedder fails, and does not ask it again and again', async () => {
    await fill();
    let asked = 0;
    const broken = {
      ...realEmbedder(bench.log),
      model: realEmbedder(bench.log).model,
      pieces: undefined,
      state: () => ({ state: 'idle', backend: 'native' }) as const,
      embed: () => {
        asked += 1;
        return Promise.reject(new Error('The model broke.'));
      },
      close: async () => undefined,
    };
    const memdir = await bench.open({ embedder: broken });
    const report = await memdir.index({ embed: true });
    expect(report).toMatchObject({ files: 6, changed: 6, embedded: 0 });
    expect(memdir.status()).toMatchObject({ kind: 'keyword-only', reason: 'The model broke.' });
    const before = asked;
    const found = await memdir.search({ query: 'invoice rounding' });
    expect(found.hits[0]?.name).toBe('invoice-rounding');
    expect(found.notice).toContain('The model broke.');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked).toBeLessThanOrEqual(before + 1);
  });

  it('filters before it ranks: the one that fits is found although a hundred others fit the words better', async () => {
    for (let n = 0; n < 150; n++)
      await bench.write(
        `loud-${n}.md`,
        memoryText({ name: `loud-${n}`, description: 'cache cache cache', body: 'cache '.repeat(20) }),
      );
    await bench.write(
      'quiet.md',
      memoryText({
        name: 'quiet',
        type: 'feedback',
        body: 'A long text about many things, and a cache among them.',
        more: 'repos: [billing]\nagent_id: reviewer',
      }),
    );
    const memdir = await bench.open({}, { threshold: 0 });
    for (const filter of [
      { type: 'feedback' },
      { level: 'long-term' },
      { repo: 'billing' },
      { agentId: 'reviewer' },
    ] as const) {
      const found = await memdir.search({ query: 'cache', limit: 5, ...filter });
      expect(found.hits.map((hit) => hit.name)).toEqual(['quiet']);
    }
    expect((await memdir.search({ query: 'cache', limit: 5 })).hits).toHaveLength(5);
  });

  it('leaves out forgotten memories and files outside its stores', async () => {
    await fill();
    await bench.write(
      'gone.md',
      memoryText({ name: 'gone', body: 'A walrus.', more: 'deleted_at: 2026-01-01T00:00:00Z' }),
    );
    const memdir = await bench.open();
    expect((await memdir.search({ query: 'walrus' })).hits).toEqual([]);
  });

  it('sees a change at once when the last look is old, and young ones first among equals', async () => {
    const body = 'The retry budget is three.';
    await bench.write('old.md', memoryText({ name: 'old', description: 'x', body, more: 'modified: 2020-01-01' }));
    await bench.write(
      'new.md',
      memoryText({ name: 'new', description: 'x', body, more: `modified: ${new Date().toISOString()}` }),
    );
    let now = Date.now();
    const memdir = await bench.open({ clock: { now: () => now } }, { threshold: 0 });
    const found = await memdir.search({ query: 'retry budget', explain: true });
    expect(found.hits.map((hit) => hit.name)).toEqual(['new', 'old']);
    expect(found.hits[1]?.explain).toMatchObject({ recency: 0.85, level: 0.8, access: 1 });
    await bench.write('third.md', memoryText({ name: 'third', body: 'Quokka facts.' }));
    now += 5_000;
    expect((await memdir.search({ query: 'quokka' })).hits[0]?.name).toBe('third');
  });

  it('shows no file that went or changed since the last look, however young that is', async () => {
    await fill();
    const memdir = await bench.open({ clock: { now: () => NOON } });
    const names = async (query: string): Promise<string[]> =>
      (await memdir.search({ query })).hits.map(({ name }) => name);
    expect(await names('PostgreSQL')).toEqual(['database-choice']);
    expect(await names('Tuesdays')).toEqual(['release-day']);
    await bench.remove('database-choice.md');
    expect(await names('PostgreSQL')).toEqual([]);
    await bench.write(
      'release-day.md',
      memoryText({ name: 'release-day', description: 'Releases go out on Thursdays now', type: 'reference' }),
    );
    expect(await names('Tuesdays')).toEqual([]);
    expect(await names('type:reference releases'), 'changed, and found by its new words').toEqual(['release-day']);
    // A drive that is gone says nothing about its files.
    await rename(bench.store, `${bench.store}-away`);
    expect(await names('invoice')).toEqual(['invoice-rounding']);
    await rename(`${bench.store}-away`, bench.store);
    expect(await names('invoice')).toEqual(['invoice-rounding']);
  });

  it('explains rrf and keeps its own order', async () => {
    await fill();
    const memdir = await bench.open({}, { fusion: 'rrf' });
    const found = await memdir.search({ query: 'tuesday releases', explain: true });
    expect(found.hits[0]).toMatchObject({ name: 'release-day', explain: { fused: 1 } });
  });

  it.each([
    [{ query: 'x', limit: 0 }, 'bad-input'],
    [{ query: 'x', limit: 101 }, 'bad-input'],
    [{ query: 'x', limit: 1.5 }, 'bad-input'],
  ])('refuses %j', async (request, code) => {
    await expect((await bench.open()).search(request)).rejects.toMatchObject({ code });
  });

  it('answers an empty question with nothing and a word of advice', async () => {
    expect(await (await bench.open()).search({ query: '  \n' })).toMatchObject({
      hits: [],
      confidence: 'none',
      notice: 'Type a few words to search for.',
    });
  });

  it('takes any text for a question', async () => {
    await fill();
    const memdir = await bench.open();
    for (const query of ['"', "a' OR 1=1 --", 'NEAR(a b)', 'name:*', '\u0000', '🦑', '\ud800', 'x'.repeat(100_000)]) {
      await expect(memdir.search({ query })).resolves.toMatchObject({ query });
    }
  });

  it('can be cancelled', async () => {
    await fill();
    const memdir = await bench.open();
    await expect(memdir.search({ query: 'cache' }, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    expect((await memdir.search({ query: 'postgresql' })).hits).toHaveLength(1);
  });
});

describe('a question', () => {
  it('can say what kind of memories it wants, hold phrases to the letter, and be misspelled', async () => {
    await fill();
    await bench.write(
      'team/joins.md',
      memoryText({
        name: 'joins',
        description: 'Orders and joins',
        body: 'Joins of orders are slow in the report.',
        type: 'project',
      }),
    );
    const memdir = await bench.open();
    const names = async (query: string): Promise<string[]> =>
      (await memdir.search({ query })).hits.map(({ name }) => name).sort();
    expect(await names('orders joins')).toEqual(['database-choice', 'joins']);
    expect(await names('orders joins type:project')).toEqual(['joins']);
    expect(await names('orders joins path:team/')).toEqual(['joins']);
    expect(await names('orders "reports need joins"')).toEqual(['database-choice']);
    expect(await names('orders before:2001')).toEqual([]);
    const slip = await memdir.search({ query: 'bankrs rounding' });
    expect(slip.hits[0]?.name).toBe('invoice-rounding');
    expect(slip.notice).toMatch(/spelled nearly the same/);
    expect((await memdir.search({ query: 'orders level:deep' })).notice).toMatch(/deep is no level/);
  });

  it('finds quoted phrases of scripts without blanks, and opens at the word that was meant by a misspelled one', async () => {
    await fill();
    await bench.write(
      'zh.md',
      memoryText({ name: 'zh', description: '说明', body: '数据库迁移在周五进行，使用蓝绿部署。' }),
    );
    const lines = Array.from({ length: 6_000 }, (_, at) => `note ${at}`);
    lines[5_500] = 'The quokka limit is raised in March.';
    await bench.write('long.md', memoryText({ name: 'long', description: 'A log', body: lines.join('\n') }));
    const memdir = await bench.open();
    const names = async (query: string): Promise<string[]> =>
      (await memdir.search({ query })).hits.map(({ name }) => name);
    expect(await names('"蓝绿部署"')).toEqual(['zh']);
    expect(await names('"数据"')).toEqual(['zh']);
    expect(await names('"部署蓝绿"')).toEqual([]);
    const text = (await readFile(join(bench.store, 'long.md'), 'utf8')).split('\n');
    for (const query of ['quokka limit', 'quoka'])
      expect(text[((await memdir.search({ query })).hits[0]?.line ?? 0) - 1]).toContain('quokka');
  });

  it('is told which filters let nothing through', async () => {
    await fill();
    const memdir = await bench.open();
    const notice = async (query: string): Promise<string> => (await memdir.search({ query })).notice ?? '';
    expect(await notice('orders type:feeback')).toMatch(
      /No memory is let through by type:feeback\. Did you mean type:feedback\?/,
    );
    expect(await notice('type:nonsense repo:"my web"')).toBe(
      'No memory is let through by type:nonsense repo:"my web".',
    );
    expect(await notice('orders "never said thus"')).toContain('the words in quotation marks');
    expect(await notice('zzzz path:nowhere/ before:2026-05')).toContain('path:nowhere/ before:2026-05-01');
    expect(await notice('zzzz')).not.toContain('let through');
  });

  it('can ask for a tag, and is told that filters leave nothing out', async () => {
    for (const [name, tags] of [
      ['mailer', '[Limits, mail]'],
      ['worker', '[limits]'],
      ['search', '[mail]'],
    ] as const)
      await bench.write(`${name}.md`, memoryText({ name, body: 'A rate limit.', more: `tags: ${tags}` }));
    const memdir = await bench.open();
    const ask = async (query: string): Promise<unknown> => {
      const { hits, notice } = await memdir.search({ query });
      return [hits.map(({ name }) => name).sort(), notice];
    };
    const off = 'Searching by words only: Switched off for this test.';
    expect(await ask('rate tag:limits')).toEqual([['mailer', 'worker'], off]);
    expect(await ask('rate tag:#MAIL')).toEqual([['mailer', 'search'], off]);
    for (const query of ["rate tag:'limits'", 'rate tag:“limits”', 'rate tag:«limits»'])
      expect(await ask(query), query).toEqual([['mailer', 'worker'], off]);
    expect(await ask('rate tag:"no such"')).toEqual([[], `${off} No memory is let through by tag:"no such".`]);
    expect(await ask('rate -tag:mail')).toEqual([
      ['mailer', 'search'],
      `-tag:mail was searched as words: a filter can only say what memories are wanted, not which are not. ${off}`,
    ]);
  });

  it('may be the name of a file, ending and all', async () => {
    for (let n = 0; n < 12; n++)
      await bench.write(
        `other_${n}.md`,
        memoryText({
          name: `note-${n}`,
          description: `Note ${n} on saving`,
          body: 'The format is described in docs/save.md and in team.md, and the version in ver.md.',
        }),
      );
    for (const path of ['save_ver.md', 'team/f_team.md'])
      await bench.write(
        path,
        memoryText({
          name: `called otherwise ${path.length}`,
          description: 'Something else',
          body: 'Quite another thing.',
        }),
      );
    const memdir = await bench.open();
    for (const [query, path] of [
      ['save_ver.md', 'save_ver.md'],
      ['f_team.md', 'team/f_team.md'],
      ['team/f_team.md', 'team/f_team.md'],
      ['saveVer', 'save_ver.md'],
    ] as const)
      expect((await memdir.search({ query })).hits[0]?.path, query).toBe(join(bench.store, path));
  });

  it('is shown what stands in code as it is', async () => {
    await bench.write(
      'state.md',
      memoryText({ name: 'state', body: 'States are <b>kept</b> in `<cluster>/<layer>` since May.' }),
    );
    expect((await (await bench.open()).search({ query: 'layer since May' })).hits[0]?.snippet).toBe(
      'States are kept in <cluster>/<layer> since May.',
    );
  });

  it('finds pictures and what is called by signs, by words alone', async () => {
    const texts = {
      rocket: 'The 🚀 stands for a release.',
      heart: 'Thanks are said with ❤️.',
      cpp: 'The parser is C++.',
      csharp: 'The installer is C#.',
      c: 'The driver is plain C.',
    };
    for (const [name, body] of Object.entries(texts))
      await bench.write(`${name}.md`, memoryText({ name, description: 'A note', body }));
    const memdir = await bench.open({ embedder: noEmbedder() });
    const first = async (query: string): Promise<string | undefined> => (await memdir.search({ query })).hits[0]?.name;
    expect([await first('🚀'), await first('❤'), await first('C++'), await first('c#'), await first('cpp')]).toEqual([
      'rocket',
      'heart',
      'cpp',
      'csharp',
      'cpp',
    ]);
    expect((await memdir.search({ query: '🎉' })).hits).toEqual([]);
  });

  it('that stands after a long paste is answered, and high is kept for words that were meant for sure', async () => {
    await fill();
    const memdir = await bench.open({ embedder: noEmbedder() });
    const paste = Array.from(
      { length: 400 },
      (_, i) => `frame${'abcdefghij'[i % 10]}${'klmnopqrst'[Math.floor(i / 10) % 10]}${'uvwx'[Math.floor(i / 100)]}`,
    ).join(' ');
    expect((await memdir.search({ query: `${paste} and what about invoice rounding` })).hits[0]?.name).toBe(
      'invoice-rounding',
    );
    expect((await memdir.search({ query: 'accounting' })).confidence).toBe('high');
    const guessed = await memdir.search({ query: 'acounting' });
    expect(guessed.hits[0]?.name).toBe('invoice-rounding');
    expect(guessed.confidence).not.toBe('high');
  });

  it('of signs alone is none', async () => {
    await fill();
    const memdir = await bench.open();
    expect(await memdir.search({ query: '?! "' })).toMatchObject({
      hits: [],
      confidence: 'none',
      notice: 'Type a few words to search for.',
    });
  });

  it('of filters alone lists what they let through, newest first', async () => {
    for (const [name, day] of [
      ['old', '2026-01-01'],
      ['new', '2026-03-01'],
      ['middle', '2026-02-01'],
    ] as const) {
      await bench.write(
        `team/${name}.md`,
        `---\nname: ${name}\ndescription: ${name}\ntype: feedback\nmodified: ${day}T00:00:00Z\n---\n\nText of ${name}.\n`,
      );
    }
    await bench.write(
      'other.md',
      memoryText({ name: 'other', description: 'Another', body: 'Text.', type: 'project' }),
    );
    const memdir = await bench.open();
    const names = async (request: SearchRequest): Promise<string[]> =>
      (await memdir.search(request)).hits.map(({ name }) => name);
    expect(await names({ query: 'type:feedback' })).toEqual(['new', 'middle', 'old']);
    expect(await names({ query: 'type:feedback before:2026-02-15' })).toEqual(['middle', 'old']);
    expect(await names({ query: 'path:team/', limit: 1 })).toEqual(['new']);
    expect(await names({ query: '', type: 'project' })).toEqual(['other']);
    expect(await memdir.search({ query: 'type:user' })).toMatchObject({ hits: [], confidence: 'none' });
    expect((await memdir.search({ query: 'type:feedback' })).notice).toContain('newest memories');
  });

  it.each(['what is it about', '1=1', "a' OR 1=1 --", 'c', 'x 7', 'is 60', 'の', 'я'])(
    'of nothing but stop words, lone letters and small numbers (%s) is never answered with confidence',
    async (query) => {
      await fill();
      await bench.write(
        'numbers.md',
        memoryText({
          name: 'numbers',
          description: 'Part 1 of 7',
          body: 'Plan C: x is 1, and 60 after that. 猫の本, это я.',
        }),
      );
      const memdir = await bench.open();
      const { confidence, hits } = await memdir.search({ query });
      expect({ confidence, found: hits.length > 0 || query.startsWith('what') }).toEqual({
        confidence: hits.length > 0 ? 'low' : 'none',
        found: true,
      });
    },
  );
});
