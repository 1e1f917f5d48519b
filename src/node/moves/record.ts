/** Records of moves in the data folder, with the archived files of the old store. */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod';

import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { writeAtomic } from '../files/atomic-write.js';
import { readRegular } from '../files/regular-file.js';

const RECORD = z.object({
  version: z.literal(1),
  id: z.string(),
  from: z.string(),
  to: z.string(),
  /** Files archived from the old store; `copied`: whether this move copied them to the new one. */
  files: z.array(z.object({ path: z.string(), hash: z.string(), copied: z.boolean() })),
  indexes: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })),
  undone: z.boolean(),
});

export type MoveRecord = z.infer<typeof RECORD>;

const ID = /^\d{8}T\d{6}-[0-9a-f]{6}$/;

const folderOf = (dataDir: string): string => join(dataDir, 'moved');

/** Archive folder with the old store's files, at their paths. */
export const archiveOf = (dataDir: string, id: string): string => join(folderOf(dataDir), id, 'memory');

export async function writeRecord(dataDir: string, record: MoveRecord): Promise<void> {
  await mkdir(archiveOf(dataDir, record.id), { recursive: true, mode: 0o700 });
  await writeAtomic(join(folderOf(dataDir), record.id, 'move.json'), `${JSON.stringify(record, null, 1)}\n`, {
    mode: 0o600,
  });
}

/** The move of this id, or with `last` the latest that was not taken back. Rejects with `not-found`. */
export async function readRecord(dataDir: string, id: string): Promise<MoveRecord> {
  if (id !== 'last') {
    const record = ID.test(id) ? await parse(join(folderOf(dataDir), id, 'move.json')) : undefined;
    if (record === undefined) throw new MemdirError('not-found', t('Move {id} isn’t recorded.', { id }));
    return record;
  }
  for (const name of (await readdir(folderOf(dataDir)).catch(() => []))
    .filter((one) => ID.test(one))
    .sort()
    .reverse()) {
    const record = await parse(join(folderOf(dataDir), name, 'move.json'));
    if (record !== undefined && !record.undone) return record;
  }
  throw new MemdirError('not-found', t('There is no move to undo.'));
}

async function parse(file: string): Promise<MoveRecord | undefined> {
  try {
    return RECORD.parse(JSON.parse(await readRegular(file)));
  } catch {
    // Missing, or not written by Memdir.
    return undefined;
  }
}
