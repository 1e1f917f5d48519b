/** Members, repositories, who may read and write which, and the files of team memory. */

/** Row-level security that counts for the owner too. A policy's question for all repositories of who asks is put once per statement, not per row. */
export const secured = (table: string): string => `
  alter table memdir.${table} enable row level security;
  alter table memdir.${table} force row level security;`;

export const READABLE = 'any((select memdir.readable())::int[])';
/**
 * Whether a row may be read. What costs nothing is looked at first, so that no condition of who asks meets another row: whether one is true somewhere would
 * show in plans and times. The second half is for indexes.
 */
export const visible = (id: string): string =>
  `(select memdir.readable_set())[${id}] is not null and ${id} = ${READABLE}`;
export const WRITABLE = 'any((select memdir.writable())::int[])';

/** Versions of a file that are remembered. Who has an older one is taken for who has one that the server never had. */
const KEPT_VERSIONS = 256;

export const TEAM_SCHEMA = `
  set local role memdir_owner;
  grant usage on schema memdir to memdir_member, memdir_search;
  grant select on memdir.migration to memdir_member;

  -- By chance, not by number: the next number would tell how many others there are.
  create table memdir.repository (
    id int primary key default ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8))::bit(32)::int,
    name text not null check (length(name) between 1 and 200)
  );
  -- A condition on the name itself would find rows in such an index before it is known whether they may be seen; one on a function that may reveal them does not.
  create unique index repository_name on memdir.repository (left(name, 200));
  create table memdir.member (role name primary key, added_at timestamptz not null default now());
  create table memdir.repository_access (
    repository_id int not null references memdir.repository on delete cascade,
    role name not null references memdir.member on delete cascade,
    may_read boolean not null default true, may_write boolean not null default false,
    primary key (role, repository_id), check (may_read or not may_write)
  );

  create function memdir.is_administrator() returns boolean language sql stable
    set search_path = pg_catalog, pg_temp
    as $$ select pg_has_role(session_user, 'memdir_owner', 'member') $$;
  -- By login role: session_user stays the same in functions that run as their owner, and after "set role".
  create function memdir.readable() returns int[] language sql stable security definer
    set search_path = pg_catalog, pg_temp
    as $$ select coalesce(array_agg(repository_id), '{}') from memdir.repository_access where role = session_user and may_read $$;
  create function memdir.writable() returns int[] language sql stable security definer
    set search_path = pg_catalog, pg_temp
    as $$ select coalesce(array_agg(repository_id), '{}') from memdir.repository_access where role = session_user and may_write $$;

  create function memdir.readable_set() returns jsonb language sql stable
    set search_path = pg_catalog, pg_temp
    as $$ select coalesce(jsonb_object_agg(id::text, true), '{}') from unnest(memdir.readable()) id $$;

  ${['repository', 'member', 'repository_access'].map(secured).join('')}
  create policy seen on memdir.repository for select using (${visible('id')});
  grant select on memdir.repository to memdir_member;
  create policy seen on memdir.member for select using (role = session_user);
  create policy seen on memdir.repository_access for select using (role = session_user);
  ${['repository', 'member', 'repository_access']
    .map(
      (table) => `
  create policy administered on memdir.${table} to memdir_owner
    using ((select memdir.is_administrator())) with check ((select memdir.is_administrator()));`,
    )
    .join('')}

  -- One row per Markdown file. The server writes author, times, hash and version: no client's clock counts.
  create table memdir.team_file (
    repository_id int not null references memdir.repository on delete cascade,
    -- Relative, parts separated by slashes.
    key text not null check (length(key) between 1 and 1024 and key !~ '[\\x01-\\x1f\\x7f\\\\]|^/|/$|//|(^|/)\\.{1,2}(/|$)'),
    content text not null check (octet_length(content) <= 1048576),
    -- SHA-256 of the content in UTF-8, hexadecimal.
    hash text not null default '',
    -- Microseconds of the server's clock at the write, so that a server that lost writes, or was restored, gives no version a second time.
    version bigint not null default 0,
    -- Versions before this one, the last one first: what tells a text that this one was made from.
    past bigint[] not null default '{}',
    author name not null default session_user,
    updated_at timestamptz not null default now(),
    primary key (repository_id, key)
  );
  create function memdir.stamp_team_file() returns trigger language plpgsql
    set search_path = pg_catalog, pg_temp as $$
  begin
    new.updated_at := clock_timestamp();
    new.author := session_user;
    new.version := (extract(epoch from new.updated_at) * 1000000)::bigint;
    if tg_op = 'UPDATE' then
      new.version := greatest(new.version, old.version + 1);
      new.past := (old.version || old.past)[1:${KEPT_VERSIONS}];
    end if;
    new.hash := encode(sha256(convert_to(new.content, 'UTF8')), 'hex');
    return new;
  end $$;
  create trigger stamp before insert or update on memdir.team_file for each row execute function memdir.stamp_team_file();
  revoke execute on all functions in schema memdir from public;
  grant execute on function memdir.is_administrator, memdir.readable, memdir.readable_set, memdir.writable to memdir_member, memdir_search;
  ${secured('team_file')}
  create policy seen on memdir.team_file for select using (${visible('repository_id')});
  create policy added on memdir.team_file for insert with check (repository_id = ${WRITABLE});
  create policy changed on memdir.team_file for update using (repository_id = ${WRITABLE}) with check (repository_id = ${WRITABLE});
  grant select, insert (repository_id, key, content), update (content) on memdir.team_file to memdir_member;
  reset role;
`;
