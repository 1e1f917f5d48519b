/** Many memories, with vectors that cost nothing to make: what is measured is the index. Beside it a bare FTS5 table and, where it is there, LanceDB. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type { Memdir } from '../../src/core/memdir.js';
import type { Embedder } from '../../src/core/ports/embedder.js';
import type { IndexStore } from '../../src/core/ports/index-store.js';
import { documentTerms } from '../../src/core/search/terms.js';
import { systemClock } from '../../src/node/clock.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { createRoots } from '../../src/node/stores/roots.js';
import { createMemdir, DEFAULT_SERVICE_SETTINGS } from '../../src/service/create.js';
import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { stubPorts } from '../support/ports.js';
import { quiet } from './embedder.mjs';
import { type GeneratedMemory, memory, questions, random } from './generate.mjs';
import { type Costs, costs, mb, ms, quantile, type Row, samples, timed, under } from './measure.mjs';
import { type LanceSearch, lanceSearch } from './recall/lance.mjs';
import type { Ranking } from './recall/measures.mjs';
import { fts5Search } from './recall/words.mjs';
import { syntheticEmbedder } from './synthetic.mjs';

/** Memories of one project; more are those of several. */
const EACH = 2_000;

interface Ground {
  readonly base: string;
  readonly memories: readonly GeneratedMemory[];
  /** Each once. */
  readonly asked: readonly string[];
  /** Others, asked before them. */
  readonly before: readonly string[];
}

const ASKED = 90;
/** Questions after which the code of a process is as fast as it gets. */
const BEFORE = 600;

function prepare(count: number): Ground {
  const base = mkdtempSync(path.join(os.tmpdir(), 'memdir-bench-scale-'));
  const next = random(1);
  const memories = Array.from({ length: count }, (_, at) => memory(at, next));
  memories.forEach(({ file, text }, at) => {
    const folder = path.join(base, 'stores', `project-${Math.floor(at / EACH)}`, 'memory');
    if (at % EACH === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, file), text);
  });
  const asked = new Set(questions(memories, ASKED));
  const others = new Set(
    Array.from(
      { length: BEFORE },
      (_, at) =>
        `${memories[(at * 53 + 11) % memories.length]?.title ?? ''} ${at % 2 === 0 ? 'at night' : 'once more'}`,
    ),
  );
  return { base, memories, asked: [...asked], before: [...others] };
}

/** Questions and passages that were embedded before: the vector is in hand. */
async function inHand(asked: readonly string[]): Promise<Embedder> {
  const embedder = syntheticEmbedder();
  const { tokens } = embedder;
  if (!tokens) throw new Error('The synthetic embedder gives no tokens.');
  const known = new Map<string, Awaited<ReturnType<typeof tokens.question>>>();
  for (const question of asked) known.set(question, await tokens.question(question));
  return { ...embedder, tokens: { ...tokens, question: async (text) => known.get(text) ?? tokens.question(text) } };
}

async function open({ base, asked, before }: Ground): Promise<{ memdir: Memdir; index: IndexStore }> {
  const dataDir = path.join(base, 'data');
  const index = await openSqliteIndex({ file: path.join(dataDir, 'index.db'), log: quiet });
  const stores = path.join(base, 'stores');
  const memdir = createMemdir(
    {
      ...stubPorts(path.join(base, 'home')),
      files: createFiles({ dataDir }),
      roots: createRoots({ env: {}, home: path.join(base, 'home'), platform: process.platform, log: quiet }),
      scope: {
        folders: [],
        directories: readdirSync(stores).map((name) => path.join(stores, name, 'memory')),
        trusted: true,
      },
      index,
      embedder: await inHand([...before, ...asked]),
      clock: systemClock,
      log: quiet,
      hash: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
    },
    DEFAULT_SERVICE_SETTINGS,
  );
  return { memdir, index };
}

/** Share of the ten nearest of all that the index finds, the question's vector against every vector it holds. */
async function recall({ asked, memories }: Ground, index: IndexStore, stores: readonly string[]): Promise<number> {
  const embedder = syntheticEmbedder();
  const ids = memories.map(({ file }, at) => `${stores[Math.floor(at / EACH)]}/${file}`);
  const vectors = new Map<string, readonly Float32Array[]>();
  for (let at = 0; at < ids.length; at += 500)
    for (const { byId } of (await index.present(ids.slice(at, at + 500), ['synthetic'])).vectors)
      for (const [id, chunks] of byId) vectors.set(id, chunks);
  let found = 0;
  const some = asked.slice(0, 30);
  for (const vector of await embedder.embed(some, 'query')) {
    const all = [...vectors].map(
      ([id, chunks]) =>
        [
          id,
          Math.max(...chunks.map((chunk) => chunk.reduce((sum, value, i) => sum + value * (vector[i] ?? 0), 0))),
        ] as const,
    );
    const tenth = all.sort((a, b) => b[1] - a[1])[9]?.[1] ?? 0;
    const { legs } = await index.meaning(
      { terms: [], filter: {}, limit: 10 },
      { questions: [{ model: 'synthetic', vector }] },
    );
    const hits = legs.vectors[0]?.hits ?? [];
    found += hits.filter(({ cosine }) => cosine >= tenth - 1e-6).length;
  }
  return found / (10 * some.length);
}

const passagesOf = (memories: readonly GeneratedMemory[]) =>
  memories.map(({ file, title, text }) => ({
    path: file,
    name: file,
    description: title,
    body: text.replace(/^---[\s\S]*?---\s*/, ''),
  }));

/** Index and queries at one size. */
export async function scaleRows(count: number, targetMs: number): Promise<Row[]> {
  const ground = prepare(count);
  const { base, asked, before, memories } = ground;
  const n = count.toLocaleString('en');
  try {
    const bare = fts5Search(passagesOf(memories) as never, 60);
    const bareTook = await samples(asked.length, 5, async (run) => bare(asked[run % asked.length] ?? ''));
    const { memdir, index } = await open(ground);
    const words = await timed(() => memdir.index({ embed: false }));
    const vectors = await timed(() => memdir.index({}));
    const stores = (await memdir.roots()).map(({ key }) => key);
    await memdir.search({ query: 'what is this about', vectorTimeoutMs: 1_000 });
    const ask = (texts: readonly string[]) => costs(texts.length, (run) => memdir.search({ query: texts[run] ?? '' }));
    const young = await ask(before.slice(0, ASKED));
    await ask(before.slice(ASKED));
    const [first, again] = [await ask(asked), await ask(asked)];
    const [p50, bare50] = [quantile(first.wall, 0.5), quantile(bareTook, 0.5)];
    const rows = [
      {
        what: `${n} memories: words indexed; vectors and tokens taken in`,
        value: `${ms(words.took)}; ${ms(vectors.took)}`,
      },
      {
        what: `${n} memories: index on disk; resident memory of the searching process`,
        value: `${mb(statSync(path.join(base, 'data', 'index.db')).size)}; ${mb(process.memoryUsage().rss)}`,
      },
      under(
        `${n} memories: question asked for the first time, vector in hand, p50 once the process is warm`,
        p50,
        targetMs,
        ms,
      ),
      {
        what: 'the same, p95; p50 of processor time',
        value: `${ms(quantile(first.wall, 0.95))}; ${ms(quantile(first.cpu, 0.5))}`,
      },
      {
        what: `the first ${ASKED} questions a process answers, p50; of processor time`,
        value: `${ms(quantile(young.wall, 0.5))}; ${ms(quantile(young.cpu, 0.5))}`,
      },
      {
        what: 'asked again, warm, p50; of processor time',
        value: `${ms(quantile(again.wall, 0.5))}; ${ms(quantile(again.cpu, 0.5))}`,
      },
      {
        what: 'the same questions to a bare FTS5 table, p50',
        value: `${ms(bare50)} (hybrid is ${(p50 / bare50).toFixed(2)} times that)`,
      },
      {
        what: `${n} memories: of the ten nearest vectors found`,
        value: `${((await recall(ground, index, stores)) * 100).toFixed(1)} %`,
      },
    ];
    await memdir.close();
    return rows;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** The same memories and the same vectors in Memdir and in LanceDB. */
export async function lanceRows(count: number): Promise<Row[]> {
  const ground = prepare(count);
  const { base, asked, memories } = ground;
  try {
    const embedder = await inHand(asked);
    const texts = memories.map(({ text }) => text.replace(/^---[\s\S]*?---\s*/, ''));
    const vectors = await embedder.embed(texts, 'passage');
    const questionsOf = new Map((await embedder.embed(asked, 'query')).map((vector, at) => [asked[at] ?? '', vector]));
    const chunks = memories.map(({ file }, at) => ({
      path: file,
      text: texts[at] ?? '',
      vector: vectors[at] ?? new Float32Array(),
    }));
    const folder = path.join(base, 'lance');
    let search: LanceSearch | undefined;
    const lance = await costs(
      1,
      async () => (search = await lanceSearch({ chunks, questions: questionsOf, rankings: new Map() }, folder)),
    );
    if (!search) return [{ what: 'LanceDB', value: 'not installed (see test/bench/recall/lance.mts)' }];
    const ofLance = search;
    const askLance = (run: number): Promise<Ranking> =>
      ofLance(asked[run % asked.length] ?? '', questionsOf.get(asked[run % asked.length] ?? '') ?? new Float32Array());
    await samples(0, asked.length, askLance);
    const lanceTook = await costs(asked.length * 2, askLance);
    // The same work: texts and vectors are there, and go into an empty index.
    const index = await openSqliteIndex({ file: path.join(base, 'own', 'index.db'), log: quiet });
    const terms = (text: string): string => documentTerms(text).join(' ');
    const own = await costs(1, async () => {
      for (let from = 0; from < chunks.length; from += 500) {
        const part = chunks.slice(from, from + 500);
        await index.apply({
          upsert: part.map(({ path: file, text }) => ({
            id: `s/${file}`,
            store: 's',
            path: file,
            stamp: { modifiedMs: 0, size: text.length, hash: file },
            name: file,
            description: '',
            type: 'project',
            level: 'short-term',
            repos: [],
            tags: [],
            dateMs: 0,
            body: text,
            bodyLine: 0,
            terms: { name: terms(file), description: '', body: terms(text), path: '' },
            chunks: [{ line: 0, endLine: 0, text, hash: file }],
            head: { named: false, dateSource: 'file time' as const, searchable: true, links: [], traits: 0 },
            masked: false,
          })),
          remove: [],
        });
        await index.putVectors(
          'synthetic',
          part.map(({ path: file, vector }) => ({ hash: file, vector })),
        );
      }
    });
    const ask = async (run: number): Promise<void> => {
      const question = asked[run % asked.length] ?? '';
      const plan = { terms: documentTerms(question), filter: {}, limit: 40 };
      await index.words(plan);
      const vector = questionsOf.get(question) ?? new Float32Array();
      await index.meaning(plan, { questions: [{ model: 'synthetic', vector }] });
    };
    await samples(0, asked.length, ask);
    const ownTook = await costs(asked.length * 2, ask);
    await index.close();
    const [sizeOwn, sizeLance] = [statSync(path.join(base, 'own', 'index.db')).size, sizeOf(folder)];
    const n = count.toLocaleString('en');
    return [
      ...asShare(`${n} texts with vectors into an empty index with full text`, own, lance),
      ...asShare('both legs of a question, 40 of each, p50', ownTook, lanceTook),
      { what: 'size on disk; LanceDB’s', value: `${mb(sizeOwn)}; ${mb(sizeLance)}` },
    ];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** LanceDB works on all cores at once: by the clock its work seems less than it is. */
function asShare(what: string, own: Costs, lance: Costs): Row[] {
  const [wall, lanceWall, cpu, lanceCpu] = [own.wall, lance.wall, own.cpu, lance.cpu].map((took) =>
    quantile(took, 0.5),
  ) as [number, number, number, number];
  return [
    under(`${what} (${ms(wall)}), as a share of LanceDB’s ${ms(lanceWall)}`, wall / lanceWall, 1, (share) =>
      share.toFixed(2),
    ),
    under(
      `the same in processor time (${ms(cpu)}), as a share of LanceDB’s ${ms(lanceCpu)}`,
      cpu / lanceCpu,
      1,
      (share) => share.toFixed(2),
    ),
  ];
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .reduce((sum, item) => sum + statSync(path.join(item.parentPath, item.name)).size, 0);
