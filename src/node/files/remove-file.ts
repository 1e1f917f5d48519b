import { rename, rm } from 'node:fs/promises';

import { tempFileFor } from './atomic-write.js';
import { whileBusy } from './busy.js';
import { linkOrCopy } from './hard-links.js';
import { checkLocks } from './held-locks.js';

/**
 * Removes a file if it is the expected one, which is asked once no program finds it any more: one that another program changed at that moment is put
 * back. Resolves with whether it was removed.
 */
export async function removeFile(file: string, isExpected: (path: string) => Promise<boolean>): Promise<boolean> {
  const aside = tempFileFor(file, 'replaced');
  checkLocks();
  await whileBusy(() => rename(file, aside));
  const expected = await isExpected(aside);
  if (!expected) await linkOrCopy(aside, file);
  await whileBusy(() => rm(aside, { force: true }));
  return expected;
}
