/** The two directions in which vectors differ most, by power iteration. */
import { cosine } from '../search/cosine.js';
import { meanOf, toUnit } from './features.js';

const ROUNDS = 12;

/** Places along both directions, -1 to 1; a step after each round. Of a direction and its opposite, the one with the farther places is taken. */
export function* principalSteps(
  vectors: readonly Float32Array[],
): Generator<void, readonly (readonly [x: number, y: number])[]> {
  const middle = meanOf(vectors);
  const centred = vectors.map((vector) => vector.map((value, d) => value - (middle[d] as number)));
  yield;
  const first = yield* directionSteps(centred, undefined);
  const second = yield* directionSteps(centred, first);
  const [xs, ys] = [placesAlong(centred, first), placesAlong(centred, second)];
  return vectors.map((_, at) => [xs[at] ?? 0, ys[at] ?? 0]);
}

function* directionSteps(
  vectors: readonly Float32Array[],
  before: Float32Array | undefined,
): Generator<void, Float32Array> {
  const length = vectors[0]?.length ?? 0;
  let direction = toUnit(Float32Array.from({ length }, (_, d) => 1 + ((d * 7919) % 13) / 13));
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float32Array(length);
    for (const vector of vectors) {
      const weight = cosine(vector, direction);
      for (let d = 0; d < length; d++) next[d] = (next[d] as number) + weight * (vector[d] as number);
    }
    if (before !== undefined) {
      const shared = cosine(next, before);
      for (let d = 0; d < length; d++) next[d] = (next[d] as number) - shared * (before[d] as number);
    }
    direction = toUnit(next);
    yield;
  }
  return direction;
}

function placesAlong(vectors: readonly Float32Array[], direction: Float32Array): number[] {
  const places = vectors.map((vector) => cosine(vector, direction));
  const most = Math.max(1e-9, ...places.map(Math.abs));
  // A direction and its opposite explain as much; the one is chosen in which more lies.
  const cubes = places.reduce((sum, place) => sum + place ** 3, 0);
  return places.map((place) => (cubes < 0 ? -place : place) / most);
}
