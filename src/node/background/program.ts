/** Which Memdir runs, and which of two is the newer one. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { ProgramIdentity } from '../../protocol/hooks.js';

/** The Memdir in a folder of bundles. */
export function programIn(distDir: string): ProgramIdentity {
  const file = join(distDir, 'cli.js');
  return { version: versionIn(distDir), file, changedMs: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
}

/** That of the package around the bundles; `0` for copied bundles. */
function versionIn(distDir: string): string {
  try {
    const { version } = JSON.parse(readFileSync(join(distDir, '..', 'package.json'), 'utf8')) as {
      readonly version?: unknown;
    };
    return typeof version === 'string' ? version : '0';
  } catch {
    return '0';
  }
}

/** Whether a running process is of an older version than this program, or of a former build of the same file. */
export const isOutdated = (running: ProgramIdentity, own: ProgramIdentity): boolean =>
  running.file === own.file
    ? running.version !== own.version || running.changedMs !== own.changedMs
    : compareVersions(running.version, own.version) < 0;

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(/[.+-]/).map(Number));
  for (let at = 0; at < 3; at++) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return 0;
}
