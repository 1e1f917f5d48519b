/** Twenty members of a team who write and sync at once, each as a process of its own, while the server is restarted and clients are killed. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { openTeamAdministration } from '../../src/store/postgres/administration.js';
import { random } from '../bench/generate.mjs';
import type { Row } from '../bench/measure.mjs';
import { startPostgres } from '../support/postgres.mjs';
import { openMember, type Written } from '../support/team-member.mjs';
import type { Attack } from './main.mjs';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Every fifth member works on another repository, and every seventh is killed. */
const repositoryOf = (at: number): string => (at % 5 === 4 ? 'other' : 'shop');
const isKilled = (at: number): boolean => at % 7 === 6;

interface Client {
  readonly name: string;
  readonly repository: string;
  readonly home: string;
  readonly url: string;
  /** Undefined for one that was killed. */
  written?: Written | undefined;
}

export async function teamAttack({ long, seed }: Attack): Promise<Row[]> {
  const [count, seconds, restarts] = long ? [20, 60, 5] : [6, 15, 2];
  const next = random(seed);
  // A restart loses what the server said that it has: the writes of the last seconds.
  const server = await startPostgres('synchronous_commit = off\nwal_writer_delay = 2s\n');
  const root = mkdtempSync(path.join(os.tmpdir(), 'memdir-attack-team-'));
  try {
    const clients = await addMembers(server, root, count);
    await rowCount(server.url(), 'checkpoint');
    const runs = clients.map(async (client, at) => {
      const killAtMs = isKilled(at) ? seconds * 1_000 * (0.2 + 0.7 * next()) : undefined;
      client.written = await runClient(client, seconds, killAtMs);
    });
    for (let at = 0; at < restarts; at++) {
      await sleep(((seconds * 1_000) / (restarts + 1)) * (0.5 + next()));
      await server.restart();
    }
    await Promise.all(runs);
    return await rowsOf(clients, server.url(), `${count} clients, ${seconds} s, ${restarts} restarts`);
  } finally {
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

async function addMembers(
  server: Awaited<ReturnType<typeof startPostgres>>,
  root: string,
  count: number,
): Promise<Client[]> {
  const administration = openTeamAdministration({ address: { url: server.url() }, log: quiet });
  await administration.init();
  const clients: Client[] = [];
  for (let at = 0; at < count; at++) {
    const [name, repository] = [`member${at}`, repositoryOf(at)];
    const { password = '' } = await administration.addMember(name);
    await administration.addRepository(repository);
    await administration.grant(repository, name, true);
    clients.push({ name, repository, home: path.join(root, name), url: server.urlOf(name, password, 'postgres') });
  }
  await administration.close();
  return clients;
}

/** Undefined for one that is killed. */
function runClient(
  { name, home, url, repository }: Client,
  seconds: number,
  killAtMs: number | undefined,
): Promise<Written | undefined> {
  const args = ['--import', 'tsx', 'test/support/team-member.mts', name, home, url, repository, String(seconds)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (data: Buffer) => (printed += data.toString()));
  if (killAtMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAtMs).unref();
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      if (killAtMs !== undefined) done(undefined);
      else if (code === 0) done(JSON.parse(printed) as Written);
      else fail(new Error(`${name} ended with ${code}.`));
    });
  });
}

async function rowsOf(clients: readonly Client[], url: string, what: string): Promise<Row[]> {
  const members = await Promise.all(
    clients.map(({ name, home, url: own, repository }) => openMember(name, home, own, repository)),
  );
  try {
    for (let round = 0; round < 3; round++) for (const member of members) await member.sync();
    const texts = members.map(({ folder }) => textsIn(folder));
    let [missing, different, foreign, unlisted] = [0, 0, 0, 0];
    for (const [at, { name, repository, written }] of clients.entries()) {
      const peers = clients.flatMap((peer, of) => (peer.repository === repository ? [texts[of] as Texts] : []));
      for (const [key, text] of Object.entries(written?.own ?? {}))
        for (const peer of peers) {
          if (peer.get(key) !== text) missing++;
          if (!(peer.get('MEMORY.md') ?? '').includes(`](${key})`)) unlisted++;
        }
      for (const [key, text] of texts[at] as Texts) {
        if (key.includes('.team-conflict-')) continue;
        if (peers.some((peer) => peer.get(key) !== text)) different++;
        const owner = clients.find((client) => key.startsWith(`${client.name}-`));
        if (owner !== undefined && owner.repository !== repository) foreign++;
      }
      if (name === '') throw new Error('A client has no name.');
    }
    const lost = clients.reduce((sum, { written }) => sum + (written?.lost.length ?? 0), 0);
    const kept = clients.reduce((sum, { written }) => sum + (written?.kept ?? 0), 0);
    const syncs = clients.reduce((sum, { written }) => sum + (written?.syncs ?? 0), 0);
    const row = (name: string, found: number): Row => ({
      what: `team: ${name} (${what}, clients killed)`,
      value: String(found),
      target: '0',
      met: found === 0,
    });
    return [
      row('own memories that a teammate does not have as written last', missing),
      row('files that differ between two machines', different),
      row('entries of MEMORY.md that were lost', unlisted),
      row('texts of common memories that were neither sent nor kept', lost),
      row('files of another repository', foreign),
      row('rows that are there twice', await rowCount(url, DOUBLES)),
      { what: `team: syncs, and texts kept beside the server's (${what})`, value: `${syncs}, ${kept}` },
    ];
  } finally {
    await Promise.all(members.map(({ close }) => close()));
  }
}

type Texts = ReadonlyMap<string, string>;

const textsIn = (folder: string): Texts =>
  new Map(
    readdirSync(folder)
      .filter((key) => key.endsWith('.md'))
      .map((key) => [key, readFileSync(path.join(folder, key), 'utf8')]),
  );

const DOUBLES = 'select 1 from memdir.team_file group by repository_id, key having count(*) > 1';

async function rowCount(url: string, sql: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows.length;
}
