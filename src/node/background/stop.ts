/** Ends the background process of a data folder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { HOSTS_FOLDER, STOP_PATH } from '../../protocol/hooks.js';
import { tryLock } from '../../store/sqlite/lock.js';
import { askHost } from '../discovery.js';
import { isRunning } from '../process-running.js';
import { findBackground } from './start.js';

/** Milliseconds for the answer, and for the end after it. */
const ANSWER_MS = 2_000;
const END_MS = 8_000;

export const lockFile = (dataDir: string): string => join(dataDir, HOSTS_FOLDER, 'background.lock');

/** Asks it to end, and ends one that does not answer. Rejects with `unavailable` when it goes on. */
export async function stopBackground(dataDir: string): Promise<'ended' | 'none'> {
  const found = findBackground(dataDir);
  if (found === undefined || !(await isServed(dataDir))) return 'none';
  let reason = '';
  await askHost(found, STOP_PATH, {}, ANSWER_MS).catch((error: unknown) => {
    reason = messageOf(error);
    // It has the lock, so this number is its own.
    process.kill(found.pid, 'SIGKILL');
  });
  for (const end = performance.now() + END_MS; performance.now() < end; await sleep(20))
    if (!isRunning(found.pid) || !(await isServed(dataDir))) return 'ended';
  throw new MemdirError(
    'unavailable',
    t('Process {pid} is still running. End it by its process ID. {reason}', { pid: found.pid, reason }).trim(),
  );
}

/** Whether a process has the lock: one that was killed has left its address. */
async function isServed(dataDir: string): Promise<boolean> {
  const file = lockFile(dataDir);
  if (!existsSync(file)) return false;
  const release = await tryLock(file);
  release?.();
  return release === undefined;
}
