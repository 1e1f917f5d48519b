import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import type { Embedder } from '../../src/core/ports/embedder.js';
import { readModelFolder } from '../../src/embed/model-folder.js';
import { openTokenizer } from '../../src/embed/onnx/tokenizer.js';
import { cosine, modelDir, open, oracle } from './support.js';

describe('the model in the package', () => {
  const sums = readFileSync(join(modelDir, 'SHA256SUMS'), 'utf8').trim().split('\n');

  it.each(sums.map((line) => line.split(/\s+/) as [string, string]))('%s is the hash of %s', (sum, file) => {
    expect(
      createHash('sha256')
        .update(readFileSync(join(modelDir, file)))
        .digest('hex'),
    ).toBe(sum);
  });

  it('lists the weights and the tokenizer', () => {
    expect(sums.map((line) => line.split(/\s+/)[1])).toEqual(['model.onnx', 'tokenizer.json']);
  });
});

describe('tokens', () => {
  it.each(oracle.texts.map(({ text, ids }) => [text.slice(0, 40), text, ids] as const))(
    'of "%s" are those of the reference',
    async (_, text, ids) => {
      const encode = await openTokenizer(readModelFolder(modelDir));
      expect(encode(text)).toEqual(ids);
    },
  );

  it('of a text that names special tokens hold none of them', async () => {
    const encode = await openTokenizer(readModelFolder(modelDir));
    expect(encode('after [SEP] comes [MASK]')).toEqual(encode('after comes'));
  });

  it('of a huge text end where the model ends', async () => {
    const ids = (await openTokenizer(readModelFolder(modelDir)))('word '.repeat(400_000));
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([256, 101, 102]);
  });
});

/** Activations are rounded to 8 bits by their own range: a difference in the last bit of a sum moves the zero point, and all of a text's values with it. */
const LEAST = 0.995;

describe.each(['native', 'wasm'] as const)('vectors of the %s runtime', (runtime) => {
  const { embedder } = open({ runtime });
  afterAll(() => embedder.close());
  const embedAll = (all: Embedder) =>
    Promise.all(
      (['query', 'passage'] as const).map((kind) =>
        all.embed(
          oracle.texts.filter((one) => one.kind === kind).map((one) => one.text),
          kind,
        ),
      ),
    );

  it(`are the reference's to cosine ${LEAST}, of unit length and their own memory`, async () => {
    const vectors = (await embedAll(embedder)).flat();
    const expected = (['query', 'passage'] as const).flatMap((kind) => oracle.texts.filter((one) => one.kind === kind));
    expect(vectors).toHaveLength(oracle.texts.length);
    for (const [at, vector] of vectors.entries()) {
      expect(cosine(vector, expected[at]!.vector), expected[at]!.text).toBeGreaterThanOrEqual(LEAST);
      expect(cosine(vector, vector)).toBeCloseTo(1, 5);
      expect(vector.buffer.byteLength).toBe(384 * 4);
    }
    expect(embedder.state()).toEqual({ state: 'ready', backend: runtime });
  });

  it('do not depend on the texts beside them', async () => {
    const [alone] = await embedder.embed(['Deploys are frozen on Fridays.'], 'passage');
    const among = await embedder.embed(['x '.repeat(300), 'Deploys are frozen on Fridays.', ''], 'passage');
    expect(among[1]).toEqual(alone);
  });

  it('of nothing are nothing', async () => {
    expect(await embedder.embed([], 'passage')).toEqual([]);
  });
});

it('describes its model for search', () => {
  const { embedder } = open();
  expect(embedder.model).toEqual({
    id: 'all-minilm-l6-v2-int8',
    dimensions: 384,
    vectorWeight: 0.5,
    lateWeight: 0.35,
    duplicate: 0.92,
    related: 0.65,
    languages: ['en'],
    background: { mean: 0.07, deviation: 0.09 },
    lateBackground: { mean: 0.15, deviation: 0.045 },
  });
  expect(embedder.state()).toEqual({ state: 'idle', backend: 'native' });
});
