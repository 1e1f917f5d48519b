import { readFileSync } from 'node:fs';

import Ajv from 'ajv';
import { beforeAll, describe, expect, inject, it } from 'vitest';

import { schemaFile, schemaName } from '../../scripts/schemas.mjs';
import { openTeamAdministration } from '../../src/store/postgres/administration.js';
import { openPostgresIndex } from '../../src/store/postgres/index/index-store.js';
import { openTeamStore } from '../../src/store/postgres/team-files.js';
import { runInProcess, tempFolder } from '../cli/support.js';
import { hashOf, plane, sample } from '../store/samples.js';
import { emptyDatabase, query, quiet, urlOf } from './team.mjs';

let url: string;
let folder: string;
let role: (name: string) => string;

beforeAll(async () => {
  url = await emptyDatabase();
  folder = await tempFolder();
  role = (name) => `${name}_${new URL(url).pathname.slice(1)}`;
});

const team = async (address: string, ...args: string[]): Promise<{ code: number | null; out: string; err: string }> => {
  const env = { MEMDIR_TEAM_URL: address, MEMDIR_DATA_DIR: folder, HOME: folder };
  const { code, stdout, stderr } = await runInProcess({ args: ['team', ...args], cwd: folder, env });
  return { code, out: stdout.trim(), err: stderr.trim() };
};

describe('memdir team', () => {
  it('sets a database up, from two clients at once, and changes nothing when repeated', async () => {
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => JSON.parse((await team(url, 'init', '--json')).out) as { status: string }),
    );
    expect(statuses.map(({ status }) => status).sort()).toEqual(['created', 'unchanged', 'unchanged']);
    expect((await team(url, 'init')).out).toContain('is already set up');
    const rows = await query(
      url,
      `select relname, relrowsecurity and relforcerowsecurity as secured, pg_get_userbyid(relowner) as owner
       from pg_class where relnamespace = 'memdir'::regnamespace and relkind = 'r' and relname <> 'migration'`,
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect(row, row.relname as string).toMatchObject({ secured: true, owner: 'memdir_owner' });
  });

  it('adds members with a password that is in no log, repositories and access, and takes them away', async () => {
    const added = JSON.parse((await team(url, 'member', 'add', role('anna'), '--json')).out) as { password: string };
    expect(added.password).toHaveLength(32);
    expect(readFileSync(inject('postgresLog'), 'utf8')).toContain(`create role ${role('anna')} login password 'SCRAM`);
    expect(readFileSync(inject('postgresLog'), 'utf8')).not.toContain(added.password);
    expect((await team(url, 'member', 'add', role('anna'))).out).toContain('logs in as before');
    expect((await team(url, 'repository', 'add', 'git@example.com:team/api.git')).code).toBe(0);
    expect((await team(url, 'repository', 'add', 'git@example.com:team/api.git')).code).toBe(0);
    const grant = ['repository', 'grant', 'git@example.com:team/api.git', role('anna')];
    expect((await team(url, ...grant, '--write')).out).toContain('can read and write');
    expect(JSON.parse((await team(url, 'member', 'list', '--json')).out)).toEqual([
      { role: role('anna'), repositories: [{ name: 'git@example.com:team/api.git', mayRead: true, mayWrite: true }] },
    ]);
    expect((await team(url, 'repository', 'list')).out).toBe('git@example.com:team/api.git  1 member');
    const store = openTeamStore({ address: { url: urlOf(url, role('anna'), added.password) }, log: quiet });
    const save = (key: string) => store.save('git@example.com:team/api.git', [{ key, content: 'x', version: 0 }]);
    expect((await save('a.md')).saved).toHaveLength(1);
    expect((await team(url, ...grant)).out).toContain('can read git');
    await expect(save('b.md')).rejects.toMatchObject({ code: 'declined' });
    expect((await store.heads('git@example.com:team/api.git')).size).toBe(1);
    expect((await team(url, 'repository', 'revoke', ...grant.slice(2))).code).toBe(0);
    await expect(store.heads('git@example.com:team/api.git')).rejects.toMatchObject({ code: 'not-found' });
    await store.close();
    expect((await team(url, 'member', 'remove', role('anna'))).out).toContain('no longer has access');
    expect((await team(url, 'member', 'list')).out).toContain('no members');
  });

  it('prints JSON as its schemas say', async () => {
    const ajv = new Ajv({ strict: false });
    for (const [command, ...args] of [
      ['init'],
      ['member add', role('dora')],
      ['repository add', 'docs'],
      ['repository grant', 'docs', role('dora')],
      ['member list'],
      ['repository list'],
      ['repository revoke', 'docs', role('dora')],
      ['member remove', role('dora')],
    ] as [string, ...string[]][]) {
      const { out } = await team(url, ...command.split(' '), ...args, '--json');
      const file = schemaFile(schemaName(`team ${command}`));
      const validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as object);
      validate(JSON.parse(out));
      expect(validate.errors ?? [], command).toEqual([]);
    }
  });

  it.each([
    [['member', 'add', 'pg_monitor'], 'can’t be the name of a member'],
    [['member', 'add', 'a"; drop schema memdir; --'], 'can’t be the name of a member'],
    [['member', 'remove', 'absent_one'], 'isn’t a member'],
    [['repository', 'add', ''], '1 to 200 characters'],
    [['repository', 'grant', 'none', 'absent_one'], 'There is no repository none'],
    [['init', '--url', 'postgresql://me:secret@localhost/x'], 'Put it in PGPASSWORD'],
    [['init', '--url', 'localhost/x'], 'isn’t valid'],
  ])('says what is wrong with %j', async (args, words) => {
    const { code, err } = await team(url, ...args);
    expect(code).toBe(2);
    expect(err).toContain(words);
    expect(err).not.toContain('secret');
  });

  it('lets neither members nor others administer', async () => {
    const { password } = JSON.parse((await team(url, 'member', 'add', role('ben'), '--json')).out) as {
      password: string;
    };
    const ben = urlOf(url, role('ben'), password);
    for (const args of [
      ['init'],
      ['member', 'list'],
      ['member', 'add', role('eve')],
      ['repository', 'add', 'mine'],
      ['repository', 'list'],
    ]) {
      const { code, err } = await team(ben, ...args);
      expect(code, args.join(' ')).toBe(2);
      expect(err).toMatch(/can’t administer|right to do this/);
    }
    expect(await query(url, 'select name from memdir.repository where name = $1', 'mine')).toEqual([]);
  });

  it('can be administered by a role that is no superuser', async () => {
    const other = await emptyDatabase();
    const admin = role('admin');
    await query(other, 'create extension vector');
    await query(other, `create role ${admin} login createrole password 'p'`);
    await query(other, `grant create on database ${new URL(other).pathname.slice(1)} to ${admin}`);
    // Roles that are there belong to who created them, from version 16 on.
    if (
      Number((await query<{ n: string }>(other, `select current_setting('server_version_num') as n`))[0]?.n) >= 160_000
    )
      await query(other, `grant memdir_owner, memdir_member, memdir_search to ${admin} with admin option`);
    const administration = openTeamAdministration({ address: { url: urlOf(other, admin, 'p') }, log: quiet });
    expect((await administration.init()).before).toBe(0);
    expect((await administration.init()).before).toBeGreaterThan(0);
    const { password = '' } = await administration.addMember(role('cleo'));
    await administration.addRepository('api');
    await administration.grant('api', role('cleo'), true);
    const store = openTeamStore({ address: { url: urlOf(other, role('cleo'), password) }, log: quiet });
    expect((await store.save('api', [{ key: 'a.md', content: 'x', version: 0 }])).saved).toHaveLength(1);
    // The owner of the tables sees no content.
    expect(await query(urlOf(other, admin, 'p'), 'select key from memdir.team_file')).toEqual([]);
    await Promise.all([store.close(), administration.close()]);
  });

  it('uses pgvector in a schema that not all may use, or says what its owner has to run', async () => {
    const other = await emptyDatabase();
    await query(other, 'create schema ext');
    await query(other, 'create extension vector schema ext');
    const admin = role('creator');
    await query(other, `create role ${admin} login createrole password 'p'`);
    await query(other, `grant create on database ${new URL(other).pathname.slice(1)} to ${admin}`);
    const { code, err } = await team(urlOf(other, admin, 'p'), 'init');
    expect(code).toBe(2);
    expect(err).toContain('grant usage on schema ext to public');
    expect((await team(other, 'init')).code).toBe(0);
    const { password } = JSON.parse((await team(other, 'member', 'add', role('fay'), '--json')).out) as {
      password: string;
    };
    await team(other, 'repository', 'add', 'api');
    await team(other, 'repository', 'grant', 'api', role('fay'), '--write');
    const index = openPostgresIndex({ address: { url: urlOf(other, role('fay'), password) }, log: quiet });
    const document = sample('api/a.md', 'words');
    await index.apply({ upsert: [document] });
    await index.putVectors('m', [{ hash: hashOf(document.body), vector: plane(0) }]);
    expect(await index.health()).toMatchObject({ documents: 1, vectors: 1 });
    await index.close();
  });

  it('can be administered by another role than the one that set it up, which is no superuser either', async () => {
    const other = await emptyDatabase();
    const second = role('second');
    expect((await team(other, 'init')).code).toBe(0);
    await query(other, `create role ${second} login createrole password 'p'`);
    await query(other, `grant memdir_owner to ${second}`);
    const admin = urlOf(other, second, 'p');
    const added = JSON.parse((await team(admin, 'member', 'add', role('emil'), '--json')).out) as { password: string };
    expect((await team(admin, 'repository', 'add', 'api')).err).toBe('');
    expect((await team(admin, 'repository', 'grant', 'api', role('emil'), '--write')).err).toBe('');
    const store = openTeamStore({ address: { url: urlOf(other, role('emil'), added.password) }, log: quiet });
    expect((await store.save('api', [{ key: 'a.md', content: 'x', version: 0 }])).saved).toHaveLength(1);
    expect(await query(admin, 'select key from memdir.team_file')).toEqual([]);
    // Whoever administers takes back what another one granted.
    expect((await team(other, 'member', 'remove', role('emil'))).code).toBe(0);
    await expect(store.heads('api')).rejects.toMatchObject({ code: 'declined' });
    expect(await query(other, `select from pg_auth_members where member = '${role('emil')}'::regrole`)).toEqual([]);
    await store.close();
  });
});
