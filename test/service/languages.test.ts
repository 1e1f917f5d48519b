/** Memories in languages that the main model does not know, and a second model that speaks for them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import type { Embedder } from '../../src/core/ports/embedder.js';
import type { EmbeddingModels } from '../../src/core/ports/embedding-models.js';
import type { Hit, SearchResult } from '../../src/core/results.js';
import { createOnnxEmbedder } from '../../src/embed/onnx/client.js';
import { type Bench, memoryText, PATIENT, realEmbedder, until, withStore } from '../support/service.js';

const root = join(import.meta.dirname, '../..');
/** The weights that come with Memdir, said to read all languages: what is tried is who speaks for what. */
let tongues: string;
beforeAll(() => {
  tongues = mkdtempSync(join(tmpdir(), 'memdir-tongues-'));
  cpSync(join(root, 'media/model'), tongues, { recursive: true });
  const file = join(tongues, 'memdir-model.json');
  writeFileSync(
    file,
    JSON.stringify({
      ...(JSON.parse(readFileSync(file, 'utf8')) as object),
      id: 'tongues',
      languages: ['*'],
      queryPrefix: '',
      related: 0.6,
    }),
  );
});
afterAll(() => rmSync(tongues, { recursive: true }));

let bench: Bench;
withStore(
  {
    'cat.md': memoryText({
      name: 'cat',
      description: 'animals of the office',
      body: 'The kitten sleeps on the windowsill.',
    }),
    'deploy.md': memoryText({
      name: 'deploy',
      description: 'how releases leave',
      body: 'Releases leave through the blue pipeline.',
    }),
    'miete.md': memoryText({
      name: 'miete',
      description: 'Der Mietvertrag für das Büro',
      body: 'Der Vertrag für das Büro läuft bis März und wird von der Verwaltung verlängert.',
    }),
    'kafka.md': memoryText({ name: '消息', description: '消息队列', body: '数据库变更通过消息队列发送。' }),
  },
  (opened) => (bench = opened),
);

const others = (dir = tongues): Embedder =>
  createOnnxEmbedder({ processFile: join(root, 'dist/embedder.js'), modelDir: dir, runtime: 'native', log: bench.log });
const open = (otherLanguages: Embedder | undefined): Promise<Memdir> =>
  bench.open({
    embedder: realEmbedder(bench.log),
    ...(otherLanguages ? { otherLanguages } : {}),
    models: { list: () => Promise.resolve([]) } as unknown as EmbeddingModels,
  });
/** Once all vectors are there: a search does not wait for a model that takes long to load. */
const ask = async (memdir: Memdir, query: string): Promise<SearchResult> => {
  await memdir.index({});
  return await memdir.search({ ...PATIENT, query, explain: true });
};
const byName = ({ hits }: SearchResult, name: string): Hit | undefined => hits.find((hit) => hit.name === name);
const check = async (memdir: Memdir, name: string) => (await memdir.doctor()).find((one) => one.check === name);

describe('a second model for other languages', () => {
  it('embeds the memories that are not English, and the main model embeds the others', async () => {
    const memdir = await open(others());
    // The main model reads German too, after a fashion; Chinese it does not.
    expect(await memdir.index({})).toMatchObject({ files: 4, embedded: 3 + 2 });
    expect(await check(memdir, 'Vectors')).toMatchObject({ ok: true, detail: '4 of 4 memories' });
    expect(await check(memdir, 'Other languages')).toMatchObject({ ok: true, detail: 'tongues reads 2 memories.' });
    expect(memdir.status()).toMatchObject({ kind: 'ready', model: 'all-minilm-l6-v2-int8' });
    expect(memdir.status()).not.toHaveProperty('note');
    expect(await memdir.index({})).toMatchObject({ embedded: 0 });
  });

  it('is recommended for memories that are not English, until it is there', async () => {
    const alone = await open(undefined);
    await alone.index({});
    expect(alone.status()).toMatchObject({ kind: 'ready', foreign: 2 });
    expect(await check(alone, 'Other languages')).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^2 memories aren’t in English .*memdir model add languages/) as string,
    });
    const both = await open(others());
    await both.index({});
    expect(both.status()).not.toHaveProperty('foreign');
  });

  it('answers a query in a script the main model does not support, without a notice', async () => {
    const memdir = await open(others());
    await ask(memdir, '消息队列');
    const found = await ask(memdir, '消息队列');
    expect(found).toMatchObject({ mode: 'hybrid', settling: false });
    expect(found.notice).toBeUndefined();
    expect(byName(found, '消息')?.explain?.vector).toBeDefined();
  });

  it('scores its own memories, each model with its own mean and deviation', async () => {
    const alone = await ask(await open(undefined), 'Wann läuft der Vertrag für das Büro aus?');
    const both = await ask(await open(others()), 'Wann läuft der Vertrag für das Büro aus?');
    const [before, after] = [alone, both].map((found) => byName(found, 'miete')?.explain);
    expect(after?.vector?.cosine).toBeCloseTo(before?.vector?.cosine ?? NaN, 3);
    expect(after?.vector?.deviations).not.toBe(before?.vector?.deviations);
    expect(after?.late).toBeDefined();
    expect(both.hits[0]?.name).toBe('miete');
  });

  it('finds English memories as before', async () => {
    const found = await ask(await open(others()), 'where does the young feline rest');
    expect(found).toMatchObject({ mode: 'hybrid', hits: [{ name: 'cat' }] });
  });

  it('reads the English memories too, once a question in another language is asked', async () => {
    const memdir = await open(others());
    await memdir.index({});
    await memdir.search({ ...PATIENT, query: 'where does the young feline rest' });
    expect(await memdir.index({})).toMatchObject({ embedded: 0 });
    const first = await memdir.search({ ...PATIENT, query: '小猫在哪里睡觉', explain: true });
    expect(first).toMatchObject({ settling: true });
    expect(first.notice).toContain('questions in other languages');
    await memdir.index({});
    const second = await memdir.search({ ...PATIENT, query: '小猫在哪里睡觉', explain: true, limit: 10 });
    expect(second).toMatchObject({ settling: false });
    expect(second.notice).toBeUndefined();
    await bench.write('dog.md', memoryText({ name: 'dog', description: 'animals', body: 'The puppy sleeps too.' }));
    // By the main model and, as such questions are asked here, by the second one.
    expect(await memdir.index({})).toMatchObject({ embedded: 2 });
    const german = await ask(memdir, 'Wann verlässt das Release denn eigentlich die blaue Pipeline');
    expect(german).toMatchObject({ settling: false });
    expect(byName(german, 'deploy')?.explain?.vector).toBeDefined();
  });

  it('prepares no English memories where there are none', async () => {
    for (const name of ['cat.md', 'deploy.md']) await bench.remove(name);
    const memdir = await open(others());
    const early = await memdir.search({ ...PATIENT, query: '小猫在哪里睡觉' });
    expect(early.notice ?? '').not.toContain('English');
    await memdir.index({});
    const later = await memdir.search({ ...PATIENT, query: '小猫在哪里睡觉' });
    expect(later).toMatchObject({ mode: 'hybrid', settling: false });
    expect(later.notice).toBeUndefined();
    expect(await memdir.index({})).toMatchObject({ embedded: 0 });
  });

  it('embeds a new memory in its language', async () => {
    const memdir = await open(others());
    await memdir.index({});
    const result = await memdir.remember({
      content: 'Der Vertrag für das Büro läuft bis Ende März und die Verwaltung wird ihn verlängern.',
    });
    expect(JSON.stringify(result)).toContain('miete.md');
  });

  it('re-embeds a memory whose language changes', async () => {
    const memdir = await open(others());
    await memdir.index({});
    await bench.write(
      'cat.md',
      memoryText({
        name: 'katze',
        description: 'Tiere im Büro',
        body: 'Das Kätzchen schläft am liebsten auf der Fensterbank neben der Heizung.',
      }),
    );
    await memdir.index({});
    expect(await check(memdir, 'Other languages')).toMatchObject({ detail: 'tongues reads 3 memories.' });
    await bench.remove('cat.md');
    await memdir.index({});
    expect(await check(memdir, 'Other languages')).toMatchObject({ detail: 'tongues reads 2 memories.' });
  });
});

describe('a second model that is removed or fails', () => {
  it('leaves all memories to the main one, and continues with its vectors when it returns', async () => {
    const first = await open(others());
    await first.index({});
    await first.close();
    const second = await open(undefined);
    expect(await second.index({})).toMatchObject({ embedded: 0 });
    expect(
      byName(await ask(second, 'Wann läuft der Vertrag für das Büro aus?'), 'miete')?.explain?.vector,
    ).toBeDefined();
    await second.close();
    expect(await (await open(others())).index({})).toMatchObject({ embedded: 0 });
  });

  it('is reported by status and doctor, and the main one embeds what it can', async () => {
    const broken = mkdtempSync(join(tmpdir(), 'memdir-broken-'));
    cpSync(tongues, broken, { recursive: true });
    writeFileSync(join(broken, 'model.onnx'), 'no weights');
    try {
      const memdir = await open(others(broken));
      expect(await memdir.index({})).toMatchObject({ embedded: 3 });
      await until('the status says so', () => 'note' in memdir.status());
      expect(memdir.status()).toMatchObject({
        kind: 'ready',
        note: expect.stringMatching(
          /^The model for other languages doesn’t run, so the main model reads them too: .*can’t load/,
        ) as string,
      });
      expect(await check(memdir, 'Other languages')).toMatchObject({ ok: false });
      const found = await ask(memdir, 'Wann läuft der Vertrag für das Büro aus?');
      expect(found.mode).toBe('hybrid');
      expect(byName(found, 'miete')?.explain?.vector).toBeDefined();
    } finally {
      rmSync(broken, { recursive: true });
    }
  });

  it('is unused when the main model supports all languages', async () => {
    const memdir = await bench.open({ embedder: others(), otherLanguages: others() });
    expect(await memdir.index({})).toMatchObject({ embedded: 4 });
    expect(await check(memdir, 'Other languages')).toMatchObject({
      ok: true,
      detail: 'The current model reads all languages.',
    });
  });
});
