/** How far a vector must stand out for a memory to be a hit. */
import { isGibberish } from '../../core/search/confidence.js';
import { chanceDeviations, NOISE_DEVIATIONS } from '../../core/search/noise-baseline.js';
import { countWords } from '../../core/search/terms.js';
import type { FoundLegs } from './legs.js';

/** Deviations below which a memory that shares no word with the question is noise. */
export interface NoiseThresholds {
  readonly beforeRerank: number;
  readonly afterRerank: number;
}

/**
 * Where no memory matches a word of the question, everything depends on vectors, and the best of many stands out by chance. The same is true where
 * some memories match a word, but no model knows the words that carry the question (a name, an identifier): memories without these words must stand out
 * as much.
 */
export function noiseThresholds(text: string, { keyword: words, vectors }: FoundLegs): NoiseThresholds {
  if (words === undefined) return { beforeRerank: NOISE_DEVIATIONS, afterRerank: NOISE_DEVIATIONS };
  // A question whose language was recognised means something, and shares no words with memories in another one.
  const isForeign = vectors.some(({ crossing }) => crossing === 'to-main');
  const tokens = isForeign ? [] : vectors.flatMap(({ question }) => question.tokens ?? []);
  const count = countWords(text);
  const isUnknown = (stopWords: number): boolean =>
    tokens.length > 0 &&
    tokens.every(({ ids }) =>
      isGibberish(count.words - stopWords, ids.length - stopWords - (count.words > 0 ? count.marks : 0)),
    );
  const chance = isForeign ? NOISE_DEVIATIONS : chanceDeviations(words.documents);
  // A word that is only a part of others says as little as none.
  if (words.hits.some(({ matched }) => matched.includes(true)))
    return { beforeRerank: NOISE_DEVIATIONS, afterRerank: isUnknown(count.stopWords) ? chance : NOISE_DEVIATIONS };
  const least = isUnknown(0) ? Infinity : chance;
  return { beforeRerank: least, afterRerank: least };
}
