/** Vectors as one bit a dimension: whether the value is above 0. */

/** Bytes of a vector's sign bits: whole words of 64 bits. */
export const pieceBytes = (dimensions: number): number => Math.ceil(dimensions / 64) * 8;

/** Writes the sign bits of the `dimensions` values that start at `from`; bit i of byte j stands for dimension 8 j + i. */
export function putSigns(values: Float32Array, from: number, dimensions: number, bits: Uint8Array, at: number): void {
  const end = from + dimensions;
  let byte = at;
  let i = from;
  // Eight at once, without a branch for each: signs are as good as random.
  for (; i + 8 <= end; i += 8, byte++) {
    bits[byte] = Number((values[i] as number) > 0) | (Number((values[i + 1] as number) > 0) << 1) | (Number((values[i + 2] as number) > 0) << 2) | (Number((values[i + 3] as number) > 0) << 3)
      | (Number((values[i + 4] as number) > 0) << 4) | (Number((values[i + 5] as number) > 0) << 5) | (Number((values[i + 6] as number) > 0) << 6) | (Number((values[i + 7] as number) > 0) << 7);
  }
  if (i === end) return;
  let rest = 0;
  for (let bit = 0; i < end; i++, bit++) rest |= Number((values[i] as number) > 0) << bit;
  bits[byte] = rest;
}
