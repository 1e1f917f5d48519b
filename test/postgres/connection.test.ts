import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { circumstancesOf, teamAddress } from '../../src/node/team/address.js';
import { hasPassword, targetOf } from '../../src/store/postgres/address.js';
import { Database } from '../../src/store/postgres/database.js';
import { checkVersions } from '../../src/store/postgres/server-facts.js';
import { openTeamStore } from '../../src/store/postgres/team-files.js';
import { startPostgres, type TestServer } from '../support/postgres.mjs';
import { emptyDatabase, makeTeam, quiet, type Team } from './team.mjs';

describe('an address', () => {
  it.each([
    ['postgresql://me@db.example.com/team', 'verified'],
    ['postgresql://me@db.example.com/team?sslmode=require', 'encrypted'],
    ['postgresql://me@db.example.com/team?sslmode=prefer', 'encrypted'],
    ['postgresql://me@db.example.com/team?sslmode=disable', 'plain'],
    ['postgresql://me@127.0.0.1/team', 'plain'],
    ['postgresql://me@[::1]/team', 'plain'],
    ['postgresql://me@127.0.0.1.example.com/team', 'verified'],
    ['postgresql://me@localhost/team?sslmode=verify-full', 'verified'],
    ['postgresql:///team?host=/var/run/postgresql', 'plain'],
  ])('%s is %s', (url, expected) => {
    const { ssl } = targetOf({ url }, {});
    expect(
      ssl === false ? 'plain' : (ssl as { rejectUnauthorized: boolean }).rejectUnauthorized ? 'verified' : 'encrypted',
    ).toBe(expected);
  });

  it.each([
    ['postgresql:///team', 'localhost', 5432],
    ['postgresql://h:80/team', 'h', 80],
    ['postgresql://me@%2Fvar%2Frun/team', '/var/run', 5432],
    [' POSTGRES://me@[::1]:6000/team ', '::1', 6000],
  ])('%s leads to %s', (url, host, port) => {
    expect(targetOf({ url }, {})).toMatchObject({ host, port, database: 'team' });
  });

  it('is completed by the environment and by a service file, and never names a password in a fault', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'memdir-service-'));
    const file = path.join(folder, 'services');
    writeFileSync(
      file,
      '# ours\n[other]\nhost=x\n\n[team]\nhost=db.example.com\nport=6000\ndbname=memory\nuser=anna\npassword=p\n',
    );
    const env = { PGSERVICEFILE: file, PGSERVICE: 'team', PGHOST: 'ignored', PGSSLMODE: 'require' };
    expect(targetOf({ url: '' }, env)).toMatchObject({
      host: 'db.example.com',
      port: 6000,
      database: 'memory',
      user: 'anna',
      password: 'p',
    });
    expect(targetOf({ url: 'postgresql://ben@here/?service=team' }, { PGSERVICEFILE: file })).toMatchObject({
      host: 'here',
      user: 'ben',
      database: 'memory',
    });
    expect(targetOf({ url: 'postgresql://?service=team' }, { PGSERVICEFILE: file })).toMatchObject({ user: 'anna' });
    expect(targetOf({ url: 'postgresql://a@h/d', password: 'kept' }, {}).password).toBe('kept');
    expect(() => targetOf({ url: '' }, { ...env, PGSERVICE: 'none' })).toThrow('[none]');
    for (const url of ['mysql://me:s3cret@x/y', 'postgresql://me:s3cret@x:99999/y', 'postgresql://me:s3cret@%zz/y'])
      expect(() => targetOf({ url }, {})).toThrow(/^(?!.*s3cret).*$/s);
    expect(() => targetOf({ url: 'postgresql://h/d?sslrootcert=/no/such' }, { PGHOST: 'x' })).toThrow('/no/such');
    expect(
      ['postgresql://a:b@h/d', 'postgresql://a@h/d?password=b', 'postgresql://a@h/d', ''].map(hasPassword),
    ).toEqual([true, true, false, false]);
  });
});

describe('a password that was typed', () => {
  const settings = { 'team.url': 'postgresql://ann@one/team' };
  const typed = { url: 'postgresql://ann@one/team', password: 's3cret' };

  it('goes to no other address than the one it was typed for', () => {
    expect(teamAddress({ env: {}, settings, typed })).toMatchObject({ password: 's3cret' });
    expect(teamAddress({ env: {}, settings: { 'team.url': 'postgresql://ann@two/team' }, typed })).toEqual({
      url: 'postgresql://ann@two/team',
    });
    expect(
      teamAddress({ env: { MEMDIR_TEAM_URL: 'postgresql://ann@two/team' }, settings: { 'team.url': '' }, typed }),
    ).toEqual({ url: 'postgresql://ann@two/team' });
    const env = { MEMDIR_TEAM_URL: ' postgresql://ann@one/team ' };
    expect(teamAddress({ env, settings: { 'team.url': '' }, typed })).toMatchObject({ password: 's3cret' });
  });

  it('is not in what is saved of a refusal, neither is one of the environment', () => {
    const env = { PGPASSWORD: 's3cret', MEMDIR_TEAM_URL: 'postgresql://ann:s3cret@one/team' };
    expect(circumstancesOf({ env, settings, typed }, '/no/home', 'api')).toBe(
      circumstancesOf({ env: {}, settings }, '/no/home', 'api'),
    );
  });
});

describe('a fault', () => {
  const fails = async (url: string): Promise<string> => {
    const database = new Database({ address: { url }, log: quiet, connectMs: 5_000 });
    try {
      await database.use((session) => session.rows('select 1'));
      return 'none';
    } catch (error) {
      const shown = [String(error), String((error as Error).cause), JSON.stringify((error as Error).cause)].join(' ');
      for (const secret of ['s3cret', new URL(inject('postgres')).password]) expect(shown).not.toContain(secret);
      return String(error);
    } finally {
      await database.close();
    }
  };
  const at = (change: (url: URL) => void): string => {
    const url = new URL(inject('postgres'));
    change(url);
    return url.href;
  };

  it.each([
    ['a wrong password', (url: URL) => (url.password = 's3cret'), 'rejected the user name or password'],
    ['a user that does not exist', (url: URL) => (url.username = 'no_one'), 'rejected the user name or password'],
    ['no such database', (url: URL) => (url.pathname = '/none'), 'has no database'],
    ['no server', (url: URL) => (url.port = '1'), 'No database answers'],
    ['no such host', (url: URL) => (url.host = 'no-such-host.invalid'), 'can’t be reached'],
    ['no schema', () => undefined, 'isn’t set up for a team'],
    [
      'a server without encryption',
      (url: URL) => url.searchParams.set('sslmode', 'require'),
      'doesn’t offer encryption',
    ],
  ])('is told in words: %s', async (_, change, words) => {
    expect(await fails(at(change))).toContain(words);
  });

  it('is told in words: a server that takes connections and says nothing', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const database = new Database({
      address: { url: `postgresql://me@127.0.0.1:${port}/x` },
      log: quiet,
      connectMs: 200,
    });
    await expect(database.use((session) => session.rows('select 1'))).rejects.toThrow('can’t be reached');
    await database.close();
    silent.close();
  });

  it.each([
    [140_012, null, 'PostgreSQL 14. Memdir needs 15'],
    [150_000, '0.7.4', 'pgvector 0.7.4. Memdir needs 0.8'],
  ])('is told in words: server %s with pgvector %s', (server, vector, words) => {
    expect(() => checkVersions(server, vector)).toThrow(words);
  });

  it.each([
    [150_000, '0.8.0'],
    [170_005, '0.10.1'],
    [160_000, null],
  ])('is none: server %s with pgvector %s', (server, vector) => {
    expect(() => checkVersions(server, vector)).not.toThrow();
  });

  it('of an extension that the server lacks is told in words', async () => {
    const database = new Database({ address: { url: await emptyDatabase() }, log: quiet });
    await expect(
      database.raw((session) => session.rows('create extension "no_such_extension"'), { as: 'write' }),
    ).rejects.toThrow('doesn’t have pgvector');
    await database.close();
  });
});

describe('a connection', () => {
  let server: TestServer;
  let team: Team;
  beforeAll(async () => {
    team = await makeTeam({ anna: ['+api'] });
    server = await startPostgres();
  });
  afterAll(async () => {
    await team.administration.close();
    await server.stop();
  });

  it('cancels a statement when asked to, and is used again', async () => {
    const database = new Database({ address: { url: inject('postgres') }, log: quiet, connections: 1 });
    const controller = new AbortController();
    const started = performance.now();
    const sleeping = database.raw((session) => session.rows('select pg_sleep(60)'), { signal: controller.signal });
    const watching = new Database({ address: { url: inject('postgres') }, log: quiet });
    await expect
      .poll(() =>
        watching.raw((session) =>
          session.rows(`select from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`),
        ),
      )
      .toHaveLength(1);
    controller.abort();
    await expect(sleeping).rejects.toMatchObject({ code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(50_000);
    expect(await database.raw((session) => session.rows('select 7 as n'))).toEqual([{ n: 7 }]);
    await expect(
      database.raw((session) => session.rows('select 1'), { signal: controller.signal }),
    ).rejects.toMatchObject({ code: 'cancelled' });
    await Promise.all([database.close(), watching.close()]);
  });

  it('is checked for all who wait for it, whoever gives up', async () => {
    const store = openTeamStore({ address: { url: team.urls.get('anna') ?? '' }, log: quiet });
    const controller = new AbortController();
    const first = store.heads('api', controller.signal);
    const second = store.heads('api');
    controller.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    expect((await second).size).toBe(0);
    await store.close();
  });

  it('gives a statement up that takes too long', async () => {
    const database = new Database({ address: { url: inject('postgres') }, log: quiet, statementMs: 100 });
    await expect(database.raw((session) => session.rows('select pg_sleep(60)'))).rejects.toThrow('took too long');
    await database.close();
  });

  it('is made again when the server was restarted, also in the middle of reading', async () => {
    const database = new Database({ address: { url: server.url() }, log: quiet });
    expect(await database.raw((session) => session.rows('select 1 as n'))).toEqual([{ n: 1 }]);
    await server.restart();
    expect(await database.raw((session) => session.rows('select 2 as n'))).toEqual([{ n: 2 }]);
    let restarted = false;
    const rows = await database.raw(async (session) => {
      if (!restarted) {
        restarted = true;
        await server.restart();
      }
      return session.rows('select 3 as n');
    });
    expect(rows).toEqual([{ n: 3 }]);
    await database.close();
  });

  it('does not repeat a write that broke in the middle', async () => {
    const database = new Database({ address: { url: server.url() }, log: quiet });
    let tries = 0;
    await expect(
      database.raw(
        async (session) => {
          tries++;
          await server.restart();
          return session.rows('select 1');
        },
        { as: 'write' },
      ),
    ).rejects.toMatchObject({ code: 'unavailable' });
    expect(tries).toBe(1);
    await database.close();
  });

  it('is pooled: more statements at once than connections', async () => {
    const store = openTeamStore({ address: { url: team.urls.get('anna') ?? '' }, log: quiet, connections: 2 });
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, i) => store.save('api', [{ key: `p${i}.md`, content: 'x', version: 0 }])),
    );
    expect(results.every(({ saved }) => saved.length === 1)).toBe(true);
    expect((await store.heads('api')).size).toBe(30);
    await store.close();
  });
});
