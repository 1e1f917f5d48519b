/** The launcher: a small script at a stable path that settings of agents name. It starts the present version of Memdir. */
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { writeAtomic } from '../files/atomic-write.js';

export const launcherFile = (dataDir: string): string => join(dataDir, 'bin', 'memdir.cjs');

const textOf = (distDir: string): string =>
  [
    '#!/usr/bin/env node',
    '// Written by Memdir: leads to where it is installed. A hook of a Memdir that is gone does nothing.',
    "const { existsSync } = require('node:fs');",
    `const cli = ${JSON.stringify(join(distDir, 'cli.js'))};`,
    'if (existsSync(cli)) require(cli);',
    "else if (process.argv[2] !== 'hook') {",
    "  process.stderr.write('memdir: it is no longer installed. Install it again, or take it out of the settings.\\n');",
    '  process.exitCode = 2;',
    '}',
    '',
  ].join('\n');

export async function writeLauncher(dataDir: string, distDir: string): Promise<void> {
  const file = launcherFile(dataDir);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeAtomic(file, textOf(distDir), { mode: 0o755 });
}

/** Points an existing launcher here. Rejects when it cannot be written. */
export async function refreshLauncher(dataDir: string, distDir: string): Promise<void> {
  const file = launcherFile(dataDir);
  if (existsSync(file) && (await readFile(file, 'utf8')) !== textOf(distDir)) await writeLauncher(dataDir, distDir);
}
