/** Consolidation on this machine's disk: the shared lock, the sessions, and the preimages in the data folder. */
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import * as z from 'zod';

import { messageOf } from '../core/errors.js';
import { isInside } from '../core/paths.js';
import type { Consolidation, DreamRecord } from '../core/ports/consolidation.js';
import type { Log } from '../core/ports/log.js';
import { consolidateLocks } from './consolidate-lock.js';
import { folderOf, newId, readRecord, writeRecord } from './dream/record.js';
import { countSessions } from './dream/sessions.js';
import { readFileIn } from './files/read.js';
import { readRegular } from './files/regular.js';
import { writeWhole } from './files/whole.js';
import { moveAway } from './move/copy.js';
import { hashAt } from './move/tree.js';
import { type RootsOptions, surroundingsOf } from './roots.js';

export interface ConsolidationOptions extends RootsOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** Whether settings inside the folders may be believed. */
  readonly trusted: boolean;
}

const COUNTED = z.record(z.string(), z.object({ atMs: z.number(), sessions: z.number() }));

export function createConsolidation(options: ConsolidationOptions): Consolidation {
  const { dataDir, log } = options;
  const context = surroundingsOf(options)(options.trusted);
  const locks = consolidateLocks({ notes: join(dataDir, 'dreams', 'held'), warn: (message) => log.warn(message) });
  const countedFile = join(dataDir, 'dreams', 'counted.json');
  const readCounted = async (): Promise<z.infer<typeof COUNTED>> => {
    try {
      return COUNTED.parse(JSON.parse(await readRegular(countedFile)));
    } catch {
      // Not there, or not written by Memdir: nothing was counted.
      return {};
    }
  };
  return {
    state: locks.state,
    sessions: (store, sinceMs, except) => countSessions(store, sinceMs, except, context),
    counted: async (store) => (await readCounted())[store],
    noteCounted: async (store, counted) => {
      try {
        await mkdir(dirname(countedFile), { recursive: true, mode: 0o700 });
        await writeWhole(countedFile, JSON.stringify({ ...(await readCounted()), [store]: counted }), {
          mode: 0o600,
          durable: false,
        });
      } catch (error) {
        log.warn(`When sessions were counted was not noted: ${messageOf(error)}`);
      }
    },
    hold: locks.hold,
    begin: async (change) => {
      const record: DreamRecord = { ...change, id: newId(), state: 'begun' };
      await writeRecord(dataDir, record);
      return record;
    },
    note: async (record, state) => {
      await writeRecord(dataDir, { ...record, state });
      if (state === 'applied') await locks.done(record.storePath);
    },
    record: async (id, stores) => await readRecord(dataDir, id, stores),
    takeAway: async (record, path) => await takeAway(dataDir, record, path),
  };
}

async function takeAway(dataDir: string, { id, storePath, files }: DreamRecord, path: string): Promise<boolean> {
  const made = files.find((file) => file.path === path && file.before === undefined);
  const from = resolve(storePath, path);
  if (made === undefined || !isInside(from, resolve(storePath))) return false;
  if ((await readFileIn(storePath, path, { followOutside: false }))?.text !== made.after) return false;
  const hash = await hashAt(from);
  return hash ? await moveAway(from, join(folderOf(dataDir, id), 'taken', path), hash) : false;
}
