/** What iCloud leaves in place of a file that it moved to the cloud: `.NAME.icloud` beside where NAME was. */
import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { t } from '../../core/l10n.js';

/** Whether a file that is not there is in the cloud only. */
export const isInCloud = async (file: string): Promise<boolean> =>
  (await lstat(join(dirname(file), `.${basename(file)}.icloud`)).catch(() => undefined))?.isFile() ?? false;

export const inCloudReason = (): string => t('It is only in iCloud: choose Download Now for it in Finder.');
