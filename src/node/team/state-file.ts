/** What is known of team folders, in `team` of the data folder: a file for each. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod';

import { MemdirError, reasonOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Team } from '../../core/ports/team.js';
import { inEnglish, retell } from '../../core/retell.js';
import type { TeamState } from '../../core/team/state.js';
import { writeAtomic } from '../files/atomic-write.js';
import { withLock } from '../files/lock.js';
import { readRegular } from '../files/regular-file.js';
import { storeKey } from '../paths.js';

const FILE = z.object({
  hash: z.string(),
  version: z.number(),
  past: z.array(z.number()).optional(),
  texts: z.array(z.string()).optional(),
  author: z.string(),
  updatedMs: z.number(),
  seen: z.string().optional(),
});

const STATE = z.object({
  of: z.string(),
  files: z.record(z.string(), FILE),
  index: z.string().optional(),
  sent: z.record(z.string(), z.array(z.string())).optional(),
  pending: z.array(z.string()),
  blocked: z.array(
    z.object({ key: z.string(), reason: z.string(), line: z.number().optional(), hash: z.string().optional() }),
  ),
  conflicts: z.array(z.string()),
  syncedMs: z.number().optional(),
  failure: z
    .object({
      kind: z.enum(['offline', 'refused', 'login']),
      reason: z.string(),
      atMs: z.number(),
      circumstances: z.string(),
    })
    .optional(),
});

/** The state with its texts for people in another language: the next program that reads it may speak another one. */
const saying = (state: TeamState, as: (text: string) => string): TeamState => ({
  ...state,
  blocked: state.blocked.map((each) => ({ ...each, reason: as(each.reason) })),
  ...(state.failure === undefined ? {} : { failure: { ...state.failure, reason: as(state.failure.reason) } }),
});

export function stateFiles(dataDir: string): Pick<Team, 'state' | 'save' | 'withLock'> {
  const place = join(dataDir, 'team');
  const fileOf = (folder: string): string => join(place, `${storeKey(folder)}.json`);
  return {
    state: async (folder) => {
      try {
        return saying(STATE.parse(JSON.parse(await readRegular(fileOf(folder)))), retell);
      } catch {
        // Missing, or not written by Memdir: then both sides are compared as if for the first time, which loses nothing.
        return undefined;
      }
    },
    save: async (folder, state) => {
      try {
        await mkdir(place, { recursive: true, mode: 0o700 });
        await writeAtomic(fileOf(folder), `${JSON.stringify(saying(state, inEnglish))}\n`, { mode: 0o600 });
      } catch (error) {
        throw new MemdirError(
          'unavailable',
          t('The state of team sync couldn’t be saved in {folder}: {reason}.', {
            folder: place,
            reason: reasonOf(error),
          }),
          { cause: error },
        );
      }
    },
    withLock: async (folder, work) => {
      await mkdir(place, { recursive: true, mode: 0o700 });
      return await withLock(place, folder, work);
    },
  };
}
