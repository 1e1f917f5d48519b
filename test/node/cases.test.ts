/** Neighbours of cases 38, 41, 42, 44 and 45 on real directories. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { projectSlug } from '../../src/core/stores/project-slug.js';
import { memoryText, openBench } from '../support/service.js';
import { below, type Machine, machine } from './machine.js';
import { copyOfCase, writeTree } from './support.js';

const INDEX = '- [A](a.md) — a\n';

describe('case 38: two writers', () => {
  it.each<[string, string, string[]]>([
    ['both add an entry', `${INDEX}- [C](c.md) — theirs\n`, ['c.md']],
    ['one removes an entry', '# Empty\n', []],
    ['one writes the same entry', `${INDEX}- [B](b.md) — theirs\n`, ['b.md']],
    ['one changes a line end', INDEX.replace('\n', '\r\n'), ['a.md']],
    ['one changes a letter, in the same length', INDEX.replace('— a', '— z'), ['a.md']],
  ])("%s: the other writer's change is kept", async (_, theirs, kept) => {
    const bench = await openBench();
    try {
      await bench.write('MEMORY.md', INDEX);
      for (const name of ['a', 'b', 'c'])
        await bench.write(
          `${name}.md`,
          memoryText({ name, description: `how ${name} is done here`, type: 'reference' }),
        );
      const memdir = await bench.open();
      const plan = await memdir.planFixes({});
      expect(plan.repairs).toBeGreaterThan(0);
      await bench.write('MEMORY.md', theirs);
      const left = await memdir.applyPlan(plan);
      const after = await readFile(join(bench.store, 'MEMORY.md'), 'utf8');
      expect([left, after]).toEqual([[{ file: join(bench.store, 'MEMORY.md'), why: 'changed-on-disk' }], theirs]);
      for (const path of kept) expect(after).toContain(`(${path})`);
      // Asked again, it starts from what is there now.
      expect(await memdir.applyPlan(await memdir.planFixes({}))).toEqual([]);
      const both = await readFile(join(bench.store, 'MEMORY.md'), 'utf8');
      for (const path of ['a.md', 'b.md', 'c.md']) expect(both.split(`(${path})`)).toHaveLength(2);
      expect(both).toContain(theirs.split('\n')[0]);
    } finally {
      await bench.close();
    }
  });

  it('two services at once add one entry per memory', async () => {
    const bench = await openBench();
    try {
      await bench.write('MEMORY.md', INDEX);
      for (const name of ['a', 'b'])
        await bench.write(
          `${name}.md`,
          memoryText({ name, description: `how ${name} is done here`, type: 'reference' }),
        );
      const services = [await bench.open(), await bench.open()];
      const plans = await Promise.all(services.map((memdir) => memdir.planFixes({})));
      const left = await Promise.all(
        services.map((memdir, at) => memdir.applyPlan(plans[at] ?? { changes: [], repairs: 0 })),
      );
      expect(left.filter((paths) => paths.length === 0)).toHaveLength(1);
      expect((await readFile(join(bench.store, 'MEMORY.md'), 'utf8')).split('(b.md)')).toHaveLength(2);
    } finally {
      await bench.close();
    }
  });
});

describe('case 41: directories of the settings are never created', () => {
  it.each(['~/notes', '~', '$HOME/memory', './memory', '.claude/memory', '%USERPROFILE%\\memory', '~other/memory'])(
    '%s',
    async (value) => {
      const at = await machine();
      await writeTree(at.project, { '.claude/settings.json': JSON.stringify({ autoMemoryDirectory: value }) });
      const [store] = await at.find();
      expect(store?.kind).toBe(value === '~/notes' ? 'custom' : 'main');
      expect(store?.exists).toBe(false);
      expect((await readdir(at.project)).sort()).toEqual(['.claude', '.git']);
      expect(await readdir(at.home)).toEqual(['.claude']);
      for (const place of ['~', '$HOME', '%USERPROFILE%\\memory'])
        expect(existsSync(join(at.project, place))).toBe(false);
    },
  );

  it('a folder of the project is listed although the setting that names it is ignored', async () => {
    const at = await machine();
    await writeTree(at.project, {
      ...below('.claude/memory'),
      '.claude/settings.json': '{"autoMemoryDirectory": ".claude/memory"}',
    });
    const stores = await at.find();
    expect(stores.map(({ path, exists }) => [path, exists])).toContainEqual([
      join(at.project, '.claude', 'memory'),
      true,
    ]);
    expect(stores[0]?.notes?.join()).toContain('must be an absolute path');
  });
});

describe('case 42: directories and files that appear and disappear', () => {
  it.each<[string, (store: string) => Promise<void>, string[]]>([
    [
      'is replaced by another',
      async (store) => {
        await rename(store, `${store}.old`);
        await mkdir(store);
        await writeFile(join(store, 'z.md'), 'z');
      },
      ['z'],
    ],
    [
      'is replaced by a file',
      async (store) => {
        await rm(store, { recursive: true });
        await writeFile(store, 'x');
      },
      [],
    ],
    [
      'is replaced by a link to another',
      async (store) => {
        await rename(store, `${store}.real`);
        await symlink(`${store}.real`, store);
      },
      ['a', 'b'],
    ],
    [
      'loses its index and a file',
      async (store) => {
        await rm(join(store, 'MEMORY.md'));
        await rm(join(store, 'a.md'));
      },
      ['b'],
    ],
    [
      'goes with the folder around it',
      async (store) => {
        await rename(store, `${store}.away`);
      },
      [],
    ],
    [
      'holds a folder where a file was',
      async (store) => {
        await rm(join(store, 'a.md'));
        await mkdir(join(store, 'a.md'));
      },
      ['b'],
    ],
  ])('a directory that %s is listed in its current state', async (_, change, names) => {
    const bench = await openBench();
    try {
      await bench.write('MEMORY.md', INDEX);
      for (const name of ['a', 'b']) await bench.write(`${name}.md`, memoryText({ name }));
      const memdir = await bench.open();
      expect(await memdir.list({})).toHaveLength(2);
      await change(bench.store);
      expect((await memdir.list({})).map(({ name }) => name)).toEqual(names);
      expect(Array.isArray((await memdir.view()).map(({ memories }) => memories.length))).toBe(true);
      expect(bench.log.lines.filter((line) => /unexpected/i.test(line))).toEqual([]);
    } finally {
      await bench.close();
    }
  });
});

describe('case 44: where Claude Code keeps its files', () => {
  const main = async (at: Machine, env: NodeJS.ProcessEnv): Promise<string | undefined> =>
    (await at.find({}, env)).find(({ kind }) => kind === 'main')?.path;
  it.each<[string, (at: Machine) => string, (at: Machine) => string]>([
    ['a trailing slash', (at) => `${join(at.root, 'cfg')}/`, (at) => join(at.root, 'cfg')],
    ['~ for home', () => '~/.claude-work', (at) => join(at.home, '.claude-work')],
    ['dots on the way', (at) => join(at.root, 'x') + '/../cfg', (at) => join(at.root, 'cfg')],
    ['nothing', () => '', (at) => join(at.home, '.claude')],
    ['a folder of a container', () => '/home/vscode/.claude', () => '/home/vscode/.claude'],
  ])('CLAUDE_CONFIG_DIR with %s', async (_, value, config) => {
    const at = await machine();
    expect(await main(at, { CLAUDE_CONFIG_DIR: value(at) })).toBe(
      join(config(at), 'projects', projectSlug(at.project), 'memory'),
    );
  });

  it('the extension runs where the files are and declares its support of virtual workspaces', async () => {
    const manifest = JSON.parse(await readFile('package.json', 'utf8')) as {
      extensionKind: string[];
      capabilities: { virtualWorkspaces: { supported: unknown } };
    };
    expect([manifest.extensionKind, manifest.capabilities.virtualWorkspaces.supported]).toEqual([
      ['workspace'],
      'limited',
    ]);
  });

  it('memory on the other side of WSL is an extra directory, never detected', async () => {
    const at = await machine();
    const windows = join(at.root, 'mnt', 'c', 'Users', 'me', '.claude', 'projects', 'C--Users-me-my-proj', 'memory');
    await writeTree(windows, { 'MEMORY.md': INDEX, 'a.md': 'a' });
    expect((await at.find()).map(({ path }) => path)).not.toContain(windows);
    expect((await at.find({ extra: [windows] })).find(({ path }) => path === windows)).toMatchObject({
      kind: 'extra',
      exists: true,
      files: 2,
    });
  });
});

describe('case 45: notebooks of sub-agents', () => {
  it.each<[string, Record<string, string>, [string, string][]]>([
    [
      'an agent of a plugin in two scopes',
      { ...below('.claude/agent-memory/plug-rev'), ...below('.claude/agent-memory-local/plug-rev') },
      [
        ['plug-rev', 'project'],
        ['plug-rev', 'local'],
      ],
    ],
    [
      'empty folders',
      { '.claude/agent-memory/empty/.gitkeep': '', '.claude/agent-memory/rev/MEMORY.md': '- note\n' },
      [['rev', 'project']],
    ],
    [
      'a file between the folders',
      { '.claude/agent-memory/README.md': 'x', '.claude/agent-memory/rev/MEMORY.md': '- note\n' },
      [['rev', 'project']],
    ],
    [
      'names with capitals and dots',
      { ...below('.claude/agent-memory/Code.Reviewer') },
      [['Code.Reviewer', 'project']],
    ],
  ])('%s', async (_, files, expected) => {
    const at = await machine();
    await writeTree(at.project, files);
    const agents = (await at.find()).filter(
      ({ kind, exists, files: count }) => kind === 'agent' && exists && count > 0,
    );
    expect(agents.map(({ agent, scope }) => [agent, scope])).toEqual(expected);
  });

  it('contain notes without missing-entry problems', async () => {
    const folder = await copyOfCase('45-agent-memory-places');
    const bench = await openBench();
    try {
      const memdir = await bench.open({ scope: { folders: [join(folder, 'repo')], trusted: true } });
      const { problems } = await memdir.lint({});
      expect(problems.filter(({ code }) => code === 'index-orphan' || code === 'index-content')).toEqual([]);
    } finally {
      await bench.close();
    }
  });
});
