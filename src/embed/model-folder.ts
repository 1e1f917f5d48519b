/** A folder with a sentence model: `model.onnx`, `tokenizer.json` and `memdir-model.json`, which says how to use them. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

import { MemdirError, messageOf } from '../core/errors.js';
import { t } from '../core/l10n.js';
import type { ModelInfo } from '../core/ports/embedder.js';
import { faultOf } from '../core/schema-faults.js';
import { MEGABYTE } from '../core/units.js';
import { type Center, centerDimensions, centerSchema } from './center.js';

export interface ModelFolder {
  readonly dir: string;
  readonly modelFile: string;
  readonly tokenizerFile: string;
  /** Longest input in tokens, [CLS] and [SEP] included. */
  readonly maxTokens: number;
  readonly pooling: 'mean' | 'cls';
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  /** Set for a model that is too slow for WebAssembly. */
  readonly nativeOnly?: true | undefined;
  /** Absent for models whose vectors are used as they are. */
  readonly center?: Center | undefined;
  readonly info: ModelInfo;
}

/** Bytes. Real ones have a few hundred, and up to 20 MB. */
const MAX_DESCRIPTION = MEGABYTE;
const MAX_TOKENIZER = 128 * MEGABYTE;

const cosine = z.number().min(-1).max(1);
const weight = z.number().min(0).max(10);
const background = z.object({ mean: cosine, deviation: z.number().gt(0).max(1) });
const fields = z.object({
  id: z.string().regex(/^[\w.:-]{1,100}$/, { error: () => t('only letters, digits and . _ : - are allowed') }),
  dimensions: z.int().min(1).max(8192),
  maxTokens: z.int().min(3).max(8192),
  pooling: z.enum(['mean', 'cls']),
  queryPrefix: z.string().max(200),
  passagePrefix: z.string().max(200),
  languages: z.array(z.string().min(1)).min(1),
  vector: weight,
  late: weight,
  runtime: z.literal('native').optional(),
  duplicate: cosine,
  related: cosine,
  background: background.optional(),
  lateBackground: background.optional(),
  center: centerSchema.optional(),
});
const descriptionSchema = fields.refine(
  ({ center, dimensions }) => !center || centerDimensions(center).every((length) => length === dimensions),
  { path: ['center'], error: () => t('its vectors don’t have the dimensions of the model') },
);

/** The baseline that was measured when the model was added, for descriptions without one. */
export const BASELINE_FILE = 'memdir-usual.json';
const baselineSchema = fields.pick({ background: true, lateBackground: true });

/**
 * Reads and checks a model folder, not the weights themselves.
 * @throws MemdirError `bad-input` naming the first wrong or missing file.
 */
export function readModelFolder(dir: string): ModelFolder {
  const description = checked(join(dir, 'memdir-model.json'), descriptionSchema);
  const measured = existsSync(join(dir, BASELINE_FILE)) ? checked(join(dir, BASELINE_FILE), baselineSchema) : {};
  return {
    dir,
    modelFile: requireFile(join(dir, 'model.onnx')),
    tokenizerFile: requireFile(join(dir, 'tokenizer.json'), MAX_TOKENIZER),
    maxTokens: description.maxTokens,
    pooling: description.pooling,
    queryPrefix: description.queryPrefix,
    passagePrefix: description.passagePrefix,
    ...(description.runtime === 'native' ? { nativeOnly: true } : {}),
    center: description.center,
    info: {
      id: description.id,
      dimensions: description.dimensions,
      vectorWeight: description.vector,
      lateWeight: description.late,
      duplicate: description.duplicate,
      related: description.related,
      languages: description.languages,
      background: description.background ?? measured.background,
      lateBackground: description.lateBackground ?? measured.lateBackground,
    },
  };
}

function checked<T>(file: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(readJson(file));
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.') || t('the file')}: ${faultOf(issue)}`);
  throw new MemdirError(
    'bad-input',
    t('The model description {file} is invalid: {reason}.', { file, reason: wrong.join('; ') }),
  );
}

function readJson(file: string): unknown {
  requireFile(file, MAX_DESCRIPTION);
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new MemdirError(
      'bad-input',
      t('The model file {file} can’t be read: {reason}', { file, reason: messageOf(error) }),
      { cause: error },
    );
  }
}

function requireFile(file: string, most = Infinity): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) throw new MemdirError('bad-input', t('The model file {file} is missing.', { file }));
  if (stat.size === 0) throw new MemdirError('bad-input', t('The model file {file} is empty.', { file }));
  if (stat.size > most)
    throw new MemdirError(
      'bad-input',
      t('The model file {file} is larger than {n} MB, so it isn’t what its name says.', { file, n: most / MEGABYTE }),
    );
  return file;
}
