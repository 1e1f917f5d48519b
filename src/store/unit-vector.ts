/** Vectors and tokens as they are stored. */
import { MemdirError } from '../core/errors.js';
import { t } from '../core/l10n.js';
import type { ChunkTokens } from '../core/ports/embedder.js';
import { tokenBytes } from '../core/search/sign-bits.js';

/** A copy of length 1. Throws `bad-input` for one that has no direction or not the model's dimensions. */
export function unitVector(vector: Float32Array, dimensions: number, model: string): Float32Array {
  if (vector.length !== dimensions) {
    throw new MemdirError(
      'bad-input',
      t(
        'A vector has {found} dimensions, but the model {model} has {dimensions}. Rebuild the index after changing a model.',
        { found: vector.length, model, dimensions },
      ),
    );
  }
  let squares = 0;
  for (let i = 0; i < dimensions; i++) squares += (vector[i] as number) ** 2;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length))
    throw new MemdirError('bad-input', t('A vector of the model {model} is empty or not a number.', { model }));
  const unit = new Float32Array(dimensions);
  for (let i = 0; i < dimensions; i++) unit[i] = (vector[i] as number) / length;
  return unit;
}

/** Throws `bad-input` where sign bits are not those of the tokens. */
export function checkTokens({ ids, bits }: ChunkTokens, dimensions: number): void {
  if (bits.length === ids.length * tokenBytes(dimensions)) return;
  throw new MemdirError(
    'bad-input',
    t('{bytes} bytes of sign bits don’t match {pieces} word pieces of {dimensions} dimensions.', {
      bytes: bits.length,
      pieces: ids.length,
      dimensions,
    }),
  );
}
