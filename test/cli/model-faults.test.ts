/** Models of extensions that do not work, texts that models choke on, and several processes at one index: search answers, and says what is wrong. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { type OpenMemdir, openMemdir } from '../../src/node/compose.js';
import { DEFAULT_SETTINGS } from '../../src/protocol/settings.js';
import { type Terminal, terminal } from './support.js';

const SHIPPED = resolve('media/model');
/** The real model for other languages, where it is: it does not come with Memdir. */
const MULTILINGUAL = resolve('../shared/model-multilingual');

interface Found {
  readonly mode: string;
  readonly embedder: string;
  readonly hits: readonly { readonly path: string }[];
}

const memory = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: about ${name}\ntype: reference\n---\n${body}\n`;

async function store(home: string, texts: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(home, 'memory');
  await mkdir(folder, { recursive: true });
  for (const [name, body] of Object.entries(texts)) await writeFile(join(folder, `${name}.md`), memory(name, body));
  return folder;
}

/** A model as the extension of `name` has it, found by `memdir model add`. */
async function install(
  { home, run }: Terminal,
  name: 'languages' | 'large',
  change: object,
  from = SHIPPED,
): Promise<string> {
  const folder = join(home, '.vscode', 'extensions', `memdir.memdir-${name}-0.1.0`, 'model');
  await cp(from, folder, { recursive: true });
  const file = join(folder, 'memdir-model.json');
  await writeFile(
    file,
    JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as object), id: name, ...change }),
  );
  expect(await run('model', 'add', name)).toMatchObject({ code: 0 });
  return folder;
}

/** A process looks once a second at what is installed. */
const SOON = { timeout: 60_000, interval: 200 };
const KITTEN = 'The kitten sleeps on the windowsill.';

describe('a model of an extension', () => {
  it.each([
    ['larger', 'large', { dimensions: 512 }, undefined, /512/],
    ['for other languages', 'languages', { dimensions: 512, languages: ['*'] }, undefined, /512/],
    ['larger, damaged', 'large', {}, 'not a model', /Embedding +all-minilm.* can’t run, so the bundled model is used/],
    ['for other languages, damaged', 'languages', { languages: ['*'] }, 'not a model', /doesn’t run/],
  ] as const)(
    '(%s) that does not work is not used, which is said, and search goes on',
    async (_, name, change, weights, reason) => {
      const shell = await terminal();
      const folder = await install(shell, name, change);
      if (weights !== undefined) await writeFile(join(folder, 'model.onnx'), weights);
      const memories = await store(shell.home, { pets: KITTEN, miete: 'Der Mietvertrag für das Büro läuft bis März.' });
      const indexed = await shell.run('index', '--dir', memories);
      expect(indexed).toMatchObject({ code: 0 });
      const { stdout: health } = await shell.run('doctor', '--dir', memories);
      expect(`${indexed.stderr}${health}`).toMatch(reason);
      // What an extension has is not Memdir's to remove.
      expect(health).not.toMatch(/memdir model remove/);
      if (name === 'languages') expect(health).toMatch(/Reinstall the extension .*memdir-languages/);
      for (const question of ['where does the young feline rest', 'Mietvertrag'])
        expect(await shell.json<Found>('search', question, '--dir', memories)).toMatchObject({
          mode: 'hybrid',
          embedder: 'all-minilm-l6-v2-int8',
          hits: [{ path: join(memories, question === 'Mietvertrag' ? 'miete.md' : 'pets.md') }],
        });
    },
  );

  it('that is removed while it is in use is not missed', async () => {
    const shell = await terminal();
    const [large, languages] = [
      await install(shell, 'large', {}),
      await install(shell, 'languages', { languages: ['*'] }),
    ];
    const memories = await store(shell.home, { pets: KITTEN, miete: 'Der Mietvertrag für das Büro läuft bis März.' });
    const dataDir = join(shell.home, 'data');
    const opened: OpenMemdir = await openMemdir({
      distDir: resolve('dist'),
      dataDir,
      scope: { folders: [], directories: [memories], trusted: true },
      settings: DEFAULT_SETTINGS,
      env: { MEMDIR_DATA_DIR: dataDir },
    });
    try {
      const { memdir } = opened;
      await memdir.index({});
      const ask = (query: string) => memdir.search({ query, vectorTimeoutMs: 20_000 });
      await expect.poll(async () => (await ask('where does the young feline rest')).embedder, SOON).toMatch(/^large#/);
      for (const folder of [large, languages]) await rm(join(folder, '..'), { recursive: true });
      await expect
        .poll(async () => await ask('where does the young feline rest'), SOON)
        .toMatchObject({ mode: 'hybrid', embedder: 'all-minilm-l6-v2-int8', hits: [{ name: 'pets' }] });
      expect((await ask('Mietvertrag')).hits).toMatchObject([{ name: 'miete' }]);
    } finally {
      await opened.close();
    }
  });
});

const ODD: Readonly<Record<string, string>> = {
  unspaced: 'x'.repeat(10_000),
  base: Buffer.from(Array.from({ length: 7_500 }, (_, at) => (at * 37) % 251)).toString('base64'),
  surrogates: 'before \ud83d after \udc00 the end',
  scripts: 'Der Server 服务器 сервер サーバー الخادم server स्वर 서버 เซิร์ฟเวอร์ is called atlas.',
  tokens: '<s> [CLS] </s> [SEP] <mask> [MASK] <unk> [PAD]',
  controls: 'a\u0000b\u0007c\u200b\u202ed\ufeff',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈🇩🇪'.repeat(200),
  empty: '',
};

describe.each([
  ['as it comes', undefined],
  ...(existsSync(MULTILINGUAL) ? [['with the model for other languages', MULTILINGUAL] as const] : []),
] as const)('Memdir %s', (_, model) => {
  it('reads every text, and every text may be a question', async () => {
    const shell = await terminal();
    if (model !== undefined) await install(shell, 'languages', {}, model);
    const memories = await store(shell.home, { ...ODD, pets: KITTEN });
    expect(await shell.run('index', '--dir', memories)).toMatchObject({ code: 0 });
    expect((await shell.run('doctor', '--dir', memories)).stdout).toMatch(/Vectors +9 of 9 memories/);
    for (const text of Object.values(ODD))
      expect(
        await shell.run('search', text === '' ? ' ' : text.replaceAll('\u0000', ''), '--dir', memories, '--json'),
      ).toMatchObject({ code: 0 });
    expect(await shell.json<Found>('search', 'where does the young feline rest', '--dir', memories)).toMatchObject({
      mode: 'hybrid',
      hits: [{ path: join(memories, 'pets.md') }],
    });
  });
});

it('two processes that read the same memories make each vector once', async () => {
  const shell = await terminal();
  const count = 90;
  const texts = Array.from(
    { length: count },
    (_, at) => [`note${at}`, `Rule ${at}: ${'tide '.repeat(at % 40)}of pier ${at}.`] as const,
  );
  const memories = await store(shell.home, Object.fromEntries(texts));
  const index = ['index', '--dir', memories, '--json'];
  const ended = await Promise.all([shell.start(index), shell.start(index)]);
  const made = ended.map(({ stdout }) => (JSON.parse(stdout) as { readonly embedded: number }).embedded);
  expect(made.reduce((sum, one) => sum + one, 0)).toBe(count);
});
