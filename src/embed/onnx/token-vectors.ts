/** The vectors of single tokens, from the same output as the vector of the text. */
import { tokenBytes, writeSignBits } from '../../core/search/sign-bits.js';
import { type Center, withoutCommon } from '../center.js';
import type { EmbeddedText, VectorKind } from './messages.js';

/** @param values one vector after the other, one for each of `ids` */
export function tokenVectors(
  values: Float32Array,
  ids: readonly number[],
  special: ReadonlySet<number>,
  kind: VectorKind,
  center?: Center,
): NonNullable<EmbeddedText['tokens']> {
  const width = values.length / ids.length;
  if (center) values = centeredRows(values, width, center, kind);
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

/** What whole texts have in common is nearly what their tokens have: without it the sign bits of all tokens are much the same. */
function centeredRows(values: Float32Array, width: number, center: Center, kind: VectorKind): Float32Array {
  const rows = new Float32Array(values.length);
  for (let start = 0; start < values.length; start += width)
    rows.set(withoutCommon(unit(values.subarray(start, start + width)), center, kind), start);
  return rows;
}

/** A vector without length stays as it is. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function unitRows(values: Float32Array, positions: readonly number[], width: number): Float32Array {
  const rows = new Float32Array(positions.length * width);
  positions.forEach((at, row) => rows.set(unit(values.subarray(at * width, (at + 1) * width)), row * width));
  return rows;
}
