import { chmodSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { messageOf } from '../../core/errors.js';
import type { Log } from '../../core/ports/log.js';
import { restoreAccessCounts } from './access-counts.js';
import { createIfMissing, openExisting, quarantineLocked } from './create-file.js';
import { FileReplaced, ForeignFile, isBusyError, isCorruption, isFileMoved, isStorageError } from './errors.js';
import { fileIdentity, isTooShort } from './file-identity.js';
import { addFolding } from './filter.js';
import { BUSY_MS, type Db, type Native } from './native.js';
import { type AccessCounts, salvageAccessCounts } from './quarantine.js';
import { identify, prepareSchema, removeResidue } from './schema.js';

export interface IndexLocation {
  readonly file: string;
  readonly log: Log;
  readonly native: Native;
  readonly contents?: string | undefined;
  readonly vectorExtension?: string | undefined;
  /** See {@link SqliteIndexSettings.tell}. */
  readonly tell?: ((sentence: string) => void) | undefined;
  /** See {@link SqliteIndexSettings.waitMs}. */
  readonly waitMs?: number | undefined;
}

/** An open index and what it can do. */
export interface Connection {
  readonly db: Db;
  /** Undefined for an index in memory. */
  readonly identity?: string | undefined;
  readonly keyword: boolean;
  readonly reason?: string | undefined;
  readonly sqlite: string;
  readonly vec?: string | undefined;
  readonly rebuilt?: string | undefined;
}

/** Other processes may replace the file at the same moment. */
const OPEN_TRIES = 5;
const BUSY_PAUSE_MS = 50;
/** Milliseconds that other processes may keep the file locked before an index in memory takes its place. */
const LOCKED_MS = 30_000;
/** Milliseconds that a statement of the opening waits: nothing else runs in this process meanwhile. */
const OPENING_BUSY_MS = 500;

/**
 * Opens the index. A damaged or foreign file is moved to quarantine and replaced; a location without room for a file, or a file that stays locked, gives an
 * index in memory. The access counts of the last connection are put into what was opened.
 */
export async function connect(location: IndexLocation, before: LastConnection = { counts: [] }): Promise<Connection> {
  let state: Attempt = { counts: before.counts, rebuilt: before.reason };
  if (before.damage) {
    const next = await replace(location, before.identity, before.damage, state);
    if (typeof next === 'string') return inMemory(location, next, state);
    state = next;
  }
  for (let attempt = 1; attempt <= OPEN_TRIES; attempt++) {
    const identity = identityIfReachable(location.file);
    try {
      const connection = await openPatiently(location, location.file);
      restoreAccessCounts(connection.db, state.counts);
      return { ...connection, rebuilt: state.rebuilt };
    } catch (error) {
      if (isCorruption(error) || error instanceof ForeignFile) {
        const next = await replace(location, identity, error, state);
        if (typeof next === 'string') return inMemory(location, next, state);
        state = next;
      } else if (isBusyError(error)) {
        return inMemory(
          location,
          'another process keeps it locked',
          state,
          'Search works; end that process to use the file again.',
        );
      } else if (!isStorageError(error)) {
        throw error;
      } else if (!isFileMoved(error) && identity === identityIfReachable(location.file)) {
        return inMemory(location, messageOf(error), state);
      }
    }
  }
  return inMemory(location, 'the file could not be replaced', state);
}

/** What is known of the connection before. */
export interface LastConnection {
  readonly counts: AccessCounts;
  /** Why it was closed. */
  readonly reason?: string | undefined;
  /** What was found in its file after it had been opened anew: opening does not notice it, so the file is replaced. */
  readonly damage?: Error | undefined;
  readonly identity?: string | undefined;
}

interface Attempt {
  readonly counts: AccessCounts;
  readonly rebuilt: string | undefined;
}

/** Moves the file to quarantine; a string is the reason why it cannot be moved. */
async function replace(
  location: IndexLocation,
  identity: string | undefined,
  error: Error,
  before: Attempt,
): Promise<Attempt | string> {
  try {
    const found = salvageAccessCounts(location.native, location.file, location.log);
    const quarantined = await quarantineLocked(location.file, identity);
    if (quarantined === undefined) return before;
    const rebuilt = replacedSentence(error, quarantined, found !== undefined || before.counts.length > 0);
    tell(location, rebuilt);
    return { counts: [...before.counts, ...(found ?? [])], rebuilt };
  } catch (cause) {
    return `the damaged file cannot be moved (${messageOf(cause)})`;
  }
}

function tell({ log, tell: say }: IndexLocation, sentence: string): void {
  log.warn(sentence);
  say?.(sentence);
}

function replacedSentence(error: unknown, quarantined: string, hasCounts: boolean): string {
  const what =
    error instanceof ForeignFile
      ? `The file of the search index ${error.message}; it was set aside as ${quarantined} and a new index is made from the memory files.`
      : `The search index was damaged (${messageOf(error)}); it was set aside as ${quarantined} and is rebuilt from the memory files.`;
  return hasCounts ? what : `${what} How often memories were read is lost: it could not be read from the old index.`;
}

/** Undefined for a folder that cannot be entered: opening gives the reason. */
function identityIfReachable(file: string): string | undefined {
  try {
    return fileIdentity(file);
  } catch (error) {
    if (isStorageError(error)) return undefined;
    throw error;
  }
}

/** SQLite's own timeout does not cover every lock: switching to WAL and recovery can fail at once when processes start together. */
async function openPatiently(location: IndexLocation, file: string): Promise<Connection> {
  const untilMs = Date.now() + (location.waitMs ?? LOCKED_MS);
  for (;;) {
    try {
      // The index contains the memories' text: a folder made for it is for this user alone.
      if (file !== ':memory:') await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      return await openOnce(location, file);
    } catch (error) {
      if (!(isBusyError(error) || error instanceof FileReplaced) || Date.now() >= untilMs) throw error;
      await sleep(BUSY_PAUSE_MS);
    }
  }
}

async function openOnce(location: IndexLocation, file: string): Promise<Connection> {
  if (file !== ':memory:') {
    if (isTooShort(file)) throw new ForeignFile('was not an index of Memdir');
    await createIfMissing(file);
  }
  const db = file === ':memory:' ? location.native.open(file) : openExisting(location.native, file);
  try {
    if (file !== ':memory:') keepPrivate(file);
    const identity = file === ':memory:' ? undefined : fileIdentity(file);
    db.pragma(`busy_timeout = ${OPENING_BUSY_MS}`);
    identify(db);
    addFolding(db);
    // Applies to an empty file only; see reclaimPages for others.
    db.pragma('auto_vacuum = incremental');
    db.pragma('journal_mode = wal');
    // What is deleted is overwritten.
    db.pragma('secure_delete = on');
    db.pragma('synchronous = normal');
    db.pragma('cache_size = -16000');
    // In pages, 16 MB: each checkpoint waits for the disk.
    db.pragma('wal_autocheckpoint = 4000');
    const keyword = hasFullText(db);
    prepareSchema(db, keyword, location.contents ?? '');
    removeResidue(db);
    const vec = await probeVec(location, db);
    if (identity !== undefined && identity !== fileIdentity(file))
      throw new FileReplaced('The file was replaced while it was opened.');
    const reasons = [keyword ? undefined : 'Keyword search is off: this SQLite has no FTS5.', vec.reason].filter(
      (one) => one !== undefined,
    );
    db.pragma(`busy_timeout = ${BUSY_MS}`);
    return {
      db,
      identity,
      keyword,
      vec: vec.version,
      sqlite: String(db.prepare('select sqlite_version()').pluck().get()),
      reason: reasons.length > 0 ? reasons.join(' ') : undefined,
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The file contains the texts of all memories, and other users may be able to read the folder. SQLite gives its side files the same rights. */
function keepPrivate(file: string): void {
  const { mode, uid } = statSync(file);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(file, 0o600);
}

function hasFullText(db: Db): boolean {
  const options = db.pragma('compile_options') as { readonly compile_options: string }[];
  return options.some((option) => option.compile_options === 'ENABLE_FTS5');
}

async function probeVec(
  location: IndexLocation,
  db: Db,
): Promise<{ readonly version?: string; readonly reason?: string }> {
  try {
    return { version: await location.native.loadVec(db, location.vectorExtension) };
  } catch (error) {
    location.log.warn(`sqlite-vec cannot be loaded: ${messageOf(error)}`);
    return {
      reason: `sqlite-vec cannot be loaded (${messageOf(error)}): vectors are compared without it, which takes longer in large indexes.`,
    };
  }
}

async function inMemory(
  location: IndexLocation,
  cause: string,
  { counts, rebuilt }: Attempt,
  advice = "Check the folder's permissions and free space.",
): Promise<Connection> {
  const reason = `The index is kept in memory only, because ${location.file} cannot be used: ${cause}. ${advice}`;
  tell(location, reason);
  const connection = await openPatiently(location, ':memory:');
  restoreAccessCounts(connection.db, counts);
  return { ...connection, rebuilt, reason: connection.reason ? `${reason} ${connection.reason}` : reason };
}
