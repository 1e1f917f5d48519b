/** Groups of vectors that are alike (k-means by angle), and words that name them. The same input gives the same groups. */
import { cosine } from '../search/cosine.js';
import { hasContentWord } from '../search/terms.js';
import { isFiller, termOf } from '../similarity/stem-words.js';
import { meanOf, toUnit } from './features.js';

/** Memories per cluster that are aimed at: a tenth of a thousand would be too few to name, so their number grows with the root. */
const MEMORIES_PER_SQUARE = 7;
const MOST_CLUSTERS = 12;
const ROUNDS = 12;

export const clusterCount = (memories: number): number =>
  Math.max(1, Math.min(MOST_CLUSTERS, Math.round(Math.sqrt(memories / MEMORIES_PER_SQUARE))));

/** Number of the cluster of each vector, from 0 without gaps; a step after each round. */
export function* clusterSteps(
  vectors: readonly Float32Array[],
  count = clusterCount(vectors.length),
): Generator<void, number[]> {
  let centres = startCentres(vectors, count);
  yield;
  let assigned: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const next = vectors.map((vector) => nearestOf(centres, vector));
    const isSettled = next.every((cluster, at) => cluster === assigned[at]);
    assigned = next;
    if (isSettled) break;
    centres = centres.map((centre, cluster) => {
      const members = vectors.filter((_, at) => next[at] === cluster);
      return members.length === 0 ? centre : toUnit(meanOf(members));
    });
    yield;
  }
  return withoutGaps(assigned);
}

/** Each centre is the mean of the vectors around one that is far from all centres before. */
function startCentres(vectors: readonly Float32Array[], count: number): Float32Array[] {
  const centres: Float32Array[] = [];
  const nearness = vectors.map(() => Number.NEGATIVE_INFINITY);
  let seed = toUnit(meanOf(vectors));
  while (centres.length < count) {
    const centre = around(vectors, seed);
    centres.push(centre);
    for (const [at, vector] of vectors.entries())
      nearness[at] = Math.max(nearness[at] as number, cosine(vector, centre));
    let farthest = 0;
    for (const [at, near] of nearness.entries()) if (near < (nearness[farthest] as number)) farthest = at;
    seed = vectors[farthest] ?? seed;
  }
  return centres;
}

/** Vectors that make a centre: an outlier alone makes none. */
const AROUND = 5;

function around(vectors: readonly Float32Array[], seed: Float32Array): Float32Array {
  const nearest = vectors
    .map((vector) => ({ vector, near: cosine(vector, seed) }))
    .sort((a, b) => b.near - a.near)
    .slice(0, AROUND);
  return toUnit(meanOf(nearest.map(({ vector }) => vector)));
}

function nearestOf(centres: readonly Float32Array[], vector: Float32Array): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (const [at, centre] of centres.entries()) {
    const near = cosine(centre, vector);
    if (near > most) [best, most] = [at, near];
  }
  return best;
}

function withoutGaps(assigned: readonly number[]): number[] {
  const numbers = new Map<number, number>();
  for (const cluster of assigned) if (!numbers.has(cluster)) numbers.set(cluster, numbers.size);
  return assigned.map((cluster) => numbers.get(cluster) ?? 0);
}

const WORDS = 3;
/** Words of many subjects that are no stop words of a question. */
const VAGUE = new Set(
  'always before after every first last never new not one only say says two per see still use used uses using way when'.split(
    ' ',
  ),
);
/** UTF-16 units; scripts without blanks have words of two. */
const [SHORTEST, SHORTEST_ASCII] = [2, 3];

/** Words of each cluster that many of its texts have and few others. */
export function clusterWords(texts: readonly string[], assigned: readonly number[]): string[][] {
  const clusters = Math.max(-1, ...assigned) + 1;
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
  const everywhere = new Map<string, number>();
  const within = Array.from({ length: clusters }, () => new Map<string, number>());
  for (const [at, text] of texts.entries())
    for (const word of wordsIn(text, segmenter)) {
      everywhere.set(word, (everywhere.get(word) ?? 0) + 1);
      const own = within[assigned[at] ?? -1];
      own?.set(word, (own.get(word) ?? 0) + 1);
    }
  return within.map((own, cluster) => {
    const size = assigned.filter((one) => one === cluster).length;
    const scored = [...own].flatMap(([word, count]) => {
      const all = everywhere.get(word) ?? count;
      // A word of one memory names no group, nor does one that is as common elsewhere.
      if ((count < 2 && size > 1) || (clusters > 1 && count / size <= all / texts.length)) return [];
      return [{ word, score: (count / size) * Math.log(1 + texts.length / all) }];
    });
    scored.sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1));
    // Of the forms of a word the one that says most.
    const words = new Map<string, string>();
    for (const { word } of scored) if (!words.has(termOf(word))) words.set(termOf(word), word);
    return [...words.values()].slice(0, WORDS);
  });
}

function wordsIn(text: string, segmenter: Intl.Segmenter): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(text.replaceAll('_', ' '))) {
    const word = segment.toLowerCase();
    if (isWordLike !== true || word.length < (/^[\x20-\x7e]*$/.test(word) ? SHORTEST_ASCII : SHORTEST)) continue;
    if (!/^\p{N}/u.test(word) && hasContentWord(word) && !isFiller(word) && !VAGUE.has(word)) words.add(word);
  }
  return words;
}
