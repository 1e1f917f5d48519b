/**
 * `npm run package`: the VSIX of this platform (native runtime) and the universal one (WebAssembly runtime), in
 * artifacts/vsix. `-- --all` makes every target; `-- --target NAME` one, `-- --out FOLDER` elsewhere. Fails when one lacks something or is larger than its limit.
 * The packages of weights are made as well where their weights are (beside this folder in `shared`, or in `-- --weights FOLDER`);
 * `-- --weights-only` makes nothing else.
 * The same source gives the same bytes, whose SHA-256 is printed.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { createVSIX } from '@vscode/vsce';

import { artifacts, main, megabytes, vsixFolder, vsixPath } from './lib/project.mjs';
import { stage } from './lib/stage.mjs';
import { ownTarget, type Target, TARGETS, UNIVERSAL } from './lib/targets.mjs';
import {
  missingWeights,
  stageWeights,
  WEIGHT_NAMES,
  WEIGHTS_LIMIT,
  WEIGHTS_ROOT,
  weightsVersion,
} from './lib/weights.mjs';

interface Packed {
  /** Largest size in bytes. */
  readonly limit: number;
  readonly packagePath: string;
  readonly bytes: number;
  /** Of the package, in hexadecimal digits. */
  readonly sha256: string;
}

/** Archives hold the local time of each file: here one time for all, so that neither the hour nor the place of a build changes them. */
process.env.TZ = 'UTC';
process.env.SOURCE_DATE_EPOCH = String(Date.UTC(2000, 0, 1) / 1000);

/** Stages and packs one target into the folder `out`; the staging folder is kept out of the way and removed. */
async function pack(target: Target, out: string): Promise<Packed> {
  const folder = path.join(artifacts, `stage-${process.pid}`, target.name);
  const packagePath = path.join(out, path.basename(vsixPath(target.name)));
  await mkdir(out, { recursive: true });
  await stage(target, folder);
  await createVSIX({
    cwd: folder,
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    ...(target === UNIVERSAL ? {} : { target: target.name }),
  });
  await rm(path.dirname(folder), { recursive: true, force: true });
  return packed(packagePath, target.limit);
}

async function packed(packagePath: string, limit: number): Promise<Packed> {
  const archive = await readFile(packagePath);
  return { limit, packagePath, bytes: archive.length, sha256: createHash('sha256').update(archive).digest('hex') };
}

/** The packages of weights that can be made. Rejects where a folder was named, or only they are wanted, and there are none. */
async function packWeights(weights: string | undefined, out: string, only: boolean): Promise<Packed[]> {
  const made: Packed[] = [];
  for (const name of WEIGHT_NAMES) {
    const missing = missingWeights(name, weights ?? WEIGHTS_ROOT);
    if (missing !== undefined && (only || weights !== undefined)) throw new Error(missing);
    if (missing !== undefined) {
      console.log(missing);
      continue;
    }
    const folder = path.join(artifacts, `stage-${process.pid}`, name);
    const packagePath = path.join(out, `memdir-${name}-${weightsVersion(name)}.vsix`);
    await mkdir(out, { recursive: true });
    await stageWeights(name, weights ?? WEIGHTS_ROOT, folder);
    await createVSIX({ cwd: folder, packagePath, dependencies: false, allowMissingRepository: true });
    await rm(path.dirname(folder), { recursive: true, force: true });
    made.push(await packed(packagePath, WEIGHTS_LIMIT));
  }
  return made;
}

interface Options {
  readonly all?: boolean | undefined;
  readonly target?: readonly string[] | undefined;
}

function chosen(values: Options): readonly Target[] {
  if (values.all === true) return TARGETS;
  if (values.target === undefined) return [ownTarget(), UNIVERSAL].filter((target) => target !== undefined);
  return values.target.map((name) => {
    const found = TARGETS.find((target) => target.name === name);
    if (found === undefined)
      throw new Error(`There is no target ${name}. Known: ${TARGETS.map((each) => each.name).join(', ')}.`);
    return found;
  });
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      all: { type: 'boolean' },
      target: { type: 'string', multiple: true },
      out: { type: 'string', default: vsixFolder },
      weights: { type: 'string' },
      'weights-only': { type: 'boolean' },
    },
  });
  const out = path.resolve(values.out);
  const made: Packed[] = [];
  const only = values['weights-only'] === true;
  if (only && (values.target ?? values.all) !== undefined)
    throw new Error('--weights-only goes with neither --target nor --all.');
  const targets = only ? [] : chosen(values);
  for (const target of targets) made.push(await pack(target, out));
  // One target is asked for by itself: weights belong to none.
  if (values.target === undefined)
    made.push(...(await packWeights(values.weights && path.resolve(values.weights), out, only)));
  for (const { limit, packagePath, bytes, sha256 } of made) {
    const fits = bytes <= limit;
    console.log(
      `${packagePath}  ${megabytes(bytes)}  sha256:${sha256}${fits ? '' : `  TOO LARGE: the limit is ${megabytes(limit)}`}`,
    );
    if (!fits) process.exitCode = 1;
  }
});
