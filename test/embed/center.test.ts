import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { encodeFloats } from '../../src/embed/center.js';
import { cosine, modelDir, open } from './support.js';

const COMMON = 'Notes of the team about the service.';
const [QUESTION, PASSAGE] = ['when are the nightly backups made', 'Backups are made at night, at two.'];

const plain = open().embedder;
let folder: string;
let direction: Float32Array;
const vectorOf = async (embedder: typeof plain, text: string, kind: 'query' | 'passage'): Promise<Float32Array> =>
  (await embedder.embed([text], kind))[0] ?? new Float32Array();
const unit = (vector: Float32Array): Float32Array => vector.map((value) => value / Math.hypot(...vector));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'memdir-center-'));
  cpSync(modelDir, folder, { recursive: true });
  const file = join(folder, 'memdir-model.json');
  direction = unit(await vectorOf(plain, 'another thing that all texts say', 'passage'));
  const center = {
    query: encodeFloats(await vectorOf(plain, COMMON, 'query')),
    passage: encodeFloats(await vectorOf(plain, COMMON, 'passage')),
    directions: [encodeFloats(direction)],
  };
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), center }));
});
afterAll(async () => {
  await plain.close();
  rmSync(folder, { recursive: true });
});

it('a model with a center gives unit vectors without the mean and the directions that it names', async () => {
  const { embedder } = open({ modelDir: folder });
  for (const [text, kind] of [
    [QUESTION, 'query'],
    [PASSAGE, 'passage'],
  ] as const) {
    const [before, mean] = [await vectorOf(plain, text, kind), await vectorOf(plain, COMMON, kind)];
    const left = before.map((value, at) => value - (mean[at] ?? 0));
    const share = cosine(left, direction);
    const expected = unit(left.map((value, at) => value - share * (direction[at] ?? 0)));
    const found = await vectorOf(embedder, text, kind);
    expect(cosine(found, found)).toBeCloseTo(1, 4);
    expect(cosine(found, direction)).toBeCloseTo(0, 4);
    expect(cosine(found, expected)).toBeCloseTo(1, 4);
  }
  await embedder.close();
});

it('its tokens are without them too, and those of a question stay unit vectors', async () => {
  const { embedder } = open({ modelDir: folder });
  const [before, after] = [await plain.tokens?.question(QUESTION), await embedder.tokens?.question(QUESTION)];
  expect(after?.tokens.ids).toEqual(before?.tokens.ids);
  const rows = [...(after?.tokens.ids ?? [])].map(
    (_, row) => after?.tokens.vectors.subarray(row * 384, row * 384 + 384) ?? new Float32Array(),
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) {
    expect(cosine(row, row)).toBeCloseTo(1, 4);
    expect(cosine(row, direction)).toBeCloseTo(0, 4);
  }
  const [told, plainly] = [await embedder.tokens?.chunks([PASSAGE]), await plain.tokens?.chunks([PASSAGE])];
  expect(told?.[0]?.tokens.bits).not.toEqual(plainly?.[0]?.tokens.bits);
  await embedder.close();
});
