/** Consolidation on disk: the shared lock, the sessions, and the records in the data folder. */
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import * as z from 'zod';

import { messageOf } from '../../core/errors.js';
import { isInside } from '../../core/paths.js';
import type { Consolidation, DreamRecord } from '../../core/ports/consolidation.js';
import type { Log } from '../../core/ports/log.js';
import { writeAtomic } from '../files/atomic-write.js';
import { readFileIn } from '../files/read-file.js';
import { readRegular } from '../files/regular-file.js';
import { textHash } from '../hash.js';
import { newRecordId, removeOldRecords } from '../kept-records.js';
import { moveAway } from '../moves/copy-files.js';
import { hashAtPath } from '../moves/file-tree.js';
import { createRootsContext, type RootsOptions } from '../stores/roots.js';
import { consolidateLocks } from './consolidate-lock.js';
import { countSessions } from './count-sessions.js';
import { folderOf, foldersOf, readRecord, writeRecord } from './record.js';

export interface ConsolidationOptions extends RootsOptions {
  readonly dataDir: string;
  readonly log: Log;
}

const COUNTED = z.record(z.string(), z.object({ atMs: z.number(), sessions: z.number() }));

export function createConsolidation(options: ConsolidationOptions): Consolidation {
  const { dataDir, log } = options;
  const context = createRootsContext(options)();
  const locks = consolidateLocks({ notes: join(dataDir, 'dreams', 'held'), warn: (message) => log.warn(message) });
  const countedFile = join(dataDir, 'dreams', 'counted.json');
  const readCounted = async (): Promise<z.infer<typeof COUNTED>> => {
    try {
      return COUNTED.parse(JSON.parse(await readRegular(countedFile)));
    } catch {
      // Missing, or not written by Memdir.
      return {};
    }
  };
  return {
    state: locks.state,
    countSessions: (store, sinceMs, except) => countSessions(store, sinceMs, except, context),
    lastSessionCount: async (store) => (await readCounted())[store],
    saveSessionCount: async (store, counted) => {
      try {
        await mkdir(dirname(countedFile), { recursive: true, mode: 0o700 });
        await writeAtomic(countedFile, JSON.stringify({ ...(await readCounted()), [store]: counted }), {
          mode: 0o600,
          durable: false,
        });
      } catch (error) {
        log.warn(`When sessions were counted was not noted: ${messageOf(error)}`);
      }
    },
    withLock: locks.withLock,
    createRecord: async (change) => {
      const record: DreamRecord = { ...change, id: newRecordId(), state: 'begun' };
      await writeRecord(dataDir, record);
      await removeOldRecords(foldersOf(dataDir));
      return record;
    },
    updateState: async (record, state) => {
      await writeRecord(dataDir, { ...record, state });
      if (state === 'applied') await locks.done(record.storePath);
    },
    record: async (id, stores) => await readRecord(dataDir, id, stores),
    archiveFile: async (record, path) => await takeAway(dataDir, record, path),
  };
}

async function takeAway(dataDir: string, { id, storePath, files }: DreamRecord, path: string): Promise<boolean> {
  const made = files.find((file) => file.path === path && file.before === undefined);
  const from = resolve(storePath, path);
  if (made === undefined || !isInside(from, resolve(storePath))) return false;
  const now = await readFileIn(storePath, path, { followOutside: false });
  if (now === undefined || textHash(now.text) !== made.after) return false;
  const hash = await hashAtPath(from);
  return hash ? await moveAway(from, join(folderOf(dataDir, id), 'taken', path), hash) : false;
}
