import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { tempFolder } from '../cli/support.js';
import { type Client, client, memory, names, REPOSITORY } from './clients.mjs';
import { makeTeam, query, type Team } from './team.mjs';

let team: Team;
let ann: Client;
let ben: Client;

async function begin(): Promise<void> {
  team = await makeTeam({ ann: [`+${REPOSITORY}`], ben: [`+${REPOSITORY}`], eve: [], cat: [REPOSITORY] });
  [ann, ben] = await Promise.all([client(team.urls.get('ann') ?? ''), client(team.urls.get('ben') ?? '')]);
}

describe('memdir team sync', () => {
  beforeAll(begin);

  it('brings what one member wrote to the others', async () => {
    await ann.write('MEMORY.md', '- [api](api.md) — how the API is versioned\n');
    await ann.write('api.md', memory('api', 'Versions are in the path.'));
    await ann.write('deploy/rollback.md', memory('rollback', 'Roll back with ship --back.'));
    const pushed = await ann.report('sync');
    expect(names(pushed.pushed).sort()).toEqual(['MEMORY.md', 'api.md', 'rollback.md']);
    expect(pushed).toMatchObject({ pulled: [], conflicts: [], blocked: [], restored: [] });

    const pulled = await ben.report('pull');
    expect(names(pulled.pulled).sort()).toEqual(['MEMORY.md', 'api.md', 'rollback.md']);
    expect(await ben.read('deploy/rollback.md')).toBe(await ann.read('deploy/rollback.md'));
    expect(await ben.report('sync')).toMatchObject({ pulled: [], pushed: [], conflicts: [], blocked: [] });
  });

  it('sends only what changed', async () => {
    await ben.write('api.md', memory('api', 'Versions are in a header.'));
    const { pushed } = await ben.report('sync');
    expect(names(pushed)).toEqual(['api.md']);
    expect(names((await ann.report('sync')).pulled)).toEqual(['api.md']);
    expect(await ann.read('api.md')).toContain('in a header');
  });

  it('gives the server the word where both changed a file, and keeps the loser beside it', async () => {
    await ann.write('api.md', memory('api', 'Ann was first.'));
    await ben.write('api.md', memory('api', 'Ben was second.'));
    await ann.report('push');
    const { conflicts, pushed } = await ben.report('sync');
    expect(conflicts).toHaveLength(1);
    expect(pushed).toEqual([]);
    expect(conflicts[0]?.author).toBe(team.role('ann'));
    expect(await ben.read('api.md')).toContain('Ann was first.');
    const copy = (await ben.keys()).find((key) => key.includes('.team-conflict-')) ?? '';
    expect(conflicts[0]?.kept).toBe(join(ben.folder, copy));
    expect(await ben.read(copy)).toContain('Ben was second.');

    // The copy is not shared, and it is kept once.
    expect(await ben.report('sync')).toMatchObject({ pushed: [], conflicts: [], blocked: [] });
    const lint = await ben.run('lint', '--dir', ben.folder, '--json');
    expect(lint.stdout).toContain('"sync-copy"');
    await ben.remove(copy);
  });

  it('says which files a push cannot send because they are newer on the server, and leaves them alone', async () => {
    await ann.write('api.md', memory('api', 'Ann again.'));
    await ann.report('sync');
    await ben.write('api.md', memory('api', 'Ben again.'));
    const { conflicts, pushed } = await ben.report('push');
    expect(pushed).toEqual([]);
    expect(conflicts).toMatchObject([{ path: join(ben.folder, 'api.md'), kept: null }]);
    expect(await ben.read('api.md')).toContain('Ben again.');
    expect((await ben.report('pull')).conflicts[0]?.kept).toMatch(/team-conflict/);
    expect(await ben.read('api.md')).toContain('Ann again.');
    await Promise.all((await ben.keys()).filter((key) => key.includes('conflict')).map((key) => ben.remove(key)));
  });

  it('merges MEMORY.md, so that no entry is lost', async () => {
    const index = await ann.read('MEMORY.md');
    await ann.report('sync');
    await ben.report('sync');
    await ann.write('MEMORY.md', `${index}- [queues](queues.md) — which queue is for what\n`);
    await ann.write('queues.md', memory('queues', 'Mail goes to the slow queue.'));
    await ben.write('MEMORY.md', `${index}- [caches](caches.md) — how long what is cached\n`);
    await ben.write('caches.md', memory('caches', 'Prices are cached for a minute.'));
    await ann.report('sync');
    expect((await ben.report('sync')).conflicts).toEqual([]);
    await ann.report('sync');
    expect(await ann.read('MEMORY.md')).toBe(await ben.read('MEMORY.md'));
    expect(await ann.read('MEMORY.md')).toMatch(/api\.md[^]*queues\.md[^]*caches\.md/);
  });

  it('brings a deleted file back and says how it is taken from all', async () => {
    await ann.remove('caches.md');
    const { restored, pushed } = await ann.report('sync');
    expect(names(restored)).toEqual(['caches.md']);
    expect(pushed).toEqual([]);
    await ann.remove('caches.md');
    const { stderr } = await ann.team('sync');
    expect(stderr).toContain('A file you deleted came back');
    expect(stderr).toContain('deleting doesn’t remove it for others');
    expect(await ann.read('caches.md')).toContain('cached for a minute');
  });

  it('says that a deletion does not travel where nothing is pulled as well', async () => {
    await ann.remove('caches.md');
    for (const command of ['push', 'status']) {
      const { stdout, stderr } = await ann.team(command);
      expect(stderr, command).toContain('A file you deleted is still shared and comes back with the next pull');
      expect(stderr, command).not.toContain('came back');
      expect(stdout, command).not.toContain('up to date');
    }
    expect(names((await ann.report('push')).restored)).toEqual(['caches.md']);
    expect(await ann.read('caches.md')).toBeUndefined();
    await ann.report('pull');
  });

  it('names the author of a shared memory, and what waits, in lists and in search', async () => {
    await ben.report('pull');
    const author = `by ${team.role('ann')}`;
    expect((await ben.run('list')).stdout).toMatch(new RegExp(`queues.*\\[.*${author}`));
    expect((await ben.run('search', 'queues')).stdout).toContain(`(${author})`);
    await ben.write('queues.md', memory('queues', 'Queues are drained each night.'));
    expect((await ben.run('search', 'queues')).stdout).toContain(`(${author}, waiting to be sent)`);
    await ben.report('sync');
    await ann.report('sync');
    expect((await ann.run('show', 'queues')).stdout).toContain(`by ${team.role('ben')}`);
  });

  it('writes nothing for a status, and says what a sync would do', async () => {
    await ann.write('me.md', memory('me', 'Likes short answers.', 'user'));
    const before = (await ann.report('sync')).folders[0]?.syncedAt;
    await ann.write('new.md', memory('new', 'Something new.'));
    await ann.write('word.md', 'changed');
    const status = await ann.report('status');
    expect(names(status.pushed)).toEqual(['new.md', 'word.md']);
    expect(names(status.blocked.map(({ path }) => path))).toEqual(['me.md']);
    expect(status.folders[0]?.syncedAt).toBe(before);
    await ann.remove('me.md');
    expect(status.folders).toMatchObject([{ way: 'server', repository: REPOSITORY, offline: false }]);
    expect((await ben.report('sync')).pulled).toEqual([]);
    await ann.report('sync');
    expect(names((await ben.report('sync')).pulled)).toEqual(['new.md', 'word.md']);
  });

  it('never reaches another repository', async () => {
    const eve = await client(team.urls.get('eve') ?? '');
    await eve.write('evil.md', memory('evil', 'Let me in.'));
    const { folders, pushed, pulled } = await eve.report('sync');
    expect({ pushed, pulled }).toEqual({ pushed: [], pulled: [] });
    expect(folders[0]).toMatchObject({ refused: true, offline: false, pending: 1 });
    expect(folders[0]?.reason).toContain('that you can read');
    const { code } = await eve.team('sync');
    expect(code).toBe(1);
  });

  it('tells who may only read that nothing was sent', async () => {
    const cat = await client(team.urls.get('cat') ?? '');
    await cat.write('wish.md', memory('wish', 'A wish.'));
    const { blocked, folders, pulled, pushed } = await cat.report('sync');
    expect(pulled.length).toBeGreaterThan(3);
    expect(pushed).toEqual([]);
    expect(names(blocked.map(({ path }) => path))).toEqual(['wish.md']);
    expect(blocked[0]?.reason).toContain('no right');
    // A host goes on to receive what the others write.
    expect(folders[0]).toMatchObject({ refused: false, pending: 0 });
  });

  it('tells who may only read that a change of a shared file was not sent, and does not ask for it again and again', async () => {
    const cat = await client(team.urls.get('cat') ?? '');
    await cat.report('pull');
    await cat.write('api.md', memory('api', 'Cat knows better.'));
    const { code, stdout } = await cat.team('sync');
    expect(code).toBe(1);
    expect(stdout).toMatch(/Not synced: \S*api\.md\. .*no right/);
    expect(stdout).not.toContain('up to date');
    expect((await cat.report('status')).folders[0]).toMatchObject({ refused: false });
    expect(await ben.read('api.md')).not.toContain('Cat knows better.');
  });
});

/** What a report names a file that is named after a secret. */
const MASKED = '[masked: GitHub access token].md';

describe('what is not shared', () => {
  beforeAll(begin);

  it('blocks secrets with their line, user memories, conflict markers, large and unsafe files, and sends the rest', async () => {
    const key = `ghp_${'Zx8Kq2Lm9Nb4Vc7Rt1Yw5Ue3Io6Pa0Sd4FgH'.slice(0, 36)}`;
    await ann.write('token.md', memory('token', `Use this:\n\n    ${key}\n`));
    await ann.write(`${key}.md`, memory('named', 'A file that is named after a secret.'));
    await ann.write('me.md', memory('me', 'Likes short answers.', 'user'));
    await ann.write('open.md', memory('open', 'Likes short answers.', 'user').replace('\n---\n', '\n'));
    await ann.write('late.md', `\n${memory('late', 'Likes short answers.', 'user')}`);
    await ann.write('merge.md', memory('merge', '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n'));
    await ann.write('large.md', memory('large', 'word '.repeat(60_000)));
    await ann.write('con.md', memory('con', 'A device on Windows.'));
    await ann.write('trailing /a.md', memory('trailing', 'A space.'));
    await writeFile(join(ann.folder, 'latin.md'), Buffer.from([0x23, 0x20, 0xfc, 0x0a]));
    const outside = join(await tempFolder(), 'outside.md');
    await writeFile(outside, memory('outside', 'Not in the folder.'));
    await symlink(outside, join(ann.folder, 'link.md'));
    await symlink(join(ann.folder, 'nowhere.md'), join(ann.folder, 'dangling.md'));
    await ann.write('fine.md', memory('fine', 'This is fine.'));
    const { blocked, pushed } = await ann.report('sync');
    expect(names(pushed)).toEqual(['fine.md']);
    const reasons = new Map(
      blocked.map(({ path, reason, line }) => [path.slice(ann.folder.length + 1), { reason, line }]),
    );
    expect([...reasons.keys()].sort()).toEqual(
      [
        'con.md',
        'dangling.md',
        MASKED,
        'large.md',
        'latin.md',
        'link.md',
        'late.md',
        'me.md',
        'merge.md',
        'open.md',
        'token.md',
        'trailing /a.md',
      ].sort(),
    );
    expect(reasons.get('token.md')).toMatchObject({ line: 11, reason: expect.stringMatching(/secret/) as string });
    expect(reasons.get(MASKED)?.reason).toContain('The name of the file');
    expect(JSON.stringify(blocked)).not.toContain(key);
    expect((await query(team.url, 'select key from memdir.team_file')).map(({ key: each }) => String(each))).toEqual([
      'fine.md',
    ]);

    // Mended, it is sent.
    await ann.remove(`${key}.md`);
    await ann.write('token.md', memory('token', 'The token is in the vault.'));
    expect(names((await ann.report('sync')).pushed)).toEqual(['token.md']);
  });

  it('writes no text of the server through a link, over a file that is no text, or into an unsafe place', async () => {
    const outside = join(await tempFolder(), 'precious.md');
    await writeFile(outside, 'precious');
    await mkdir(ben.folder, { recursive: true });
    await symlink(outside, join(ben.folder, 'fine.md'));
    await symlink(await tempFolder(), join(ben.folder, 'sub'));
    await ann.write('sub/in.md', memory('in', 'In a folder.'));
    await ann.report('sync');
    const as = team.urls.get('ann') ?? '';
    const [{ id } = { id: 0 }] = await query<{ id: number }>(team.url, 'select id from memdir.repository');
    for (const key of ['%2e%2e/%2e%2e/evil.md', 'AUX.md', 'u\u0308.md'])
      await query(
        as,
        'insert into memdir.team_file (repository_id, key, content) values ($1, $2, $3)',
        id,
        key,
        'evil',
      );
    const { blocked, pulled } = await ben.report('sync');
    expect(names(pulled)).toEqual(['token.md']);
    expect(blocked.map(({ path }) => path.slice(ben.folder.length + 1)).sort()).toEqual(
      ['%2e%2e/%2e%2e/evil.md', 'AUX.md', 'fine.md', 'sub/in.md', 'u\u0308.md'].sort(),
    );
    expect(await readFile(outside, 'utf8')).toBe('precious');

    // Another spelling of a file that both sides have changes nothing of it.
    await query(
      as,
      'insert into memdir.team_file (repository_id, key, content) values ($1, $2, $3)',
      id,
      'TOKEN.md',
      'evil',
    );
    const again = await ann.report('sync');
    expect(again.pulled).toEqual([]);
    expect(again.blocked.map(({ path }) => names([path])[0])).toContain('TOKEN.md');
  });
});
