/** Whether a server and its database are what this version works with. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { OLDEST_SERVER, OLDEST_VECTOR } from './errors.js';
import { SCHEMA_VERSION } from './migrations.js';
import type { Session } from './session.js';

export interface ServerFacts {
  /** 150018 for 15.18. */
  readonly server: number;
  /** Version of the extension in this database. */
  readonly vector: string | null;
  /** Whether this role may use the schema; null: there is none. */
  readonly usable: boolean | null;
}

export async function serverFacts(session: Session): Promise<ServerFacts> {
  const [facts] = await session.rows<{ server: number; vector: string | null; usable: boolean | null }>(`
    select current_setting('server_version_num')::int as server,
      (select extversion from pg_extension where extname = 'vector') as vector,
      (select has_schema_privilege(oid, 'usage') from pg_namespace where nspname = 'memdir') as usable`);
  return facts ?? { server: 0, vector: null, usable: null };
}

const isOlder = (version: string, than: string): boolean => {
  const [a, b] = [version, than].map((each) => each.split('.').map(Number));
  const at = (b ?? []).findIndex((part, i) => part !== (a?.[i] ?? 0));
  return at >= 0 && (a?.[at] ?? 0) < (b?.[at] ?? 0);
};

/** @param vector null: not installed, which is left to who sets the database up */
export function checkVersions(server: number, vector: string | null): void {
  const major = Math.floor(server / 10_000);
  if (major < OLDEST_SERVER)
    throw new MemdirError(
      'unavailable',
      t('The team database runs PostgreSQL {version}. Memdir needs {oldest} or newer.', {
        version: major,
        oldest: OLDEST_SERVER,
      }),
    );
  if (vector !== null && isOlder(vector, OLDEST_VECTOR))
    throw new MemdirError(
      'unavailable',
      t(
        'The team database has pgvector {version}. Memdir needs {oldest} or newer: install it on the server, then run there: alter extension vector update',
        { version: vector, oldest: OLDEST_VECTOR },
      ),
    );
}

export function checkSchema(version: number): void {
  if (version > SCHEMA_VERSION)
    throw new MemdirError(
      'unavailable',
      t('The team database was set up by a newer Memdir. Update Memdir on this machine.'),
    );
  if (version < SCHEMA_VERSION)
    throw new MemdirError(
      'unavailable',
      t('The team database was set up by an older Memdir. Its administrator must run: memdir team init'),
    );
}
