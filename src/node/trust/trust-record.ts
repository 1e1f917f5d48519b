/** Memdir's own record of trusted folders: `trust.json` in the data folder, so nothing inside a folder can write it. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import * as z from 'zod';

import { MemdirError, reasonOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { writeAtomic } from '../files/atomic-write.js';
import { withLock } from '../files/lock.js';
import { readRegular } from '../files/regular-file.js';
import { isGone } from '../paths.js';

const RECORD = z.object({
  version: z.literal(1),
  folders: z.array(z.object({ path: z.string().min(1), trusted: z.boolean(), since: z.string() })),
});

/** What a person said of a folder. */
export type TrustEntry = z.infer<typeof RECORD>['folders'][number];

export const trustRecordFile = (dataDir: string): string => join(dataDir, 'trust.json');

/** None when the file is missing. Rejects for a file that is no record, or that other users may write. */
export async function readTrustRecord(file: string): Promise<readonly TrustEntry[]> {
  try {
    const { mode, uid } = await stat(file);
    if (process.platform !== 'win32' && ((mode & 0o022) !== 0 || uid !== process.getuid?.()))
      throw new Error(t('other users can write to it'));
    return RECORD.parse(JSON.parse(await readRegular(file))).folders;
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

/** Replaces what was said of one folder. Rejects with `unavailable` when it cannot be written. */
export async function writeTrustEntry(file: string, entry: TrustEntry): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await withLock(join(dirname(file), 'locks'), file, async () => {
      const others = (await readTrustRecord(file)).filter(({ path }) => path !== entry.path);
      const folders = [...others, entry].sort((a, b) => (a.path < b.path ? -1 : 1));
      await writeAtomic(file, `${JSON.stringify({ version: 1, folders }, null, 2)}\n`, { mode: 0o600 });
    });
  } catch (error) {
    if (error instanceof MemdirError) throw error;
    throw new MemdirError(
      'unavailable',
      t('{file} couldn’t be written: {reason}. Nothing was recorded.', { file, reason: reasonOf(error) }),
      {
        cause: error,
      },
    );
  }
}
