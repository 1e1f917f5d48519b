import { mkdir } from 'node:fs/promises';

import { messageOf } from '../core/errors.js';
import type { HealthCheck } from '../core/results.js';
import { isWritable } from './paths.js';

/** Health checks of the machine, which the service cannot do itself. */
export async function machineChecks(
  dataDir: string,
  ignoredSettings: readonly string[] = [],
): Promise<readonly HealthCheck[]> {
  return [
    { check: 'Node', ok: true, detail: `Node ${process.versions.node} on ${process.platform} ${process.arch}` },
    await dataFolder(dataDir),
    ...ignoredSettings.map((detail) => ({
      check: 'Settings',
      ok: false,
      detail,
      fix: 'Correct it; until then the default counts.',
    })),
  ];
}

async function dataFolder(dataDir: string): Promise<HealthCheck> {
  const fix = 'Make it writable, or choose another with --data-dir or MEMDIR_DATA_DIR.';
  try {
    await mkdir(dataDir, { recursive: true });
    return (await isWritable(dataDir))
      ? { check: 'Data folder', ok: true, detail: dataDir }
      : { check: 'Data folder', ok: false, detail: `${dataDir} cannot be written.`, fix };
  } catch (error) {
    return { check: 'Data folder', ok: false, detail: `${dataDir} cannot be made: ${messageOf(error)}.`, fix };
  }
}
