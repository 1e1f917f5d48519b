/** Identity of a model folder: vectors of two models of the same name must never be compared. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';

import { MemdirError } from '../core/errors.js';
import { t } from '../core/l10n.js';
import type { ModelFolder } from './model-folder.js';

/** Blocks of the weights that are hashed, spread over the whole file: training changes all of it. Reading all takes long at every start. */
const BLOCKS = 256;
const BLOCK_BYTES = 4_096;

/** Weights, large ones may lie beside `model.onnx`. */
const isWeights = (name: string): boolean => /^model\.onnx/.test(name);

/**
 * Twelve hex digits over description, tokenizer and weights (a sample of large files).
 * @throws MemdirError `bad-input` where SHA256SUMS names another tokenizer: vectors of its tokens would mean nothing.
 */
export function modelIdentity(folder: ModelFolder): string {
  const hash = createHash('sha256');
  const tokenizer = readFileSync(folder.tokenizerFile);
  const named = sumOf(folder.dir, 'tokenizer.json');
  if (named !== undefined && createHash('sha256').update(tokenizer).digest('hex') !== named)
    throw new MemdirError(
      'bad-input',
      t('{file} doesn’t match SHA256SUMS: it is damaged or belongs to another model.', { file: folder.tokenizerFile }),
    );
  hash.update(readFileSync(join(folder.dir, 'memdir-model.json'))).update(tokenizer);
  for (const name of readdirSync(folder.dir).filter(isWeights).sort()) {
    hash.update(`${name}\n`);
    sampleInto(join(folder.dir, name), (block) => hash.update(block));
  }
  return hash.digest('hex').slice(0, 12);
}

/** In hexadecimal digits; undefined where the folder has no sums, or none of this file. */
function sumOf(dir: string, name: string): string | undefined {
  const file = join(dir, 'SHA256SUMS');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .find((line) => line.slice(66).trim() === name)
    ?.slice(0, 64)
    .toLowerCase();
}

function sampleInto(file: string, take: (block: Buffer | string) => void): void {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    take(`${size}\n`);
    const block = Buffer.alloc(BLOCK_BYTES);
    const stride = Math.max(BLOCK_BYTES, Math.floor((size - BLOCK_BYTES) / (BLOCKS - 1)));
    for (let at = 0, taken = 0; at < size && taken < BLOCKS; at += stride, taken++)
      take(block.subarray(0, readSync(handle, block, 0, BLOCK_BYTES, at)));
  } finally {
    closeSync(handle);
  }
}
