/** Memories as vectors that can be compared whichever models have read them: a part by each model, and a part by words. */
import { documentTerms } from '../search/terms.js';
import { wordHash } from '../similarity/stem-words.js';

export interface Featured {
  /** Name, description and body. */
  readonly text: string;
  /** Vectors of the chunks of unit length by one model; none where no model has read it. */
  readonly meaning?: { readonly model: string; readonly vectors: readonly Float32Array[] } | undefined;
}

/** Length of the part by words: each term falls into one place of it by its hash. */
const WORD_PLACES = 256;
/** Share of the part by words in the likeness of two memories that a model has read. */
const WORD_SHARE = 0.2;
/** Terms of a memory that count, from the beginning. */
const MOST_TERMS = 1_000;

/** Vectors of unit length, one for each memory and all as long; a step after each memory. */
export function* featureSteps(memories: readonly Featured[]): Generator<void, Float32Array[]> {
  const sizes = new Map<string, number>();
  for (const { meaning } of memories) if (meaning?.vectors[0]) sizes.set(meaning.model, meaning.vectors[0].length);
  const offsets = new Map<string, number>();
  let length = WORD_PLACES;
  for (const [model, size] of sizes) {
    offsets.set(model, length);
    length += size;
  }
  const features = memories.map(() => new Float32Array(length));
  yield* addWords(features, memories);
  for (const [model, offset] of offsets) {
    const of = memories.flatMap(({ meaning }, at) => (meaning?.model === model ? [at] : []));
    const means = of.map((at) => meanOf(memories[at]?.meaning?.vectors ?? []));
    yield;
    const middle = meanOf(means);
    for (const [i, at] of of.entries()) {
      const mean = means[i] as Float32Array;
      // All vectors of a model share a direction that tells nothing.
      if (means.length > 2) for (let d = 0; d < mean.length; d++) mean[d] = (mean[d] as number) - (middle[d] as number);
      const feature = features[at] as Float32Array;
      scale(feature, Math.sqrt(WORD_SHARE));
      scale(toUnit(mean), Math.sqrt(1 - WORD_SHARE));
      feature.set(mean, offset);
    }
    yield;
  }
  for (const feature of features) toUnit(feature);
  return features;
}

/** Terms weighed by how few memories have them, of unit length. */
function* addWords(features: readonly Float32Array[], memories: readonly Featured[]): Generator<void> {
  const terms: (readonly string[])[] = [];
  const frequency = new Map<string, number>();
  for (const { text } of memories) {
    const distinct = [...new Set(documentTerms(text).slice(0, MOST_TERMS))];
    terms.push(distinct);
    for (const term of distinct) frequency.set(term, (frequency.get(term) ?? 0) + 1);
    yield;
  }
  for (const [at, feature] of features.entries()) {
    for (const term of terms[at] ?? []) {
      const hash = wordHash(term);
      const place = (hash >>> 1) % WORD_PLACES;
      const weight = Math.log((memories.length + 1) / (frequency.get(term) ?? 1));
      feature[place] = (feature[place] as number) + ((hash & 1) === 0 ? weight : -weight);
    }
    toUnit(feature);
  }
}

export function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (let d = 0; d < mean.length; d++) mean[d] = (mean[d] as number) + (vector[d] as number) / vectors.length;
  return mean;
}

/** In place; a vector of zeros stays one. */
export function toUnit(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  return square > 0 ? scale(vector, 1 / Math.sqrt(square)) : vector;
}

function scale(vector: Float32Array, by: number): Float32Array {
  for (let d = 0; d < vector.length; d++) vector[d] = (vector[d] as number) * by;
  return vector;
}
