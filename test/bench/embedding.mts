/** The embedded model through its process: load, one question, a thousand memories. */
import path from 'node:path';
import { createOnnxEmbedder } from '../../src/embed/onnx/client.js';
import { memory, random } from './generate.mjs';
import { ms, quantile, samples, timed, under, type Row } from './measure.mjs';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export async function embeddingRows(runtime: 'native' | 'wasm', count: number): Promise<Row[]> {
  const next = random(7);
  const texts = Array.from({ length: count }, (_, at) => memory(at, next).text.replace(/^---[\s\S]*?---\s*/, ''));
  const embedder = createOnnxEmbedder({ processFile: path.resolve('dist/embedder.js'), modelDir: path.resolve('media/model'), runtime, log: silent });
  try {
    const load = await timed(() => embedder.embed(['first question'], 'query'));
    const question = await samples(40, 5, (run) => embedder.embed([`why do the invoices of customer ${run} arrive twice`], 'query'));
    const all = await timed(() => embedder.embed(texts, 'passage'));
    const native = runtime === 'native';
    const rows: Row[] = [
      under(`${runtime}: start process, load model, first answer`, load.took, native ? 800 : 2000, ms),
      under(`${runtime}: a question, warm, p50`, quantile(question, 0.5), native ? 5 : 30, ms),
    ];
    const whole = `${runtime}: ${count.toLocaleString('en')} memories of about 150 tokens`;
    return [...rows, native ? under(whole, all.took, 15_000, ms) : { what: whole, value: ms(all.took) }];
  } finally {
    await embedder.close();
  }
}
