/** A sentence model on either runtime: tokens in, one unit vector out, and the vectors of the single tokens. */
import type { InferenceSession, Tensor, TensorConstructor } from 'onnxruntime-common';

import { asError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { withoutCommon } from '../center.js';
import type { ModelFolder } from '../model-folder.js';
import type { EmbeddedText, VectorKind } from './messages.js';
import { tokenVectors } from './token-vectors.js';
import { openTokenizer } from './tokenizer.js';

/** The part of ONNX Runtime both packages share. */
export interface Runtime {
  readonly Tensor: TensorConstructor;
  open(modelFile: string): Promise<InferenceSession>;
}

/**
 * Session options of both runtimes. Layer normalization stays the simple operations that the model is written in: fused, it is a
 * scalar loop in ONNX Runtime 1.27, which costs a quarter of the native runtime's time and half of WebAssembly's.
 */
export const SESSION_OPTIONS = {
  logSeverityLevel: 3,
  extra: { optimization: { disable_specified_optimizers: 'LayerNormFusionL2;SimplifiedLayerNormFusion' } },
} as const satisfies InferenceSession.SessionOptions;

/**
 * One text a run: as fast on one thread as a padded batch, a third of its memory, and, because int8 activations are
 * scaled over the whole input, the only way for a text to get the same vector in every batch.
 */
export type EmbedText = (text: string, kind: VectorKind) => Promise<EmbeddedText>;

/** Rejects when the runtime cannot read the model or its vectors are not those the folder describes. */
export async function openModel(folder: ModelFolder, runtime: Runtime): Promise<EmbedText> {
  const [encode, session] = await Promise.all([openTokenizer(folder), runtime.open(folder.modelFile)]);
  const embed: EmbedText = async (text, kind) => {
    const ids = encode((kind === 'query' ? folder.queryPrefix : folder.passagePrefix) + text);
    const outputs = await session.run(inputs(ids, session.inputNames, runtime));
    const output = outputs[session.outputNames[0] ?? ''];
    if (!output) throw new Error(t('{file} has no output.', { file: folder.modelFile }));
    const vector = centered(pooled(output, folder), kind, folder);
    return folder.info.lateWeight > 0
      ? { vector, tokens: tokenVectors(output.data as Float32Array, ids, encode.special, kind, folder.center) }
      : { vector };
  };
  await embed('warmup', 'query');
  await checkVocabulary(encode.largest, folder.tokenizerFile, async (id) => {
    await session.run(inputs([id], session.inputNames, runtime), QUIET);
  });
  return embed;
}

/** A token that the weights do not have is asked for on purpose: ONNX Runtime would write an error to stderr. */
const QUIET = { logSeverityLevel: 4 } as const satisfies InferenceSession.RunOptions;

/** Rows that weights may have beyond the tokens: some round their number up. */
const SPARE_ROWS = 512;
const SPARE_SHARE = 0.01;
/** No vocabulary is as large: weights that take it take any number, and tell nothing. */
const BEYOND_ALL = 2 ** 31;

/**
 * Tokens of another model mean nothing to these weights, and most of them would be taken all the same.
 * @param run rejects where the weights do not have the token
 */
async function checkVocabulary(largest: number, file: string, run: (id: number) => Promise<void>): Promise<void> {
  const refused = (id: number): Promise<Error | undefined> =>
    run(id).then(
      () => undefined,
      (error: unknown) => asError(error),
    );
  const cause = await refused(largest);
  if (cause)
    throw new Error(
      t('The tokenizer {file} has tokens that the weights don’t: it belongs to another model.', { file }),
      {
        cause,
      },
    );
  const beyond = largest + Math.max(SPARE_ROWS, Math.ceil(largest * SPARE_SHARE));
  if (!(await refused(beyond)) && (await refused(BEYOND_ALL)))
    throw new Error(t('The tokenizer {file} lacks many tokens of the weights: it belongs to another model.', { file }));
}

function inputs(ids: readonly number[], names: readonly string[], runtime: Runtime): Record<string, Tensor> {
  const row = (fill: (index: number) => bigint): Tensor =>
    new runtime.Tensor(
      'int64',
      BigInt64Array.from({ length: ids.length }, (_, index) => fill(index)),
      [1, ids.length],
    );
  const known: Record<string, (index: number) => bigint> = {
    input_ids: (index) => BigInt(ids[index] ?? 0),
    attention_mask: () => 1n,
    token_type_ids: () => 0n,
  };
  return Object.fromEntries(
    names.map((name) => {
      const fill = known[name];
      if (!fill)
        throw new Error(
          t('The model requires the input “{name}”, which isn’t one of {names}.', {
            name,
            names: Object.keys(known).join(', '),
          }),
        );
      return [name, row(fill)];
    }),
  );
}

function pooled(output: Tensor, folder: ModelFolder): Float32Array {
  const width = folder.info.dimensions;
  const [batch, tokens, found] = output.dims;
  const data = output.data;
  if (output.dims.length !== 3 || batch !== 1 || !tokens || found !== width || !(data instanceof Float32Array)) {
    throw new Error(
      t('The model returns {type} [{shape}], but its description requires float32 [1, tokens, {width}].', {
        type: output.type,
        shape: output.dims.join(', '),
        width,
      }),
    );
  }
  const sum = data.slice(0, width);
  const end = (folder.pooling === 'mean' ? tokens : 1) * width;
  for (let row = width; row < end; row += width) {
    for (let i = 0; i < width; i++) sum[i] = (sum[i] as number) + (data[row + i] as number);
  }
  return unit(sum);
}

const centered = (vector: Float32Array, kind: VectorKind, { center }: ModelFolder): Float32Array =>
  center ? unit(withoutCommon(vector, center, kind)) : vector;

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  if (!(length > 0) || !Number.isFinite(length)) throw new Error(t('The model returns a vector of length 0.'));
  return vector.map((value) => value / length);
}
