/** ONNX Runtime's native library, one thread on the CPU. Loading throws where the platform has no binary or lacks a library. */
import type * as OnnxRuntimeNode from 'onnxruntime-node';

import { type Runtime, SESSION_OPTIONS } from './model.js';

export function nativeRuntime(load: NodeJS.Require): Runtime {
  const ort = load('onnxruntime-node') as typeof OnnxRuntimeNode;
  return {
    Tensor: ort.Tensor,
    open: (file) =>
      ort.InferenceSession.create(file, {
        ...SESSION_OPTIONS,
        executionProviders: ['cpu'],
        intraOpNumThreads: 1,
        interOpNumThreads: 1,
      }),
  };
}
