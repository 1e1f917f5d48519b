import { afterAll, describe, expect, it } from 'vitest';

import { maxSimScores, prepareMaxSim } from '../../src/core/search/max-sim.js';
import { tokenBytes } from '../../src/core/search/sign-bits.js';
import { readModelFolder } from '../../src/embed/model-folder.js';
import { openTokenizer } from '../../src/embed/onnx/tokenizer.js';
import { cosine, modelDir, open, oracle } from './support.js';

const native = open({ runtime: 'native' }).embedder;
const wasm = open({ runtime: 'wasm' }).embedder;
afterAll(() => Promise.all([native.close(), wasm.close()]));

const texts = oracle.texts.filter(({ text }) => text.trim() !== '').map(({ text }) => text);
const ones = (byte: number): number => byte.toString(2).replaceAll('0', '').length;

describe('tokens', () => {
  it('of a passage are its tokens without the special ones, 48 bytes each, beside the vector that the text has anyway', async () => {
    const encode = await openTokenizer(readModelFolder(modelDir));
    const embedded = (await native.tokens?.chunks(texts)) ?? [];
    const plain = await native.embed(texts, 'passage');
    expect(embedded).toHaveLength(texts.length);
    for (const [at, { vector, tokens }] of embedded.entries()) {
      expect([...tokens.ids]).toEqual(encode(texts[at] ?? '').filter((id) => !encode.special.has(id)));
      expect(tokens.bits).toHaveLength(tokens.ids.length * 48);
      expect(vector).toEqual(plain[at]);
    }
  });

  it('of a question are unit vectors whose signs are those of the same text as a passage', async () => {
    for (const text of texts.slice(0, 6)) {
      const asked = await native.tokens?.question(text);
      const [told] = (await native.tokens?.chunks([text])) ?? [];
      const ids = [...(asked?.tokens.ids ?? [])];
      expect(ids).toEqual([...(told?.tokens.ids ?? [])]);
      ids.forEach((_, row) => {
        const vector = asked?.tokens.vectors.subarray(row * 384, row * 384 + 384) ?? new Float32Array();
        expect(cosine(vector, vector)).toBeCloseTo(1, 4);
        vector.forEach((value, i) =>
          expect(((told?.tokens.bits[row * 48 + (i >>> 3)] ?? 0) >>> (i & 7)) & 1).toBe(value > 0 ? 1 : 0),
        );
      });
    }
  });

  // Int8 rounding differs between the runtimes; the bits it turns over are those of values near 0.
  it('agree between the runtimes in 95 of 100 bits, and late interaction to a hundredth', async () => {
    const [a, b] = [(await native.tokens?.chunks(texts)) ?? [], (await wasm.tokens?.chunks(texts)) ?? []];
    let differing = 0;
    let all = 0;
    a.forEach(({ tokens }, at) => {
      expect(b[at]?.tokens.ids).toEqual(tokens.ids);
      tokens.bits.forEach((byte, i) => (differing += ones(byte ^ (b[at]?.tokens.bits[i] ?? 0))));
      all += tokens.bits.length * 8;
    });
    expect(all).toBeGreaterThan(10_000);
    expect(1 - differing / all).toBeGreaterThanOrEqual(0.95);
    const question = await native.tokens?.question('Which build is released on Friday?');
    if (!question) throw new Error('No tokens.');
    const [ofA, ofB] = [a, b].map((side) =>
      maxSimScores(
        prepareMaxSim(question.tokens, () => 1),
        side.map(({ tokens }) => [tokens.bits]),
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
    expect(tokenBytes(dimensions)).toBe(bytes);
  });
});
