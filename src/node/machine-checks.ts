import { mkdir } from 'node:fs/promises';

import { messageOf } from '../core/errors.js';
import { t } from '../core/l10n.js';
import type { HealthCheck } from '../core/results.js';
import { isWritable } from './paths.js';

/** Health checks of the machine, which the service cannot do itself. */
export async function machineChecks(
  dataDir: string,
  ignoredSettings: readonly string[] = [],
): Promise<readonly HealthCheck[]> {
  return [
    {
      check: 'Node',
      ok: true,
      detail: t('Node {version} on {platform} {architecture}', {
        version: process.versions.node,
        platform: process.platform,
        architecture: process.arch,
      }),
    },
    await dataFolder(dataDir),
    ...ignoredSettings.map((detail) => ({
      check: t('Settings'),
      ok: false,
      detail,
      fix: t('Correct it; until then the default applies.'),
    })),
  ];
}

async function dataFolder(dataDir: string): Promise<HealthCheck> {
  const fix = t('Make it writable, or choose another with --data-dir or MEMDIR_DATA_DIR.');
  try {
    await mkdir(dataDir, { recursive: true });
    return (await isWritable(dataDir))
      ? { check: t('Data folder'), ok: true, detail: dataDir }
      : { check: t('Data folder'), ok: false, detail: t('{path} isn’t writable.', { path: dataDir }), fix };
  } catch (error) {
    return {
      check: t('Data folder'),
      ok: false,
      detail: t('{path} can’t be created: {reason}.', { path: dataDir, reason: messageOf(error) }),
      fix,
    };
  }
}
