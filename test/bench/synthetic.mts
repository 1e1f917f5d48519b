/**
 * An embedder for measuring at sizes a real model would take hours for: texts that share words get vectors that lie near each other, in
 * about the spread real ones have. The same text gives the same vector on every machine.
 */
import type { ChunkTokens, Embedder, QuestionTokens } from '../../src/core/ports/embedder.js';
import { tokenBytes, writeSignBits } from '../../src/core/search/sign-bits.js';
import { random } from './generate.mjs';

const DIMENSIONS = 384;
/** Numbers a tokenizer has for its tokens. */
const VOCABULARY = 30_522;
/** Tokens that a model of 256 reads. */
const MOST_PIECES = 254;

const seedOf = (text: string): number =>
  [...text].reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0, 2_166_136_261);

function directionOf(text: string): Float32Array {
  const next = random(seedOf(text));
  // The sum of four even numbers is near enough to the bell curve.
  return Float32Array.from({ length: DIMENSIONS }, () => next() + next() + next() + next() - 2);
}

/** What all texts have in common, as the vectors of real models do. */
const COMMON = directionOf('');
const known = new Map<string, Float32Array>();

function word(text: string): Float32Array {
  let found = known.get(text);
  if (!found) known.set(text, (found = directionOf(text)));
  return found;
}

const wordsOf = (text: string): string[] => (text.toLowerCase().match(/[a-z]+|\d+/g) ?? []).slice(0, MOST_PIECES);

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Longer words tell more, and the second time a word tells little. */
function vectorOf(words: readonly string[]): Float32Array {
  const sum = COMMON.map((value) => value * 2);
  for (const one of new Set(words)) addTo(sum, word(one), Math.min(1.5, one.length / 5));
  return unit(sum);
}

function addTo(sum: Float32Array, direction: Float32Array, weight: number): void {
  for (let i = 0; i < DIMENSIONS; i++) sum[i] = (sum[i] as number) + weight * (direction[i] as number);
}

/** A word's own direction, leaning towards its text. */
function pieceOf(text: string, around: Float32Array, into = new Float32Array(DIMENSIONS)): Float32Array {
  into.set(word(text));
  addTo(into, around, 5);
  return into;
}

function passage(text: string): { vector: Float32Array; tokens: ChunkTokens } {
  const words = wordsOf(text);
  const vector = vectorOf(words);
  const bytes = tokenBytes(DIMENSIONS);
  const bits = new Uint8Array(words.length * bytes);
  const piece = new Float32Array(DIMENSIONS);
  words.forEach((one, at) => writeSignBits(pieceOf(one, vector, piece), 0, DIMENSIONS, bits, at * bytes));
  return { vector, tokens: { ids: idsOf(words), bits } };
}

function question(text: string): { vector: Float32Array; tokens: QuestionTokens } {
  const words = wordsOf(text);
  const vector = vectorOf(words);
  const vectors = new Float32Array(words.length * DIMENSIONS);
  words.forEach((one, at) => vectors.set(unit(pieceOf(one, vector)), at * DIMENSIONS));
  return { vector, tokens: { ids: idsOf(words), vectors } };
}

const idsOf = (words: readonly string[]): Uint32Array => Uint32Array.from(words, (one) => seedOf(one) % VOCABULARY);

export function syntheticEmbedder(): Embedder {
  return {
    model: {
      id: 'synthetic',
      dimensions: DIMENSIONS,
      vectorWeight: 0.3,
      lateWeight: 0.2,
      duplicate: 0.92,
      related: 0.65,
      languages: ['*'],
      background: { mean: 0.07, deviation: 0.09 },
      lateBackground: { mean: 0.15, deviation: 0.045 },
    },
    state: () => ({ state: 'ready', backend: 'native' }),
    embed: async (texts, kind) => texts.map((text) => (kind === 'query' ? question(text) : passage(text)).vector),
    tokens: { question: async (text) => question(text), chunks: async (texts) => texts.map(passage) },
    close: async () => undefined,
  };
}
