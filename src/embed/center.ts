/**
 * What the vectors of a model have in common whatever the texts say. A model of many languages gives all texts nearly one direction, and a second one tells
 * languages rather than meanings: both are taken off (Mu and Viswanath, "All-but-the-Top", 2018).
 */
import * as z from 'zod';

import { cosine } from '../core/search/cosine.js';

export interface Center {
  /** Means of the unit vectors of questions and of memories. */
  readonly query: Float32Array;
  readonly passage: Float32Array;
  /** Unit vectors, each at a right angle to the others. */
  readonly directions: readonly Float32Array[];
}

/** Base64 of 32-bit floats, the least significant byte first. */
const floats = z.base64().transform((text) => {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'));
  return new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / Float32Array.BYTES_PER_ELEMENT));
});

export const centerSchema = z.object({ query: floats, passage: floats, directions: z.array(floats).max(8) });

export const encodeFloats = (values: Float32Array): string =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');

export const centerDimensions = ({ query, passage, directions }: Center): readonly number[] =>
  [query, passage, ...directions].map(({ length }) => length);

/** Not of unit length. */
export function withoutCommon(vector: Float32Array, center: Center, kind: 'query' | 'passage'): Float32Array {
  const left = vector.map((value, at) => value - (center[kind][at] ?? 0));
  for (const direction of center.directions) {
    const share = cosine(left, direction);
    for (let at = 0; at < left.length; at++) left[at] = (left[at] as number) - share * (direction[at] ?? 0);
  }
  return left;
}
