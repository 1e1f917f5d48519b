/** Sign bits of whole vectors: an index written today can be searched by a Memdir that looks for the nearest by them. */

/** Sign bits of a vector, 32 dimensions a word. */
export function signBits(vector: Float32Array | Float64Array): Uint32Array {
  const bits = new Uint32Array(Math.ceil(vector.length / 32));
  for (let i = 0; i < vector.length; i++) {
    if ((vector[i] as number) > 0) bits[i >>> 5] = (bits[i >>> 5] as number) | (1 << (i & 31));
  }
  return bits;
}
