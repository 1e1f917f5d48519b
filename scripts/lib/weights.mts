/** Packages of weights: extensions with a model folder and nothing else. The weights are not under version control; a folder outside has them. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import { readModelFolder } from '../../src/embed/model-folder.js';
import { openModel } from '../../src/embed/onnx/model.js';
import { nativeRuntime } from '../../src/embed/onnx/native.js';
import type { WeightPackageName } from '../../src/protocol/weight-packages.js';
import { readJson, root } from './project.mjs';

/** Where the weights are looked for, and their folder there. */
export const WEIGHTS_ROOT = path.join(root, '..', 'shared');
const WEIGHTS: Readonly<Record<WeightPackageName, string>> = { languages: 'model-multilingual', large: 'model-large' };
export const WEIGHT_NAMES = Object.keys(WEIGHTS) as WeightPackageName[];
/** Largest size of a package in bytes. */
export const WEIGHTS_LIMIT = 75_000_000;

const sourceOf = (name: WeightPackageName): string => path.join(root, 'extensions', name);

export const weightsVersion = (name: WeightPackageName): string =>
  readJson<{ readonly version: string }>(path.join(sourceOf(name), 'package.json')).version;

/** Why a package cannot be made; undefined when it can. */
export function missingWeights(name: WeightPackageName, weightsRoot: string): string | undefined {
  const folder = path.join(weightsRoot, WEIGHTS[name]);
  return existsSync(path.join(folder, 'model.onnx'))
    ? undefined
    : `memdir-${name} is not made: its weights are not in ${folder}. Name the folder that has ${WEIGHTS[name]} with --weights.`;
}

/** Lays a package out in `folder`, checks its hashes, and has its model embed some sentences. Rejects when anything is not as it should be. */
export async function stageWeights(name: WeightPackageName, weightsRoot: string, folder: string): Promise<void> {
  const model = path.join(folder, 'model');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(sourceOf(name), folder, { recursive: true });
  await copyFile(path.join(root, 'media', 'icon.png'), path.join(folder, 'icon.png'));
  const sums = (await readFile(path.join(model, 'SHA256SUMS'), 'utf8')).matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm);
  for (const [, sum, file = ''] of sums) {
    const bytes = await readFile(path.join(weightsRoot, WEIGHTS[name], file));
    if (createHash('sha256').update(bytes).digest('hex') !== sum)
      throw new Error(`${path.join(weightsRoot, WEIGHTS[name], file)} is not the file that SHA256SUMS names.`);
    await copyFile(path.join(weightsRoot, WEIGHTS[name], file), path.join(model, file));
  }
  await smoke(model);
}

const SAMPLES = [
  'The backup runs every night.',
  'Each night a copy of the data is made.',
  'The cat likes fish.',
] as const;

/** Two sentences that say the same are nearer than one about something else. */
async function smoke(model: string): Promise<void> {
  const embed = await openModel(readModelFolder(model), nativeRuntime(createRequire(import.meta.url)));
  const [one, same, other] = await Promise.all(SAMPLES.map(async (text) => (await embed(text, 'passage')).vector));
  if (!one || !same || !other || cosine(one, same) <= cosine(one, other))
    throw new Error(`The model in ${model} finds sentences alike that are not.`);
}

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
