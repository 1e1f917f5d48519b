import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TeamStore } from '../../src/core/ports/team-store.js';
import { openTeamStore } from '../../src/store/postgres/team-files.js';
import { makeTeam, query, quiet, type Team } from './team.mjs';

let team: Team;
let anna: TeamStore;
let ben: TeamStore;
let cleo: TeamStore;
const open = (member: string): TeamStore =>
  openTeamStore({ address: { url: team.urls.get(member) ?? '' }, log: quiet });

beforeAll(async () => {
  team = await makeTeam({ anna: ['+api', '+web'], ben: ['+api'], cleo: ['web'] });
  [anna, ben, cleo] = [open('anna'), open('ben'), open('cleo')] as [TeamStore, TeamStore, TeamStore];
});
afterAll(async () => {
  await Promise.all([anna.close(), ben.close(), cleo.close(), team.administration.close()]);
});

describe('files of a team', () => {
  it('saves, lists and reads, with author, time and hash of the server', async () => {
    const content = '---\nname: Deploys\n---\n\nDeploy from main.\r\nÄÖ 🚀\n';
    const before = Date.now() - 5_000;
    const { saved, conflicts } = await anna.save('api', [{ key: 'notes/deploys.md', content, version: 0 }]);
    expect(conflicts).toEqual([]);
    expect(saved).toEqual([
      {
        key: 'notes/deploys.md',
        hash: createHash('sha256').update(content).digest('hex'),
        version: expect.any(Number) as number,
        author: team.role('anna'),
        updatedMs: expect.any(Number) as number,
      },
    ]);
    expect(saved[0]?.updatedMs).toBeGreaterThan(before);
    expect([...(await ben.heads('api')).values()]).toEqual(saved);
    expect((await ben.read('api', ['notes/deploys.md', 'none.md'])).get('notes/deploys.md')).toEqual({
      ...saved[0],
      content,
      past: [],
    });
  });

  it('tells a version conflict and changes nothing of that file', async () => {
    const [first] = (await anna.save('api', [{ key: 'a.md', content: 'one', version: 0 }])).saved;
    const version = first?.version ?? 0;
    expect(version).toBeGreaterThan(0);
    const { saved, conflicts } = await ben.save('api', [
      { key: 'a.md', content: 'new again', version: 0 },
      { key: 'b.md', content: 'other', version: 0 },
      { key: 'gone.md', content: 'x', version: 3 },
    ]);
    expect(saved.map(({ key }) => key)).toEqual(['b.md']);
    expect(conflicts).toEqual(['a.md', 'gone.md']);
    const [second] = (await ben.save('api', [{ key: 'a.md', content: 'two', version }])).saved;
    expect(second?.author).toBe(team.role('ben'));
    expect(second?.version).toBeGreaterThan(version);
    expect((await anna.save('api', [{ key: 'a.md', content: 'three', version }])).conflicts).toEqual(['a.md']);
    expect((await anna.read('api', ['a.md'])).get('a.md')).toMatchObject({ content: 'two', past: [version] });
  });

  it('lets one of many who save the same version at once win', async () => {
    const [{ version } = { version: 0 }] = (await anna.save('api', [{ key: 'race.md', content: 'start', version: 0 }]))
      .saved;
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        (i % 2 ? anna : ben).save('api', [
          { key: 'race.md', content: `text ${i}`, version },
          { key: `race-${i}.md`, content: `text ${i}`, version: 0 },
        ]),
      ),
    );
    expect(results.filter(({ conflicts }) => conflicts.length === 0)).toHaveLength(1);
    expect((await anna.read('api', ['race.md'])).get('race.md')?.past).toEqual([version]);
  });

  it.each(['', '/a.md', 'a//b.md', '../a.md', 'a/../b.md', 'a\\b.md', 'a\n.md', 'a/', '.', 'a/.'])(
    'refuses the key %j',
    async (key) => {
      await expect(anna.save('api', [{ key, content: 'x', version: 0 }])).rejects.toMatchObject({
        name: 'MemdirError',
      });
    },
  );

  it('refuses null characters and texts over a megabyte', async () => {
    for (const change of [
      { key: 'a\0.md', content: 'x' },
      { key: 'n.md', content: 'x\0' },
      { key: 'n.md', content: 'é'.repeat(600_000) },
    ])
      await expect(anna.save('api', [{ ...change, version: 0 }])).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('shows another repository in no way', async () => {
    await anna.save('web', [{ key: 'secret-plan.md', content: 'x', version: 0 }]);
    const refusal = (name: string): Promise<string> => ben.heads(name).then(() => '', String);
    expect(await refusal('web')).toBe((await refusal('no-such')).replace('no-such', 'web'));
    for (const attempt of [
      () => ben.save('web', [{ key: 'secret-plan.md', content: 'y', version: 0 }]),
      () => ben.read('web', ['secret-plan.md']),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'not-found' });
    for (const change of [
      { key: 'secret-plan.md', content: 'y', version: 1 },
      { key: 'new.md', content: 'y', version: 0 },
    ])
      await expect(cleo.save('web', [change])).rejects.toMatchObject({ code: 'declined' });
    expect((await cleo.heads('web')).size).toBe(1);
  });

  it('ends access at once when a member or its access goes', async () => {
    const dora = await makeTeam({ dora: ['+api'] });
    const store = openTeamStore({ address: { url: dora.urls.get('dora') ?? '' }, log: quiet });
    await store.save('api', [{ key: 'a.md', content: 'x', version: 0 }]);
    await dora.administration.grant('api', dora.role('dora'), false);
    await expect(store.save('api', [{ key: 'b.md', content: 'x', version: 0 }])).rejects.toMatchObject({
      code: 'declined',
    });
    await dora.administration.revoke('api', dora.role('dora'));
    await expect(store.heads('api')).rejects.toMatchObject({ code: 'not-found' });
    await dora.administration.removeMember(dora.role('dora'));
    await expect(store.heads('api')).rejects.toMatchObject({ code: 'declined' });
    // Nor is a new client told that the database is not set up.
    const again = openTeamStore({ address: { url: dora.urls.get('dora') ?? '' }, log: quiet });
    await expect(again.heads('api')).rejects.toThrow('Your role has no right to do this');
    await again.close();
    await store.close();
    await dora.administration.close();
    expect(await query(dora.url, 'select key from memdir.team_file')).toEqual([{ key: 'a.md' }]);
  });
});
