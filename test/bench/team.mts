/** How long a sync with a team's database takes on this machine, with a real server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type { TeamReport, TeamRequest } from '../../src/core/results.js';
import { openMemdir } from '../../src/node/compose.js';
import { DEFAULT_SETTINGS } from '../../src/protocol/settings.js';
import { openTeamAdministration } from '../../src/store/postgres/administration.js';
import { startPostgres } from '../support/postgres.mjs';
import { quiet } from './embedder.mjs';
import { ms, quantile, type Row, timed, under } from './measure.mjs';

const REPOSITORY = 'shop';
const SYNC: TeamRequest = { pull: true, push: true, asked: true };

interface Machine {
  readonly folder: string;
  readonly sync: () => Promise<TeamReport>;
  readonly close: () => Promise<void>;
}

/** A member with a home of their own, whose engine stays open as that of an editor does. */
async function machineOf(url: string, home: string): Promise<Machine> {
  const store = path.join(home, 'memory');
  mkdirSync(store, { recursive: true });
  const opened = await openMemdir({
    distDir: path.resolve('dist'),
    dataDir: path.join(home, 'data'),
    scope: { folders: [], directories: [store] },
    settings: { ...DEFAULT_SETTINGS, 'embedding.provider': 'none', 'team.repository': REPOSITORY },
    env: { HOME: home, MEMDIR_TEAM_URL: url },
    home,
  });
  return { folder: path.join(store, 'team'), sync: () => opened.memdir.team.sync(SYNC), close: () => opened.close() };
}

const text = (at: number, more = ''): string =>
  `---\nname: fact-${at}\ndescription: Fact number ${at} of the shop\nmetadata:\n  node_type: memory\n  type: project\n---\n\nThe service ${at} answers on port ${4_000 + at}. ${'It keeps its state in the database. '.repeat(8)}${more}\n`;

export async function teamRows(memories = 1_000): Promise<Row[]> {
  const server = await startPostgres('fsync = on\nsynchronous_commit = on\nfull_page_writes = on\n');
  const root = mkdtempSync(path.join(os.tmpdir(), 'memdir-bench-team-'));
  const machines: Machine[] = [];
  try {
    const administration = openTeamAdministration({ address: { url: server.url() }, log: quiet });
    await administration.init();
    await administration.addRepository(REPOSITORY);
    for (const name of ['ann', 'ben']) {
      const { password = '' } = await administration.addMember(name);
      await administration.grant(REPOSITORY, name, true);
      machines.push(await machineOf(server.urlOf(name, password, 'postgres'), path.join(root, name)));
    }
    await administration.close();
    const [ann, ben] = machines as [Machine, Machine];
    mkdirSync(ann.folder, { recursive: true });
    for (let at = 0; at < memories; at++) writeFileSync(path.join(ann.folder, `fact-${at}.md`), text(at));
    const push = await timed(ann.sync);
    const pull = await timed(ben.sync);
    if (push.result.pushed.length !== memories || pull.result.pulled.length !== memories)
      throw new Error('Not all was synced.');
    const changes: number[] = [];
    for (let round = 0; round < 15; round++) {
      writeFileSync(path.join(ann.folder, `fact-${round}.md`), text(round, `Changed in round ${round}.`));
      const { took, result } = await timed(ann.sync);
      if (result.pushed.length !== 1) throw new Error('The change was not sent.');
      changes.push(took);
    }
    const nothing: number[] = [];
    for (let round = 0; round < 15; round++) nothing.push((await timed(ann.sync)).took);
    const median = (values: number[]): number =>
      quantile(
        values.sort((a, b) => a - b),
        0.5,
      );
    return [
      under(`team: pull of ${memories} memories`, pull.took, 3_000, ms),
      under(`team: push of one change beside ${memories} memories, median of 15`, median(changes), 150, ms),
      { what: `team: first push of ${memories} memories`, value: ms(push.took) },
      { what: `team: sync without a change beside ${memories} memories, median of 15`, value: ms(median(nothing)) },
    ];
  } finally {
    await Promise.all(machines.map(({ close }) => close()));
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  }
}
