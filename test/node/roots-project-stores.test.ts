import { createHash } from 'node:crypto';
import { mkdir, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { StoreInfo } from '../../src/core/memory.js';
import { below, git, type Machine, machine, repository, transcript } from './machine.js';
import { writeTree } from './support.js';

const ofKind = async ({ find }: Machine, kind: StoreInfo['kind'], folder?: string): Promise<readonly StoreInfo[]> =>
  (await find(folder === undefined ? {} : { folders: [folder] })).filter((store) => store.kind === kind);

describe('session notes', () => {
  it('are found next to transcripts and in the former location, newest first, read-only', async () => {
    const at = await machine();
    const folder = at.claudeFolder(at.project);
    await writeTree(folder, {
      'aaaaaaaa-1/session-memory/summary.md': '# Title',
      'bbbbbbbb-2/subagents/x.md': '',
      'cccccccc-3.jsonl': transcript(at.project),
      'session-memory/dddddddd-4/memory.md': '',
    });
    await writeTree(at.home, {
      '.claude/session-memory/cccccccc-3/memory.md': '',
      '.claude/session-memory/of-another/memory.md': '',
      '.claude/session-memory/config/template.md': '',
    });
    const stores = await ofKind(at, 'session');
    expect(stores.map(({ label, readOnly, files }) => [label, readOnly, files]).sort()).toEqual([
      ['Session aaaaaaaa', true, 1],
      ['Session cccccccc', true, 1],
      ['Session dddddddd', true, 1],
    ]);
    expect(stores[0]?.project).toBe(at.project);
  });

  it('are listed for the last five sessions only, and for a project with its own notes', async () => {
    const at = await machine();
    const folder = at.claudeFolder(at.project);
    for (let number = 0; number < 8; number++) {
      await writeTree(folder, { [`${number}-session/session-memory/summary.md`]: '' });
      await utimes(join(folder, `${number}-session`, 'session-memory'), number, number);
    }
    expect((await ofKind(at, 'session')).map(({ label }) => label)).toEqual(
      [7, 6, 5, 4, 3].map((number) => `Session ${number}-sessio`),
    );
    await writeTree(at.project, {
      '.claude/session-memory/one/memory.md': '',
      '.claude/session-memory/two/memory.md': '',
    });
    expect((await ofKind(at, 'session')).at(-1)).toMatchObject({ scope: 'project', files: 2, readOnly: true });
  });

  it('are skipped when missing or empty', async () => {
    const at = await machine();
    await mkdir(join(at.claudeFolder(at.project), 'eeee', 'session-memory'), { recursive: true });
    expect(await ofKind(at, 'session')).toEqual([]);
  });
});

describe('folders inside the project', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['an index', { 'memory/MEMORY.md': '' }, 'in-repo'],
    ['an index and notes of days', { 'memory/MEMORY.md': '', 'memory/2026-03-19.md': '' }, 'in-repo'],
    ['notes of days', { 'memory/2026-03-19.md': '', 'memory/2026-03-20.md': '' }, 'logs'],
    ['other text', { 'memory/notes.md': '', 'memory/2026.md': '' }, undefined],
    ['source code', { 'memory/allocator.c': '' }, undefined],
  ])('named memory with %s', async (_, files, kind) => {
    const at = await machine();
    await writeTree(at.project, files);
    expect((await at.find()).find(({ path }) => path === join(at.project, 'memory'))?.kind).toBe(kind);
  });

  it('count daily logs among the files of the surrounding store', async () => {
    const at = await machine();
    await at.remember(at.project, {
      'MEMORY.md': '',
      'logs/2026/03/2026-03-19.md': '',
      'logs/2026-03-20.md': '',
      'team/MEMORY.md': '',
      'team/a.md': '',
    });
    expect((await at.find()).map(({ kind, files }) => [kind, files])).toEqual([
      ['main', 3],
      ['team', 2],
    ]);
    expect(
      (await at.find({ directories: [join(at.claudeFolder(at.project), 'memory', 'logs')] })).map(({ kind }) => kind),
    ).toEqual(['logs']);
  });
});

describe('an opened home folder', () => {
  it('has the settings and notebooks of the user, not of a project', async () => {
    const at = await machine();
    await writeTree(at.home, {
      ...below('.claude/agent-memory/rev'),
      ...below('.claude/memory'),
      '.claude/settings.json': '{"autoMemoryDirectory":"~/notes"}',
    });
    const stores = await at.find({ folders: [at.home], trusted: false });
    expect(stores.map(({ kind, scope, notes }) => [kind, scope, notes])).toEqual([
      ['custom', 'user', undefined],
      ['in-repo', 'project', undefined],
      ['agent', 'user', undefined],
    ]);
  });
});

describe('notebooks of agents', () => {
  it('are found in the folder where Claude Code was started, at any depth, and behind a linked .claude', async () => {
    const at = await machine();
    const deep = join(at.project, 'a', 'b', 'c', 'd', 'e', 'f');
    await writeTree(deep, below('.claude/agent-memory/rev'));
    await writeTree(at.root, below('settings/agent-memory/linked'));
    await symlink(join(at.root, 'settings'), join(at.project, '.claude'));
    expect((await ofKind(at, 'agent', deep)).map(({ label }) => label)).toEqual(['linked', 'rev (a/b/c/d/e/f)']);
    expect((await ofKind(at, 'agent')).map(({ label }) => label)).toEqual(['linked']);
  });

  it('list the other notebooks of the same agent, including those of plugins and of the user', async () => {
    const at = await machine();
    await writeTree(at.project, {
      ...below('.claude/agent-memory/plug-rev'),
      ...below('api/.claude/agent-memory-local/plug-rev'),
      ...below('.claude/agent-memory/alone'),
    });
    await writeTree(at.home, below('.claude/agent-memory/plug-rev'));
    const agents = await ofKind(at, 'agent');
    expect(agents.map(({ agent, scope, notes }) => [agent, scope, notes?.[0]?.split(', ').length ?? 0])).toEqual([
      ['alone', 'project', 0],
      ['plug-rev', 'project', 2],
      ['plug-rev', 'local', 2],
      ['plug-rev', 'user', 2],
    ]);
  });

  it.each([
    ['doesn’t ignore it', '', true],
    ['ignored', '.claude/agent-memory-local/\n', false],
    ['ignored with all of .claude', '.claude\n', false],
  ])('for this machine only: %s by git', async (_, ignore, told) => {
    const at = await machine();
    const repo = await repository(join(at.root, 'repo'), { '.gitignore': ignore });
    await writeTree(repo, below('.claude/agent-memory-local/rev'));
    const [agent] = await ofKind(at, 'agent', repo);
    expect(agent?.notes?.join().includes('.gitignore') ?? false).toBe(told);
    git(repo, 'status');
    expect(
      (await at.find({ folders: [repo], trusted: false })).find(({ kind }) => kind === 'agent')?.notes,
    ).toBeUndefined();
  });
});

describe('stores of other tools', () => {
  it('are named by a hash of the working directory; all are listed on request', async () => {
    const at = await machine();
    const name = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 16);
    await writeTree(join(at.home, '.mini-claude', 'projects'), {
      [`${name(at.project)}/memory/a.md`]: '',
      [`${name('/elsewhere')}/memory/b.md`]: '',
      'no-hash/memory/c.md': '',
    });
    expect((await ofKind(at, 'extra')).map(({ project }) => project)).toEqual([at.project]);
    const all = (await at.find({ all: true })).filter(({ kind }) => kind === 'extra');
    expect(all.map(({ project }) => project)).toEqual([at.project, name('/elsewhere')]);
  });
});
