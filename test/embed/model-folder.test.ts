import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { readModelFolder } from '../../src/embed/model-folder.js';
import { createNoEmbedder } from '../../src/embed/no-embedder.js';
import { modelDir, open } from './support.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'memdir-model-'));
  cpSync(modelDir, dir, { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true }));

const describeModel = (change: Record<string, unknown>): void => {
  const file = join(dir, 'memdir-model.json');
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...change }));
};

const broken: [string, () => void, RegExp][] = [
  ['no description', () => rmSync(join(dir, 'memdir-model.json')), /memdir-model\.json is missing/],
  [
    'a description that is not JSON',
    () => writeFileSync(join(dir, 'memdir-model.json'), '{"id": '),
    /memdir-model\.json can’t be read/,
  ],
  ['a description that is a list', () => writeFileSync(join(dir, 'memdir-model.json'), '[]'), /is invalid: the file: /],
  ['dimensions of the wrong type', () => describeModel({ dimensions: '384' }), /is invalid: dimensions: /],
  ['an unknown pooling', () => describeModel({ pooling: 'max' }), /is invalid: pooling: /],
  ['two wrong values', () => describeModel({ id: 'a b', duplicate: 2 }), /id: .*; duplicate: /],
  [
    'a center of other dimensions',
    () => describeModel({ center: { query: 'AACAPw==', passage: 'AACAPw==', directions: [] } }),
    /is invalid: center: its vectors don’t have the dimensions of the model/,
  ],
  [
    'a center that is no base64',
    () => describeModel({ center: { query: '?', passage: '', directions: [] } }),
    /center/,
  ],
  ['no weights', () => rmSync(join(dir, 'model.onnx')), /model\.onnx is missing/],
  ['empty weights', () => writeFileSync(join(dir, 'model.onnx'), ''), /model\.onnx is empty/],
  ['no tokenizer', () => rmSync(join(dir, 'tokenizer.json')), /tokenizer\.json is missing/],
];

describe.each(broken)('a model folder with %s', (_, damage, message) => {
  it('is refused with one clear sentence, and the embedder is off', async () => {
    damage();
    expect(() => readModelFolder(dir)).toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.stringMatching(message) as string }),
    );
    const { embedder, log } = open({ modelDir: dir });
    expect(embedder.model).toBeUndefined();
    expect(embedder.state()).toEqual({ state: 'off', reason: expect.stringMatching(message) as string });
    await expect(embedder.embed(['x'], 'query')).rejects.toMatchObject({ code: 'unavailable' });
    await embedder.close();
    expect(log.lines).toHaveLength(1);
  });
});

describe.each([
  ['weights that are no model', () => writeFileSync(join(dir, 'model.onnx'), 'not a model')],
  ['a tokenizer that is none', () => writeFileSync(join(dir, 'tokenizer.json'), '{}')],
  ['dimensions that are not those of the weights', () => describeModel({ dimensions: 512 })],
])('a model folder with %s', (_, damage) => {
  it('fails at first use with its reason, in neither runtime', async () => {
    damage();
    const { embedder, log } = open({ modelDir: dir, runtime: 'auto' });
    await expect(embedder.embed(['x'], 'query')).rejects.toMatchObject({ code: 'unavailable' });
    expect(embedder.state()).toMatchObject({ state: 'failed' });
    expect(log.lines.map((line) => line.split(':')[0])).toEqual(['warn', 'error']);
  });
});

it('a description may carry a byte order mark and more than is known here', () => {
  describeModel({ note: 'from elsewhere' });
  const file = join(dir, 'memdir-model.json');
  writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`);
  expect(readModelFolder(dir)).toMatchObject({
    maxTokens: 256,
    pooling: 'mean',
    info: { id: 'all-minilm-l6-v2-int8' },
  });
});

it('cls pooling and prefixes are obeyed', async () => {
  describeModel({ pooling: 'cls', queryPrefix: 'query: ', passagePrefix: '' });
  const { embedder } = open({ modelDir: dir });
  const [asQuery] = await embedder.embed(['where are the logs'], 'query');
  const [asPassage, prefixed] = await embedder.embed(['where are the logs', 'query: where are the logs'], 'passage');
  await embedder.close();
  const mean = open();
  const [meanVector] = await mean.embedder.embed(['where are the logs'], 'passage');
  await mean.embedder.close();
  expect(asQuery).toEqual(prefixed);
  expect(asQuery).not.toEqual(asPassage);
  expect(asPassage).not.toEqual(meanVector);
});

it('no embedder is off and says why', async () => {
  const embedder = createNoEmbedder(() => 'Turned off in the settings.');
  expect(embedder.state()).toEqual({ state: 'off', reason: 'Turned off in the settings.' });
  await expect(embedder.embed([], 'query')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Turned off in the settings.',
  });
  await embedder.close();
});
