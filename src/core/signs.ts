/** Vectors as one bit a dimension: whether the value is above 0. */

/** Bytes of a vector's sign bits: whole words of 64 bits. */
export const pieceBytes = (dimensions: number): number => Math.ceil(dimensions / 64) * 8;

/** Writes the sign bits of the `dimensions` values that start at `from`; bit i of byte j stands for dimension 8 j + i. */
export function putSigns(values: ArrayLike<number>, from: number, dimensions: number, bits: Uint8Array, at: number): void {
  for (let i = 0; i < dimensions; i++) {
    if ((values[from + i] ?? 0) > 0) bits[at + (i >>> 3)] = (bits[at + (i >>> 3)] ?? 0) | (1 << (i & 7));
  }
}
