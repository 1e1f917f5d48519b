import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { projectSlug } from '../../src/core/stores/project-slug.js';
import { until } from '../support/service.js';
import type { Client } from './client.js';
import { connect, engineIn, optionsOf, type Place, place, start } from './support.js';

const memoryOf = (at: Place, folder: string, config = join(at.dir, 'home', '.claude')): string =>
  join(config, 'projects', projectSlug(folder), 'memory');

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** A store of a folder that is gone and lay beside the project. */
async function orphan(at: Place, files: Readonly<Record<string, string>>): Promise<string> {
  const former = join(at.dir, 'before', 'project');
  const memory = memoryOf(at, former);
  for (const [path, text] of Object.entries(files)) await write(join(memory, path), text);
  await write(join(dirname(memory), 's.jsonl'), `${JSON.stringify({ cwd: former })}\n`);
  return memory;
}

const total = async (client: Client): Promise<number> =>
  (await client.request('view')).reduce((sum, { memories }) => sum + memories.length, 0);

describe('moving a store through the host', () => {
  it('finds a candidate, plans and makes the move, updates the tree, and undoes it', async () => {
    const at = await place();
    const from = await orphan(at, { 'MEMORY.md': '- [A](a.md) — a\n', 'a.md': 'alpha' });
    const client = await start(at, { directories: [] });
    const [candidate] = await client.request('moveCandidates', { folder: at.project });
    expect(candidate).toMatchObject({ path: from, likely: true, files: 2 });
    expect(await total(client)).toBe(0);
    const plan = await client.request('movePlan', { from, folder: at.project });
    expect(plan).toMatchObject({
      to: memoryOf(at, at.project),
      files: [
        { path: 'MEMORY.md', action: 'move' },
        { path: 'a.md', action: 'move' },
      ],
    });
    const changes = client.changed.length;
    const report = await client.request('move', plan);
    expect(report.moved).toBe(2);
    await until('the tree is announced as changed', () => client.changed.length > changes);
    expect(await total(client)).toBe(1);
    expect(await client.request('moveUndo', { id: report.id })).toEqual({ restored: 2, left: [] });
    expect(await total(client)).toBe(0);
    expect(await readFile(join(from, 'a.md'), 'utf8')).toBe('alpha');
  });

  it('refuses a plan that is no longer true, and one of a folder that is no store', async () => {
    const at = await place();
    const from = await orphan(at, { 'a.md': 'alpha' });
    const client = await start(at, { directories: [] });
    const plan = await client.request('movePlan', { from, folder: at.project });
    await write(join(from, 'b.md'), 'late');
    await expect(client.request('move', plan)).rejects.toMatchObject({
      data: { code: 'changed-on-disk' },
    });
    await expect(client.request('movePlan', { from: '/etc', folder: at.project })).rejects.toMatchObject({
      data: { code: 'not-found' },
    });
  });
});

describe('the location of Claude Code’s files (case 44)', () => {
  it.each<[string, (at: Place) => { claudeConfigDir: string; claudeEnvironment: Record<string, string> }, string]>([
    ['home', () => ({ claudeConfigDir: '', claudeEnvironment: {} }), 'home/.claude'],
    [
      'claudeCode.environmentVariables',
      (at) => ({ claudeConfigDir: '', claudeEnvironment: { CLAUDE_CONFIG_DIR: join(at.dir, 'work') } }),
      'work',
    ],
    [
      'the own setting over both',
      (at) => ({
        claudeConfigDir: join(at.dir, 'own'),
        claudeEnvironment: { CLAUDE_CONFIG_DIR: join(at.dir, 'work') },
      }),
      'own',
    ],
  ])('is determined by %s', async (_, settings, config) => {
    const at = await place();
    await cp(
      join(import.meta.dirname, '../fixtures/cases/42-directory-comes-and-goes/memory'),
      memoryOf(at, at.project, join(at.dir, config)),
      { recursive: true },
    );
    const client = connect(engineIn(at));
    const { claudeConfigDir, claudeEnvironment } = settings(at);
    await client.initialize(at.project, { ...optionsOf(at, { directories: [], claudeConfigDir }), claudeEnvironment });
    const [first] = await client.request('view');
    expect(first?.store).toMatchObject({ path: memoryOf(at, at.project, join(at.dir, config)), exists: true });
  });
});
