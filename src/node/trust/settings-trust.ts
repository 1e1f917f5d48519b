/** Whether the settings of a data folder count: one that lies in a cloned folder says what the author of that folder wants. */
import { dirname, join } from 'node:path';

import { t } from '../../core/l10n.js';
import { isInside } from '../../core/paths.js';
import type { RootScope } from '../../core/ports/roots.js';
import { realPathOf } from '../paths.js';
import { findRepository } from '../stores/git.js';
import { createTrustRecords, trustIn, type TrustRecordsOptions, vouchesForItself } from './trust-records.js';

export interface SettingsScope extends TrustRecordsOptions {
  readonly scope: Pick<RootScope, 'folders' | 'trusted'>;
}

/** Why they do not; undefined where they count. */
export async function settingsRefusal({ scope, ...options }: SettingsScope): Promise<string | undefined> {
  const { dataDir, home } = options;
  const real = await realPathOf(dataDir);
  for (const folder of scope.folders) {
    const place = await realPathOf(folder);
    // No folder around both counts as the author of the data folder: the home folder of this person, for one.
    if (isInside(home, common(real, place))) continue;
    const around = (await findRepository(place))?.checkout ?? place;
    if (![place, around].some((each) => vouchesForItself(real, each, home))) continue;
    if (!(await trustIn(scope, createTrustRecords(options))(around)))
      return t(
        '{file} isn’t used: it is in {folder}, which isn’t trusted. Keep the data folder elsewhere, or trust the folder in the agent or in VS Code.',
        { file: join(dataDir, 'settings.json'), folder: around },
      );
  }
  return undefined;
}

/** The innermost folder around two absolute paths. */
function common(a: string, b: string): string {
  let folder = a;
  while (!isInside(b, folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
