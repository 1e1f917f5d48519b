import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { StoreMoves } from '../../src/core/ports/store-moves.js';
import type { MovePlan } from '../../src/core/results.js';
import { createMoves } from '../../src/node/moves/moves.js';
import { createRoots } from '../../src/node/stores/roots.js';
import { runs } from '../support/fuzz.js';
import { below, git, type Machine, machine, repository, transcript } from './machine.js';
import { writeTree } from './support.js';

interface Moving {
  readonly at: Machine;
  readonly moves: StoreMoves;
  /** Memory directories: of a folder that is gone, and of the project. */
  readonly old: string;
  readonly now: string;
  readonly plan: () => Promise<MovePlan>;
}

const movesOf = (at: Machine): StoreMoves => {
  const places = {
    env: {},
    home: at.home,
    platform: process.platform,
    dataDir: at.dataDir,
    managedSettings: join(at.root, 'none.json'),
  };
  return createMoves({ ...places, roots: createRoots(places), trusted: true });
};

/** Two stores: `old` files under the name of a folder that is gone, `now` files under that of the project. */
async function moving(old: Readonly<Record<string, string>>, now?: Readonly<Record<string, string>>): Promise<Moving> {
  const at = await machine();
  const former = join(dirname(at.project), 'former');
  await at.remember(former, old);
  await writeTree(at.claudeFolder(former), { 's.jsonl': transcript(former) });
  if (now) await at.remember(at.project, now);
  const moves = movesOf(at);
  const from = join(at.claudeFolder(former), 'memory');
  return {
    at,
    moves,
    old: from,
    now: join(at.claudeFolder(at.project), 'memory'),
    plan: () => moves.plan({ from, folder: at.project }),
  };
}

/** Every file below a folder with its text. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const items = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const item of items)
    if (item.isFile())
      found[join(item.parentPath, item.name).slice(folder.length + 1)] = await readFile(
        join(item.parentPath, item.name),
        'utf8',
      );
  return found;
}

const actions = ({ files }: MovePlan): Record<string, string> =>
  Object.fromEntries(files.map(({ path, action }) => [path, action]));

describe('moving a store', () => {
  it('moves everything byte for byte, with times and modes, into a store that does not exist yet, and back', async () => {
    const files = {
      'MEMORY.md': '\uFEFF- [A](a.md) — a\r\n',
      'a.md': 'caf\u00e9\0',
      'sub/b.md': '',
      'team/MEMORY.md': 'x',
      'pictures/p.bin': '\u0001\u0002',
    };
    const { moves, old, now, plan } = await moving(files);
    await utimes(join(old, 'a.md'), 1000, 1000);
    await chmod(join(old, 'sub/b.md'), 0o640);
    const before = await filesIn(old);
    const planned = await plan();
    expect(new Set(Object.values(actions(planned)))).toEqual(new Set(['move']));
    expect(existsSync(now)).toBe(false);
    const report = await moves.apply(planned);
    expect(report).toMatchObject({ moved: 5, same: 0, entries: 0, stayed: [] });
    expect(await filesIn(now)).toEqual(before);
    expect(await filesIn(report.archive)).toEqual(before);
    expect(existsSync(old)).toBe(false);
    expect((await stat(join(now, 'a.md'))).mtimeMs).toBe(1_000_000);
    expect((await stat(join(now, 'sub/b.md'))).mode & 0o777).toBe(0o640);
    expect(await moves.undo(report.id)).toEqual({ restored: 5, left: [] });
    expect(await filesIn(old)).toEqual(before);
    expect(existsSync(now)).toBe(false);
  });

  it('never overwrites: a different file stays and is reported, an identical file counts as present', async () => {
    const { moves, old, now, plan } = await moving(
      { 'a.md': 'old', 'same.md': 'same', 'new.md': 'new', 'case/A.md': 'x' },
      { 'a.md': 'now', 'same.md': 'same', 'case/a.md': 'y' },
    );
    const planned = await plan();
    expect(actions(planned)).toEqual({ 'a.md': 'stay', 'same.md': 'same', 'new.md': 'move', 'case/A.md': 'move' });
    const report = await moves.apply(planned);
    expect(report.stayed).toEqual([
      { path: 'a.md', why: expect.stringContaining('Another file with this name') as string },
    ]);
    expect(await filesIn(old)).toEqual({ 'a.md': 'old' });
    expect(await filesIn(now)).toEqual({
      'a.md': 'now',
      'same.md': 'same',
      'new.md': 'new',
      'case/a.md': 'y',
      'case/A.md': 'x',
    });
  });

  it.each<[string, string, string, string, number]>([
    [
      'dashes',
      '# Old\n\n- [Kept](kept.md): mine\n- [New one](new.md) - words of old\n',
      '# Now\n\n- [Kept](kept.md) — here\n\nafter\n',
      '# Now\n\n- [Kept](kept.md) — here\n- [New one](new.md) — words of old\n\nafter\n',
      1,
    ],
    [
      'CRLF and numbers',
      '- [New](new.md) — a\n- [Two](two.md) — b\n',
      '1. [Kept](kept.md) - here\r\n',
      '1. [Kept](kept.md) - here\r\n2. [New](new.md) - a\r\n3. [Two](two.md) - b\r\n',
      2,
    ],
    [
      'no entry',
      '- [New](new.md) — a\n- [Gone](gone.md) — no such file\n- [Web](https://example.com)\n',
      '# Empty\n',
      '# Empty\n\n- [New](new.md) — a\n',
      1,
    ],
  ])(
    'adds entries to an index with %s in the style of its neighbours and changes no other byte',
    async (_, oldIndex, nowIndex, wanted, added) => {
      const { moves, old, now, plan } = await moving(
        { 'MEMORY.md': oldIndex, 'new.md': 'new', 'two.md': 'two' },
        { 'MEMORY.md': nowIndex, 'kept.md': 'kept' },
      );
      const planned = await plan();
      expect(actions(planned)['MEMORY.md']).toBe('merge');
      const report = await moves.apply(planned);
      expect(await readFile(join(now, 'MEMORY.md'), 'utf8')).toBe(wanted);
      expect(report.entries).toBe(added);
      expect(await readFile(join(report.archive, 'MEMORY.md'), 'utf8')).toBe(oldIndex);
      expect(existsSync(old)).toBe(false);
      await moves.undo(report.id);
      expect(await filesIn(now)).toEqual({ 'MEMORY.md': nowIndex, 'kept.md': 'kept' });
      expect((await filesIn(old))['MEMORY.md']).toBe(oldIndex);
    },
  );

  it.each([
    [
      'lines that are no entries',
      'Some prose that somebody wrote.\n- [A](a.md) — a\n',
      '- [B](b.md) — b\n',
      'isn’t an entry',
    ],
    [
      'marks of a conflict',
      '- [A](a.md) — a\n',
      '<<<<<<< HEAD\n- [B](b.md) — b\n=======\n>>>>>>> x\n',
      'merge conflict',
    ],
    ['bytes that are not UTF-8', '- [A](a.md) — a\n', '\0\0', 'isn’t plain UTF-8'],
  ])('leaves an index with %s in place and reports it', async (_, oldIndex, nowIndex, why) => {
    const { moves, old, now, plan } = await moving({ 'MEMORY.md': oldIndex, 'a.md': 'a' }, { 'MEMORY.md': nowIndex });
    const report = await moves.apply(await plan());
    expect(report.stayed).toEqual([{ path: 'MEMORY.md', why: expect.stringContaining(why) as string }]);
    expect(await filesIn(old)).toEqual({ 'MEMORY.md': oldIndex });
    expect(await filesIn(now)).toEqual({ 'MEMORY.md': nowIndex, 'a.md': 'a' });
  });

  it('leaves links and the git history in place', async () => {
    const { moves, old, plan } = await moving({ 'a.md': 'a', '.git/HEAD': 'ref', '.consolidate-lock': '' });
    await symlink('a.md', join(old, 'link.md'));
    const planned = await plan();
    expect(actions(planned)).toEqual({
      'a.md': 'move',
      '.git': 'stay',
      'link.md': 'stay',
      '.consolidate-lock': 'stay',
    });
    await moves.apply(planned);
    expect((await readdir(old)).sort()).toEqual(['.consolidate-lock', '.git', 'link.md']);
  });

  it('reports lines of the old index that are not entries', async () => {
    const { plan } = await moving(
      { 'MEMORY.md': '- [B](b.md) — as c.md says\n', 'b.md': 'b', 'c.md': 'c' },
      { 'MEMORY.md': '- [A](a.md) — a\n', 'b.md': 'other' },
    );
    const { notes, indexes } = await plan();
    expect(indexes[0]?.added).toBe(0);
    expect(notes[0]).toMatch(/^The old index mentions c\.md outside of entries/);
  });

  it('leaves an index alone in which an entry says more than where its memory is', async () => {
    const { plan } = await moving(
      { 'MEMORY.md': '- Never on Friday ([C](c.md))\n', 'c.md': 'c' },
      { 'MEMORY.md': '- [A](a.md) — a\n' },
    );
    const { files, indexes } = await plan();
    expect(indexes).toEqual([]);
    expect(files.find(({ path }) => path === 'MEMORY.md')).toMatchObject({
      action: 'stay',
      why: expect.stringContaining('It contains 1 line that isn’t an entry') as string,
    });
  });

  it('continues past a file whose name is not valid text', async () => {
    const { moves, old, now, plan } = await moving({ 'a.md': 'a' });
    // Other systems refuse such a name.
    if (process.platform === 'linux')
      await writeFile(Buffer.concat([Buffer.from(`${old}/bad`), Buffer.from([0xff]), Buffer.from('.md')]), 'x');
    const report = await moves.apply(await plan());
    expect(report.stayed.map(({ why }) => why)).toEqual(
      process.platform === 'linux' ? ['Its name isn’t valid text. Rename it and move again.'] : [],
    );
    expect(await filesIn(now)).toEqual({ 'a.md': 'a' });
  });

  it('previews the index and warns that the new store is off or shared', async () => {
    const entries = Array.from({ length: 120 }, (_, n) => [`m${n}.md`, String(n)] as const);
    const index = (names: readonly string[]): string => names.map((name) => `- [${name}](${name}) — x\n`).join('');
    const names = entries.map(([name]) => name);
    const { at, plan } = await moving(
      { ...Object.fromEntries(entries), 'MEMORY.md': index(names) },
      { 'MEMORY.md': index(names.map((name) => `z-${name}`)) },
    );
    await writeTree(at.home, { '.claude/settings.json': '{"autoMemoryEnabled":false}' });
    const { notes, indexes } = await plan();
    expect(indexes[0]?.added).toBe(120);
    expect(notes.join()).toMatch(/autoMemoryEnabled is false.*240 of 200 lines.*from line 201 on/s);
  });
});

const PATH = fc.constantFrom(
  'MEMORY.md',
  'a.md',
  'b.md',
  'sub/a.md',
  'sub/deep/c.md',
  'team/MEMORY.md',
  'team/a.md',
  'note.txt',
  'x y.md',
  '.hidden.md',
);
const LINE = fc.constantFrom(
  '- [A](a.md) — a',
  '- [B](b.md): b',
  '* [C](sub/a.md) - c',
  '# Heading',
  '',
  'prose',
  '<<<<<<< x',
  '| [A](a.md) | a |',
  '- [[b]]',
  '\uFEFF',
);
const TEXT = fc
  .array(LINE, { maxLength: 4 })
  .chain((lines) => fc.constantFrom('\n', '\r\n').map((end) => lines.join(end)));
const tree = (minKeys: number): fc.Arbitrary<Record<string, string>> =>
  fc.dictionary(PATH, TEXT, { minKeys, maxKeys: 8 });

describe('any two stores', () => {
  it('lose nothing by a move, and are restored by its undo', async () => {
    await fc.assert(
      fc.asyncProperty(tree(1), tree(0), async (old, now) => {
        const setting = await moving(old, now);
        const before = [await filesIn(setting.old), await filesIn(setting.now)] as const;
        const planned = await setting.plan();
        fc.pre(planned.files.some(({ action }) => action !== 'stay'));
        const report = await setting.moves.apply(planned);
        const [left, there, kept] = [
          await filesIn(setting.old),
          await filesIn(setting.now),
          await filesIn(report.archive),
        ];
        for (const [path, text] of Object.entries(before[0])) expect([left[path], kept[path]]).toContain(text);
        for (const [path, text] of Object.entries(before[0]))
          if (left[path] === undefined && !path.endsWith('MEMORY.md')) expect(there[path]).toBe(text);
        for (const [path, text] of Object.entries(before[1])) {
          if (planned.indexes.some((index) => index.path === path))
            for (const line of text.split(/\r?\n/)) expect(there[path]).toContain(line);
          else expect(there[path]).toBe(text);
        }
        expect((await setting.moves.undo(report.id)).left).toEqual([]);
        expect([await filesIn(setting.old), await filesIn(setting.now)]).toEqual(before);
      }),
      { numRuns: runs(12) },
    );
  }, 300_000);
});

describe('changes during a move', () => {
  it.each<[string, (moving: Moving) => Promise<void>]>([
    ['a new file in the old store', ({ old }) => writeFile(join(old, 'late.md'), 'late')],
    ['a changed file in the old store', ({ old }) => writeFile(join(old, 'a.md'), 'changed')],
    ['a file of the same name in the new store', ({ now }) => writeTree(now, { 'a.md': 'mine' })],
    ['a changed index in the new store', ({ now }) => writeTree(now, { 'MEMORY.md': '- [C](c.md) — c\n' })],
  ])('%s: nothing is moved', async (_, change) => {
    const setting = await moving(
      { 'a.md': 'a', 'MEMORY.md': '- [A](a.md) — a\n' },
      { 'MEMORY.md': '- [B](b.md) — b\n' },
    );
    const planned = await setting.plan();
    await change(setting);
    const before = [await filesIn(setting.old), await filesIn(setting.now)];
    await expect(setting.moves.apply(planned)).rejects.toMatchObject({ code: 'changed-on-disk' });
    expect([await filesIn(setting.old), await filesIn(setting.now)]).toEqual(before);
  });

  it('a failure midway removes the copied files', async () => {
    const { moves, old, now, plan, at } = await moving(
      { 'a.md': 'a', 'sub/b.md': 'b', 'MEMORY.md': '- [A](a.md) — a\n' },
      { 'MEMORY.md': '- [B](b.md) — b\n' },
    );
    await chmod(join(now, 'MEMORY.md'), 0o444);
    const before = [await filesIn(old), await filesIn(now)];
    await expect(moves.apply(await plan())).rejects.toMatchObject({
      code: 'read-only',
      message: expect.stringContaining('All files are unchanged.') as string,
    });
    expect([await filesIn(old), await filesIn(now)]).toEqual(before);
    await expect(moves.undo('last')).rejects.toMatchObject({ code: 'not-found' });
    expect(existsSync(join(at.dataDir, 'moved'))).toBe(true);
  });

  it('an interrupted move is undone byte for byte and leaves no partial copy', async () => {
    const { at, moves, old, now, plan } = await moving(
      { 'a.md': 'a', 'b.md': 'b', 'MEMORY.md': '- [A](a.md) — a\n' },
      { 'MEMORY.md': '- [B](x.md) — b\n' },
    );
    const before = [await filesIn(old), await filesIn(now)];
    const { id } = await moves.apply(await plan());
    await moves.undo(id);
    // As a process leaves it that is killed while it copies: written down, one file there, one half, the index not yet touched.
    const record = join(at.dataDir, 'moved', id, 'move.json');
    await writeFile(record, (await readFile(record, 'utf8')).replace('"undone": true', '"undone": false'));
    await writeFile(join(now, 'a.md'), 'a');
    await writeFile(join(now, '.memdir-99999999-0123456789ab.part'), 'half');
    expect(await moves.undo('last')).toEqual({ restored: 3, left: [] });
    expect([await filesIn(old), await filesIn(now)]).toEqual(before);
  });

  it('a move that cannot be recorded is not started', async () => {
    const { at, moves, old, now, plan } = await moving({ 'a.md': 'a' }, { 'b.md': 'b' });
    await writeTree(at.dataDir, { moved: 'a file where a folder should be' });
    await expect(moves.apply(await plan())).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(
        /^The data folder .* can’t be written: [a-z][^:]*\. Nothing was moved\./,
      ) as string,
    });
    expect([await filesIn(old), await filesIn(now)]).toEqual([{ 'a.md': 'a' }, { 'b.md': 'b' }]);
  });

  it('an undo keeps later changes on both sides and runs once', async () => {
    const { moves, old, now, plan } = await moving(
      { 'a.md': 'a', 'b.md': 'b', 'c.md': 'c', 'MEMORY.md': '- [A](a.md) — a\n' },
      { 'MEMORY.md': '- [B](x.md) — b\n' },
    );
    const { archive } = await moves.apply(await plan());
    await writeFile(join(now, 'a.md'), 'edited');
    await writeFile(join(now, 'MEMORY.md'), 'edited');
    await writeTree(old, { 'b.md': 'written again' });
    const undone = await moves.undo('last');
    expect(undone.restored).toBe(3);
    expect(undone.left).toHaveLength(3);
    expect(await filesIn(old)).toEqual({
      'a.md': 'a',
      'b.md': 'written again',
      'c.md': 'c',
      'MEMORY.md': '- [A](a.md) — a\n',
    });
    expect(await filesIn(now)).toEqual({ 'a.md': 'edited', 'b.md': 'b', 'MEMORY.md': 'edited' });
    expect(await filesIn(archive)).toEqual({ 'b.md': 'b' });
    await expect(moves.undo('last')).rejects.toMatchObject({ code: 'not-found' });
  });

  it.each([['../../etc'], ['20260101T000000-abcdef'], ['']])(
    'an undo of the unknown move %j is rejected',
    async (id) => {
      const { moves } = await moving({ 'a.md': 'a' });
      await expect(moves.undo(id)).rejects.toMatchObject({ code: 'not-found' });
    },
  );
});

describe('stores that can be moved', () => {
  it.each<[string, (setting: Moving) => string, string]>([
    ['the store of the folder itself', ({ now }) => now, 'bad-input'],
    ['a folder that is no store', ({ at }) => at.project, 'not-found'],
    ['a folder that is not there', ({ at }) => join(at.root, 'nothing'), 'not-found'],
    ['a relative path', () => 'memory', 'bad-input'],
    ['notes of a session', ({ at }) => join(at.claudeFolder(at.project), 'ssss', 'session-memory'), 'bad-input'],
  ])('exclude %s', async (_, path, code) => {
    const setting = await moving({ 'a.md': 'a' }, { 'b.md': 'b' });
    await writeTree(setting.at.claudeFolder(setting.at.project), { 'ssss/session-memory/summary.md': '' });
    await expect(setting.moves.plan({ from: path(setting), folder: setting.at.project })).rejects.toMatchObject({
      code,
    });
  });

  it('exclude a store of which every file stays', async () => {
    const { moves, plan } = await moving({ 'a.md': 'a' }, { 'a.md': 'b' });
    await expect(moves.apply(await plan())).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('memory of a renamed project', () => {
  const reasonsOf = async (at: Machine, folder: string): Promise<[string, boolean][]> =>
    (await movesOf(at).candidates(folder)).map(({ formerPath, label, likely }) => [formerPath ?? label, likely]);

  it('is recognized by its git folder, even without transcripts, and moved', async () => {
    const at = await machine();
    const former = await repository(join(at.root, 'code', 'alpha'));
    await at.remember(former);
    await writeTree(at.claudeFolder(former), { 's.jsonl': transcript(former) });
    await at.find({ folders: [former] });
    await rm(join(at.claudeFolder(former), 's.jsonl'));
    await mkdir(join(at.root, 'elsewhere'));
    const renamed = join(at.root, 'elsewhere', 'omega');
    await rename(former, renamed);
    const candidates = await movesOf(at).candidates(renamed);
    expect(candidates).toMatchObject([
      { path: join(at.claudeFolder(former), 'memory'), formerPath: former, label: 'alpha', files: 2, likely: true },
    ]);
    expect(candidates[0]?.reasons.join(' ')).toContain('the same checkout');
    await movesOf(at).apply(await movesOf(at).plan({ from: candidates[0]?.path ?? '', folder: renamed }));
    expect((await at.find({ folders: [renamed] }))[0]).toMatchObject({ exists: true, files: 2 });
    expect(await movesOf(at).candidates(renamed)).toEqual([]);
  });

  it.each<[string, string, string, [string, boolean][]]>([
    ['the same name elsewhere', 'old/my.proj', 'new/my.proj', [['old/my.proj', true]]],
    ['another name beside it', 'work/before', 'work/after', [['work/before', false]]],
    ['another name elsewhere', 'old/before', 'new/after', []],
  ])('outside git: %s', async (_, before, after, wanted) => {
    const at = await machine();
    const former = join(at.root, before);
    await at.remember(former);
    await writeTree(at.claudeFolder(former), { 's.jsonl': transcript(former) });
    await mkdir(join(at.root, after), { recursive: true });
    expect(await reasonsOf(at, join(at.root, after))).toEqual(
      wanted.map(([path, likely]) => [join(at.root, path), likely]),
    );
  });

  it('excludes an existing folder, a disconnected drive, another remote and an empty store', async () => {
    const at = await machine('proj');
    const there = join(at.root, 'old', 'proj');
    await mkdir(there, { recursive: true });
    for (const path of [there, '/media/somebody/no-such-drive/proj', join(at.root, 'empty', 'proj')]) {
      if (!path.includes('empty')) await at.remember(path);
      await writeTree(at.claudeFolder(path), {
        's.jsonl': transcript(path),
        ...(path.includes('empty') ? { 'memory/x.txt': '' } : {}),
      });
    }
    expect(await reasonsOf(at, at.project)).toEqual([]);
    const foreign = await repository(join(at.root, 'foreign', 'proj'), { 'foreign.md': '' });
    git(foreign, 'remote', 'add', 'origin', 'git@example.com:team/foreign.git');
    await at.remember(foreign);
    await writeTree(at.claudeFolder(foreign), { 's.jsonl': transcript(foreign) });
    await at.find({ folders: [foreign] });
    await rm(foreign, { recursive: true });
    const mine = await repository(join(at.root, 'mine', 'proj'));
    git(mine, 'remote', 'add', 'origin', 'https://example.com/team/mine');
    expect(await reasonsOf(at, mine)).toEqual([]);
    git(mine, 'remote', 'set-url', 'origin', 'https://me:token@example.com/team/foreign');
    expect(await reasonsOf(at, mine)).toEqual([[foreign, true]]);
  });

  it('includes an unknown project with a similar name and a worktree of the same repository', async () => {
    const at = await machine();
    await writeTree(join(at.home, '.claude', 'projects'), below('-long-gone-my-proj/memory'));
    expect(await reasonsOf(at, at.project)).toEqual([['-long-gone-my-proj', false]]);
    const repo = await repository(join(at.root, 'repo'));
    const tree = join(at.root, 'tree');
    git(repo, 'worktree', 'add', '-q', tree);
    await at.remember(tree);
    expect((await movesOf(at).candidates(tree))[0]).toMatchObject({
      path: join(at.claudeFolder(tree), 'memory'),
      likely: true,
    });
  });
});
