/** The packages of this run: made on demand, unpacked far from the repository so that nothing of it can be found by accident. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { root } from '../../scripts/lib/project.mjs';

/** Makes the packages of this platform and the universal one, unless MEMDIR_SKIP_PACKAGE=1 says that they are there. */
export function makePackages(): void {
  if (process.env.MEMDIR_SKIP_PACKAGE === '1') return;
  execFileSync(
    process.execPath,
    [path.join(root, 'node_modules/tsx/dist/cli.mjs'), path.join(root, 'scripts/vsix.mts')],
    { cwd: root, stdio: 'inherit' },
  );
}

/** Whatever of the three this system has; Windows' own tar reads zip files. */
const UNPACKERS: readonly (readonly [program: string, arguments_: (archive: string, folder: string) => string[]])[] = [
  ['unzip', (archive, folder) => ['-q', archive, '-d', folder]],
  ['python3', (archive, folder) => ['-m', 'zipfile', '-e', archive, folder]],
  ['tar', (archive, folder) => ['-xf', archive, '-C', folder]],
];

/** Unpacks a VSIX into a new folder of the temporary directory and answers the extension's folder in it. */
export function unpack(vsix: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'memdir-vsix-'));
  const failures: string[] = [];
  for (const [program, args] of UNPACKERS) {
    try {
      execFileSync(program, args(vsix, folder), { stdio: 'pipe' });
      return path.join(folder, 'extension');
    } catch (error) {
      failures.push(`${program}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(`${vsix} could not be unpacked.\n${failures.join('\n')}`);
}

/** Files below a folder, relative, slashes forward, sorted. */
export const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(folder, file)).isFile())
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
