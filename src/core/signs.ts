/** Vectors as one bit a dimension: whether the value is above 0. */

/** Bytes of a vector's sign bits: whole words of 64 bits. */
export const pieceBytes = (dimensions: number): number => Math.ceil(dimensions / 64) * 8;

/** Writes the sign bits of the `dimensions` values that start at `from`; bit i of byte j stands for dimension 8 j + i. */
export function putSigns(values: Float32Array, from: number, dimensions: number, bits: Uint8Array, at: number): void {
  for (let first = 0; first < dimensions; first += 8) {
    let byte = 0;
    for (let bit = Math.min(8, dimensions - first) - 1; bit >= 0; bit--) byte = byte * 2 + Number((values[from + first + bit] as number) > 0);
    bits[at + first / 8] = byte;
  }
}
