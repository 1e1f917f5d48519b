/** Builds dist once before the tests: several of them start real processes from it. MEMDIR_SKIP_BUILD=1 leaves dist as it is. */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

import { compileCache } from '../scripts/lib/steps.mjs';

export default function setup(): void {
  process.env.MEMDIR_FUZZ_SEED ??= String(randomInt(2 ** 31));
  process.stderr.write(`Random tests start from MEMDIR_FUZZ_SEED=${process.env.MEMDIR_FUZZ_SEED}\n`);
  // Hundreds of processes load the same files.
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  if (process.env.MEMDIR_SKIP_BUILD === '1') return;
  execFileSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'scripts/build.mts'], { stdio: 'inherit' });
}
