/** Clients that die, a server that restarts, and a network that fails while a team syncs. */
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TeamReport } from '../../src/core/results.js';
import { startPostgres, type TestServer } from '../support/postgres.mjs';
import { type Proxy, startProxy } from '../support/tcp-proxy.mjs';
import { type Client, client, memory, names, REPOSITORY } from './clients.mjs';
import { makeTeam, query, type Team } from './team.mjs';

let server: TestServer;
let proxy: Proxy;
let team: Team;

beforeAll(async () => {
  // What a server says that it has, it has after a crash too.
  server = await startPostgres('synchronous_commit = on\n');
  proxy = await startProxy(server.port);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
});

/** The address of a member through the network that can fail. */
const through = (member: string): string => {
  const url = new URL(team.urls.get(member) ?? '');
  url.port = String(proxy.port);
  return url.href;
};

let [ann, ben]: Client[] = [];

beforeEach(async () => {
  Object.assign(proxy.network, { delayMs: 0, cut: false, deafAfter: [], halveAfter: -1 });
  team = await makeTeam({ ann: [`+${REPOSITORY}`], ben: [`+${REPOSITORY}`] }, server.url());
  [ann, ben] = [await client(through('ann')), await client(team.urls.get('ben') ?? '')];
});

const rows = async (): Promise<string[]> =>
  (await query<{ key: string }>(team.url, 'select key from memdir.team_file order by key')).map(({ key }) => key);

const a = (): Client => ann as Client;
const b = (): Client => ben as Client;

async function writeMany(who: Client, count: number, size = 200): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, at) => `note-${String(at).padStart(4, '0')}.md`);
  for (const [at, key] of keys.entries())
    await who.write(key, memory(key.slice(0, -3), `Fact number ${at}. ${'word '.repeat(size / 5)}`));
  return keys;
}

/** Everything is there once, on the server and on both machines. */
async function expectAll(keys: readonly string[]): Promise<void> {
  await a().report('sync');
  await b().report('sync');
  expect(await rows()).toEqual([...keys].sort());
  expect(await a().keys()).toEqual([...keys].sort());
  expect(await b().keys()).toEqual([...keys].sort());
  for (const key of keys) expect(await b().read(key)).toBe(await a().read(key));
}

describe('a network that fails', () => {
  it('leaves what is to be sent waiting, also in a new process, and sends it later', async () => {
    proxy.network.cut = true;
    await a().write('api.md', memory('api', 'Waits for the network.'));
    const offline = await a().report('sync');
    expect(offline).toMatchObject({ pushed: [], folders: [{ offline: true, refused: false, pending: 1 }] });
    const { code, stdout } = await a().start(['team', 'status', '--json']);
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as TeamReport).folders).toMatchObject([{ offline: true, pending: 1 }]);
    proxy.network.cut = false;
    expect(names((await a().report('sync')).pushed)).toEqual(['api.md']);
    await expectAll(['api.md']);
  });

  it('sends once what the server took although the answer was lost', async () => {
    const keys = await writeMany(a(), 30);
    proxy.network.deafAfter = ['insert into memdir.team_file', 'commit'];
    const lost = await a().report('sync');
    expect(lost.folders).toMatchObject([{ offline: true }]);
    expect(lost.pushed).toEqual([]);
    expect(await rows()).toHaveLength(30);
    proxy.network.deafAfter = [];
    const again = await a().report('sync');
    expect(again).toMatchObject({ pushed: [], conflicts: [], blocked: [], folders: [{ offline: false, pending: 0 }] });
    expect(await query(team.url, "select 1 from memdir.team_file where past <> '{}'")).toEqual([]);
    await expectAll(keys);
  });

  it('takes no half of an answer', async () => {
    const keys = await writeMany(b(), 60, 2_000);
    await b().report('sync');
    proxy.network.halveAfter = 60_000;
    const half = await a().report('sync');
    expect(half.folders).toMatchObject([{ offline: true }]);
    for (const key of await a().keys()) expect(await a().read(key)).toBe(await b().read(key));
    proxy.network.halveAfter = -1;
    await expectAll(keys);
  });

  it('only takes longer where it is slow', async () => {
    proxy.network.delayMs = 60;
    const keys = await writeMany(a(), 5);
    expect((await a().report('sync')).pushed).toHaveLength(5);
    await expectAll(keys);
  });
});

describe('a server that restarts', () => {
  it('loses nothing that was sent, and gets what was not', async () => {
    const keys = await writeMany(a(), 20);
    await a().report('sync');
    await a().write('late.md', memory('late', 'Written while it was down.'));
    const restarting = server.restart();
    const during = await a().report('sync');
    await restarting;
    expect(during.pushed.length + (during.folders[0]?.pending ?? 0)).toBe(1);
    await expectAll([...keys, 'late.md']);
  });
});

describe('a server that is restored from a backup', () => {
  it('gets the last text of a memory again, whoever comes first, and lays nothing beside it', async () => {
    const write = async (text: string): Promise<void> => {
      await a().write('api.md', memory('api', text));
      expect((await a().report('sync')).pushed).toHaveLength(1);
    };
    await write('First.');
    await query(team.url, 'create table public.backup as table memdir.team_file');
    await write('Second.');
    await b().report('sync');
    await write('Third.');
    await query(
      team.url,
      `set session_replication_role = replica; delete from memdir.team_file;
       insert into memdir.team_file select * from public.backup`,
    );
    expect(names((await b().report('status')).pushed)).toEqual(['api.md']);
    for (const who of [b(), a(), b()]) expect(await who.report('sync')).toMatchObject({ conflicts: [], blocked: [] });
    for (const who of [a(), b()]) {
      expect(await who.keys()).toEqual(['api.md']);
      expect(await who.read('api.md')).toContain('Third.');
    }
  });

  it('gets what was written since again, whatever others wrote there first', async () => {
    const entry = (name: string): string => `- [${name}](${name}.md) — about ${name}\n`;
    await a().write('MEMORY.md', entry('api'));
    await a().write('api.md', memory('api', 'First.'));
    await a().report('sync');
    await b().report('sync');
    await query(team.url, 'create table public.backup as table memdir.team_file');
    await a().write('MEMORY.md', entry('api') + entry('queues'));
    await a().write('api.md', memory('api', 'Second, by Ann.'));
    expect((await a().report('sync')).pushed).toHaveLength(2);
    await query(
      team.url,
      `set session_replication_role = replica; delete from memdir.team_file;
       insert into memdir.team_file select * from public.backup`,
    );
    for (const name of ['caches', 'mails']) {
      await b().write('MEMORY.md', ((await b().read('MEMORY.md')) ?? '') + entry(name));
      await b().write('api.md', memory('api', `By Ben, with ${name}.`));
      expect((await b().report('sync')).pushed).toHaveLength(2);
    }
    const { conflicts } = await a().report('sync');
    expect(conflicts.map(({ path }) => names([path])[0])).toEqual(['api.md']);
    expect(await a().read(names([conflicts[0]?.kept ?? ''])[0] ?? '')).toContain('Second, by Ann.');
    await b().report('sync');
    for (const name of ['api', 'queues', 'caches', 'mails'])
      for (const who of [a(), b()]) expect(await who.read('MEMORY.md')).toContain(entry(name));
  });
});

describe('a client that is killed', () => {
  it.each([
    ['before anything was saved', 0],
    ['when a part was saved', 100],
  ])('in the middle of a push, %s, loses and doubles nothing', async (_, saved) => {
    const keys = await writeMany(a(), 250, 1_000);
    // Slow enough for the process to be killed in between.
    Object.assign(proxy.network, { delayMs: 50 });
    const child = spawn(process.execPath, [resolve('dist/cli.js'), 'team', 'sync'], { cwd: a().cwd, env: a().env });
    const ended = new Promise((done) => child.once('exit', done));
    const isThere = async (): Promise<boolean> =>
      saved === 0 ? (await openConnections()) > 0 : (await rows()).length >= saved;
    await expect.poll(isThere, { timeout: 60_000, interval: 5 }).toBe(true);
    child.kill('SIGKILL');
    await ended;
    Object.assign(proxy.network, { delayMs: 0 });
    const kept = (await a().keys()).filter((key) => !key.endsWith('.part'));
    expect(kept).toEqual(keys);
    await expectAll(keys);
    expect(await query(team.url, "select 1 from memdir.team_file where past <> '{}'")).toEqual([]);
  });

  it('in the middle of a pull loses neither what was there nor what comes', async () => {
    const keys = await writeMany(b(), 250, 1_000);
    await b().report('sync');
    await a().write('note-0249.md', memory('note-0249', 'Mine, written before.'));
    const child = spawn(process.execPath, [resolve('dist/cli.js'), 'team', 'sync'], { cwd: a().cwd, env: a().env });
    const ended = new Promise((done) => child.once('exit', done));
    await expect.poll(async () => (await a().keys()).length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(40);
    child.kill('SIGKILL');
    await ended;
    await a().report('sync');
    const there = (await a().keys()).filter((key) => !key.includes('.team-conflict-'));
    expect(there).toEqual(keys);
    const copies = (await a().keys()).filter((key) => key.includes('.team-conflict-'));
    expect(copies).toHaveLength(1);
    expect(await a().read(copies[0] ?? '')).toContain('Mine, written before.');
    expect(await rows()).toEqual(keys);
  });

  async function openConnections(): Promise<number> {
    const [row] = await query<{ n: string }>(
      team.url,
      "select count(*) as n from pg_stat_activity where application_name = 'memdir' and datname = current_database()",
    );
    return Number(row?.n);
  }
});

describe('clocks that differ', () => {
  it.each([
    ['two days behind', -2],
    ['two days ahead', 2],
  ])('by machines %s decide nothing', async (_, days) => {
    const shift = join(a().home, 'shift.mjs');
    await writeFile(
      shift,
      `const now = Date.now; Date.now = () => now() + ${days * 86_400_000};
       globalThis.Date = class extends Date { constructor(...given) { given.length === 0 ? super(Date.now()) : super(...given); } };`,
    );
    const skewed = { NODE_OPTIONS: `--import ${shift}` };
    const sync = async (): Promise<TeamReport> =>
      JSON.parse((await a().start(['team', 'sync', '--json'], '', skewed)).stdout) as TeamReport;
    await a().write('api.md', memory('api', 'First, by Ann.'));
    expect((await sync()).pushed).toHaveLength(1);
    await b().report('sync');
    await b().write('api.md', memory('api', 'Second, by Ben.'));
    await b().report('sync');
    expect(names((await sync()).pulled)).toEqual(['api.md']);
    expect(await a().read('api.md')).toContain('Second, by Ben.');
    await a().write('api.md', memory('api', 'Third, by Ann.'));
    expect(names((await sync()).pushed)).toEqual(['api.md']);
    await b().report('sync');
    expect(await b().read('api.md')).toContain('Third, by Ann.');
  });
});

describe('a login that is refused', () => {
  it('is said as such, also where the answer takes long, and is over once the password is right', async () => {
    proxy.network.delayMs = 30;
    const right = a().env.MEMDIR_TEAM_URL ?? '';
    const wrong = new URL(right);
    wrong.password = 'wrong';
    a().env.MEMDIR_TEAM_URL = wrong.href;
    await a().write('api.md', memory('api', 'Waits for a password.'));
    const { folders } = await a().report('sync');
    expect(folders).toMatchObject([{ refused: true, offline: false, pending: 1 }]);
    expect(folders[0]?.reason).toContain('rejected the user name or password');
    expect(folders[0]?.reason).not.toContain('wrong');
    a().env.MEMDIR_TEAM_URL = right;
    expect((await a().report('sync')).pushed).toHaveLength(1);
  });

  it('takes no password from settings, and repeats it nowhere', async () => {
    const settings = join(a().home, 'data', 'settings.json');
    const before = await readFile(settings, 'utf8');
    delete a().env.MEMDIR_TEAM_URL;
    await writeFile(
      settings,
      JSON.stringify({ 'embedding.provider': 'none', 'team.url': 'postgresql://ann:hunter2@127.0.0.1/x' }),
    );
    const { code, stderr, stdout } = await a().team('sync');
    expect(code).toBe(2);
    expect(stderr).toContain('contains a password, so it isn’t used. Remove the password from the setting.');
    expect(
      stderr + stdout + (await readFile(join(a().home, 'data', 'memdir.log'), 'utf8').catch(() => '')),
    ).not.toContain('hunter2');
    await writeFile(settings, before);
  });
});
