/** The vectors of single tokens, from the same output as the vector of the text. */
import { tokenBytes, writeSignBits } from '../../core/search/sign-bits.js';
import type { EmbeddedText, TextKind } from './messages.js';

/** @param values one vector after the other, one for each of `ids` */
export function tokenVectors(
  values: Float32Array,
  ids: readonly number[],
  special: ReadonlySet<number>,
  kind: TextKind,
): NonNullable<EmbeddedText['tokens']> {
  const width = values.length / ids.length;
  const positions = ids.flatMap((id, at) => (special.has(id) ? [] : [at]));
  return {
    ids: Uint32Array.from(positions, (at) => ids[at] ?? 0),
    values: kind === 'query' ? unitRows(values, positions, width) : signRows(values, positions, width),
  };
}

function signRows(values: Float32Array, positions: readonly number[], width: number): Uint8Array {
  const bytes = tokenBytes(width);
  const bits = new Uint8Array(positions.length * bytes);
  positions.forEach((at, row) => writeSignBits(values, at * width, width, bits, row * bytes));
  return bits;
}

function unitRows(values: Float32Array, positions: readonly number[], width: number): Float32Array {
  const rows = new Float32Array(positions.length * width);
  positions.forEach((at, row) => {
    const vector = values.subarray(at * width, (at + 1) * width);
    const length = Math.hypot(...vector) || 1;
    vector.forEach((value, i) => (rows[row * width + i] = value / length));
  });
  return rows;
}
