/** What a background host does by itself: nobody asks for a sync here. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type OpenMemdir, openMemdir } from '../../src/node/compose.js';
import { DEFAULT_SETTINGS } from '../../src/protocol/settings.js';
import { tempFolder } from '../cli/support.js';
import { startPostgres, type TestServer } from '../support/postgres.mjs';
import { type Proxy, startProxy } from '../support/tcp-proxy.mjs';
import { memory } from './clients.mjs';
import { makeTeam, query, type Team } from './team.mjs';

const REPOSITORY = 'shop';
let server: TestServer;
let proxy: Proxy;
let team: Team;
const opened: OpenMemdir[] = [];

beforeAll(async () => {
  server = await startPostgres('log_connections = on\nlog_statement = all\n');
  proxy = await startProxy(server.port);
});
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
  await proxy.close();
  await server.stop();
});
beforeEach(async () => {
  Object.assign(proxy.network, { cut: false });
  team = await makeTeam({ ann: [`+${REPOSITORY}`] }, server.url());
});

interface Window {
  readonly opened: OpenMemdir;
  readonly write: (key: string, text: string) => void;
}

/** An engine that follows its stores, as that of an editor's window does. */
async function window(url: string, trusted = true): Promise<Window> {
  const home = await tempFolder();
  const project = join(home, 'project');
  const folder = join(project, '.claude', 'memory');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'MEMORY.md'), '');
  const engine = await openMemdir({
    distDir: resolve('dist'),
    dataDir: join(home, 'data'),
    scope: { folders: [project], trusted },
    settings: { ...DEFAULT_SETTINGS, 'embedding.provider': 'none', 'team.repository': REPOSITORY },
    env: { HOME: home, MEMDIR_TEAM_URL: url },
    home,
    follow: true,
  });
  opened.push(engine);
  await engine.memdir.follow(() => undefined);
  return { opened: engine, write: (key, text) => writeFileSync(join(folder, key), text) };
}

const rows = async (): Promise<string[]> =>
  (await query<{ key: string }>(team.url, 'select key from memdir.team_file order by key')).map(({ key }) => key);

const through = (url: string, password?: string): string => {
  const changed = new URL(url);
  changed.port = String(proxy.port);
  if (password !== undefined) changed.password = password;
  return changed.href;
};

const PATIENT = { timeout: 60_000, interval: 100 };

describe('a host', () => {
  it('sends a change some time after it, and what waited once the server is in reach again', async () => {
    const ann = await window(through(team.urls.get('ann') ?? ''));
    await expect.poll(rows, PATIENT).toEqual(['MEMORY.md']);
    ann.write('api.md', memory('api', 'Versions are in the path.'));
    await expect.poll(rows, PATIENT).toEqual(['MEMORY.md', 'api.md']);

    proxy.network.cut = true;
    proxy.reset();
    ann.write('queue.md', memory('queue', 'The queue is drained at night.'));
    await expect
      .poll(async () => (await ann.opened.memdir.team.status())[0], PATIENT)
      .toMatchObject({
        offline: true,
        pending: 1,
      });
    proxy.network.cut = false;
    await expect.poll(rows, PATIENT).toEqual(['MEMORY.md', 'api.md', 'queue.md']);
  });

  it('does not knock again with a password that was refused, until there is another one', async () => {
    const url = new URL(team.urls.get('ann') ?? '');
    url.password = '';
    const ann = await window(url.href);
    ann.opened.memdir.team.setPassword(url.href, 'wrong');
    await expect.poll(async () => (await ann.opened.memdir.team.status())[0]?.login, PATIENT).toBe(true);
    const refused = (): number => readFileSync(server.logFile, 'utf8').split('password authentication failed').length;
    const before = refused();
    ann.write('api.md', memory('api', 'Versions are in the path.'));
    ann.write('queue.md', memory('queue', 'The queue is drained at night.'));
    // Longer than the time after which a change is sent.
    await new Promise((done) => setTimeout(done, 5_000));
    expect(refused()).toBe(before);
    ann.opened.memdir.team.setPassword(url.href, new URL(team.urls.get('ann') ?? '').password);
    await expect.poll(rows, PATIENT).toEqual(['MEMORY.md', 'api.md', 'queue.md']);
  });

  it('does not ask the server again for a file whose name is refused', async () => {
    const ann = await window(team.urls.get('ann') ?? '');
    await expect.poll(rows, PATIENT).toEqual(['MEMORY.md']);
    const syncedAt = async (): Promise<unknown> => (await ann.opened.memdir.team.status())[0]?.syncedAt;
    const first = await syncedAt();
    ann.write('con.md', memory('con', 'A console.'));
    await expect.poll(syncedAt, PATIENT).not.toBe(first);
    const asked = (): number => readFileSync(server.logFile, 'utf8').split('execute ').length;
    // The server writes its log a little later.
    await new Promise((done) => setTimeout(done, 1_000));
    const before = asked();
    ann.write('con.md', memory('con', 'Another console.'));
    await new Promise((done) => setTimeout(done, 5_000));
    expect(asked()).toBe(before);
    ann.write('api.md', memory('api', 'Versions are in the path.'));
    await expect.poll(rows, PATIENT).toEqual(['MEMORY.md', 'api.md']);
    expect(asked()).toBeGreaterThan(before);
  });

  it('syncs nothing of a folder that is not trusted', async () => {
    const ann = await window(team.urls.get('ann') ?? '', false);
    ann.write('api.md', memory('api', 'Versions are in the path.'));
    const { folders } = await ann.opened.memdir.team.sync({ pull: true, push: true, asked: true, unattended: true });
    expect(folders).toMatchObject([{ way: 'none' }]);
    expect(await rows()).toEqual([]);
  });
});
