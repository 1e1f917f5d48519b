/** Decisions of the review, in `review` of the data folder: a file for each store. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod';

import { MemdirError, messageOf, reasonOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { StoreKey } from '../../core/memory.js';
import type { Log } from '../../core/ports/log.js';
import type { ReviewNotes, ReviewState } from '../../core/ports/review-notes.js';
import { writeAtomic } from '../files/atomic-write.js';
import { withLock } from '../files/lock.js';
import { readRegular } from '../files/regular-file.js';
import { createRootsContext, type RootsOptions } from '../stores/roots.js';
import { AgentReadsReader } from './agent-reads.js';

const STATE = z.object({
  knownSinceMs: z.number(),
  notes: z.record(
    z.string(),
    z.object({
      decided: z.enum(['later', 'kept']),
      atMs: z.number(),
      untilMs: z.number().optional(),
      text: z.string(),
    }),
  ),
});

export interface ReviewNotesOptions extends RootsOptions {
  readonly dataDir: string;
  readonly log: Log;
}

export function createReviewNotes(options: ReviewNotesOptions): ReviewNotes {
  const { dataDir, log } = options;
  const folder = join(dataDir, 'review');
  const reads = new AgentReadsReader(createRootsContext(options)());
  const load = async (store: StoreKey): Promise<ReviewState | undefined> => {
    try {
      return STATE.parse(JSON.parse(await readRegular(join(folder, `${store}.json`))));
    } catch {
      // Missing, or not written by Memdir.
      return undefined;
    }
  };
  const save = async (store: StoreKey, state: ReviewState): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeAtomic(join(folder, `${store}.json`), `${JSON.stringify(state)}\n`, { mode: 0o600 });
  };
  return {
    read: async (store, nowMs) => {
      const known = await load(store);
      if (known !== undefined) return known;
      const state: ReviewState = { knownSinceMs: nowMs, notes: {} };
      await save(store, state).catch((error: unknown) =>
        log.warn(`Since when a memory directory is known was not noted: ${messageOf(error)}`),
      );
      return state;
    },
    set: async (store, path, note, nowMs) => {
      try {
        return await withLock(folder, join(folder, store), async () => {
          const { knownSinceMs, notes } = (await load(store)) ?? { knownSinceMs: nowMs, notes: {} };
          const others = Object.entries(notes).filter(([each]) => each !== path);
          const changed = Object.fromEntries([...others, ...(note === undefined ? [] : [[path, note] as const])]);
          await save(store, { knownSinceMs, notes: changed });
          return notes[path];
        });
      } catch (error) {
        throw new MemdirError(
          'unavailable',
          t('The decision couldn’t be saved in {folder}: {reason}', { folder, reason: reasonOf(error) }),
          {
            cause: error,
          },
        );
      }
    },
    agentReads: (store, signal) => reads.of(store, signal),
  };
}
