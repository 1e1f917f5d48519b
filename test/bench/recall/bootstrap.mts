/** Intervals of a mean by the bootstrap: how far a figure would move with other questions of the same kind. */

const SAMPLES = 2_000;
const [LOW, HIGH] = [0.025, 0.975];

/** The same sequence in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The middle 95 of 100 means of as many values drawn with replacement; of differences, pass the differences. */
export function interval(values: readonly number[]): readonly [number, number] {
  const random = randomNumbers(1);
  const means = Array.from({ length: SAMPLES }, () => {
    let sum = 0;
    for (let at = 0; at < values.length; at++) sum += values[Math.floor(random() * values.length)] ?? 0;
    return sum / Math.max(1, values.length);
  }).sort((a, b) => a - b);
  return [means[Math.floor(SAMPLES * LOW)] ?? 0, means[Math.floor(SAMPLES * HIGH)] ?? 0];
}
