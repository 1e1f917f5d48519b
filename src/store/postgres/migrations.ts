/** The schema of a team database, as numbered migrations: number n brings it from version n - 1 to n. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { codeOf } from './errors.js';
import { INDEX_SCHEMA } from './index-schema.js';
import type { Session } from './session.js';
import { TEAM_SCHEMA } from './team-schema.js';

const MIGRATIONS: readonly string[] = [TEAM_SCHEMA, INDEX_SCHEMA];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** Any number, the same in every version: one client at a time sets a database up. */
const LOCK = 4_984_337_001;

/**
 * Roles of the cluster. memdir_owner has the tables, and its members administer; memdir_member may use the schema; memdir_search has the functions that
 * search, which name the repositories of who asks by themselves, so that the planner may use indexes that row-level security rules out.
 */
const ROLES = ['memdir_owner', 'memdir_member', 'memdir_search'];

/**
 * Creates what is missing, in the caller's transaction, and answers the version it was before.
 * @throws MemdirError when the database was set up by a newer version
 */
export async function migrate(session: Session): Promise<number> {
  await session.rows('select pg_advisory_xact_lock($1)', LOCK);
  for (const role of ROLES) await createRole(session, role);
  // From version 16 on, the right to create roles is none to give away those of others.
  const [given] = await session.rows(
    `select from pg_auth_members where roleid = 'memdir_member'::regrole and member = 'memdir_owner'::regrole and admin_option`,
  );
  if (!given) await session.run('grant memdir_member to memdir_owner with admin option');
  await createExtension(session);
  await session.run(`create schema if not exists memdir authorization memdir_owner`);
  await session.run('set local role memdir_owner');
  await session.run(
    `create table if not exists memdir.migration (number int primary key, applied_at timestamptz not null default now())`,
  );
  const [row] = await session.rows<{ version: number | null }>('select max(number) as version from memdir.migration');
  const before = row?.version ?? 0;
  if (before > SCHEMA_VERSION)
    throw new MemdirError(
      'unavailable',
      t('The team database was set up by a newer Memdir. Update Memdir on this machine.'),
    );
  await session.run('reset role');
  await openVectorSchema(session);
  const [place] = await session.rows<{ name: string }>(
    `select quote_ident(nspname) as name from pg_extension join pg_namespace namespace on namespace.oid = extnamespace where extname = 'vector'`,
  );
  for (let number = before + 1; number <= SCHEMA_VERSION; number++) {
    await session.run((MIGRATIONS[number - 1] ?? '').replaceAll('@vector@', place?.name ?? 'public'));
    await session.run('insert into memdir.migration (number) values ($1)', number);
  }
  await leave(session, 'memdir_search');
  return before;
}

async function createExtension(session: Session): Promise<void> {
  try {
    await session.run('create extension if not exists vector');
  } catch (error) {
    if (codeOf(error) !== '42501') throw error;
    throw new MemdirError(
      'declined',
      t('The team database doesn’t have pgvector yet. A superuser must first run: create extension vector'),
    );
  }
}

/** Providers keep extensions in a schema of their own, which new roles may not use. */
async function openVectorSchema(session: Session): Promise<void> {
  const [closed] = await session.rows<{ name: string; mine: boolean }>(
    `select quote_ident(nspname) as name, has_schema_privilege(namespace.oid, 'usage with grant option') as mine
     from pg_extension join pg_namespace namespace on namespace.oid = extnamespace
     where extname = 'vector' and not (select bool_and(has_schema_privilege(role, namespace.oid, 'usage')) from unnest($1::name[]) role)`,
    ROLES,
  );
  if (!closed) return;
  const { name, mine } = closed;
  if (mine) await session.run(`grant usage on schema ${name} to ${ROLES.join(', ')}`);
  else
    throw new MemdirError(
      'declined',
      t(
        'pgvector is in the schema {name}, which other roles can’t use. Its owner must first run: grant usage on schema {name} to public',
        { name },
      ),
    );
}

/** Also makes who sets the database up a member, as far as it is none. */
async function createRole(session: Session, role: string): Promise<void> {
  const [found] = await session.rows('select from pg_roles where rolname = $1', role);
  // Another database of the same cluster may be set up at the same time: the lock is one of each database.
  if (!found)
    await session.run(
      `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
    );
  if (role === 'memdir_member') return;
  const [member] = await session.rows(`select from pg_roles where rolname = current_user and not rolsuper`);
  if (member) await session.run(`grant ${role} to current_user`);
}

/** Its members see all rows: it has none once the functions are made. */
async function leave(session: Session, role: string): Promise<void> {
  const [member] = await session.rows(`select from pg_roles where rolname = current_user and not rolsuper`);
  if (member) await session.run(`revoke ${role} from current_user`);
}
