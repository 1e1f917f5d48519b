import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { projectFolderName, projectSlug, SLUG_LIMIT } from '../../src/core/stores/project-slug.js';
import { git, type Machine, machine, repository, transcript } from './machine.js';
import { writeTree } from './support.js';

const paths = async ({ find }: Machine, folder: string): Promise<string[]> =>
  (await find({ folders: [folder] })).filter(({ kind }) => kind === 'main').map(({ path }) => path);

describe('the repository a folder belongs to, with real git', () => {
  it('is the main checkout for a worktree, its sub-folders, and a moved worktree', async () => {
    const at = await machine();
    const repo = await repository(join(at.root, 'repo'), { 'src/a.ts': '' });
    git(repo, 'worktree', 'add', '-q', join(at.root, 'trees', 'w1'));
    const tree = join(at.root, 'trees', 'w1');
    await at.remember(repo);
    for (const folder of [repo, join(repo, 'src'), tree, join(tree, 'src')]) {
      expect(await paths(at, folder)).toEqual([join(at.claudeFolder(repo), 'memory')]);
    }
    git(repo, 'worktree', 'move', tree, join(at.root, 'w2'));
    expect(await paths(at, join(at.root, 'w2'))).toEqual([join(at.claudeFolder(repo), 'memory')]);
  });

  it('also lists older stores named after the worktree and the folder', async () => {
    const at = await machine();
    const repo = await repository(join(at.root, 'repo'), { 'src/a.ts': '' });
    const tree = join(at.root, 'w1');
    git(repo, 'worktree', 'add', '-q', tree);
    for (const path of [repo, tree, join(tree, 'src')]) await at.remember(path);
    const stores = (await at.find({ folders: [join(tree, 'src')] })).filter(({ kind }) => kind === 'main');
    expect(stores.map(({ path }) => path)).toEqual(
      [repo, tree, join(tree, 'src')].map((path) => join(at.claudeFolder(path), 'memory')),
    );
    expect(stores.map(({ project }) => project)).toEqual([repo, repo, repo]);
    expect(stores[1]?.why).toContain(tree);
  });

  it('is the folder of a submodule, with the store under the name of its git folder', async () => {
    const at = await machine();
    const lib = await repository(join(at.root, 'lib'));
    const repo = await repository(join(at.root, 'repo'));
    git(repo, 'submodule', '--quiet', 'add', lib, 'vendor/lib');
    const [sub, modules] = [join(repo, 'vendor', 'lib'), join(repo, '.git', 'modules', 'vendor', 'lib')];
    await at.remember(modules);
    expect(await paths(at, sub)).toEqual([sub, modules].map((path) => join(at.claudeFolder(path), 'memory')));
    await mkdir(join(sub, 'deep'));
    expect(await paths(at, join(sub, 'deep'))).toContain(join(at.claudeFolder(modules), 'memory'));
    git(sub, 'worktree', 'add', '-q', join(at.root, 'sub-tree'));
    expect((await paths(at, join(at.root, 'sub-tree')))[0]).toBe(join(at.claudeFolder(modules), 'memory'));
  });

  it.each([
    ['repo.git', ['bare']],
    ['.bare', ['bare', 'holder']],
    ['.git', ['holder']],
  ])('is the bare repository %s itself, and the folder around it that names it', async (name, expected) => {
    const at = await machine();
    const [holder, source] = [join(at.root, 'holder'), await repository(join(at.root, 'source'))];
    await mkdir(holder);
    git(holder, 'clone', '-q', '--bare', source, name);
    git(join(holder, name), 'worktree', 'add', '-q', join(holder, 'main-tree'), 'HEAD');
    if (name === '.bare') await writeTree(holder, { '.git': 'gitdir: ./.bare\n' });
    const bare = join(holder, name);
    for (const path of [holder, bare]) await at.remember(path);
    expect(await paths(at, join(holder, 'main-tree'))).toEqual(
      expected.map((path) => join(at.claudeFolder(path === 'bare' ? bare : holder), 'memory')),
    );
    const [first] = await at.find({ folders: [join(holder, 'main-tree')] });
    expect(first?.label).toBe(name === 'repo.git' ? 'repo.git' : 'holder');
  });

  it('is the folder itself for a separate git folder, a broken .git file, and without git', async () => {
    const at = await machine();
    const [apart, broken, plain] = [join(at.root, 'apart'), join(at.root, 'broken'), join(at.root, 'plain')];
    await writeTree(at.root, { 'apart/a': '', 'broken/.git': 'nonsense\n', 'plain/sub/a': '' });
    git(apart, 'init', '-q', `--separate-git-dir=${join(at.root, 'elsewhere')}`);
    for (const folder of [apart, broken, join(plain, 'sub')])
      expect((await paths(at, folder))[0]).toBe(join(at.claudeFolder(folder), 'memory'));
  });
});

describe('names of project folders', () => {
  it('finds a truncated name by its prefix with any hash, but not that of another long path', async () => {
    const at = await machine();
    const long = join(at.root, ...Array.from({ length: 24 }, (_, number) => `segment-${number}`));
    const other = `${dirname(long)}/another`;
    await mkdir(long, { recursive: true });
    const prefix = projectSlug(long).slice(0, SLUG_LIMIT);
    const projects = join(at.home, '.claude', 'projects');
    await writeTree(projects, {
      [`${prefix}-1k2j3h/memory/a.md`]: '',
      [`${prefix}-9z8y7x/memory/b.md`]: '',
      [`${prefix}-9z8y7x/1.jsonl`]: transcript(other),
      [`${prefix}/memory/c.md`]: '',
    });
    const found = [projectFolderName(long), `${prefix}-1k2j3h`].map((name) => join(projects, name, 'memory'));
    expect(await paths(at, long)).toEqual(found);
    await writeTree(projects, { [`${prefix}-1k2j3h/1.jsonl`]: transcript(long) });
    expect(await paths(at, long)).toEqual(found);
  });

  it('finds memory under the name with letters composed after that of the folder itself, in a folder that is not trusted too', async () => {
    const at = await machine('cafe\u0301');
    const composed = at.project.normalize('NFC');
    await at.remember(composed);
    for (const trusted of [true, undefined]) {
      const stores = (await at.find({ trusted })).filter(({ kind }) => kind === 'main');
      expect(stores.map(({ path, exists }) => [path, exists])).toEqual([
        [join(at.claudeFolder(at.project), 'memory'), false],
        [join(at.claudeFolder(composed), 'memory'), true],
      ]);
      expect(stores[1]?.why).toContain('Claude Code doesn’t read them');
    }
    await writeTree(at.claudeFolder(composed), { 's.jsonl': transcript(join(dirname(at.project), 'cafx')) });
    expect((await at.find({ trusted: undefined })).filter(({ kind }) => kind === 'main')).toHaveLength(1);
  });

  it.each([
    ['my.proj', ['my_proj', 'my-proj', 'my proj']],
    ['新聞', ['暫存']],
    ['🚀', ['ab', '設定']],
  ])('warns that %s shares its memory with folders of the same name', async (name, beside) => {
    const at = await machine(name);
    for (const other of [...beside, 'quite-another']) await mkdir(join(dirname(at.project), other));
    const same = beside
      .map((other) => join(dirname(at.project), other))
      .filter((path) => projectSlug(path) === projectSlug(at.project));
    const [store] = await at.find();
    expect([...(store?.sharedWith ?? [])].sort()).toEqual(same.sort());
  });

  it('treats both spellings of a drive letter as one project on Windows', async () => {
    const at = await machine();
    const slug = projectSlug(at.project);
    await writeTree(join(at.home, '.claude', 'projects'), {
      [`${slug.toUpperCase()}/memory/a.md`]: '',
      [`${slug}/memory/b.md`]: '',
    });
    expect((await at.find({}, {}, 'win32')).filter(({ kind }) => kind === 'main').map(({ exists }) => exists)).toEqual([
      true,
      true,
    ]);
    expect((await at.find({}, {}, 'linux')).filter(({ kind }) => kind === 'main')).toHaveLength(1);
  });
});

describe('working directories of transcripts', () => {
  it('are kept after the transcripts are deleted, without URLs in clear text', async () => {
    const at = await machine();
    const repo = await repository(join(at.root, 'work', 'repo'));
    git(repo, 'remote', 'add', 'origin', 'https://somebody:secret-token@example.com/team/repo.git');
    await at.remember(repo);
    await writeTree(at.claudeFolder(repo), { 's.jsonl': transcript(repo) });
    const owner = async (): Promise<string | undefined> =>
      (await at.find({ folders: [], all: true })).find(({ kind }) => kind === 'main')?.project;
    expect(await owner()).toBe(repo);
    await rename(join(at.claudeFolder(repo), 's.jsonl'), join(at.root, 'swept'));
    expect(await owner()).toBe(repo);
    const kept = await readFile(join(at.dataDir, 'projects.json'), 'utf8');
    expect(kept).toContain(repo);
    expect(kept).not.toMatch(/secret-token|example\.com/);
  });

  it.each([['{'], ['[]'], ['{"version":1,"folders":{"x":5}}']])(
    'are learned again when their file contains %s',
    async (text) => {
      const at = await machine();
      await at.remember(at.project);
      await writeTree(at.root, { 'data/projects.json': text });
      await writeTree(at.claudeFolder(at.project), { 's.jsonl': transcript(at.project) });
      expect((await at.find())[0]?.exists).toBe(true);
      expect(await readFile(join(at.dataDir, 'projects.json'), 'utf8')).toContain(JSON.stringify(at.project));
    },
  );
});
