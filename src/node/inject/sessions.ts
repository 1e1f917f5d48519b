/** What agents were given in their sessions, one small file a session, so that it outlives the processes that ask. */
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import lockfile from 'proper-lockfile';

import { MemdirError, messageOf } from '../../core/errors.js';
import {
  applySessionChange,
  NEW_SESSION,
  parseSession,
  type Session,
  sessionChange,
} from '../../core/inject/session.js';
import type { Log } from '../../core/ports/log.js';
import type { Sessions } from '../../core/ports/sessions.js';
import { DAY_MS } from '../../core/units.js';
import { writeAtomic } from '../files/atomic-write.js';
import { textHash } from '../hash.js';
import { codeOf, isGone } from '../paths.js';
import { addPendingChange, listPendingChanges, type PendingChange, removePendingChanges } from './pending-changes.js';

export interface SessionsOptions {
  /** Absolute; files are kept in `sessions` below it. */
  readonly dataDir: string;
  readonly log: Log;
  /** Days after which a session nobody used is forgotten. Default 30. */
  readonly keptDays?: number;
}

const KEPT_DAYS = 30;
/** A hook that waits for another one gives up soon: an agent waits for it. 2 + 4 + 8 … milliseconds, about a quarter of a second in all. */
const RETRIES = { retries: 10, factor: 1.6, minTimeout: 2, maxTimeout: 50 };
/** Files looked at for old ones at a time. */
const SWEPT = 64;
/** Milliseconds after which the lock of a process that died is taken over. */
const STALE_MS = 3_000;

export function createSessions({ dataDir, log, keptDays = KEPT_DAYS }: SessionsOptions): Sessions {
  const folder = join(dataDir, 'sessions');
  // An id comes from outside: as a hash it is a file name, and only that.
  const fileOf = (session: string): string => join(folder, `${textHash(session)}.json`);
  const lateOf = (session: string): string => join(folder, `${textHash(session)}.late`);
  const read = async (session: string): Promise<Session | undefined> => {
    try {
      const text = await readFile(fileOf(session), 'utf8');
      const known = parseSession(JSON.parse(text));
      if (known === undefined) log.warn('What a session was given cannot be read, so it counts as new.');
      return known;
    } catch (error) {
      if (!isGone(error)) log.warn(`What a session was given cannot be read, so it counts as new: ${messageOf(error)}`);
      return undefined;
    }
  };
  const known = async (session: string): Promise<Session> => {
    // First: what is made part of the session meanwhile counts twice then, not at all the other way round.
    const late = await listPendingChanges(lateOf(session), log);
    return withAll((await read(session)) ?? NEW_SESSION, late);
  };
  const save = async <T>(session: string, change: Change<T>): Promise<T> => {
    const late = await listPendingChanges(lateOf(session), log);
    const before = await read(session);
    const { after, result } = change(withAll(before ?? NEW_SESSION, late));
    await writeAtomic(fileOf(session), JSON.stringify(after), { mode: 0o600, durable: false });
    await removePendingChanges(lateOf(session), late, log);
    if (before === undefined) await sweep(folder, textHash(session), Date.now() - keptDays * DAY_MS, log);
    return result;
  };
  /** Of prompts at the very same moment two may be given the same memory: the lesser evil beside one that is given nothing. */
  const saveBeside = async <T>(session: string, change: Change<T>): Promise<T> => {
    const before = await known(session);
    const { after, result } = change(before);
    if (after !== before) await addPendingChange(lateOf(session), sessionChange(before, after));
    return result;
  };
  return {
    read: known,
    update: async (session, change) => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const unlock = await locked(fileOf(session));
        if (unlock === undefined) return await saveBeside(session, change);
        try {
          return await save(session, change);
        } finally {
          // Whoever was stopped for seconds lost it to another one: it is not there to be given back.
          await unlock().catch(() => undefined);
        }
      } catch (error) {
        throw new MemdirError('unavailable', `What the session was given could not be saved: ${messageOf(error)}`, {
          cause: error,
        });
      }
    },
  };
}

const withAll = (session: Session, late: readonly PendingChange[]): Session =>
  late.reduce((state, { change }) => applySessionChange(state, change), session);

type Change<T> = (before: Session) => { readonly after: Session; readonly result: T };

/** Undefined when others keep the lock for too long. Rejects with the system's error. */
async function locked(file: string): Promise<(() => Promise<void>) | undefined> {
  try {
    return await lockfile.lock(file, {
      realpath: false,
      stale: STALE_MS,
      retries: RETRIES,
      onCompromised: () => undefined,
    });
  } catch (error) {
    if (codeOf(error) === 'ELOCKED') return undefined;
    throw error;
  }
}

/**
 * Removes what no session used since: of many only those that follow a name, which is another one each time. What cannot be removed is
 * left for the next time.
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
