/** Vectors as one bit a dimension: whether the value is above 0. */

/** Bytes of a vector's sign bits: whole words of 64 bits. */
export const tokenBytes = (dimensions: number): number => Math.ceil(dimensions / 64) * 8;

/** Writes the sign bits of the `dimensions` values that start at `from`; bit i of byte j is dimension 8 j + i. */
export function writeSignBits(
  values: Float32Array,
  from: number,
  dimensions: number,
  bits: Uint8Array,
  at: number,
): void {
  const end = from + dimensions;
  let byte = at;
  let i = from;
  // Eight at once, without a branch for each: signs are as good as random.
  for (; i + 8 <= end; i += 8, byte++) {
    bits[byte] =
      Number((values[i] as number) > 0) |
      (Number((values[i + 1] as number) > 0) << 1) |
      (Number((values[i + 2] as number) > 0) << 2) |
      (Number((values[i + 3] as number) > 0) << 3) |
      (Number((values[i + 4] as number) > 0) << 4) |
      (Number((values[i + 5] as number) > 0) << 5) |
      (Number((values[i + 6] as number) > 0) << 6) |
      (Number((values[i + 7] as number) > 0) << 7);
  }
  if (i === end) return;
  let rest = 0;
  for (let bit = 0; i < end; i++, bit++) rest |= Number((values[i] as number) > 0) << bit;
  bits[byte] = rest;
}

/** The sign bits of a vector, 32 to a number. */
export function signBits(vector: Float32Array): Uint32Array {
  const bits = new Uint8Array(tokenBytes(vector.length));
  writeSignBits(vector, 0, vector.length, bits, 0);
  return new Uint32Array(bits.buffer);
}

/** Whether the cosine of two unit vectors may reach a limit, from their sign bits in a fiftieth of the time: the bits may differ in as many dimensions as twice the angle makes likely. */
export function mayReachCosine(a: Uint32Array, b: Uint32Array, least: number, dimensions: number): boolean {
  let left = Math.ceil((2 * Math.acos(least) * dimensions) / Math.PI);
  for (let at = 0; at < a.length && left >= 0; at++) left -= popCount((a[at] as number) ^ (b[at] as number));
  return left >= 0;
}

/** Bits of 32 that are set. */
export function popCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
