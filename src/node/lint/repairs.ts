/** Texts that repairs replaced, in `repairs` of the data folder. */
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import * as z from 'zod';

import { MemdirError, reasonOf } from '../../core/errors.js';
import { isInside } from '../../core/paths.js';
import type { RepairRecord, Repairs } from '../../core/ports/repairs.js';
import { writeAtomic } from '../files/atomic-write.js';
import { readRegular } from '../files/regular-file.js';
import { removeFile } from '../files/remove-file.js';
import { textHash } from '../hash.js';
import { isRecordId, newRecordId, recordIds, removeOldRecords } from '../kept-records.js';

const POSITION = z.object({ line: z.number(), character: z.number() });
const RECORD = z.object({
  version: z.literal(1),
  id: z.string(),
  undone: z.boolean(),
  files: z.array(
    z.object({
      storePath: z.string(),
      path: z.string(),
      before: z.string().optional(),
      after: z.string(),
      back: z.array(z.object({ range: z.object({ start: POSITION, end: POSITION }), newText: z.string() })).optional(),
    }),
  ),
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
          `What would be replaced could not be kept in ${folder}: ${reasonOf(error)}, so nothing was repaired. Make room, or choose another data folder with MEMDIR_DATA_DIR.`,
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
          ? 'There are no repairs to take back here.'
          : `No repairs ${id.slice(0, 40)} are kept. What was replaced is kept for 30 days.`,
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
