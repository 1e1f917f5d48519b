/** Builds dist once before the tests: several of them start real processes from it. MEMDIR_SKIP_BUILD=1 leaves dist as it is. */
import { execFileSync } from 'node:child_process';

export default function setup(): void {
  if (process.env.MEMDIR_SKIP_BUILD === '1') return;
  execFileSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'scripts/build.mts'], { stdio: 'inherit' });
}
