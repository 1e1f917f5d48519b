import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import type { MemorySummary, RevokeResult, SearchResult, SharePlan, ShareResult } from '../../src/core/results.js';
import { type Client, client, memory, names, REPOSITORY } from './clients.mjs';
import { makeTeam, type Team } from './team.mjs';

let team: Team;
let ann: Client;
let ben: Client;

beforeAll(async () => {
  team = await makeTeam({ ann: [`+${REPOSITORY}`], ben: [`+${REPOSITORY}`] });
  [ann, ben] = await Promise.all([client(team.urls.get('ann') ?? ''), client(team.urls.get('ben') ?? '')]);
});

const own = (name: string, text: string): Promise<void> => writeFile(join(ann.store, `${name}.md`), text);

describe('memdir team share', () => {
  it('shows what the others would get, writes nothing, then shares it without what is personal', async () => {
    await own(
      'MEMORY',
      '- [ports](ports.md) — which service listens where\n- [habits](habits.md) — how reviews go\n- [me](me.md) — who I am\n',
    );
    await own(
      'ports',
      `---\nname: ports\ndescription: Which service listens where\nmetadata:\n  node_type: memory\n  type: reference\n  originSessionId: 0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d\n---\n\nThe queue listens on port 5672. The configuration is in /home/ann/shop/queue.yaml. Found in session 0a1b2c3d, see ~/.claude/projects/-home-ann-shop/0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d.jsonl. Questions go to ann.miller@gmail.com.\n`,
    );
    const plan = await ann.json<SharePlan & { status: string }>('team', 'share', 'ports', '--dry-run');
    expect(plan).toMatchObject({ status: 'planned', scope: 'free', way: 'server' });
    expect(plan.shared?.text).toContain('The queue listens on port 5672.');
    expect(plan.shared?.text).not.toMatch(/originSessionId|0a1b2c3d|home.ann|ann\.miller/);
    expect(plan.shared?.text).toContain('author:');
    expect(await ann.keys()).toEqual([]);

    const result = await ann.json<ShareResult>('team', 'share', 'ports', '--yes');
    expect(result.status).toBe('shared');
    expect(names(result.sync?.pushed ?? []).sort()).toEqual(['MEMORY.md', 'ports.md']);
    expect(await ann.read('MEMORY.md')).toContain('(ports.md)');
    // It is found once: the original is forgotten, and can be restored.
    expect(await readFile(join(ann.store, 'ports.md'), 'utf8')).toContain('deleted_at');
    expect(await readFile(join(ann.store, 'MEMORY.md'), 'utf8')).not.toContain('ports.md');

    await ben.report('pull');
    const found = await ben.json<SearchResult>('search', 'which port does the queue listen on');
    expect(found.hits[0]).toMatchObject({
      name: 'ports',
      level: 'shared',
      team: { author: team.role('ann'), sync: 'synced' },
    });
    const listed = await ben.json<MemorySummary[]>('list');
    expect(listed.find(({ name }) => name === 'ports')?.team).toMatchObject({
      // The login, not what the file says of itself.
      author: team.role('ann'),
      sync: 'synced',
    });
    expect(Date.parse(listed.find(({ name }) => name === 'ports')?.team?.updatedAt ?? '')).toBeGreaterThan(0);
  });

  it('never shares what is about one person, and asks for feedback', async () => {
    await own('me', memory('me', 'Prefers short answers.', 'user'));
    const refused = await ann.team('share', 'me', '--yes');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('about one person and are never shared');

    await own('habits', memory('habits', 'Reviews are done in the morning.', 'feedback'));
    const asked = await ann.team('share', 'habits');
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain('Share it only if it is meant for everyone.');
    expect(await ann.keys()).toEqual(['MEMORY.md', 'ports.md']);
    expect((await ann.json<ShareResult>('team', 'share', 'habits', '--yes')).status).toBe('shared');
  });

  it('refuses a memory with a secret, and names the line alone', async () => {
    const key = `ghp_${'Zx8Kq2Lm9Nb4Vc7Rt1Yw5Ue3Io6Pa0Sd4FgH'.slice(0, 36)}`;
    await own('token', memory('token', `It is ${key}.`));
    const { code, stderr, stdout } = await ann.team('share', 'token', '--yes');
    expect(code).toBe(2);
    expect(stderr).toMatch(/Line 9 contains what looks like a secret/);
    expect(stderr + stdout).not.toContain(key);
  });

  it('does not share what is shared', async () => {
    const { code, stderr } = await ann.team('share', join(ann.folder, 'ports.md'), '--yes');
    expect({ code, shared: stderr.includes('It is already shared with the team.') }).toEqual({ code: 2, shared: true });
  });
});

describe('a shared memory', () => {
  it('is superseded by a teammate for all', async () => {
    await ben.report('sync');
    const { code } = await ben.run('update', join(ben.folder, 'ports.md'), 'The queue listens on port 5671 with TLS.');
    expect(code).toBe(0);
    await ben.report('sync');
    await ann.report('sync');
    const { hits } = await ann.json<SearchResult>('search', 'which port does the queue listen on');
    expect(hits[0]?.snippet).toContain('5671');
    expect(hits[0]?.team).toMatchObject({ author: team.role('ben') });
    expect(hits.some(({ snippet }) => snippet.includes('5672'))).toBe(false);
  });

  it('is revoked by a teammate for all, and its file stays', async () => {
    const [current] = (await ben.keys()).filter((key) => key.startsWith('ports-v'));
    const listing = (await ann.read('MEMORY.md')) ?? '';
    expect(listing).toContain('ports');
    const result = await ben.json<RevokeResult>('team', 'revoke', join(ben.folder, current ?? ''));
    expect(result.status).toBe('revoked');
    await ann.report('sync');
    expect(await ann.read(current ?? '')).toContain('deleted_at');
    expect(await ann.read('MEMORY.md')).not.toContain('ports');
    const { hits } = await ann.json<SearchResult>('search', 'which port does the queue listen on');
    expect(hits.some(({ name }) => name.startsWith('ports'))).toBe(false);
    expect(await ann.report('sync')).toMatchObject({ pulled: [], pushed: [], conflicts: [], blocked: [] });

    // Nor does a machine that does not know any more what it had bring it back.
    await rm(join(ann.home, 'data', 'team'), { recursive: true });
    await ann.write('MEMORY.md', listing);
    expect(await ann.report('sync')).toMatchObject({ pushed: [], conflicts: [], blocked: [] });
    expect(await ann.read('MEMORY.md')).not.toContain('ports');
  });

  it('is not revoked where it is not shared', async () => {
    await own('mine', memory('mine', 'Only here.'));
    const { code, stderr } = await ann.team('revoke', 'mine');
    expect({ code, said: stderr.includes('isn’t shared with a team') }).toEqual({ code: 2, said: true });
  });
});

describe('a team folder in the repository', () => {
  it('is left to git, which needs nothing configured; its conflicts are explained', async () => {
    const gus = await client('');
    delete gus.env.MEMDIR_TEAM_URL;
    const git = (...args: string[]): void =>
      void execFileSync('git', ['-c', 'user.name=Gus', '-c', 'user.email=gus@git.example', ...args], {
        cwd: gus.cwd,
        env: { PATH: process.env.PATH, HOME: gus.home },
        stdio: 'ignore',
      });
    git('init', '-q');
    const folder = join(gus.cwd, '.claude', 'memory');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'MEMORY.md'), '- [api](api.md) — versions\n');
    await writeFile(join(folder, 'api.md'), memory('api', 'Versions are in the path.'));
    git('add', '.');
    git('commit', '-qm', 'Share memory');
    const report = await gus.report('sync');
    expect(report).toMatchObject({
      server: null,
      folders: [{ path: folder, way: 'git', offline: false, refused: false }],
    });

    await mkdir(gus.store, { recursive: true });
    await writeFile(join(gus.store, 'queue.md'), memory('queue', 'The queue is drained at night.'));
    await writeFile(join(gus.store, 'MEMORY.md'), '- [queue](queue.md) — when\n');
    const shared = await gus.json<ShareResult>('team', 'share', 'queue', '--yes');
    expect(shared.path).toBe(join(folder, 'queue.md'));
    expect(await readFile(join(folder, 'MEMORY.md'), 'utf8')).toContain('(queue.md)');

    await writeFile(
      join(folder, 'api.md'),
      memory('api', '<<<<<<< HEAD\nVersions are in the path.\n=======\nVersions are in a header.\n>>>>>>> theirs'),
    );
    const { stdout } = await gus.run('lint', folder, '--json');
    expect(stdout).toContain('"merge-conflict"');
  });

  it('gets nothing of a database without a word', async () => {
    const pat = await client('');
    delete pat.env.MEMDIR_TEAM_URL;
    const { code, stderr } = await pat.team('sync');
    expect({ code, said: stderr.includes('No team database is set.') }).toEqual({ code: 2, said: true });
    expect((await pat.report('status')).server).toBeNull();
  });
});
