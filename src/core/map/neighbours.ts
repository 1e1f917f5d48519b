/** The nearest others of each vector. */
import { cosine } from '../search/cosine.js';

export interface Neighbour {
  /** Position of the other vector. */
  readonly at: number;
  /** Cosine, above 0. */
  readonly likeness: number;
}

/** At most `most` neighbours of each vector, the nearest first; a step after each vector. */
export function* neighbourSteps(vectors: readonly Float32Array[], most: number): Generator<void, Neighbour[][]> {
  const nearest = vectors.map((): Neighbour[] => []);
  for (const [a, vector] of vectors.entries()) {
    for (let b = a + 1; b < vectors.length; b++) {
      const likeness = cosine(vector, vectors[b] as Float32Array);
      if (likeness <= 0) continue;
      insert(nearest[a] as Neighbour[], { at: b, likeness }, most);
      insert(nearest[b] as Neighbour[], { at: a, likeness }, most);
    }
    yield;
  }
  return nearest;
}

/** Keeps the list sorted and short. */
function insert(list: Neighbour[], one: Neighbour, most: number): void {
  if (list.length === most && (list[most - 1]?.likeness ?? 0) >= one.likeness) return;
  let place = list.length;
  while (place > 0 && (list[place - 1] as Neighbour).likeness < one.likeness) place--;
  list.splice(place, 0, one);
  if (list.length > most) list.pop();
}
