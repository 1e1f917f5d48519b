/** The store that a draft is saved in, and what the index of that store allows. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import type { Roots } from '../../src/core/ports/roots.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import { createTranscripts } from '../../src/node/capture/transcripts.js';
import { createDrafts } from '../../src/node/inbox/drafts.js';
import { createRoots } from '../../src/node/stores/roots.js';
import { CACHE, idOf, offered, origin, QUEUE, sentences } from '../support/drafts.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

let bench: Bench;
let memdir: Memdir;
const drafts = () => createDrafts({ dataDir: bench.dir, log: bench.log });
withStore({}, async (opened) => {
  bench = opened;
  memdir = await bench.open({ drafts: drafts() });
});

const ID = idOf(1);
const waiting = async (): Promise<readonly string[]> => (await memdir.inbox.list()).drafts.map(({ id }) => id);
const text = (path: string): Promise<string> => readFile(join(bench.store, path), 'utf8');

describe('an index that is longer than what Claude Code reads', () => {
  const lines = (count: number, more = ''): string =>
    Array.from({ length: count }, (_, at) => `- [Page ${at}](page-${at}.md) — number ${at}${more}\n`).join('');
  it.each([
    ['lines', lines(205), 200, 206],
    ['characters', lines(150, ` ${'x'.repeat(200)}`), /\d+/, 151],
  ])(
    'too many %s: accepting warns that the entry is not loaded and names its line',
    async (_what, index, cut, line) => {
      await bench.write('MEMORY.md', index);
      await memdir.inbox.offer([offered(1, CACHE), offered(2, QUEUE)]);
      const results = await memdir.inbox.decide([ID, idOf(2)], { do: 'accept' });
      const reason = (at: number): RegExp =>
        new RegExp(
          `Claude Code reads it only up to line ${cut instanceof RegExp ? cut.source : cut}\\. The new entry is on line ${at}, so Claude Code won’t know this memory\\. Shorten`,
        );
      expect(results).toMatchObject([
        { status: 'saved', reason: expect.stringMatching(reason(line)) as string },
        { status: 'saved', reason: expect.stringMatching(reason(line + 1)) as string },
      ]);
      expect((await text('MEMORY.md')).startsWith(index)).toBe(true);
      await memdir.inbox.decide([ID], { do: 'undo' });
      // Brought back it is as far down as before.
      expect(await memdir.inbox.decide([ID], { do: 'accept' })).toMatchObject([
        { status: 'saved', reason: expect.stringContaining('won’t know') as string },
      ]);
    },
  );

  it('gives no warning where the entry is loaded', async () => {
    await bench.write('MEMORY.md', lines(199));
    await memdir.inbox.offer([offered(1, CACHE), offered(2, QUEUE)]);
    const [first, second] = await memdir.inbox.decide([ID, idOf(2)], { do: 'accept' });
    expect(first).not.toHaveProperty('reason');
    expect(second).toMatchObject({
      reason: expect.stringContaining('line 200. The new entry is on line 201') as string,
    });
  });
});

describe('shared stores', () => {
  it('a draft goes to the store of its project only: not to its team folder, not into the repository', async () => {
    const project = join(bench.dir, 'project');
    await mkdir(join(project, '.git'), { recursive: true });
    const main = join(bench.dir, 'home', '.claude', 'projects', projectSlug(project), 'memory');
    const shared = [join(main, 'team'), join(project, '.claude', 'memory'), join(project, '.memory')];
    for (const folder of [main, ...shared]) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'MEMORY.md'), '- [Tone](tone.md) — be friendly\n');
      await writeFile(join(folder, 'tone.md'), memoryText({ name: 'tone', body: `Be friendly in ${folder}.` }));
    }
    const local = await bench.open({ drafts: drafts(), scope: { folders: [project], trusted: true } });
    expect(new Set((await local.roots()).map(({ kind }) => kind))).toEqual(new Set(['main', 'team', 'in-repo']));
    await local.inbox.offer([offered(1, CACHE, { type: 'reference', origin: { ...origin, cwd: project } })]);
    const [result] = await local.inbox.decide([ID], { do: 'accept' });
    expect(result).toMatchObject({
      status: 'saved',
      path: expect.stringMatching(/[\\/]memory[\\/][^\\/]+\.md$/) as string,
    });
    expect(result?.path?.startsWith(join(main, '/')) && !result.path.startsWith(shared[0] ?? '')).toBe(true);
    for (const folder of shared)
      expect([(await readdir(folder)).sort(), await readFile(join(folder, 'MEMORY.md'), 'utf8')]).toEqual([
        ['MEMORY.md', 'tone.md'],
        '- [Tone](tone.md) — be friendly\n',
      ]);
    // Chosen by hand, a memory of the team may be what it is merged into.
    await local.inbox.decide([ID], { do: 'undo' });
    expect(await local.inbox.decide([ID], { do: 'merge', into: join(shared[0] ?? '', 'tone.md') })).toMatchObject([
      { status: 'updated', path: join(shared[0] ?? '', 'tone-v2.md') },
    ]);
    await local.inbox.decide([ID], { do: 'undo' });
    expect(await readFile(join(shared[0] ?? '', 'MEMORY.md'), 'utf8')).toBe('- [Tone](tone.md) — be friendly\n');
  });
});

describe('memories of several projects', () => {
  const storeOf = (project: string): string =>
    join(bench.dir, 'home', '.claude', 'projects', projectSlug(project), 'memory');
  const projectsAt = async (...projects: string[]): Promise<void> => {
    for (const project of projects) {
      await mkdir(join(project, '.git'), { recursive: true });
      await mkdir(storeOf(project), { recursive: true });
      await writeFile(join(storeOf(project), 'MEMORY.md'), '- [Tone](tone.md) — be friendly\n');
      await writeFile(
        join(storeOf(project), 'tone.md'),
        memoryText({ name: 'tone', body: `Be friendly in ${project}.` }),
      );
    }
  };
  const openAt = (folder: string, all = false): Promise<Memdir> =>
    bench.open({ drafts: drafts(), scope: { folders: [folder], trusted: true, ...(all ? { all } : {}) } });
  const stateOf = async (project: string): Promise<readonly string[]> => [
    (await readdir(storeOf(project))).sort().join(' '),
    await readFile(join(storeOf(project), 'MEMORY.md'), 'utf8'),
  ];
  const UNTOUCHED = ['MEMORY.md tone.md', '- [Tone](tone.md) — be friendly\n'];

  it.each([{ do: 'accept' }, { do: 'supersede', memory: 'tone' }, { do: 'merge', into: 'tone' }] as const)(
    '$do is undone from a folder of another project without leftovers',
    async (decision) => {
      const [here, there] = [join(bench.dir, 'here'), join(bench.dir, 'there')];
      await projectsAt(here, there);
      const own = await openAt(there);
      await own.inbox.offer([offered(1, CACHE, { origin: { ...origin, cwd: there } })]);
      expect(await own.inbox.decide([ID], decision)).toMatchObject([
        { id: ID, status: expect.stringMatching(/saved|updated/) as string },
      ]);
      const other = await openAt(here);
      expect(await other.inbox.decide([ID], { do: 'undo' })).toEqual([{ id: ID, status: 'reopened' }]);
      expect((await stateOf(there))[1]).toBe(UNTOUCHED[1]);
      expect(await stateOf(here)).toEqual(UNTOUCHED);
      expect((await own.list({})).map(({ name }) => name)).toEqual(['tone']);
      expect(await own.inbox.decide([ID], decision)).toMatchObject([
        { status: expect.stringMatching(/saved|updated/) as string },
      ]);
      expect((await readdir(storeOf(there))).length).toBe(3);
    },
  );

  it('an undo without the directory changes nothing: the draft stays decided, and can be reopened', async () => {
    const here = join(bench.dir, 'here');
    await projectsAt(here);
    await memdir.inbox.offer([offered(1, CACHE)]);
    await memdir.inbox.decide([ID], { do: 'accept' });
    const other = await openAt(here);
    await expect(other.inbox.decide([ID], { do: 'undo' })).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(/isn’t open here.*reopen/) as string,
    });
    expect(await waiting()).toEqual([]);
    expect(await other.inbox.decide([ID], { do: 'reopen' })).toMatchObject([{ status: 'reopened' }]);
  });

  it('a repository inside an opened folder has a store of its own, existing or not; a plain folder does not', async () => {
    const [outer, inner, fresh, plain] = [
      join(bench.dir, 'outer'),
      join(bench.dir, 'outer', 'vendor', 'inner'),
      join(bench.dir, 'outer', 'vendor', 'fresh'),
      join(bench.dir, 'outer', 'vendor'),
    ];
    await projectsAt(outer, inner);
    await mkdir(join(fresh, '.git'), { recursive: true });
    const local = await openAt(outer);
    const seenIn = (cwd: string): Parameters<typeof offered>[2] => ({ origin: { ...origin, cwd } });
    await local.inbox.offer([
      offered(1, CACHE, seenIn(join(inner, 'src'))),
      offered(2, QUEUE, seenIn(fresh)),
      offered(3, 'The search of the wiki leaves out pages without a title.', seenIn(plain)),
    ]);
    const results = await local.inbox.decide([ID, idOf(2), idOf(3)], { do: 'accept' });
    expect(results.map(({ status, path = '' }) => [status, path.slice(0, path.lastIndexOf('/'))])).toEqual(
      [inner, fresh, outer].map((project) => ['saved', storeOf(project)]),
    );
    expect(await readFile(join(storeOf(fresh), 'MEMORY.md'), 'utf8')).toMatch(
      /^- \[.*\]\(.*\.md\) — Workers of the mail queue/m,
    );
    await local.inbox.decide([idOf(3), idOf(2), ID], { do: 'undo' });
    expect([(await stateOf(inner))[1], (await stateOf(outer))[1]]).toEqual([UNTOUCHED[1], UNTOUCHED[1]]);
    // What it is compared with is what it can be merged into.
    expect(await local.inbox.decide([ID], { do: 'accept' })).toMatchObject([
      { status: 'saved', path: results[0]?.path },
    ]);
    await local.inbox.decide([ID], { do: 'undo' });
    expect(await local.inbox.decide([ID], { do: 'merge', into: join(storeOf(inner), 'tone.md') })).toMatchObject([
      { status: 'updated', path: join(storeOf(inner), 'tone-v2.md') },
    ]);
    expect(await local.inbox.decide([ID], { do: 'undo' })).toEqual([{ id: ID, status: 'reopened' }]);
    expect((await stateOf(inner))[1]).toBe(UNTOUCHED[1]);
  });

  it('a worktree of a bare repository inside an opened folder goes to the store named after that repository', async () => {
    const [outer, holder] = [join(bench.dir, 'outer'), join(bench.dir, 'outer', 'shop')];
    await projectsAt(outer);
    const [bare, worktree] = [join(holder, 'shop.git'), join(holder, 'main')];
    await mkdir(join(bare, 'worktrees', 'main'), { recursive: true });
    await writeFile(join(bare, 'worktrees', 'main', 'commondir'), '../..\n');
    await writeFile(join(bare, 'worktrees', 'main', 'gitdir'), `${join(worktree, '.git')}\n`);
    await mkdir(join(worktree, 'src'), { recursive: true });
    await writeFile(join(worktree, '.git'), `gitdir: ${join(bare, 'worktrees', 'main')}\n`);
    const local = await openAt(outer);
    await local.inbox.offer([
      offered(1, CACHE, { origin: { ...origin, cwd: join(worktree, 'src') } }),
      offered(2, QUEUE, { origin: { ...origin, cwd: holder } }),
    ]);
    const results = await local.inbox.decide([ID], { do: 'accept' });
    expect(results.map(({ path = '' }) => path.slice(0, path.lastIndexOf('/')))).toEqual([storeOf(bare)]);
  });

  /** Where accepted drafts of two sessions that ran in `cwd` are saved: the first began in `opened`, the second is unknown there. */
  async function storesOfTwoSessions({ opened, cwd }: { opened: string; cwd: string }): Promise<string[]> {
    const local = await bench.open({
      drafts: drafts(),
      transcripts: createTranscripts({ dataDir: bench.dir, log: bench.log }),
      scope: { folders: [opened], trusted: true },
    });
    await local.inbox.offer([
      offered(1, CACHE, { origin: { ...origin, session: 'a1b2', cwd } }),
      offered(2, QUEUE, { origin: { ...origin, session: 'c3d4', cwd } }),
    ]);
    const results = await local.inbox.decide([ID, idOf(2)], { do: 'accept' });
    return results.map(({ path = '' }) => path.slice(0, path.lastIndexOf('/')));
  }

  it('a session that changed into a repository without a store uses the store of the opened folder', async () => {
    const [outer, fresh] = [join(bench.dir, 'outer'), join(bench.dir, 'outer', 'vendor', 'fresh')];
    await projectsAt(outer);
    await mkdir(join(fresh, '.git'), { recursive: true });
    await writeFile(join(storeOf(outer), '..', 'a1b2.jsonl'), '{"type":"user"}\n');
    expect(await storesOfTwoSessions({ opened: outer, cwd: fresh })).toEqual([storeOf(outer), storeOf(fresh)]);
  });

  it('a session of an opened subfolder of a repository uses the store of its folder', async () => {
    const [outer, opened, fresh] = [
      join(bench.dir, 'outer'),
      join(bench.dir, 'outer', 'web'),
      join(bench.dir, 'outer', 'web', 'vendor', 'fresh'),
    ];
    await projectsAt(outer);
    await mkdir(join(fresh, '.git'), { recursive: true });
    const sessions = join(storeOf(opened), '..');
    await mkdir(sessions, { recursive: true });
    await writeFile(join(sessions, 'a1b2.jsonl'), '{"type":"user"}\n');
    expect(await storesOfTwoSessions({ opened, cwd: fresh })).toEqual([storeOf(outer), storeOf(fresh)]);
  });

  it('the store of many sessions of one folder is looked up once', async () => {
    const outer = join(bench.dir, 'outer');
    await projectsAt(outer);
    const real = createRoots({ env: {}, home: join(bench.dir, 'home'), platform: process.platform, log: bench.log });
    let looked = 0;
    const roots: Roots = {
      ...real,
      find: (scope) => {
        looked++;
        return real.find(scope);
      },
    };
    const local = await bench.open({ drafts: drafts(), roots, scope: { folders: [outer], trusted: true } });
    const looks = async (count: number): Promise<number> => {
      const all = sentences(count).map((body, at) =>
        offered(at + 1, body, { origin: { ...origin, session: `session-${at}`, cwd: join(outer, 'src') } }),
      );
      await local.inbox.offer(all);
      looked = 0;
      expect((await local.inbox.list()).drafts).toHaveLength(count);
      return looked;
    };
    expect(await looks(2)).toBe(await looks(20));
  });

  it('with memory switched off, drafts are made and show related memories; accepting is rejected with a reason', async () => {
    const here = join(bench.dir, 'here');
    await projectsAt(here);
    await writeFile(
      join(storeOf(here), 'pool.md'),
      memoryText({ name: 'pool', body: 'The connection pool of the shop holds 20 connections.' }),
    );
    await writeFile(join(bench.dir, 'home', '.claude', 'settings.json'), '{ "autoMemoryEnabled": false }');
    const local = await openAt(here);
    expect(
      await local.inbox.offer(
        [offered(1, 'The connection pool of the shop holds 50 connections.', { origin: { ...origin, cwd: here } })],
        { autoAccept: ['failure'] },
      ),
    ).toMatchObject([{ id: ID, status: 'waiting' }]);
    expect((await local.inbox.list()).drafts).toMatchObject([
      { id: ID, related: [{ name: 'pool', contradicts: true }] },
    ]);
    await expect(local.inbox.decide([ID], { do: 'accept' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Claude Code doesn’t use it') as string,
    });
    expect(await stateOf(here)).toEqual(['MEMORY.md pool.md tone.md', UNTOUCHED[1]]);
  });

  it('accepting a duplicate names the file with the fact', async () => {
    const file = join(bench.store, 'gallery.md');
    await memdir.inbox.offer([offered(1, CACHE), offered(2, QUEUE)]);
    await bench.write('gallery.md', memoryText({ name: 'gallery', body: CACHE }));
    expect(await memdir.inbox.decide([ID], { do: 'accept' })).toMatchObject([{ status: 'duplicate', path: file }]);
    await bench.write('gallery.md', memoryText({ name: 'gallery', body: `${CACHE}\n\n${QUEUE}` }));
    expect(await memdir.inbox.decide([idOf(2)], { do: 'merge', into: 'gallery' })).toMatchObject([
      { status: 'duplicate', path: file },
    ]);
  });
});

describe('a draft edited by hand', () => {
  const edited = async (change: (text: string) => string): Promise<void> => {
    const file = join(bench.dir, 'inbox', `${ID}.md`);
    await memdir.inbox.offer([offered(1, CACHE)]);
    await writeFile(file, change(await readFile(file, 'utf8')));
  };
  it.each<[string, (text: string) => string]>([
    ['CRLF and BOM', (draft) => `\uFEFF${draft.replaceAll('\n', '\r\n')}`],
    ['a name that leads elsewhere', (draft) => draft.replace(/^name: .*/m, 'name: ../../../etc/passwd')],
    ['a name of a thousand characters', (draft) => draft.replace(/^name: .*/m, `name: ${'very '.repeat(200)}`)],
    ['the name of the index', (draft) => draft.replace(/^name: .*/m, 'name: MEMORY')],
    ['a description of several lines', (draft) => draft.replace(/^description: .*/m, 'description: |\n  one\n  two')],
    ['a type there is not', (draft) => draft.replace(/^type: .*/m, 'type: zebra crossing')],
    ['an update of nothing', (draft) => draft.replace(/^metadata:/m, 'metadata:\n  updates: nowhere/gone.md')],
    ['front matter in its text', (draft) => `${draft}\n---\nname: inner\n---\n\nmore\n`],
    ['conflict markers', (draft) => draft.replace(CACHE, `<<<<<<< HEAD\n${CACHE}\n=======\n${QUEUE}\n>>>>>>> other`)],
    [
      'a secret',
      (draft) => draft.replace(CACHE, `${CACHE} The token is ghp_${'aB3dE5fG7hI9kL1mN3pQ5rS7tU9vW1xY3zA5'}.`),
    ],
    ['zero bytes', (draft) => draft.replace(CACHE, 'a\0b')],
    ['dates that are none', (draft) => draft.replace(/^ {2}observed: .*/m, '  observed: yesterday')],
  ])('%s: is saved completely inside the directory or rejected with a message', async (_what, change) => {
    await bench.write('MEMORY.md', '- [Elsewhere](elsewhere.md) — a page\n');
    await edited(change);
    const { drafts: listed, unreadable } = await memdir.inbox.list();
    expect(listed.length + unreadable.length).toBe(1);
    const [result] = await memdir.inbox
      .decide([ID], { do: 'accept' })
      .catch((error: unknown) => [{ id: ID, status: 'refused' as const, reason: String(error) }]);
    const files = (await readdir(bench.store)).sort();
    if (result?.status === 'saved') {
      expect(files).toHaveLength(2);
      const saved = await readFile(result.path ?? '', 'utf8');
      expect(result.path?.startsWith(join(bench.store, '/'))).toBe(true);
      expect(saved).not.toContain('ghp_a');
      expect((await text('MEMORY.md')).split('\n').filter((line) => line.startsWith('- ['))).toHaveLength(2);
    } else {
      expect(result).toMatchObject({ status: 'refused', reason: expect.stringMatching(/\S+ \S+ \S+/) as string });
      expect(files).toEqual(['MEMORY.md']);
      expect((await readdir(join(bench.dir, 'inbox'))).filter((name) => name.endsWith('.md'))).toEqual([`${ID}.md`]);
    }
    await memdir.inbox.decide([ID], { do: result?.status === 'saved' ? 'undo' : 'reject' });
    expect(await text('MEMORY.md')).toBe('- [Elsewhere](elsewhere.md) — a page\n');
  });
});
