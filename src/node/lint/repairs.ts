/** Texts that repairs replaced, in `repairs` of the data folder. */
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import * as z from 'zod';

import { MemdirError, reasonOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { isInside } from '../../core/paths.js';
import type { RepairRecord, Repairs } from '../../core/ports/repairs.js';
import { writeAtomic } from '../files/atomic-write.js';
import { readRegular } from '../files/regular-file.js';
import { removeFile } from '../files/remove-file.js';
import { textHash } from '../hash.js';
import { isRecordId, newRecordId, recordIds, removeOldRecords, REPLACED_FILE } from '../kept-records.js';

const RECORD = z.object({
  version: z.literal(1),
  id: z.string(),
  undone: z.boolean(),
  files: z.array(REPLACED_FILE.extend({ storePath: z.string() })),
});

export function createRepairs(dataDir: string): Repairs {
  const folder = join(dataDir, 'repairs');
  const fileOf = (id: string): string => join(folder, id, 'repair.json');
  return {
    save: async ({ id = newRecordId(), undone = false, files }) => {
      try {
        await mkdir(join(folder, id), { recursive: true, mode: 0o700 });
        await writeAtomic(fileOf(id), `${JSON.stringify({ version: 1, id, undone, files })}\n`, { mode: 0o600 });
      } catch (error) {
        throw new MemdirError(
          'unavailable',
          t(
            'Nothing was fixed: backup copies couldn’t be kept in {folder}: {reason}. Free up space, or choose another data folder with MEMDIR_DATA_DIR, and try again.',
            { folder, reason: reasonOf(error) },
          ),
          { cause: error },
        );
      }
      await removeOldRecords(folder);
      return { id, undone, files };
    },
    find: async (id, stores) => {
      const ids = id === 'last' ? await recordIds(folder) : isRecordId(id) ? [id] : [];
      for (const each of ids) {
        const record = await parse(fileOf(each));
        if (record === undefined) continue;
        if (id !== 'last' || (!record.undone && record.files.some(({ storePath }) => stores.includes(storePath))))
          return record;
      }
      throw new MemdirError(
        'not-found',
        id === 'last'
          ? t('There are no fixes to undo here.')
          : t('Fixes {id} aren’t recorded. Backup copies are kept for 30 days.', { id: id.slice(0, 40) }),
      );
    },
    remove: async (id) => await rm(join(folder, id), { recursive: true, force: true }),
    removeMade: async ({ storePath, path, before, after }) => {
      const file = resolve(storePath, path);
      if (before !== undefined || !isInside(file, resolve(storePath))) return false;
      return await removeFile(file, async (aside) => textHash(await readRegular(aside)) === after);
    },
  };
}

async function parse(file: string): Promise<RepairRecord | undefined> {
  try {
    const { id, undone, files } = RECORD.parse(JSON.parse(await readRegular(file)));
    return { id, undone, files };
  } catch {
    // Missing, or not written by Memdir.
    return undefined;
  }
}
