/** Model folders that cannot be used: one clear error, and nothing is copied. */
import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { tempFolder, terminal } from './support.js';

/** The model that comes with Memdir, as a folder of the user's. */
async function modelFolder(): Promise<string> {
  const folder = join(await tempFolder(), 'model');
  await cp(resolve('media/model'), folder, { recursive: true });
  await rm(join(folder, 'SHA256SUMS'));
  return folder;
}

/** The words of a tokenizer in the order of their numbers, changed. */
async function changeVocabulary(folder: string, change: (words: string[]) => string[]): Promise<void> {
  const file = join(folder, 'tokenizer.json');
  const tokenizer = JSON.parse(await readFile(file, 'utf8')) as { model: { vocab: Record<string, number> } };
  const words = Object.entries(tokenizer.model.vocab)
    .sort(([, a], [, b]) => a - b)
    .map(([word]) => word);
  tokenizer.model.vocab = Object.fromEntries(change(words).map((word, at) => [word, at]));
  await writeFile(file, JSON.stringify(tokenizer));
}

const broken: [string, (folder: string) => Promise<void>, RegExp][] = [
  ['no weights', (folder) => rm(join(folder, 'model.onnx')), /model\.onnx is missing/],
  [
    'weights that are none',
    (folder) => writeFile(join(folder, 'model.onnx'), 'not a model'),
    /Nothing was added: the model in .* doesn’t work/,
  ],
  ['no tokenizer', (folder) => rm(join(folder, 'tokenizer.json')), /tokenizer\.json is missing/],
  [
    'a tokenizer that is none',
    (folder) => writeFile(join(folder, 'tokenizer.json'), '{}'),
    /Nothing was added: the model in .* doesn’t work/,
  ],
  ['no description', (folder) => rm(join(folder, 'memdir-model.json')), /memdir-model\.json is missing/],
  [
    'a description without end',
    (folder) => truncate(join(folder, 'memdir-model.json'), 3_000_000_000),
    /memdir-model\.json is larger than 1 MB/,
  ],
  [
    'a tokenizer without end',
    (folder) => truncate(join(folder, 'tokenizer.json'), 3_000_000_000),
    /tokenizer\.json is larger than 128 MB/,
  ],
  [
    'weights that are a folder',
    async (folder) => {
      await rm(join(folder, 'model.onnx'));
      await mkdir(join(folder, 'model.onnx'));
    },
    /model\.onnx is missing/,
  ],
  [
    'weights cut off',
    (folder) => truncate(join(folder, 'model.onnx'), 1_000_000),
    /Nothing was added: the model in .* doesn’t work/,
  ],
  [
    'dimensions other than those of the weights',
    async (folder) =>
      writeFile(
        join(folder, 'memdir-model.json'),
        (await readFile(join(folder, 'memdir-model.json'), 'utf8')).replace('384', '512'),
      ),
    /Nothing was added: the model in .*\[1, tokens, 512\]/,
  ],
  [
    'a tokenizer of fewer words than the weights have',
    (folder) => changeVocabulary(folder, (words) => words.slice(0, 20_000)),
    /Nothing was added: .* lacks many tokens of the weights: it belongs to another model/,
  ],
  [
    'a tokenizer of as many other words',
    (folder) => changeVocabulary(folder, (words) => [...words.slice(0, 1000), ...words.slice(1000).reverse()]),
    /Nothing was added: .*no more answers than by chance.*belongs to another model/,
  ],
  [
    'a wrong description',
    (folder) => writeFile(join(folder, 'memdir-model.json'), '{"id":"x"}'),
    /is invalid: dimensions: /,
  ],
  [
    'weights other than SHA256SUMS says',
    (folder) => writeFile(join(folder, 'SHA256SUMS'), `${'0'.repeat(64)}  model.onnx\n`),
    /doesn’t match SHA256SUMS/,
  ],
  ['nothing at all', (folder) => rm(folder, { recursive: true }), /isn’t a folder/],
];

describe.each(broken)('a model folder with %s', (_, damage, reason) => {
  it('is one clear error, copies nothing, and leaves the model that is in use', async () => {
    const { run, json, home } = await terminal();
    const folder = await modelFolder();
    await damage(folder);
    const ended = await run('model', 'add', folder);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(reason);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    await expect(readdir(join(home, 'data', 'models'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await json<object[]>('model', 'list')).toMatchObject([{ id: 'all-minilm-l6-v2-int8', inUse: true }]);
  });
});
