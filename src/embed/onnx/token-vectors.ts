/** The vectors of single word pieces, out of the output that the vector of the text is made from. */
import { tokenBytes, writeSignBits } from '../../core/search/sign-bits.js';
import type { EmbeddedText, TextKind } from './messages.js';

/** @param values one vector after the other, one for each of `ids` */
export function tokenVectors(
  values: Float32Array,
  ids: readonly number[],
  special: ReadonlySet<number>,
  kind: TextKind,
): NonNullable<EmbeddedText['pieces']> {
  const width = values.length / ids.length;
  const kept = ids.flatMap((id, at) => (special.has(id) ? [] : [at]));
  return {
    ids: Uint32Array.from(kept, (at) => ids[at] ?? 0),
    values: kind === 'query' ? unitRows(values, kept, width) : signRows(values, kept, width),
  };
}

function signRows(values: Float32Array, kept: readonly number[], width: number): Uint8Array {
  const bytes = tokenBytes(width);
  const bits = new Uint8Array(kept.length * bytes);
  kept.forEach((at, row) => writeSignBits(values, at * width, width, bits, row * bytes));
  return bits;
}

function unitRows(values: Float32Array, kept: readonly number[], width: number): Float32Array {
  const rows = new Float32Array(kept.length * width);
  kept.forEach((at, row) => {
    const vector = values.subarray(at * width, (at + 1) * width);
    const length = Math.hypot(...vector) || 1;
    vector.forEach((value, i) => (rows[row * width + i] = value / length));
  });
  return rows;
}
