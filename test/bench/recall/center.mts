/**
 * Measures what the vectors of a model of many languages have in common, and writes it as `center` into the folder's memdir-model.json:
 *
 *     npm run bench -- model-center FOLDER
 *
 * Of the benchmark it reads the questions of the tuning half and the memories that answer them alone. English and the other languages count the same.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Embedder } from '../../../src/core/ports/embedder.js';
import { cosine } from '../../../src/core/search/cosine.js';
import { encodeFloats, withoutCommon } from '../../../src/embed/center.js';
import { openEmbedder } from '../embedder.mjs';
import { type LanguageCorpus, languageCorpus } from './languages-data.mjs';
import { textOf } from './thresholds.mjs';

/** Directions that are taken off beside the mean: with the second one languages stop to count, further ones hold meanings. */
const DIRECTIONS = 1;
/** Rounds of the power iteration: further ones change nothing. */
const ROUNDS = 100;
const BATCH = 16;

const meanOf = (vectors: readonly Float32Array[]): Float32Array =>
  Float32Array.from(
    { length: vectors[0]?.length ?? 0 },
    (_, at) => vectors.reduce((sum, vector) => sum + (vector[at] ?? 0), 0) / vectors.length,
  );

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** The direction in which centered vectors differ most, by power iteration. */
function mainDirection(vectors: readonly Float32Array[]): Float32Array {
  let direction = unit(Float32Array.from({ length: vectors[0]?.length ?? 0 }, (_, at) => 1 + (at % 7)));
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float32Array(direction.length);
    for (const vector of vectors) {
      const share = cosine(vector, direction);
      for (let at = 0; at < next.length; at++) next[at] = (next[at] ?? 0) + share * (vector[at] ?? 0);
    }
    direction = unit(next);
  }
  return direction;
}

/** Texts of the tuning half: in English, and in other languages. */
function tuningTexts({ questions, passages }: LanguageCorpus): Record<'query' | 'passage', [string[], string[]]> {
  const answers = (half: string): Set<string> =>
    new Set(questions.filter((one) => one.half === half).flatMap((one) => Object.keys(one.answers)));
  const [tune, report] = [answers('tune'), answers('report')];
  const tuned = passages.filter(({ path: file }) => tune.has(file) && !report.has(file));
  const foreign = tuned.filter(({ path: file }) => file.startsWith('in-'));
  const english = tuned.filter(({ path: file }) => !file.startsWith('in-'));
  const asked = questions.filter(({ half }) => half === 'tune');
  const inEnglish = ({ kind }: { readonly kind: string }): boolean => kind === 'english' || kind === 'from-english';
  return {
    query: [
      asked.filter(inEnglish).map(({ text }) => text),
      asked.filter((one) => !inEnglish(one)).map(({ text }) => text),
    ],
    passage: [english.map(textOf), foreign.map(textOf)],
  };
}

async function embed(embedder: Embedder, texts: readonly string[], kind: 'query' | 'passage'): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += BATCH)
    vectors.push(...(await embedder.embed(texts.slice(at, at + BATCH), kind)));
  return vectors;
}

/** @param corpora folder for the memories in many languages */
export async function modelCenter(folder: string, corpora: string): Promise<void> {
  const file = path.join(folder, 'memdir-model.json');
  const description = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  delete description['center'];
  writeFileSync(file, `${JSON.stringify(description, undefined, 2)}\n`);
  const texts = tuningTexts(languageCorpus(path.resolve('test/bench/recall'), corpora));
  const embedder = openEmbedder(folder);
  try {
    const of = async (kind: 'query' | 'passage'): Promise<Float32Array[][]> => [
      await embed(embedder, texts[kind][0], kind),
      await embed(embedder, texts[kind][1], kind),
    ];
    const [queries, passages] = [await of('query'), await of('passage')];
    const [query, passage] = [meanOf(queries.map(meanOf)), meanOf(passages.map(meanOf))];
    const directions: Float32Array[] = [];
    while (directions.length < DIRECTIONS)
      directions.push(
        mainDirection(
          passages.flat().map((vector) => withoutCommon(vector, { query, passage, directions }, 'passage')),
        ),
      );
    const center = {
      query: encodeFloats(query),
      passage: encodeFloats(passage),
      directions: directions.map(encodeFloats),
    };
    writeFileSync(file, `${JSON.stringify({ ...description, center }, undefined, 2)}\n`);
    process.stdout.write(
      `${file}: ${queries.flat().length} questions and ${passages.flat().length} memories were read.\n`,
    );
  } finally {
    await embedder.close();
  }
}
