/**
 * `npm run package`: the VSIX of this platform (native runtime) and the universal one (WebAssembly runtime), in
 * artifacts/vsix. `-- --all` makes every target; `-- --target NAME` one. Fails when one is larger than its limit.
 */
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { createVSIX } from '@vscode/vsce';

import { artifacts, main, megabytes, vsixFolder, vsixPath } from './lib/project.mjs';
import { stage } from './lib/stage.mjs';
import { ownTarget, type Target, TARGETS, UNIVERSAL } from './lib/targets.mjs';

interface Packed {
  readonly target: Target;
  readonly bytes: number;
  readonly warnings: readonly string[];
}

/** Stages and packs one target; the staging folder is kept out of the way and removed. */
async function pack(target: Target): Promise<Packed> {
  const folder = path.join(artifacts, 'stage', target.name);
  const packagePath = vsixPath(target.name);
  await mkdir(vsixFolder, { recursive: true });
  const { warnings } = await stage(target, folder);
  await createVSIX({
    cwd: folder,
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    ...(target === UNIVERSAL ? {} : { target: target.name }),
  });
  await rm(folder, { recursive: true, force: true });
  return { target, bytes: (await stat(packagePath)).size, warnings };
}

function chosen(args: readonly string[]): readonly Target[] {
  const { values } = parseArgs({
    args: [...args],
    options: { all: { type: 'boolean' }, target: { type: 'string', multiple: true } },
  });
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
  const packed: Packed[] = [];
  for (const target of chosen(process.argv.slice(2))) packed.push(await pack(target));
  for (const { target, bytes, warnings } of packed) {
    const fits = bytes <= target.limit;
    console.log(
      `${vsixPath(target.name)}  ${megabytes(bytes)}${fits ? '' : `  TOO LARGE: the limit is ${megabytes(target.limit)}`}`,
    );
    for (const warning of warnings) console.warn(`warning: ${warning}`);
    if (!fits) process.exitCode = 1;
  }
});
