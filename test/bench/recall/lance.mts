/**
 * LanceDB's hybrid search, where the package is there: it weighs 195 MB, too much for everybody's `npm ci`.
 * `npm i --no-save --omit=optional @lancedb/lancedb @lancedb/lancedb-linux-x64-gnu apache-arrow@18` in another folder, and its path in MEMDIR_BENCH_LANCEDB.
 */
import { createRequire } from 'node:module';
import path from 'node:path';

import type { Vectors } from './engine.mjs';
import type { Ranking } from './measures.mjs';

interface Row {
  readonly path: string;
}

/** As much of the package as is used here. */
interface Lance {
  connect(folder: string): Promise<{
    createTable(
      name: string,
      rows: readonly unknown[],
    ): Promise<{
      createIndex(column: string, options: { config: unknown }): Promise<void>;
      query(): {
        nearestTo(vector: number[]): {
          fullTextSearch(text: string): { rerank(by: unknown): { limit(most: number): { toArray(): Promise<Row[]> } } };
        };
      };
    }>;
  }>;
  readonly Index: { fts(options: object): unknown };
  readonly rerankers: { readonly RRFReranker: { create(): Promise<unknown> } };
}

function load(): Lance | undefined {
  const from = process.env['MEMDIR_BENCH_LANCEDB'];
  try {
    return createRequire(from === undefined ? path.resolve('package.json') : path.resolve(from, 'package.json'))(
      '@lancedb/lancedb',
    ) as Lance;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

export type LanceSearch = (question: string, vector: Float32Array) => Promise<Ranking>;

/** Undefined when the package is not there. The same chunks and vectors as Memdir's; the best chunk of a memory counts. */
export async function lanceSearch(vectors: Vectors, folder: string): Promise<LanceSearch | undefined> {
  const lance = load();
  if (!lance) return undefined;
  const database = await lance.connect(folder);
  const table = await database.createTable(
    'memory',
    vectors.chunks.map(({ path: file, text, vector }) => ({ path: file, text, vector: [...vector] })),
  );
  await table.createIndex('text', {
    config: lance.Index.fts({ stem: true, removeStopWords: true, language: 'English' }),
  });
  const reranker = await lance.rerankers.RRFReranker.create();
  return async (question, vector) => {
    // Signs mean something in its query language.
    const words = question.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();
    const rows = await table
      .query()
      .nearestTo([...vector])
      .fullTextSearch(words)
      .rerank(reranker)
      .limit(40)
      .toArray();
    return [...new Set(rows.map((row) => row.path))].slice(0, 10);
  };
}
