/** Setting a team database up: schema, members, repositories and who may read and write each. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { AddedMember, RepositoryMembers, TeamAdministration, TeamMember } from '../../core/ports/team-store.js';
import { Database, type DatabaseOptions } from './database.js';
import { codeOf } from './errors.js';
import { migrate, SCHEMA_VERSION } from './migrations.js';
import { makePassword, scramVerifier } from './scram.js';
import { checkVersions, serverFacts } from './server-facts.js';
import type { Session } from './session.js';

class PostgresAdministration implements TeamAdministration {
  readonly #database: Database;
  readonly place: string;

  constructor(options: DatabaseOptions) {
    this.#database = new Database(options);
    this.place = this.#database.place;
  }

  init(): Promise<{ readonly before: number; readonly version: number }> {
    return this.#database.raw(
      async (session) => {
        const { server, vector } = await serverFacts(session);
        checkVersions(server, vector);
        const before = await migrate(session);
        checkVersions(server, (await serverFacts(session)).vector);
        return { before, version: SCHEMA_VERSION };
      },
      { as: 'write' },
    );
  }

  addMember(role: string): Promise<AddedMember> {
    checkRole(role);
    return this.#write(async (session) => {
      const [found] = await session.rows<{ login: boolean }>(
        'select rolcanlogin as login from pg_roles where rolname = $1',
        role,
      );
      if (found?.login === false)
        throw new MemdirError('bad-input', t('{role} is a role that can’t log in. Choose another name.', { role }));
      const password = found ? undefined : makePassword();
      if (password !== undefined)
        await session.run(await formatted(session, 'create role %I login password %L', role, scramVerifier(password)));
      await session.run((await formatted(session, 'grant memdir_member to %I', role)) + (await grantor(session)));
      await session.run('insert into memdir.member (role) values ($1) on conflict do nothing', role);
      return { role, ...(password === undefined ? {} : { password }) };
    });
  }

  removeMember(role: string): Promise<void> {
    return this.#write(async (session) => {
      if ((await session.run('delete from memdir.member where role = $1', role)) === 0) throw noMember(role);
      await session.run((await formatted(session, 'revoke memdir_member from %I', role)) + (await grantor(session)));
    });
  }

  members(): Promise<readonly TeamMember[]> {
    return this.#read((session) =>
      session.rows<{ role: string; repositories: TeamMember['repositories'] }>(`
        select member.role, coalesce(json_agg(json_build_object('name', name, 'mayRead', may_read, 'mayWrite', may_write) order by name)
          filter (where name is not null), '[]') as repositories
        from memdir.member left join memdir.repository_access access using (role) left join memdir.repository on id = repository_id
        group by member.role order by member.role`),
    );
  }

  addRepository(name: string): Promise<void> {
    checkName(name);
    return this.#write(async (session) => {
      await session.run('insert into memdir.repository (name) values ($1) on conflict do nothing', name);
    });
  }

  grant(repository: string, role: string, mayWrite: boolean): Promise<void> {
    return this.#write(async (session) => {
      const id = await repositoryId(session, repository);
      if ((await session.rows('select from memdir.member where role = $1', role)).length === 0) throw noMember(role);
      await session.run(
        `insert into memdir.repository_access (repository_id, role, may_read, may_write) values ($1, $2, true, $3)
         on conflict (role, repository_id) do update set may_read = true, may_write = excluded.may_write`,
        id,
        role,
        mayWrite,
      );
    });
  }

  revoke(repository: string, role: string): Promise<void> {
    return this.#write(async (session) => {
      const id = await repositoryId(session, repository);
      await session.run('delete from memdir.repository_access where repository_id = $1 and role = $2', id, role);
    });
  }

  repositories(): Promise<readonly RepositoryMembers[]> {
    return this.#read((session) =>
      session.rows<RepositoryMembers>(`
        select name, count(role)::int as members from memdir.repository
        left join memdir.repository_access on repository_id = id group by id order by name`),
    );
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async #read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#database.use(async (session) => {
      await requireAdministrator(session);
      return work(session);
    });
  }

  async #write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#database.use(
      async (session) => {
        await requireAdministrator(session);
        return work(session).catch((error: unknown) => {
          throw codeOf(error) === '42501' ? noRight() : error;
        });
      },
      { as: 'write' },
    );
  }
}

const noRight = (): MemdirError =>
  new MemdirError(
    'declined',
    t(
      'Your role can’t administer the team database. Log in as a superuser, or as a role that can create roles and is a member of memdir_owner.',
    ),
  );

const noMember = (role: string): MemdirError =>
  new MemdirError('not-found', t('{role} isn’t a member. Add it with: memdir team member add {role}', { role }));

async function requireAdministrator(session: Session): Promise<void> {
  const [row] = await session.rows<{ yes: boolean }>('select memdir.is_administrator() as yes');
  if (!row?.yes) throw noRight();
}

async function repositoryId(session: Session, name: string): Promise<number> {
  const [row] = await session.rows<{ id: number }>('select id from memdir.repository where name = $1', name);
  if (!row)
    throw new MemdirError(
      'not-found',
      t('There is no repository {name}. Add it with: memdir team repository add {name}', { name }),
    );
  return row.id;
}

/** The server quotes names and texts in statements that take no values. */
async function formatted(session: Session, format: string, ...values: readonly string[]): Promise<string> {
  const [row] = await session.rows<{ sql: string }>('select format($1, variadic $2::text[]) as sql', format, [
    ...values,
  ]);
  return row?.sql ?? '';
}

/** Since PostgreSQL 16 a membership is revoked by the role that granted it. That is always memdir_owner, because its members act as this role. */
async function grantor(session: Session): Promise<string> {
  const [row] = await session.rows<{ yes: boolean }>(
    `select current_setting('server_version_num')::int >= 160000 as yes`,
  );
  return row?.yes ? ' granted by memdir_owner' : '';
}

function checkRole(role: string): void {
  if (!/^[a-z_][a-z0-9_.@-]{0,62}$/i.test(role) || /^(?:pg_|memdir_|public$|none$)/i.test(role))
    throw new MemdirError(
      'bad-input',
      t('{role} can’t be the name of a member. Use letters, digits, dots, hyphens and underscores.', { role }),
    );
}

function checkName(name: string): void {
  if (name.trim() !== name || name === '' || name.length > 200 || /\p{Cc}/u.test(name))
    throw new MemdirError(
      'bad-input',
      t('A repository name must have 1 to 200 characters and no spaces at the start or end.'),
    );
}

export const openTeamAdministration = (options: DatabaseOptions): TeamAdministration =>
  new PostgresAdministration(options);
