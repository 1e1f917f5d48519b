/** Projects in which agents write without asking: `agents-write.json` in the data folder, in the form of the record of trusted folders. */
import { join } from 'node:path';

import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { isInside } from '../../core/paths.js';
import type { Log } from '../../core/ports/log.js';
import type { WriteConsent } from '../../core/ports/write-consent.js';
import { nearestAround } from '../../core/trust/nearest-folder.js';
import { isDirectory, realPathOf } from '../paths.js';
import { findRepository } from '../stores/git.js';
import { readTrustRecord, type TrustEntry, writeTrustEntry } from './trust-record.js';
import { vouchesForItself } from './trust-records.js';

export interface WriteConsentOptions {
  /** Absolute. */
  readonly dataDir: string;
  readonly home: string;
  readonly log: Log;
}

export function createWriteConsent({ dataDir, home, log }: WriteConsentOptions): WriteConsent {
  const file = join(dataDir, 'agents-write.json');
  const isProject = async (project: string): Promise<boolean> =>
    !isInside(await realPathOf(home), project) && !vouchesForItself(await realPathOf(file), project, home);
  const record = async (folder: string, trusted: boolean): Promise<void> => {
    const path = await projectOf(folder);
    if (!(await isProject(path)))
      throw new MemdirError('bad-input', t('{path} isn’t a project folder. Specify a project folder.', { path }));
    await writeTrustEntry(file, { path, trusted, since: new Date().toISOString() });
  };
  const entries = async (): Promise<readonly TrustEntry[]> => {
    try {
      return await readTrustRecord(file);
    } catch (error) {
      log.warn(`${file} is not used, so agents ask before they write: ${String(error)}.`);
      return [];
    }
  };
  const isCovered = async (folder: string, all: readonly TrustEntry[]): Promise<boolean> => {
    const project = await projectOf(folder);
    return (await isProject(project)) && nearestAround(project, all)?.trusted === true;
  };
  const every = async (folders: readonly string[], test: (folder: string) => Promise<boolean>): Promise<boolean> =>
    folders.length > 0 && (await Promise.all(folders.map(test))).every(Boolean);
  return {
    list: async () => (await entries()).filter(({ trusted }) => trusted).map(({ path, since }) => ({ path, since })),
    covers: async (folders) => {
      const all = await entries();
      return await every(folders, (folder) => isCovered(folder, all));
    },
    isPossible: (folders) => every(folders, async (folder) => await isProject(await projectOf(folder))),
    give: async (folder) => {
      if (!(await isDirectory(folder)))
        throw new MemdirError('not-found', t('{folder} isn’t a folder. Specify a project folder.', { folder }));
      await record(folder, true);
    },
    revoke: (folder) => record(folder, false),
  };
}

/** Real path of the repository around a folder, which all its worktrees share; of the folder itself where there is none. */
async function projectOf(folder: string): Promise<string> {
  const real = await realPathOf(folder);
  return (await findRepository(real))?.canonical ?? real;
}
