import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { projectSlug } from '../../src/core/stores/project-slug.js';
import { createRoots } from '../../src/node/stores/roots.js';
import { below, type Machine, machine } from './machine.js';
import { copyOfCase, tempFolder, writeTree } from './support.js';

describe('the main store', () => {
  it('is named after the repository and listed before it exists, without being created', async () => {
    const { home, project, find } = await machine();
    await mkdir(join(project, 'src', 'deep'), { recursive: true });
    const [store] = await find({ folders: [join(project, 'src', 'deep')] });
    expect(store).toMatchObject({
      kind: 'main',
      exists: false,
      files: 0,
      project,
      label: 'my.proj',
      path: join(home, '.claude', 'projects', projectSlug(project), 'memory'),
    });
    expect(store?.key).toMatch(/^[0-9a-z]{6}$/);
    expect(await readdir(join(home, '.claude', 'projects'))).toEqual([]);
  });

  it("is shared by worktrees; a store under the worktree's own name is listed too", async () => {
    const { home, project, find } = await machine();
    const tree = join(project, '.worktrees', 'w1');
    await writeTree(project, {
      '.git/worktrees/w1/commondir': '../..\n',
      '.git/worktrees/w1/gitdir': `${join(tree, '.git')}\n`,
      '.worktrees/w1/.git': `gitdir: ${join(project, '.git', 'worktrees', 'w1')}\n`,
    });
    await writeTree(join(home, '.claude', 'projects'), {
      ...below(`${projectSlug(project)}/memory`),
      ...below(`${projectSlug(tree)}/memory`),
    });
    const stores = await find({ folders: [tree] });
    expect(stores.map((store) => store.path)).toEqual(
      [project, tree].map((path) => join(home, '.claude', 'projects', projectSlug(path), 'memory')),
    );
    expect(stores.map((store) => store.project)).toEqual([project, project]);
  });

  it('names other projects of the same folder and never decodes its name', async () => {
    const { home, project, find } = await machine();
    const other = project.replace('my.proj', 'my_proj');
    const folder = `${projectSlug(project)}`;
    const line = (cwd: string): string => `{"type":"summary"}\n${JSON.stringify({ type: 'user', cwd })}\n`;
    await writeTree(join(home, '.claude', 'projects'), {
      ...below(`${folder}/memory`),
      [`${folder}/1.jsonl`]: line(project),
      [`${folder}/2.jsonl`]: line(other),
      [`${folder}/3.jsonl`]: line(join(project, 'src')),
    });
    const [store] = await find();
    expect(store).toMatchObject({ exists: true, files: 2, project, sharedWith: [other] });
    const all = await find({ folders: [], all: true });
    expect([project, other]).toContain(all[0]?.project);
  });

  it('compares folder names without case on Windows only', async () => {
    const { home, project, find } = await machine();
    const spelled = projectSlug(project).toUpperCase();
    await writeTree(join(home, '.claude', 'projects'), below(`${spelled}/memory`));
    expect((await find({}, {}, 'linux'))[0]?.exists).toBe(false);
    expect((await find({}, {}, 'win32'))[0]).toMatchObject({
      exists: true,
      path: join(home, '.claude', 'projects', spelled, 'memory'),
    });
  });

  it('follows CLAUDE_CONFIG_DIR, and CLAUDE_CODE_PROJECT_DIR_NAME only together with it', async () => {
    const { home, project, find } = await machine();
    const config = join(home, 'elsewhere');
    expect((await find({}, { CLAUDE_CONFIG_DIR: config }))[0]?.path).toBe(
      join(config, 'projects', projectSlug(project), 'memory'),
    );
    expect((await find({}, { CLAUDE_CONFIG_DIR: config, CLAUDE_CODE_PROJECT_DIR_NAME: 'mine' }))[0]?.path).toBe(
      join(config, 'projects', 'mine', 'memory'),
    );
    for (const env of [
      { CLAUDE_CODE_PROJECT_DIR_NAME: 'mine' },
      { CLAUDE_CONFIG_DIR: config, CLAUDE_CODE_PROJECT_DIR_NAME: '../x' },
      { CLAUDE_CONFIG_DIR: config, CLAUDE_CODE_PROJECT_DIR_NAME: 'nul' },
    ]) {
      expect((await find({}, env))[0]?.path).toContain(projectSlug(project));
    }
  });
});

describe('settings of Claude Code (case 41)', () => {
  const withSettings = async (name: string): Promise<Machine> => {
    const made = await machine();
    const folder = await copyOfCase('41-settings');
    if (name === 'user') await cp(join(folder, 'user', 'settings.json'), join(made.home, '.claude', 'settings.json'));
    else await cp(join(folder, name), made.project, { recursive: true });
    return made;
  };

  it("uses the user's directory with ~ for home", async () => {
    const { home, find } = await withSettings('user');
    expect((await find())[0]).toMatchObject({
      kind: 'custom',
      scope: 'user',
      path: join(home, 'notes', 'claude'),
      exists: false,
    });
    expect(existsSync(join(home, 'notes'))).toBe(false);
  });

  it('uses the local directory and reports that memory is off', async () => {
    const { find } = await withSettings('local');
    expect((await find())[0]).toMatchObject({
      kind: 'custom',
      scope: 'local',
      path: '/srv/mem/one',
      off: expect.stringContaining('.claude/settings.local.json') as string,
    });
  });

  it('ignores settings inside an untrusted folder, but for those that switch memory off', async () => {
    const { find } = await withSettings('local');
    const [store] = await find({ trusted: false });
    expect(store?.kind).toBe('main');
    expect(store?.off).toContain('autoMemoryEnabled is false in .claude/settings.local.json');
  });

  it('follows no link out of an untrusted folder', async () => {
    const { project, find } = await machine();
    const outside = await tempFolder();
    await writeTree(outside, { ...below('notes'), ...below('team') });
    await writeTree(project, { ...below('.memory'), '.claude/agent-memory/own/MEMORY.md': '- x\n' });
    const links = { notes: ['memory', '.claude/memory', '.claude/agent-memory/helper'], team: ['.memory/team'] };
    for (const [target, places] of Object.entries(links))
      for (const place of places) await symlink(join(outside, target), join(project, place));
    const paths = async (trusted: boolean): Promise<string[]> =>
      (await find({ trusted })).filter(({ kind }) => kind !== 'main').map(({ path }) => path);
    expect(await paths(false)).toEqual([join(project, '.memory'), join(project, '.claude', 'agent-memory', 'own')]);
    expect(await paths(true)).toEqual(expect.arrayContaining([join(outside, 'notes'), join(outside, 'team')]));
  });

  it.each([
    ['relative', 'must be an absolute path'],
    ['literal-home', 'must be an absolute path'],
    ['wrongtype', 'must be true or false'],
    ['broken', 'isn’t plain JSON'],
    ['jsonc', 'isn’t plain JSON'],
  ])('ignores %s with a reason', async (name, reason) => {
    const { project, find } = await withSettings(name);
    const [store] = await find();
    expect(store?.kind).toBe('main');
    expect(store?.notes?.join()).toContain(reason);
    expect(store?.off).toBeUndefined();
    expect(await readdir(project)).toEqual(['.claude', '.git']);
  });

  it('does not block on a pipe in place of settings or transcripts', async () => {
    const { home, project, find } = await machine();
    const folder = join(home, '.claude', 'projects', projectSlug(project));
    await writeTree(folder, below('memory'));
    await mkdir(join(project, '.claude'));
    const pipes = [
      join(folder, 'session.jsonl'),
      join(home, '.claude', 'settings.json'),
      join(project, '.claude', 'settings.local.json'),
    ];
    execFileSync('mkfifo', pipes);
    const [store] = await find();
    expect(store).toMatchObject({ kind: 'main', exists: true, files: 2, project });
    expect(store?.notes?.join()).toContain('isn’t a regular file');
  });

  it('ranks managed over local over project over user', async () => {
    const { home, project, find } = await machine();
    const say = (path: string): string => JSON.stringify({ autoMemoryDirectory: path });
    await writeTree(home, { '.claude/settings.json': say('/m/user') });
    expect((await find())[0]?.path).toBe('/m/user');
    await writeTree(project, { '.claude/settings.json': say('/m/project') });
    expect((await find())[0]?.path).toBe('/m/project');
    await writeTree(project, { '.claude/settings.local.json': say('/m/local') });
    expect((await find())[0]?.path).toBe('/m/local');
    await writeTree(join(home, '..'), { 'managed/managed-settings.json': say('/m/managed') });
    expect((await find())[0]).toMatchObject({ path: '/m/managed', scope: 'managed' });
  });

  it('the environment outranks the switch', async () => {
    const { home, find } = await machine();
    expect((await find({}, { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' }))[0]?.off).toContain(
      'CLAUDE_CODE_DISABLE_AUTO_MEMORY',
    );
    await writeTree(home, { '.claude/settings.json': '{"autoMemoryEnabled": false}' });
    expect((await find())[0]?.off).toContain('autoMemoryEnabled');
    expect((await find({}, { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '0' }))[0]?.off).toBeUndefined();
  });
});

describe('stores inside the project', () => {
  it('lists the conventional folders, and a plain memory folder only with an index', async () => {
    const { project, find } = await machine();
    await writeTree(project, { '.claude/memory/a.md': '', '.memory/b.md': '', 'memory/notes.md': '' });
    const inRepo = async () =>
      (await find()).filter(({ scope }) => scope === 'project').map(({ kind, path }) => [kind, path]);
    expect(await inRepo()).toEqual([
      ['team', join(project, '.claude', 'memory')],
      ['in-repo', join(project, '.memory')],
    ]);
    await writeTree(project, { 'memory/MEMORY.md': '' });
    expect(await inRepo()).toContainEqual(['in-repo', join(project, 'memory')]);
  });

  it('lists no file twice: team folders are stores, other nested folders are not', async () => {
    const { home, project, find } = await machine();
    const memory = `${projectSlug(project)}/memory`;
    await writeTree(join(home, '.claude', 'projects'), {
      ...below(memory),
      ...below(`${memory}/team`),
      [`${memory}/logs/2026/01/2026-01-02.md`]: '',
    });
    const nested = join(home, '.claude', 'projects', memory, 'logs');
    const stores = await find({ extra: [nested] });
    expect(stores.map(({ kind, files }) => [kind, files])).toEqual([
      ['main', 3],
      ['team', 2],
    ]);
  });

  it('finds the notebooks of sub-agents in every scope (case 45)', async () => {
    const folder = await copyOfCase('45-agent-memory-places');
    const stores = await createRoots({ env: {}, home: join(folder, 'home'), platform: process.platform }).find({
      folders: [join(folder, 'repo')],
      trusted: true,
    });
    const agents = stores.filter(({ kind }) => kind === 'agent');
    expect(agents.map(({ agent, scope, label }) => [agent, scope, label])).toEqual([
      ['my-plugin-reviewer', 'project', 'my-plugin-reviewer'],
      ['reviewer', 'project', 'reviewer'],
      ['reviewer', 'local', 'reviewer (local)'],
      ['reviewer', 'project', 'reviewer (packages/api)'],
      ['reviewer', 'user', 'reviewer (user)'],
    ]);
    expect(agents[1]?.notes?.join()).toContain('also has memories at');
    expect(agents[0]?.notes).toBeUndefined();
  });

  it('lists a folder once under all its paths (case 27)', async () => {
    const folder = await copyOfCase('27-symlinks');
    await symlink('memory', join(folder, 'memory-alias'));
    const { find } = await machine();
    const stores = await find({ directories: [join(folder, 'memory-alias'), join(folder, 'memory')] });
    expect(stores).toMatchObject([{ kind: 'custom', scope: 'command-line', path: join(folder, 'memory') }]);
  });
});

describe('explicit and extra directories', () => {
  it('searches nowhere else when directories are given, and keeps the outer of two', async () => {
    const { home, project, find } = await machine();
    await writeTree(project, { ...below('.claude/memory'), ...below('mem/sub'), 'mem/x.md': '' });
    const stores = await find({ directories: [join(project, 'mem', 'sub'), join(project, 'mem'), '~/none'] });
    expect(stores.map(({ path, files }) => [path, files])).toEqual([
      [join(home, 'none'), 0],
      [join(project, 'mem'), 3],
    ]);
  });

  it('adds those of the settings, and all projects on request', async () => {
    const { home, find } = await machine();
    await writeTree(home, {
      ...below('notes'),
      ...below('.claude/projects/-lost-place/memory'),
      '.claude/projects/-no-memory/1.jsonl': '',
    });
    const stores = await find({ extra: ['~/notes'], all: true });
    expect(stores.map(({ kind, label, exists }) => [kind, label, exists])).toEqual([
      ['main', 'my.proj', false],
      ['main', '-lost-place', true],
      ['extra', 'notes', true],
    ]);
  });
});
