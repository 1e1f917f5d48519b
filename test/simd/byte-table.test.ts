import { expect, it } from 'vitest';

import { byteTable, plainTable } from '../../src/simd/byte-table.js';
import { randomVectors } from '../store/samples.js';

it.each([1, 16, 100, 384, 768, 1_024])(
  'gives with vector instructions what it gives without, nearly the product, of %i dimensions',
  (dimensions) => {
    const vectors = [...randomVectors(50, dimensions), new Float32Array(dimensions)];
    const [fast, plain] = [byteTable(vectors.length, dimensions), plainTable(vectors.length, dimensions)];
    vectors.forEach((vector, at) => [fast, plain].forEach((table) => table.put(at, vector)));
    const question = Float64Array.from(vectors[7] as Float32Array);
    const products = fast.products(question);
    expect(plain.products(question)).toEqual(products);
    const unit = (products[7] as number) / question.reduce((sum, value) => sum + value * value, 0);
    vectors.forEach((vector, at) => {
      const exact = vector.reduce((sum, value, i) => sum + value * (question[i] as number), 0);
      expect(Math.abs((products[at] as number) / unit - exact)).toBeLessThan(
        0.01 * Math.hypot(...vector) * Math.hypot(...question) + 1e-9,
      );
    });
  },
);

it('takes vectors over from another table, and has none without room', () => {
  const vectors = randomVectors(5, 384);
  const [first, second] = [byteTable(5, 384), byteTable(5, 384)];
  vectors.forEach((vector, at) => first.put(at, vector));
  vectors.forEach((_, at) => second.copy(4 - at, first, at));
  const question = Float64Array.from(vectors[2] as Float32Array);
  expect([...second.products(question)].reverse()).toEqual([...first.products(question)]);
  expect(byteTable(0, 384).products(question)).toEqual(new Float64Array());
});
