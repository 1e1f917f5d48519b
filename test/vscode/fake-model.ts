/** The fake model as a package that VS Code can install. */
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createVSIX } from '@vscode/vsce';
import { build } from 'esbuild';

import { root } from '../../scripts/lib/project.mjs';

const SOURCE = path.join(root, 'test/support/fake-model');
export const FAKE_MODEL = 'test.fake-model';

/** Builds and packs it; answers the package's path. */
export async function buildFakeModel(): Promise<string> {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'memdir-fake-model-')), 'fake-model');
  mkdirSync(folder);
  cpSync(path.join(SOURCE, 'package.json'), path.join(folder, 'package.json'));
  await build({
    entryPoints: [path.join(SOURCE, 'extension.ts')],
    outfile: path.join(folder, 'extension.js'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'warning',
  });
  const packagePath = `${folder}.vsix`;
  await createVSIX({ cwd: folder, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
}
