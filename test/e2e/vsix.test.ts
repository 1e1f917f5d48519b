import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { root, vsixPath } from '../../scripts/lib/project.mjs';
import { prepareSample } from '../../scripts/lib/sample.mjs';
import { stage } from '../../scripts/lib/stage.mjs';
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

interface Bom {
  readonly components: readonly {
    readonly type: string;
    readonly name: string;
    readonly version?: string;
    readonly purl?: string;
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  }[];
}

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** What CycloneDX's own schema says against a bill of materials. */
function schemaErrors(bom: Bom): unknown[] {
  const schema = (name: string): object =>
    JSON.parse(
      readFileSync(path.join(root, 'node_modules/@cyclonedx/cyclonedx-library/res/schema', name), 'utf8'),
    ) as object;
  const ajv = new Ajv({ strict: false });
  addFormats(ajv);
  for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}`);
  ajv.addFormat('iri-reference', true).addFormat('idn-email', true);
  const valid = ajv.compile(schema('bom-1.6.SNAPSHOT.schema.json'));
  return valid(bom) ? [] : (valid.errors ?? []);
}

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
        'sbom.cdx.json',
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
        'package.nls.json',
        'package.nls.zh-cn.json',
        'l10n/bundle.l10n.ja.json',
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
    // Of the libraries that ONNX Runtime was linked with, the text and not its address.
    for (const holder of ['Copyright 2008 Google Inc', 'Mozilla Public License Version 2.0', 'Emscripten authors'])
      expect(notices).toContain(holder);
  });

  test('says what it consists of, as CycloneDX', () => {
    const bom = JSON.parse(readFileSync(path.join(extension, 'sbom.cdx.json'), 'utf8')) as Bom;
    expect(schemaErrors(bom)).toEqual([]);
    const notices = readFileSync(path.join(extension, 'ThirdPartyNotices.txt'), 'utf8');
    const packages = bom.components.filter(({ purl }) => purl?.startsWith('pkg:npm/') === true);
    const noticed = [...notices.matchAll(/^-{80}\n\n(\S+ \d\S*) \(/gm)].map(([, title]) => title);
    expect(packages.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(noticed.sort());
    for (const each of packages) expect({ [each.name]: each.hashes?.[0]?.alg }).toEqual({ [each.name]: 'SHA-512' });
    const files = bom.components.filter(({ type }) => type === 'file');
    expect(files.map(({ name }) => name).sort()).toEqual(expectedNatives(target));
    for (const { name, hashes } of files)
      expect(hashes).toEqual([{ alg: 'SHA-256', content: sha256(path.join(extension, name)) }]);
    expect(bom.components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['sqlite', 'gitleaks-rules', 'faker-first-names']),
    );
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

describe('making a package', () => {
  test('gives the same bytes in another place of the world, with other modes of files', async () => {
    const target = targets[0] ?? UNIVERSAL;
    const out = path.join(scratch, 'again');
    const previous = process.umask(0o077);
    try {
      await run(
        process.execPath,
        [path.join(root, 'node_modules/tsx/dist/cli.mjs'), 'scripts/vsix.mts', '--target', target.name, '--out', out],
        { cwd: root, env: { ...process.env, TZ: 'Pacific/Kiritimati', LC_ALL: 'C' } },
      );
    } finally {
      process.umask(previous);
    }
    const made = vsixPath(target.name);
    expect(sha256(path.join(out, path.basename(made)))).toBe(sha256(made));
  });

  test('fails when a library of a platform cannot be had', async () => {
    const target = { ...UNIVERSAL, vectors: [...UNIVERSAL.vectors, 'plan9-x64' as 'linux-x64'] };
    await expect(stage(target, path.join(scratch, 'lacking'))).rejects.toThrow(
      'sqlite-vec-plan9-x64 is not in package-lock.json',
    );
  });
});
