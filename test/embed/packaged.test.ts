/** The process as it lies in a package: dist/embedder.js, and beside it in dist/node_modules only what the platform needs. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { cosine, open, oracle, processFile, root } from './support.js';

let dist: string;
beforeEach(() => {
  const place = mkdtempSync(join(tmpdir(), 'memdir packaged '));
  dist = join(place, 'dist');
  mkdirSync(dist);
  cpSync(processFile, join(dist, 'embedder.js'));
});
afterEach(() => rmSync(join(dist, '..'), { recursive: true }));

function carry(...files: string[]): void {
  for (const file of files)
    cpSync(join(root, 'node_modules', file), join(dist, 'node_modules', file), { recursive: true });
}

const common = ['onnxruntime-common/package.json', 'onnxruntime-common/dist/cjs'];
const wasm = [
  'onnxruntime-web/package.json',
  ...['ort.node.min.js', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'].map(
    (file) => `onnxruntime-web/dist/${file}`,
  ),
];
const native = [
  'onnxruntime-node/package.json',
  'onnxruntime-node/dist',
  `onnxruntime-node/bin/napi-v6/${process.platform}/${process.arch}`,
];

it('without the native package the WebAssembly runtime answers at once, said once', async () => {
  carry(...common, ...wasm);
  const { embedder, log } = open({ processFile: join(dist, 'embedder.js'), runtime: 'auto' });
  const { text, kind, vector } = oracle.texts[1]!;
  const [found] = await embedder.embed([text], kind);
  expect(cosine(found!, vector)).toBeGreaterThanOrEqual(0.995);
  expect(embedder.state()).toEqual({ state: 'ready', backend: 'wasm' });
  await embedder.close();
  expect(log.lines.filter((line) => line.startsWith('warn'))).toEqual([
    expect.stringMatching(
      /^warn: The embedding process \(native\) can’t load the model: Cannot find module 'onnxruntime-node'.* The slower WebAssembly runtime takes over\.$/,
    ),
  ]);
});

it('with a native package whose binary is not for this platform too', async () => {
  carry(...common, ...wasm, 'onnxruntime-node/package.json', 'onnxruntime-node/dist');
  const { embedder } = open({ processFile: join(dist, 'embedder.js'), runtime: 'auto' });
  expect(await embedder.embed(['hello'], 'query')).toHaveLength(1);
  expect(embedder.state()).toMatchObject({ backend: 'wasm' });
  await embedder.close();
});

it('with the native package alone the native runtime answers', async () => {
  carry(...common, ...native);
  const { embedder } = open({ processFile: join(dist, 'embedder.js'), runtime: 'auto' });
  expect(await embedder.embed(['hello'], 'query')).toHaveLength(1);
  expect(embedder.state()).toEqual({ state: 'ready', backend: 'native' });
  await embedder.close();
});

it('with neither it says so, and search can go on without', async () => {
  const { embedder, log } = open({ processFile: join(dist, 'embedder.js'), runtime: 'auto' });
  await expect(embedder.embed(['hello'], 'query')).rejects.toMatchObject({ code: 'unavailable' });
  expect(embedder.state()).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining("Cannot find module 'onnxruntime-web") as string,
  });
  expect(log.lines.filter((line) => line.startsWith('error'))).toHaveLength(1);
});
