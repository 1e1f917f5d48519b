/**
 * `npm run package`: the VSIX of this platform (native runtime) and the universal one (WebAssembly runtime), in
 * artifacts/vsix. `-- --all` makes every target; `-- --target NAME` one, `-- --out FOLDER` elsewhere. Fails when one lacks something or is larger than its limit.
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

interface Packed {
  readonly target: Target;
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
  const archive = await readFile(packagePath);
  return { target, packagePath, bytes: archive.length, sha256: createHash('sha256').update(archive).digest('hex') };
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
    },
  });
  const packed: Packed[] = [];
  for (const target of chosen(values)) packed.push(await pack(target, path.resolve(values.out)));
  for (const { target, packagePath, bytes, sha256 } of packed) {
    const fits = bytes <= target.limit;
    console.log(
      `${packagePath}  ${megabytes(bytes)}  sha256:${sha256}${fits ? '' : `  TOO LARGE: the limit is ${megabytes(target.limit)}`}`,
    );
    if (!fits) process.exitCode = 1;
  }
});
