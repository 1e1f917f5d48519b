/** Records of consolidations in the data folder, with the edits that lead back. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod';

import { MemdirError, reasonOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { DreamRecord } from '../../core/ports/consolidation.js';
import { writeAtomic } from '../files/atomic-write.js';
import { readRegular } from '../files/regular-file.js';
import { isRecordId, recordIds, REPLACED_FILE } from '../kept-records.js';

const RECORD = z.object({
  version: z.literal(2),
  id: z.string(),
  state: z.enum(['begun', 'applied', 'undone']),
  storePath: z.string(),
  titles: z.array(z.string()),
  files: z.array(REPLACED_FILE),
  time: z.object({ atMs: z.number(), lastMs: z.number().optional() }).optional(),
});

/** Folder of all records. */
export const foldersOf = (dataDir: string): string => join(dataDir, 'dreams');

/** Folder of a record: what was changed, and files that an undo moved out of the store. */
export const folderOf = (dataDir: string, id: string): string => join(foldersOf(dataDir), id);

/** Writes a record atomically and durably. Rejects with `unavailable`. */
export async function writeRecord(dataDir: string, record: DreamRecord): Promise<void> {
  const folder = folderOf(dataDir, record.id);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeAtomic(join(folder, 'dream.json'), `${JSON.stringify({ version: 2, ...record }, null, 1)}\n`, {
      mode: 0o600,
    });
  } catch (error) {
    throw new MemdirError(
      'unavailable',
      t(
        'Backup copies of the memories couldn’t be kept in {folder}: {reason}. Free up space, or choose another data folder with MEMDIR_DATA_DIR, and try again.',
        { folder, reason: reasonOf(error) },
      ),
      { cause: error },
    );
  }
}

export async function readRecord(dataDir: string, id: string, stores: readonly string[]): Promise<DreamRecord> {
  if (id !== 'last') {
    const record = isRecordId(id) ? await parse(join(folderOf(dataDir, id), 'dream.json')) : undefined;
    if (record === undefined)
      throw new MemdirError('not-found', t('Consolidation {id} isn’t recorded.', { id: id.slice(0, 40) }));
    return record;
  }
  for (const name of await recordIds(foldersOf(dataDir))) {
    const record = await parse(join(folderOf(dataDir, name), 'dream.json'));
    if (record !== undefined && record.state !== 'undone' && stores.includes(record.storePath)) return record;
  }
  throw new MemdirError('not-found', t('There is no consolidation to undo here.'));
}

async function parse(file: string): Promise<DreamRecord | undefined> {
  try {
    const { id, state, storePath, titles, files, time } = RECORD.parse(JSON.parse(await readRegular(file)));
    return {
      id,
      state,
      storePath,
      titles,
      files,
      ...(time === undefined
        ? {}
        : { time: { atMs: time.atMs, ...(time.lastMs === undefined ? {} : { lastMs: time.lastMs }) } }),
    };
  } catch {
    // Missing, or not written by Memdir.
    return undefined;
  }
}
