import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { vsixPath } from '../../scripts/lib/project.mjs';
import { prepareSample } from '../../scripts/lib/sample.mjs';
import { ownTarget, type Target, UNIVERSAL } from '../../scripts/lib/targets.mjs';
import { PROBLEM_CODES } from '../../src/core/problem.js';
import type { HealthCheck, IndexReport, SearchResult } from '../../src/core/results.js';
import { filesOf, makePackages, unpack } from './unpack.js';

const run = promisify(execFile);
const targets = [ownTarget(), UNIVERSAL].filter((target): target is Target => target !== undefined);
/** None of these words stands in the memory that answers. */
const QUESTION = 'customers paid twice';
const ANSWER = 'failure_double_charge.md';

const scratch = mkdtempSync(path.join(tmpdir(), 'memdir-smoke-'));
beforeAll(makePackages);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const NATIVE = /\.(node|dll|dylib|wasm)$|\.so(\.\d+)*$/;

/** Every native file that belongs into a package, and no other. */
const expectedNatives = (target: Target): string[] =>
  [
    ...target.sqlite.map((name) => `dist/node_modules/better-sqlite3/prebuilds/${name}.node`),
    ...target.vectors.map(
      (name) =>
        `dist/node_modules/sqlite-vec-${name.replace('win32', 'windows')}/vec0.${name.startsWith('win32') ? 'dll' : name.startsWith('darwin') ? 'dylib' : 'so'}`,
    ),
    ...target.onnx.map((file) => `dist/node_modules/onnxruntime-node/bin/napi-v6/${file}`),
    'dist/node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
  ].sort();

describe.each(targets)('package $name', (target) => {
  let extension = '';
  let store = '';

  const memdir = async <T>(...args: string[]): Promise<T> => {
    const env = { PATH: process.env.PATH, HOME: scratch, MEMDIR_DATA_DIR: path.join(scratch, `data-${target.name}`) };
    const { stdout } = await run(
      process.execPath,
      [path.join(extension, 'dist/cli.js'), ...args, '--dir', store, '--json'],
      { cwd: scratch, env },
    );
    return JSON.parse(stdout) as T;
  };

  beforeAll(() => {
    extension = unpack(vsixPath(target.name));
    store = prepareSample(path.join(scratch, target.name)).store;
  });
  afterAll(() => rmSync(path.dirname(extension), { recursive: true, force: true }));

  test('is not larger than its limit', () => {
    expect(statSync(vsixPath(target.name)).size).toBeLessThanOrEqual(target.limit);
  });

  test('holds what the product starts from, and its licences', () => {
    const files = filesOf(extension);
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'LICENSE.txt',
        'ThirdPartyNotices.txt',
        'dist/extension.js',
        'dist/host.js',
        'dist/background.js',
        'dist/cli.js',
        'dist/commands.js',
        'dist/mcp.js',
        'dist/hook.js',
        'dist/offline-recall.js',
        'dist/rules.js',
        'dist/embedder.js',
        ...PROBLEM_CODES.map((code) => `docs/rules/${code}.md`),
        'media/model/model.onnx',
        'media/model/tokenizer.json',
        'media/model/memdir-model.json',
        'media/model/LICENSE',
      ]),
    );
    const notices = readFileSync(path.join(extension, 'ThirdPartyNotices.txt'), 'utf8');
    for (const name of ['better-sqlite3', 'sqlite-vec', 'onnxruntime-web', 'gray-matter', 'yaml'])
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  test('leads to no file that it does not hold', () => {
    const readme = readFileSync(path.join(extension, 'readme.md'), 'utf8');
    expect(readme).toContain('# Memdir');
    expect(readme).not.toMatch(/\]\((?!https?:|#)/);
  });

  test('holds the native files of its platform and no others', () => {
    expect(filesOf(extension).filter((file) => NATIVE.test(file))).toEqual(expectedNatives(target));
  });

  test('holds nothing of the repository that users do not need', () => {
    expect(
      filesOf(extension).filter(
        (file) =>
          /\.(map|ts|mts|tsbuildinfo)$|(^|\/)(src|test|scripts|sample|artifacts)\/|oracle\.json/.test(file) &&
          !file.startsWith('dist/node_modules/'),
      ),
    ).toEqual([]);
  });

  test('is healthy where it was unpacked', async () => {
    const checks = await memdir<HealthCheck[]>('doctor');
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });

  test('indexes the sample and finds a memory by words it does not contain', async () => {
    const report = await memdir<IndexReport>('index');
    expect(report.embedded).toBeGreaterThan(30);
    const text = readFileSync(path.join(store, ANSWER), 'utf8').toLowerCase();
    for (const word of QUESTION.split(' ')) expect(text).not.toContain(word);
    const found = await memdir<SearchResult>('search', QUESTION);
    expect(found.mode).toBe('hybrid');
    expect(found.hits.slice(0, 3).map(({ path: file }) => path.basename(file))).toContain(ANSWER);
  });

  test(`answers with the ${target === UNIVERSAL ? 'WebAssembly' : 'native'} runtime`, async () => {
    await memdir<IndexReport>('index');
    const checks = await memdir<HealthCheck[]>('doctor');
    expect(JSON.stringify(checks)).toMatch(target === UNIVERSAL ? /wasm|WebAssembly/i : /native/i);
  });
});
