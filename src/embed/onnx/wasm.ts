/** ONNX Runtime as WebAssembly, one thread: runs wherever Node does, about five times slower than the native library. */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import type * as OnnxRuntimeWeb from 'onnxruntime-web';

import { type Runtime, SESSION_OPTIONS } from './model.js';

export function wasmRuntime(load: NodeJS.Require): Runtime {
  const ort = load('onnxruntime-web') as typeof OnnxRuntimeWeb;
  const locate = (name: string): string => pathToFileURL(load.resolve(`onnxruntime-web/${name}`)).href;
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = { mjs: locate('ort-wasm-simd-threaded.mjs'), wasm: locate('ort-wasm-simd-threaded.wasm') };
  return {
    Tensor: ort.Tensor,
    open: async (file) =>
      ort.InferenceSession.create(await readFile(file), { ...SESSION_OPTIONS, executionProviders: ['wasm'] }),
  };
}
