/** Sign bits of a vector, 32 dimensions a word. */
export function signBits(vector: Float32Array | Float64Array): Uint32Array {
  const bits = new Uint32Array(Math.ceil(vector.length / 32));
  for (let i = 0; i < vector.length; i++) {
    if ((vector[i] ?? 0) > 0) bits[i >>> 5] = ((bits[i >>> 5] ?? 0) | (1 << (i & 31))) >>> 0;
  }
  return bits;
}

function ones(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Positions of the `wanted` rows of a bit matrix that differ least from the question, of those `allowed` says yes to;
 * all of them when they are not more. Order within is that of the matrix.
 */
export function nearest(matrix: Uint32Array, question: Uint32Array, rows: number, allowed: (row: number) => boolean, wanted: number): number[] {
  if (rows <= wanted) return Array.from({ length: rows }, (_, row) => row).filter(allowed);
  const words = question.length;
  const distances = new Uint16Array(rows);
  const histogram = new Uint32Array(words * 32 + 1);
  const none = 0xffff;
  for (let row = 0, at = 0; row < rows; row++, at += words) {
    if (!allowed(row)) {
      distances[row] = none;
      continue;
    }
    let distance = 0;
    for (let word = 0; word < words; word++) distance += ones((matrix[at + word] ?? 0) ^ (question[word] ?? 0));
    distances[row] = distance;
    histogram[distance] = (histogram[distance] ?? 0) + 1;
  }
  let cut = 0;
  let within = histogram[0] ?? 0;
  while (within < wanted && cut < histogram.length - 1) within += histogram[++cut] ?? 0;
  // Rows at the cut itself are taken in order until there are enough.
  let spare = Math.max(0, wanted - (within - (histogram[cut] ?? 0)));
  const found: number[] = [];
  for (let row = 0; row < rows; row++) {
    const distance = distances[row] ?? none;
    if (distance < cut || (distance === cut && spare-- > 0)) found.push(row);
  }
  return found;
}
