import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { ClaimEmbedding } from '../../core/ports/embedding-lock.js';
import { tryLock } from '../files/lock.js';

/** Milliseconds after which the lock of a process that is gone is free. */
const STALE_MS = 10_000;

/** One process at a time embeds the memories of a store: two would make the same vectors. Undefined while another one does. Rejects with the system's error. */
export async function claimEmbedding(lockDir: string, store: string): ReturnType<ClaimEmbedding> {
  mkdirSync(lockDir, { recursive: true });
  return (await tryLock(join(lockDir, `${store}.embed.lock`), { staleMs: STALE_MS }))?.release;
}
