/** Sums over vectors that lie one after the other in one array. */

/**
 * Product of a question with the vector that starts at `from`. Four sums at once, because each addition waits for the one before;
 * the question in doubles, because each product is one anyway.
 */
export function dot(question: Float64Array, vectors: Float32Array, from: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  const fours = question.length & ~3;
  let i = 0;
  for (let at = from; i < fours; i += 4, at += 4) {
    a += (question[i] as number) * (vectors[at] as number);
    b += (question[i + 1] as number) * (vectors[at + 1] as number);
    c += (question[i + 2] as number) * (vectors[at + 2] as number);
    d += (question[i + 3] as number) * (vectors[at + 3] as number);
  }
  for (; i < question.length; i++) a += (question[i] as number) * (vectors[from + i] as number);
  return a + b + c + d;
}

/** Products of the question with each vector. */
export const products = (question: Float64Array, vectors: Float32Array): Float64Array =>
  Float64Array.from({ length: vectors.length / question.length }, (_, at) => dot(question, vectors, at * question.length));

/** Deviation of some values from their mean; 0 when there are none. */
export function deviationOf(values: Float64Array): number {
  if (values.length === 0) return 0;
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return Math.sqrt(Math.max(0, squares / values.length - mean * mean));
}

/** Mean of the vectors at the given positions (default: all); zero when there are none. */
export function meanOf(vectors: Float32Array, dimensions: number, positions: readonly number[] = Array.from({ length: vectors.length / dimensions }, (_, at) => at)): Float32Array {
  const sum = new Float64Array(dimensions);
  for (const position of positions) {
    for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] as number) + (vectors[position * dimensions + i] as number);
  }
  return Float32Array.from(sum, (value) => value / Math.max(1, positions.length));
}
