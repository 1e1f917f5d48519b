/** Many members who write and sync at once: nothing is lost, nothing is there twice, and no repository gets what is another's. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { tempFolder } from '../cli/support.js';
import { type Member, openMember, type Written } from '../support/team-member.mjs';
import { client, memory, REPOSITORY } from './clients.mjs';
import { makeTeam, query, type Team } from './team.mjs';

const NAMES = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay'];
/** Of them, who works on another repository. */
const OTHERS = ['eve', 'fay'];
const SECONDS = 6;

let team: Team;
let members: Member[];
const repositoryOf = (name: string): string => (OTHERS.includes(name) ? 'other' : REPOSITORY);

beforeAll(async () => {
  team = await makeTeam(Object.fromEntries(NAMES.map((name) => [name, [`+${repositoryOf(name)}`]])));
  members = await Promise.all(
    NAMES.map(async (name) => openMember(name, await tempFolder(), team.urls.get(name) ?? '', repositoryOf(name))),
  );
});
afterAll(() => Promise.all((members ?? []).map(({ close }) => close())));

const textsIn = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((key) => key.endsWith('.md'))
      .map((key) => [key, readFileSync(join(folder, key), 'utf8')]),
  );

describe(`${NAMES.length} members at once`, () => {
  it('lose nothing, double nothing, and see nothing of another repository', async () => {
    const written = new Map<string, Written>(
      await Promise.all(members.map(async (member) => [member.name, await member.work(SECONDS * 1_000)] as const)),
    );
    for (let round = 0; round < 3; round++) for (const member of members) await member.sync();

    for (const member of members) {
      const { own, lost, syncs, faults } = written.get(member.name) as Written;
      expect({ name: member.name, lost, faults, some: syncs > 0 }).toEqual({
        name: member.name,
        lost: [],
        faults: [],
        some: true,
      });
      const mine = textsIn(member.folder);
      const peers = members.filter(({ name }) => repositoryOf(name) === repositoryOf(member.name));
      // What one alone writes is everywhere as written last.
      for (const peer of peers) {
        const theirs = textsIn(peer.folder);
        for (const [key, text] of Object.entries(own)) expect(theirs.get(key)).toBe(text);
        for (const [key, text] of mine) if (!key.includes('.team-conflict-')) expect(theirs.get(key)).toBe(text);
        // Every memory has its entry.
        for (const key of Object.keys(own)) expect(theirs.get('MEMORY.md')).toContain(`](${key})`);
      }
      // Nothing of the other repository.
      const strangers = NAMES.filter((name) => repositoryOf(name) !== repositoryOf(member.name));
      for (const key of mine.keys()) expect(strangers.some((name) => key.startsWith(`${name}-`))).toBe(false);
    }
    expect(
      await query(team.url, 'select key from memdir.team_file group by repository_id, key having count(*) > 1'),
    ).toEqual([]);
  });
});

describe('ten thousand memories', () => {
  it('come to a new machine whole', async () => {
    const big = await makeTeam({ ann: [`+${REPOSITORY}`] });
    const [{ id } = { id: 0 }] = await query<{ id: number }>(big.url, 'select id from memdir.repository');
    await query(
      big.urls.get('ann') ?? '',
      `insert into memdir.team_file (repository_id, key, content)
       select $1, 'note-' || n || '.md', $2 || n || E'.\\n' from generate_series(1, 10000) n`,
      id,
      memory('note', 'Fact number '),
    );
    const ann = await client(big.urls.get('ann') ?? '');
    const { pulled } = await ann.report('pull');
    expect(pulled).toHaveLength(10_000);
    expect(await ann.keys()).toHaveLength(10_000);
    expect(await ann.read('note-7777.md')).toMatch(/7777\.\n$/);
    await ann.write('note-5.md', memory('note', 'Changed.'));
    const { pushed } = await ann.report('sync');
    expect(pushed).toHaveLength(1);
  }, 240_000);
});
