/** Memories injected into sessions, one small file per session, so that they outlive the processes. */
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { MemdirError, messageOf } from '../../core/errors.js';
import {
  applySessionChange,
  NEW_SESSION,
  parseSession,
  type Session,
  sessionChange,
} from '../../core/inject/session.js';
import { t } from '../../core/l10n.js';
import type { Log } from '../../core/ports/log.js';
import type { Sessions } from '../../core/ports/sessions.js';
import { DAY_MS } from '../../core/units.js';
import { writeAtomic } from '../files/atomic-write.js';
import { isLockLost, runLocked } from '../files/held-locks.js';
import { tryLock } from '../files/lock.js';
import { textHash } from '../hash.js';
import { isGone } from '../paths.js';
import { addPendingChange, listPendingChanges, type PendingChange, removePendingChanges } from './pending-changes.js';

export interface SessionsOptions {
  /** Absolute; files are kept in `sessions` below it. */
  readonly dataDir: string;
  readonly log: Log;
  /** Days after which an unused session is removed. Default 30. */
  readonly keptDays?: number;
}

const KEPT_DAYS = 30;
/** Retries of the lock: 2 + 4 + 8 … milliseconds, about a quarter of a second in all, because an agent waits for the hook. */
const RETRIES = { retries: 10, factor: 1.6, minTimeout: 2, maxTimeout: 50 };
/** Files checked for their age in one sweep. */
const SWEPT = 64;
/** Milliseconds after which the lock of a process that died is taken over. */
const STALE_MS = 3_000;

export function createSessions(options: SessionsOptions): Sessions {
  const folder = join(options.dataDir, 'sessions');
  const { fileOf, read, save, saveAsPending } = sessionFiles(folder, options);
  return {
    read,
    update: async (session, change) => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const lock = await tryLock(`${fileOf(session)}.lock`, { staleMs: STALE_MS, retries: RETRIES });
        try {
          if (lock !== undefined) return await runLocked(lock, () => save(session, change));
        } catch (error) {
          if (!isLockLost(error)) throw error;
        }
        return await saveAsPending(session, change);
      } catch (error) {
        throw new MemdirError(
          'unavailable',
          t('The record of this session couldn’t be saved: {reason}', { reason: messageOf(error) }),
          {
            cause: error,
          },
        );
      }
    },
  };
}

interface SessionFiles {
  readonly fileOf: (session: string) => string;
  readonly read: (session: string) => Promise<Session>;
  /** Saves a change while the session is locked. */
  readonly save: <T>(session: string, change: Change<T>) => Promise<T>;
  /** Saves a change without the lock. Two prompts at the same moment may get the same memory, which is better than none. */
  readonly saveAsPending: <T>(session: string, change: Change<T>) => Promise<T>;
}

function sessionFiles(folder: string, { log, keptDays = KEPT_DAYS }: SessionsOptions): SessionFiles {
  // Ids come from outside: their hash is a safe file name.
  const fileOf = (session: string): string => join(folder, `${textHash(session)}.json`);
  const lateOf = (session: string): string => join(folder, `${textHash(session)}.late`);
  const readSaved = async (session: string): Promise<Session | undefined> => {
    try {
      const text = await readFile(fileOf(session), 'utf8');
      const saved = parseSession(JSON.parse(text));
      if (saved === undefined) log.warn('What a session was given cannot be read, so it counts as new.');
      return saved;
    } catch (error) {
      if (!isGone(error)) log.warn(`What a session was given cannot be read, so it counts as new: ${messageOf(error)}`);
      return undefined;
    }
  };
  const read = async (session: string): Promise<Session> => {
    // Read first: a change that is merged in between then counts twice instead of not at all.
    const late = await listPendingChanges(lateOf(session), log);
    return withAll((await readSaved(session)) ?? NEW_SESSION, late);
  };
  const save = async <T>(session: string, change: Change<T>): Promise<T> => {
    const late = await listPendingChanges(lateOf(session), log);
    const before = await readSaved(session);
    const { after, result } = change(withAll(before ?? NEW_SESSION, late));
    await writeAtomic(fileOf(session), JSON.stringify(after), { mode: 0o600, durable: false });
    await removePendingChanges(lateOf(session), late, log);
    if (before === undefined) await sweep(folder, textHash(session), Date.now() - keptDays * DAY_MS, log);
    return result;
  };
  const saveAsPending = async <T>(session: string, change: Change<T>): Promise<T> => {
    const before = await read(session);
    const { after, result } = change(before);
    if (after !== before) await addPendingChange(lateOf(session), sessionChange(before, after));
    return result;
  };
  return { fileOf, read, save, saveAsPending };
}

const withAll = (session: Session, late: readonly PendingChange[]): Session =>
  late.reduce((state, { change }) => applySessionChange(state, change), session);

type Change<T> = (before: Session) => { readonly after: Session; readonly result: T };

/**
 * Removes sessions unused since a time: a limited number of files after the given name, which differs each time. Files that cannot be removed
 * are left for the next sweep.
 */
async function sweep(folder: string, name: string, beforeMs: number, log: Log): Promise<void> {
  const names = (await readdir(folder)).sort();
  const at = names.findIndex((each) => each > name);
  const some = [...names.slice(Math.max(0, at)), ...names.slice(0, Math.max(0, at))].slice(0, SWEPT);
  await Promise.all(
    some.map(async (each) => {
      const file = join(folder, each);
      try {
        if ((await stat(file)).mtimeMs < beforeMs) await rm(file, { recursive: true });
      } catch (error) {
        if (!isGone(error)) log.warn(`An old session was not forgotten: ${messageOf(error)}`);
      }
    }),
  );
}
