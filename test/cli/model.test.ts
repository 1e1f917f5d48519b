import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type OllamaDouble, startOllama } from '../support/ollama-server.js';
import { tempFolder, type Terminal, terminal } from './support.js';

const SHIPPED = resolve('media/model');

interface Model {
  readonly id: string;
  readonly dimensions: number | null;
  readonly languages: readonly string[];
  readonly path: string;
  readonly bytes: number;
  readonly inUse: boolean;
  readonly ok: boolean;
  readonly reason?: string;
}
interface Found {
  readonly mode: string;
  readonly embedder: string;
  readonly notice?: string;
  readonly hits: readonly { readonly path: string }[];
}

/** A model folder of the user's, with changes to its description. */
async function modelFolder(change: Record<string, unknown> = { id: 'own-model' }): Promise<string> {
  const folder = join(await tempFolder(), 'model');
  await cp(SHIPPED, folder, { recursive: true });
  const file = join(folder, 'memdir-model.json');
  await writeFile(file, JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as object), ...change }));
  await rm(join(folder, 'SHA256SUMS'));
  return folder;
}

async function settings({ home }: Terminal, values: object): Promise<void> {
  await mkdir(join(home, 'data'), { recursive: true });
  await writeFile(join(home, 'data', 'settings.json'), JSON.stringify(values));
}

async function memories({ home }: Terminal): Promise<string> {
  const memory = join(home, 'memory');
  await mkdir(memory);
  await writeFile(
    join(memory, 'cat.md'),
    '---\nname: pets\ndescription: animals of the office\ntype: reference\n---\nThe kitten sleeps on the windowsill.\n',
  );
  await writeFile(
    join(memory, 'deploy.md'),
    '---\nname: deploy\ndescription: releases\ntype: reference\n---\nReleases leave through the blue pipeline.\n',
  );
  return memory;
}

describe('model list, add and remove', () => {
  it('shows the model that comes with Memdir, in use', async () => {
    const { json, run } = await terminal();
    const models = await json<Model[]>('model', 'list');
    expect(models).toEqual([
      {
        id: 'all-minilm-l6-v2-int8',
        dimensions: 384,
        languages: ['en'],
        path: SHIPPED,
        bytes: expect.any(Number) as number,
        inUse: true,
        ok: true,
      },
    ]);
    expect(models[0]!.bytes).toBeGreaterThan(20_000_000);
    expect((await run('model', 'list')).stdout).toMatch(/in use {2}all-minilm-l6-v2-int8 +384 dimensions/);
  });

  it('copies a folder whole, lists it, uses it by its id, and removes it', async () => {
    const shell = await terminal();
    const { json, run, home } = shell;
    const folder = await modelFolder({ id: 'own:model' });
    await writeFile(join(folder, 'holiday.jpg'), 'not part of a model');
    const path = join(home, 'data', 'models', 'own_model');
    expect(await json('model', 'add', folder)).toEqual({
      status: 'added',
      id: 'own:model',
      path,
      licence: 'Apache-2.0',
      memory: expect.any(Number) as number,
    });
    expect((await readdir(path)).sort()).toEqual([
      'LICENSE',
      'NOTICE',
      'memdir-model.json',
      'model.onnx',
      'tokenizer.json',
    ]);
    expect(await readdir(join(home, 'data', 'models'))).toEqual(['own_model']);
    expect(await json('model', 'add', folder)).toMatchObject({ status: 'unchanged', id: 'own:model' });
    expect(await json<Model[]>('model', 'list')).toMatchObject([
      { inUse: true },
      { id: 'own:model', inUse: false, ok: true, path },
    ]);

    await settings(shell, { 'memdir.embedding.modelPath': 'own:model' });
    expect(await json<Model[]>('model', 'list')).toMatchObject([{ inUse: false }, { id: 'own:model', inUse: true }]);
    const memory = await memories(shell);
    const found = await json<Found>('search', 'where does the young feline rest', '--dir', memory);
    expect(found).toMatchObject({ mode: 'hybrid', hits: [{ path: join(memory, 'cat.md') }] });
    // The very name of another model would not make their vectors meet.
    expect(found.embedder).toMatch(/^own:model#[0-9a-f]{12}$/);
    expect(await run('model', 'remove', 'own:model')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is in use') as string,
    });
    await settings(shell, {});
    expect(await json('model', 'remove', 'own:model')).toEqual({ status: 'removed', id: 'own:model' });
    expect(await readdir(join(home, 'data', 'models'))).toEqual([]);
  });

  it.each([
    ['no file', {}, 'no license file'],
    ['a model card', { 'README.md': '---\ntags: [x]\nlicense: cc-by-nc-4.0\n---\n# A model\n' }, 'cc-by-nc-4.0'],
    ['a known text', { 'LICENSE.txt': 'Copyright\n\nPermission is hereby granted, free of charge, to any\n' }, 'MIT'],
    [
      'a text of its own',
      { LICENCE: '\n  The Example Model License  \nUse it on Sundays.\n' },
      'The Example Model License',
    ],
  ] as const)('says which license %s names', async (_, files, licence) => {
    const { run } = await terminal();
    const folder = await modelFolder();
    for (const name of ['LICENSE', 'NOTICE']) await rm(join(folder, name));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    expect((await run('model', 'add', folder)).stdout).toMatch(
      new RegExp(
        `^Added own-model: .* \\(${licence}, [1-9]\\d+\\.\\d MB on disk, about [1-9]\\d+ MB of memory while it is used\\)\\.\\n`,
      ),
    );
  });

  it('says the license of an unpacked extension, which lies beside the model', async () => {
    const { run, home } = await terminal();
    const extension = join(home, 'unpacked', 'extension');
    await cp(await modelFolder(), join(extension, 'model'), { recursive: true });
    for (const name of ['LICENSE', 'NOTICE']) await rm(join(extension, 'model', name));
    await writeFile(join(extension, 'package.json'), '{}');
    await writeFile(join(extension, 'LICENSE.txt'), 'Permission is hereby granted, free of charge, to any\n');
    expect((await run('model', 'add', join(extension, 'model'))).stdout).toContain('(MIT, ');
  });

  it('refuses another model under an id that is taken', async () => {
    const { run, json } = await terminal();
    await json('model', 'add', await modelFolder());
    const second = await run('model', 'add', await modelFolder({ id: 'own-model', pooling: 'cls' }));
    expect(second).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^memdir: Another model named own-model already exists\..*\n$/) as string,
    });
    expect(await json<Model[]>('model', 'list')).toHaveLength(2);
  });

  it('never removes what is no copy of its own', async () => {
    const shell = await terminal();
    const folder = await modelFolder({ id: 'elsewhere' });
    expect(await shell.run('model', 'remove', 'all-minilm-l6-v2-int8')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('comes with Memdir') as string,
    });
    expect(await shell.run('model', 'remove', '../../home')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no model') as string,
    });
    await settings(shell, { 'embedding.modelPath': folder, 'embedding.provider': 'none' });
    expect(await shell.json<Model[]>('model', 'list')).toMatchObject([
      { inUse: false },
      { id: 'elsewhere', path: folder, inUse: false },
    ]);
    expect(await shell.run('model', 'remove', 'elsewhere')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('isn’t a copy made by Memdir') as string,
    });
    expect((await stat(join(folder, 'model.onnx'))).size).toBeGreaterThan(0);
  });
});

describe('a model that reads all languages', () => {
  it('reads the memories that are not English once it is added, is shown so, and can be removed', async () => {
    const shell = await terminal();
    const { json, run, home } = shell;
    // English weights: what is tried is who reads what.
    const added = await run(
      'model',
      'add',
      await modelFolder({ id: 'tongues', languages: ['*'], background: undefined, lateBackground: undefined }),
    );
    expect(added.stdout).toMatch(
      /^Added tongues: .* \(Apache-2\.0, [1-9]\d+\.\d MB on disk, about [1-9]\d+ MB of memory while it is used\)\.\n/,
    );
    expect(added.stdout).toMatch(
      /reads memories in languages that the current model doesn’t support, without a restart/,
    );
    expect(
      JSON.parse(await readFile(join(home, 'data', 'models', 'tongues', 'memdir-usual.json'), 'utf8')),
    ).toMatchObject({
      background: { mean: expect.any(Number) as number },
      lateBackground: { deviation: expect.any(Number) as number },
    });
    expect(await json<Model[]>('model', 'list')).toMatchObject([
      { inUse: true },
      { id: 'tongues', inUse: false, otherLanguages: true },
    ]);
    expect((await run('model', 'list')).stdout).toMatch(/others {2}tongues/);
    const memory = await memories(shell);
    await writeFile(
      join(memory, 'miete.md'),
      '---\nname: miete\ndescription: Der Mietvertrag für das Büro\ntype: reference\n---\nDer Vertrag läuft bis März und wird von der Verwaltung verlängert.\n',
    );
    expect(await json<Found>('search', 'wie lange läuft der Mietvertrag', '--dir', memory)).toMatchObject({
      mode: 'hybrid',
      embedder: 'all-minilm-l6-v2-int8',
      hits: [{ path: join(memory, 'miete.md') }],
    });
    expect((await run('doctor', '--dir', memory)).stdout).toMatch(
      /Other languages.*tongues#[0-9a-f]{12} reads 1 memory/,
    );
    await settings(shell, { 'memdir.embedding.provider': 'none' });
    expect((await json<Model[]>('model', 'list'))[1]).not.toHaveProperty('otherLanguages');
    await settings(shell, {});
    expect(await json('model', 'remove', 'tongues')).toEqual({ status: 'removed', id: 'tongues' });
    expect((await run('doctor', '--dir', memory)).stdout).not.toMatch(/Other languages/);
  });

  it('that was damaged since is shown as wrong, and the model in use reads all', async () => {
    const shell = await terminal();
    const { json, run, home } = shell;
    await run('model', 'add', await modelFolder({ id: 'tongues', languages: ['*'] }));
    await rm(join(home, 'data', 'models', 'tongues', 'tokenizer.json'));
    expect(await json<Model[]>('model', 'list')).toMatchObject([
      { inUse: true },
      { id: 'tongues', ok: false, reason: expect.stringContaining('tokenizer.json is missing') as string },
    ]);
    expect(
      await json<Found>('search', 'where does the young feline rest', '--dir', await memories(shell)),
    ).toMatchObject({ mode: 'hybrid' });
  });
});

describe('a model that is an extension of its own', () => {
  /** As an editor installs it. */
  async function install({ home }: Terminal, change: Record<string, unknown>): Promise<string> {
    const path = join(home, '.vscode', 'extensions', 'memdir.memdir-large-0.1.0', 'model');
    await cp(await modelFolder({ id: 'big', ...change }), path, { recursive: true });
    return path;
  }

  it('says where it is to be had and what it costs, where no editor has it', async () => {
    const shell = await terminal();
    for (const name of ['large', 'languages'])
      expect(await shell.run('model', 'add', name)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(
          new RegExp(
            `memdir\\.memdir-${name} isn’t installed.*Marketplace.*VSIX.*license.*MB to download.*MB on disk.*MB of memory`,
          ),
        ) as string,
      });
  });

  it('is used in place, without a copy, and not any more once its extension is gone', async () => {
    const shell = await terminal();
    const { json, run, home } = shell;
    const path = await install(shell, {});
    expect((await run('model', 'add', 'large')).stdout).toMatch(
      /is used from .*memdir-large-0\.1\.0.*Apache-2\.0.*70 MB on disk/,
    );
    expect(await json('model', 'add', 'large')).toEqual({ status: 'unchanged', id: 'big', path });
    expect(await readdir(join(home, 'data', 'models'))).toEqual(['installed.json']);
    expect(await json<Model[]>('model', 'list')).toMatchObject([
      { inUse: false },
      { id: 'big', inUse: true, extension: true },
    ]);
    expect(await run('model', 'remove', 'big')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Uninstall') as string,
    });
    const memory = await memories(shell);
    const asked = ['search', 'where does the young feline rest', '--dir', memory];
    expect((await json<Found>(...asked)).embedder).toMatch(/^big#/);
    await rm(join(path, '..'), { recursive: true });
    expect(await json<Found>(...asked)).toMatchObject({
      mode: 'hybrid',
      embedder: 'all-minilm-l6-v2-int8',
      hits: [{ path: join(memory, 'cat.md') }],
    });
    expect(await json<Model[]>('model', 'list')).toMatchObject([{ inUse: true }]);
  });

  it('that needs the native runtime is not run by WebAssembly, and the reason is said', async () => {
    const shell = await terminal();
    await install(shell, { runtime: 'native' });
    await shell.run('model', 'add', 'large');
    await settings(shell, { 'embedding.runtime': 'wasm' });
    const memory = await memories(shell);
    await shell.run('index', '--dir', memory);
    expect(await shell.json<Found>('search', 'where does the young feline rest', '--dir', memory)).toMatchObject({
      mode: 'hybrid',
      embedder: 'all-minilm-l6-v2-int8',
    });
    expect((await shell.run('index', '--dir', memory)).stderr).toMatch(/too slow for WebAssembly/);
  });

  it('with the tokenizer of another model is not used, and the reason is said', async () => {
    const shell = await terminal();
    const path = await install(shell, {});
    await writeFile(join(path, 'tokenizer.json'), await readFile('../shared/model-multilingual/tokenizer.json'));
    await shell.run('model', 'add', 'large');
    const memory = await memories(shell);
    const indexed = await shell.run('index', '--dir', memory);
    expect(indexed).toMatchObject({ code: 0, stderr: expect.stringMatching(/belongs to another model/) as string });
    expect(await shell.json<Found>('search', 'kitten windowsill', '--dir', memory)).toMatchObject({
      hits: [{ path: join(memory, 'cat.md') }],
    });
  });
});

describe('a model folder of the settings that cannot be used', () => {
  it('is listed with its reason; the model that comes with Memdir is used, and the doctor says so', async () => {
    const shell = await terminal();
    const folder = await modelFolder();
    await rm(join(folder, 'tokenizer.json'));
    await settings(shell, { 'embedding.modelPath': folder });
    expect(await shell.json<Model[]>('model', 'list')).toMatchObject([
      { id: 'all-minilm-l6-v2-int8', inUse: true },
      {
        id: 'model',
        inUse: false,
        ok: false,
        dimensions: null,
        reason: expect.stringContaining('tokenizer.json is missing') as string,
      },
    ]);
    const found = await shell.json<Found>('search', 'where does the young feline rest', '--dir', await memories(shell));
    expect(found).toMatchObject({ mode: 'hybrid', embedder: 'all-minilm-l6-v2-int8' });
    expect((await shell.run('index', '--dir', join(shell.home, 'memory'))).stderr).toMatch(
      /modelPath isn’t used; the bundled model is used instead: .*tokenizer\.json is missing/,
    );
    expect((await shell.run('doctor')).stdout).toMatch(
      /modelPath isn’t used; the bundled model is used instead: .*tokenizer\.json is missing/,
    );
  });

  it('whose weights do not load gives way to it at first use', async () => {
    const shell = await terminal();
    const folder = await modelFolder();
    await writeFile(join(folder, 'model.onnx'), 'not a model');
    await settings(shell, { 'embedding.modelPath': folder });
    const memory = await memories(shell);
    await shell.run('index', '--dir', memory);
    const found = await shell.json<Found>('search', 'kitten', '--dir', memory);
    expect(found.hits).toMatchObject([{ path: join(memory, 'cat.md') }]);
    expect(found).toMatchObject({ mode: 'hybrid', embedder: 'all-minilm-l6-v2-int8' });
  });
});

it('settings of the command line that do not fit are said by the doctor, and the others count', async () => {
  const shell = await terminal();
  await settings(shell, { 'embedding.provider': 'cloud', 'search.threshold': 0.2 });
  expect((await shell.run('doctor')).stdout).toMatch(
    /FAIL {2}Settings +The setting memdir\.embedding\.provider isn’t used/,
  );
  await writeFile(join(shell.home, 'data', 'settings.json'), '{');
  expect((await shell.run('doctor')).stdout).toMatch(/settings\.json isn’t used/);
});

describe('Ollama as the provider of the command line', () => {
  let ollama: OllamaDouble;
  beforeEach(async () => {
    ollama = await startOllama();
  });
  afterEach(() => ollama.stop());

  it('makes the vectors, and without the server words are searched and one sentence says why', async () => {
    const shell = await terminal();
    await settings(shell, { 'embedding.provider': 'ollama', 'ollama.url': ollama.url });
    const memory = await memories(shell);
    expect(await shell.json('index', '--dir', memory)).toMatchObject({ embedded: 2 });
    const found = await shell.json<Found>('search', 'kitten windowsill', '--dir', memory);
    expect(found).toMatchObject({
      mode: 'hybrid',
      embedder: expect.stringMatching(/^ollama:nomic-embed-text@/) as string,
    });
    expect((await shell.run('doctor', '--dir', memory)).stdout).toMatch(
      /Embedding +ollama:nomic-embed-text@\w+\.24\.1 \(24 dimensions, ollama\) responded/,
    );
    await ollama.stop();
    const indexed = await shell.run('index', '--dir', memory);
    expect(indexed.code).toBe(0);
    expect(indexed.stderr).toMatch(/Keyword search only: Ollama doesn’t respond/);
    const ended = await shell.run('search', 'kitten windowsill', '--dir', memory, '--json');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      mode: 'keyword',
      notice: `Keyword search only: Ollama doesn’t respond at ${ollama.url}. Start it, or choose another provider in memdir.embedding.provider.`,
      hits: [{ path: join(memory, 'cat.md') }],
    });
    expect((await shell.run('doctor', '--dir', memory)).stdout).toMatch(/FAIL {2}Embedding +Ollama doesn’t respond/);
  });

  it('prints nothing but the result when the server answers with errors', async () => {
    const shell = await terminal();
    await settings(shell, { 'embedding.provider': 'ollama', 'ollama.url': ollama.url });
    const memory = await memories(shell);
    ollama.faults.push(
      (asked, response) => asked.path === '/api/embed' && !!response.writeHead(500).end('panic: nil pointer'),
    );
    const found = await shell.json<Found>('search', 'kitten', '--dir', memory);
    expect(found).toMatchObject({ mode: 'keyword', notice: expect.stringContaining('panic: nil pointer') as string });
  });

  it('downloads a model with “model pull”', async () => {
    const shell = await terminal();
    ollama.models.clear();
    await settings(shell, { 'embedding.provider': 'ollama', 'ollama.url': ollama.url });
    expect(await shell.json('model', 'pull')).toEqual({ status: 'pulled', id: 'nomic-embed-text' });
    expect(await shell.run('model', 'pull', '--language')).toMatchObject({
      code: 0,
      stdout: `Ollama at ${ollama.url} has llama3.2. It is used while model.provider is “ollama”.\n`,
      stderr: expect.stringMatching(/pulling layer0: \d+% of/) as string,
    });
    expect([...ollama.models.keys()]).toEqual(expect.arrayContaining(['nomic-embed-text:latest', 'llama3.2:latest']));
    expect(ollama.models.has('nomic-embed-text:latest')).toBe(true);
    await settings(shell, { 'ollama.url': ollama.url, 'embedding.model': 'missing-model' });
    expect(await shell.run('model', 'pull')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^.*missing-model couldn’t be downloaded\. .*file does not exist.*\n$/s) as string,
    });
  });
});
