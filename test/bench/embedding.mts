/** The embedded model through its process: load, one question, a thousand memories. */
import { createRequire } from 'node:module';
import path from 'node:path';

import type * as OnnxRuntime from 'onnxruntime-node';

import { SESSION_OPTIONS } from '../../src/embed/onnx/model.js';
import { openEmbedder } from './embedder.mjs';
import { memory, random } from './generate.mjs';
import { ms, quantile, type Row, samples, timed, under } from './measure.mjs';

/** Word pieces of the texts that are measured, and runs of the model alone. */
const [PIECES, ALONE] = [151, 150];

/** Milliseconds that the model takes for one such text with nothing around it: what no embedder on this machine can do without. */
async function modelAlone(): Promise<number> {
  const { InferenceSession, Tensor } = createRequire(import.meta.url)('onnxruntime-node') as typeof OnnxRuntime;
  const session = await InferenceSession.create(path.resolve('media/model/model.onnx'), {
    ...SESSION_OPTIONS,
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const row = (value: (at: number) => number): OnnxRuntime.Tensor =>
    new Tensor(
      'int64',
      BigInt64Array.from({ length: PIECES }, (_, at) => BigInt(value(at))),
      [1, PIECES],
    );
  const inputs = Object.fromEntries(
    session.inputNames.map((name) => [
      name,
      row((at) => (name === 'input_ids' ? 1000 + at * 37 : name === 'attention_mask' ? 1 : 0)),
    ]),
  );
  const took = await samples(ALONE, 5, () => session.run(inputs));
  await session.release();
  return took.reduce((sum, one) => sum + one, 0) / took.length;
}

export async function embeddingRows(runtime: 'native' | 'wasm', count: number): Promise<Row[]> {
  const next = random(7);
  const texts = Array.from({ length: count }, (_, at) => memory(at, next).text.replace(/^---[\s\S]*?---\s*/, ''));
  const embedder = openEmbedder(undefined, runtime);
  try {
    const load = await timed(() => embedder.embed(['first question'], 'query'));
    const question = await samples(40, 5, (run) =>
      embedder.embed([`why do the invoices of customer ${run} arrive twice`], 'query'),
    );
    const all = await timed(() => embedder.embed(texts, 'passage'));
    const native = runtime === 'native';
    const rows: Row[] = [
      under(`${runtime}: start process, load model, first answer`, load.took, native ? 800 : 2000, ms),
      under(`${runtime}: a question, warm, p50`, quantile(question, 0.5), native ? 5 : 30, ms),
    ];
    const whole = `${runtime}: ${count.toLocaleString('en')} memories of about 150 tokens`;
    if (!native) return [...rows, { what: whole, value: ms(all.took) }];
    const alone = await modelAlone();
    return [
      ...rows,
      under(whole, all.took, 15_000, ms),
      {
        what: 'the same as a multiple of what the model alone takes, on one thread',
        value: `${(all.took / count / alone).toFixed(2)} (${ms(alone)} a text)`,
      },
    ];
  } finally {
    await embedder.close();
  }
}
