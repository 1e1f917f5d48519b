/** Memdir itself, opened as host and command line open it, on an index of its own. */
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';

import type { SearchResult } from '../../../src/core/results.js';
import { CHUNKS_VERSION } from '../../../src/core/search/chunk.js';
import { TERMS_VERSION } from '../../../src/core/search/terms.js';
import { type OpenMemdir, openMemdir } from '../../../src/node/compose.js';
import { DEFAULT_SETTINGS, type Settings } from '../../../src/protocol/settings.js';
import { openSqliteIndex } from '../../../src/store/sqlite/open.js';
import { openEmbedder, quiet } from '../embedder.mjs';
import { timed } from '../measure.mjs';
import type { Corpus, Question } from './data.mjs';
import type { Ranking } from './measures.mjs';

const distDir = path.resolve('dist');
/** Milliseconds; every vector shall be there. */
const PATIENCE = 60_000;

export interface Answer {
  readonly ranking: Ranking;
  readonly result: SearchResult;
  /** Milliseconds, the question's vector known. */
  readonly took: number;
}

export const openCorpus = (corpus: Corpus, dataDir: string, settings: Partial<Settings>): Promise<OpenMemdir> =>
  openMemdir({
    distDir,
    dataDir,
    scope: { folders: [], directories: corpus.stores, trusted: true },
    settings: { ...DEFAULT_SETTINGS, ...settings },
    env: { ...process.env, MEMDIR_DATA_DIR: dataDir },
  });

/** Path of a hit from the corpus folder, slashes forward. */
const inside = (corpus: Corpus, file: string): string => path.relative(corpus.folder, file).split(path.sep).join('/');

/**
 * Asks everything twice: the first time embeds the question, the second is timed.
 * @param storesOf the stores that a question is asked of; default: all
 */
export async function askAll(
  corpus: Corpus,
  engine: OpenMemdir,
  explain = false,
  storesOf: (question: Question) => readonly string[] | undefined = () => undefined,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const question of corpus.questions) {
    const stores = storesOf(question);
    const request = {
      query: question.text,
      limit: 10,
      vectorTimeoutMs: PATIENCE,
      explain,
      ...(stores === undefined ? {} : { stores }),
    };
    await engine.memdir.search(request);
    const { took, result } = await timed(() => engine.memdir.search(request));
    answers.set(question.id, { ranking: result.hits.map((hit) => inside(corpus, hit.path)), result, took });
  }
  return answers;
}

/**
 * The store that a question is asked of by who works on one project: that of its answer. A question without one is asked where the search of all stores
 * found most.
 */
export async function ownStores(
  corpus: Corpus,
  engine: OpenMemdir,
  answers: ReadonlyMap<string, Answer>,
): Promise<(question: Question) => readonly string[] | undefined> {
  const projectOf = (file: string): string => file.split('/')[0] ?? '';
  const keys = new Map(
    (await engine.memdir.list({})).map(({ id, path: file }) => [
      projectOf(inside(corpus, file)),
      id.slice(0, id.indexOf('/')),
    ]),
  );
  return ({ id, answers: own }) => {
    const file = Object.keys(own)[0] ?? answers.get(id)?.ranking[0];
    const key = keys.get(projectOf(file ?? corpus.passages[0]?.path ?? ''));
    return key === undefined ? undefined : [key];
  };
}

export interface Indexed {
  /** Milliseconds. */
  readonly words: number;
  readonly vectors: number;
  /** Bytes of the index file. */
  readonly bytes: number;
}

/** Fills an empty index: words first, then vectors. */
export async function fill(corpus: Corpus, dataDir: string): Promise<Indexed> {
  rmSync(dataDir, { recursive: true, force: true });
  const engine = await openCorpus(corpus, dataDir, {});
  const words = await timed(() => engine.memdir.index({ embed: false }));
  const vectors = await timed(() => engine.memdir.index({}));
  await engine.close();
  return { words: words.took, vectors: vectors.took, bytes: statSync(path.join(dataDir, 'index.db')).size };
}

/** The passages' chunks with the vectors the product made, and the questions' own: what searches by vectors alone work with. */
export interface Vectors {
  readonly chunks: readonly { readonly path: string; readonly text: string; readonly vector: Float32Array }[];
  readonly questions: ReadonlyMap<string, Float32Array>;
  /** By the index's vector leg, as many as asked, by question. */
  readonly rankings: ReadonlyMap<string, Ranking>;
}

/** Needs a filled index. Chunks are embedded again: the index gives no vectors away. */
export async function vectorsOf(corpus: Corpus, dataDir: string, limit: number): Promise<Vectors> {
  const embedder = openEmbedder();
  const index = await openSqliteIndex({
    file: path.join(dataDir, 'index.db'),
    log: quiet,
    contents: `terms ${TERMS_VERSION}, chunks ${CHUNKS_VERSION}`,
  });
  const engine = await openCorpus(corpus, dataDir, { 'embedding.provider': 'none' });
  try {
    const listed = await engine.memdir.list({});
    const paths = new Map(listed.map(({ id, path: file }) => [id, inside(corpus, file)]));
    const documents = await index.documents([...paths.keys()]);
    const texts = [...documents.values()].flatMap((document) =>
      document.chunks.map((chunk) => ({ path: paths.get(document.id) ?? '', text: chunk.text })),
    );
    const vectors = await embedder.embed(
      texts.map(({ text }) => text),
      'passage',
    );
    const asked = await embedder.embed(
      corpus.questions.map(({ text }) => text),
      'query',
    );
    const rankings = new Map<string, Ranking>();
    for (const [at, { id }] of corpus.questions.entries()) {
      const { legs } = await index.meaning(
        { terms: [], filter: {}, limit },
        { questions: [{ model: embedder.model?.id ?? '', vector: asked[at] ?? new Float32Array() }] },
      );
      rankings.set(
        id,
        (legs.vectors[0]?.hits ?? []).map((hit) => paths.get(hit.id) ?? hit.id),
      );
    }
    const chunks = texts.map((chunk, at) => ({ ...chunk, vector: vectors[at] ?? new Float32Array() }));
    return {
      chunks,
      questions: new Map(corpus.questions.map(({ id }, at) => [id, asked[at] ?? new Float32Array()])),
      rankings,
    };
  } finally {
    await Promise.all([embedder.close(), index.close(), engine.close()]);
  }
}
