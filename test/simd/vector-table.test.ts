import { describe, expect, it } from 'vitest';

import { plainTable, vectorTable } from '../../src/simd/vector-table.js';

const value = (i: number): number => Math.sin(i * 12.9898) % 1;

describe.each([
  ['with vector instructions', vectorTable],
  ['without', plainTable],
] as const)('products of a question with many vectors, %s', (_, table) => {
  it.each([
    [1, 1],
    [3, 8],
    [7, 16],
    [50, 301],
    [200, 384],
    [9, 768],
  ])('of %d vectors of %d dimensions are the sums', (count, dimensions) => {
    const vectors = table(count, dimensions);
    const rows = Array.from({ length: count }, (_row, at) =>
      Float32Array.from({ length: dimensions }, (_value, i) => value(at * 31 + i)),
    );
    rows.forEach((row, at) => vectors.put(at, row));
    const question = Float64Array.from({ length: dimensions }, (_value, i) => value(i + 5));
    const products = vectors.products(question);
    expect(products).toHaveLength(count);
    rows.forEach((row, at) => {
      expect(products[at]).toBeCloseTo(
        row.reduce((sum, one, i) => sum + one * (question[i] ?? 0), 0),
        4,
      );
      expect(vectors.row(at)).toEqual(row);
    });
  });

  it('of none are none', () => {
    expect(table(0, 384).products(new Float32Array(384))).toHaveLength(0);
  });
});
