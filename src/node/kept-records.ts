/** Records in the data folder by which changes are undone: a folder each, named by its time, for a month. */
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod';

import { DAY_MS } from '../core/units.js';

const ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)-[0-9a-f]{6}$/;
/** Texts before a change may contain what was meant to go, so they are kept no longer, and no more of them. */
const KEPT_DAYS = 30;
const MOST_KEPT = 50;

const POSITION = z.object({ line: z.number(), character: z.number() });
/** What is kept of a file. */
export const REPLACED_FILE = z.object({
  path: z.string(),
  before: z.string().optional(),
  after: z.string(),
  back: z.array(z.object({ range: z.object({ start: POSITION, end: POSITION }), newText: z.string() })).optional(),
});

export const isRecordId = (text: string): boolean => ID.test(text);

export const newRecordId = (): string =>
  `${new Date().toISOString().replace(/[-:]|\.\d+Z$/g, '')}-${randomBytes(3).toString('hex')}`;

/** Ids of the records of a folder, the newest first; none when it is missing. */
export async function recordIds(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(isRecordId).sort().reverse();
}

/** Removes records that are too old or too many. `now`: milliseconds since the epoch. */
export async function removeOldRecords(folder: string, now = Date.now()): Promise<void> {
  for (const [at, id] of (await recordIds(folder)).entries())
    if (at >= MOST_KEPT || now - timeOf(id) > KEPT_DAYS * DAY_MS)
      await rm(join(folder, id), { recursive: true, force: true });
}

function timeOf(id: string): number {
  const [year = 0, month = 1, ...rest] = (ID.exec(id) ?? []).slice(1).map(Number);
  return Date.UTC(year, month - 1, ...(rest as [number, number, number, number]));
}
