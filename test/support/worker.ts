/** Programs that tests run as processes of their own, built once for a test file. */
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

import { NATIVE_PACKAGES } from '../../scripts/build.mjs';

/** CommonJS packages inside an ES module ask for built-in modules by `require`. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/**
 * Path of the built program, which is there while the tests of the file run. Packages are bundled: each start would load hundreds of files
 * otherwise. It lies beside the packages, so that the native ones are found.
 */
export function workerOfFile(entry: string): string {
  const outfile = join('node_modules', '.cache', `memdir-${basename(entry, '.mts')}-${process.pid}.mjs`);
  beforeAll(async () => {
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: [...NATIVE_PACKAGES],
      alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
      banner: { js: REQUIRE },
      logLevel: 'warning',
    });
  });
  afterAll(() => rm(outfile, { force: true }));
  return outfile;
}
