import { afterAll, describe, expect, it } from 'vitest';

import { lateScores, prepare } from '../../src/core/search/late.js';
import { pieceBytes } from '../../src/core/search/signs.js';
import { readModelFolder } from '../../src/embed/model-folder.js';
import { openTokenizer } from '../../src/embed/onnx/tokens.js';
import { cosine, modelDir, open, oracle } from './support.js';

const native = open({ runtime: 'native' }).embedder;
const wasm = open({ runtime: 'wasm' }).embedder;
afterAll(() => Promise.all([native.close(), wasm.close()]));

const texts = oracle.texts.filter(({ text }) => text.trim() !== '').map(({ text }) => text);
const ones = (byte: number): number => byte.toString(2).replaceAll('0', '').length;

describe('word pieces', () => {
  it('of a passage are its tokens without the special ones, 48 bytes each, beside the vector that the text has anyway', async () => {
    const encode = await openTokenizer(readModelFolder(modelDir));
    const embedded = (await native.pieces?.passages(texts)) ?? [];
    const plain = await native.embed(texts, 'passage');
    expect(embedded).toHaveLength(texts.length);
    for (const [at, { vector, pieces }] of embedded.entries()) {
      expect([...pieces.ids]).toEqual(encode(texts[at] ?? '').filter((id) => !encode.special.has(id)));
      expect(pieces.bits).toHaveLength(pieces.ids.length * 48);
      expect(vector).toEqual(plain[at]);
    }
  });

  it('of a question are unit vectors whose signs are those of the same text as a passage', async () => {
    for (const text of texts.slice(0, 6)) {
      const asked = await native.pieces?.question(text);
      const [told] = (await native.pieces?.passages([text])) ?? [];
      const ids = [...(asked?.pieces.ids ?? [])];
      expect(ids).toEqual([...(told?.pieces.ids ?? [])]);
      ids.forEach((_, row) => {
        const vector = asked?.pieces.vectors.subarray(row * 384, row * 384 + 384) ?? new Float32Array();
        expect(cosine(vector, vector)).toBeCloseTo(1, 4);
        vector.forEach((value, i) =>
          expect(((told?.pieces.bits[row * 48 + (i >>> 3)] ?? 0) >>> (i & 7)) & 1).toBe(value > 0 ? 1 : 0),
        );
      });
    }
  });

  // Int8 rounding differs between the runtimes; the bits it turns over are those of values near 0.
  it('agree between the runtimes in 95 of 100 bits, and late interaction to a hundredth', async () => {
    const [a, b] = [(await native.pieces?.passages(texts)) ?? [], (await wasm.pieces?.passages(texts)) ?? []];
    let differing = 0;
    let all = 0;
    a.forEach(({ pieces }, at) => {
      expect(b[at]?.pieces.ids).toEqual(pieces.ids);
      pieces.bits.forEach((byte, i) => (differing += ones(byte ^ (b[at]?.pieces.bits[i] ?? 0))));
      all += pieces.bits.length * 8;
    });
    expect(all).toBeGreaterThan(10_000);
    expect(1 - differing / all).toBeGreaterThanOrEqual(0.95);
    const question = await native.pieces?.question('Which build is released on Friday?');
    if (!question) throw new Error('No pieces.');
    const [ofA, ofB] = [a, b].map((side) =>
      lateScores(
        prepare(question.pieces, () => 1),
        side.map(({ pieces }) => [pieces.bits]),
      ),
    );
    ofA?.forEach((score, at) => expect(Math.abs((ofB?.[at] ?? NaN) - (score ?? NaN))).toBeLessThan(0.015));
  });

  it.each([
    [1, 8],
    [64, 8],
    [65, 16],
    [384, 48],
    [768, 96],
  ])('of %d dimensions take %d bytes', (dimensions, bytes) => {
    expect(pieceBytes(dimensions)).toBe(bytes);
  });
});
