/** The folders that a person trusts, for the commands that show and change them. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Trust } from '../../core/ports/trust.js';
import { isDirectory, realPathOf } from '../paths.js';
import { findRepository } from '../stores/git.js';
import { trustRecordFile, writeTrustEntry } from './trust-record.js';
import { type TrustRecords, vouchesForItself } from './trust-records.js';
import { type WithheldContext, withheldIn } from './untrusted-content.js';

export interface TrustOptions extends WithheldContext {
  readonly records: TrustRecords;
  /** Absolute. */
  readonly dataDir: string;
}

export function createTrust(options: TrustOptions): Trust {
  const { records, dataDir, context } = options;
  const record = async (folder: string, trusted: boolean): Promise<void> => {
    const [path, file] = [await realPathOf(folder), await realPathOf(trustRecordFile(dataDir))];
    const around = (await findRepository(path))?.checkout ?? path;
    if ([path, around].some((each) => vouchesForItself(file, each, context.home)))
      throw new MemdirError(
        'bad-input',
        t('Nothing was recorded: the data folder {folder} is inside the folder itself. Use a data folder elsewhere.', {
          folder: dataDir,
        }),
      );
    await writeTrustEntry(file, { path, trusted, since: new Date().toISOString() });
    records.refresh();
  };
  return {
    list: records.list,
    add: async (folder) => {
      if (!(await isDirectory(folder)))
        throw new MemdirError('not-found', t('{folder} isn’t a folder. Specify a project folder.', { folder }));
      await record(folder, true);
    },
    remove: (folder) => record(folder, false),
    isDecided: async (folder) => (await records.decision(folder)) !== undefined,
    withheld: () => withheldIn(options),
  };
}
