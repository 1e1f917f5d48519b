/** The one home of the native modules: nothing else in Memdir imports better-sqlite3 or sqlite-vec. */
import type Database from 'better-sqlite3';

import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';

export type Db = Database.Database;
export type Statement = Database.Statement;

/** How long a statement waits for another process that writes. */
export const BUSY_MS = 10_000;
/** better-sqlite3 needs this version of Node-API; on an older Node loading it ends the process instead of failing. */
const NEEDED_NAPI = 10;

/** Node adds the list of modules that wanted it. */
const firstLine = (error: unknown): string => messageOf(error).split('\n', 1)[0] ?? '';

export interface Native {
  open(file: string, options?: { readonly readonly?: boolean; readonly fileMustExist?: boolean }): Db;
  /** Loads sqlite-vec into a connection and returns its version; throws when it cannot. */
  loadVec(db: Db, extension?: string): Promise<string>;
}

function requireNodeApi(): void {
  const version = Number(process.versions.napi ?? 0);
  if (version >= NEEDED_NAPI) return;
  throw new MemdirError(
    'unavailable',
    t(
      'The search index requires Node 22.14 or newer (Node-API {needed}); this is Node {node} with Node-API {found}. Update Node and try again.',
      { needed: NEEDED_NAPI, node: process.versions.node, found: version },
    ),
  );
}

/** Rejects with `unavailable` when this Node or this platform cannot run SQLite. */
export async function loadNative(): Promise<Native> {
  requireNodeApi();
  try {
    const { default: Sqlite } = await import('better-sqlite3');
    // The binary itself is loaded by the first connection.
    new Sqlite(':memory:').close();
    return {
      open: (file, { readonly = false, fileMustExist = false } = {}) =>
        new Sqlite(file, { timeout: BUSY_MS, readonly, fileMustExist }),
      loadVec,
    };
  } catch (error) {
    throw new MemdirError(
      'unavailable',
      t('SQLite can’t be loaded on {platform}: {reason}. Reinstall Memdir for this platform.', {
        platform: `${process.platform}-${process.arch}`,
        reason: firstLine(error),
      }),
      { cause: error },
    );
  }
}

async function loadVec(db: Db, extension?: string): Promise<string> {
  const path = extension ?? (await import('sqlite-vec')).getLoadablePath();
  db.loadExtension(path);
  return String(db.prepare('select vec_version()').pluck().get());
}

export interface SqliteAvailability {
  readonly ok: boolean;
  /** Versions, or why SQLite cannot be used and what to do. */
  readonly detail: string;
  readonly sqlite?: string;
  /** Absent when only keyword search is possible; `detail` says why. */
  readonly vec?: string;
}

/** Whether the native modules work here; never rejects and touches no file. */
export async function sqliteAvailability(): Promise<SqliteAvailability> {
  let native: Native;
  try {
    native = await loadNative();
  } catch (error) {
    return { ok: false, detail: messageOf(error) };
  }
  const db = native.open(':memory:');
  try {
    const sqlite = String(db.prepare('select sqlite_version()').pluck().get());
    try {
      const vec = await native.loadVec(db);
      return { ok: true, detail: `SQLite ${sqlite}, sqlite-vec ${vec}`, sqlite, vec };
    } catch (error) {
      return { ok: true, detail: `SQLite ${sqlite}; no semantic search: ${messageOf(error)}`, sqlite };
    }
  } finally {
    db.close();
  }
}
