import { execFileSync } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, it } from 'vitest';

import type { MemoryDetail, MemorySummary, PrintedStore, SearchResult } from '../../src/core/results.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import {
  codeUser,
  codexMemory,
  copilotMemory,
  copilotUser,
  copilotWorkspace,
  everyAgentMemory,
  geminiMemory,
  openedWith,
  put,
  qwenMemory,
  qwenTeamMemory,
  SESSION_FOLDER,
} from '../support/agent-memory.js';
import { startCommand, tempFolder, type Terminal, terminal } from './support.js';

const rootsOf = async (shell: Terminal, ...more: string[]): Promise<string[]> =>
  (await shell.json<PrintedStore[]>('roots', ...more))
    .filter(({ kind }) => kind !== 'main')
    .map(({ kind, scope, files }) => `${kind} ${scope} ${files}`);

const settings = async ({ home }: Terminal, value: Record<string, unknown>): Promise<string> =>
  put(join(home, 'data', 'settings.json'), JSON.stringify(value));

describe('memory of other agents', () => {
  it('is found for the project and the user, with the reason', async () => {
    const shell = await terminal();
    await everyAgentMemory(shell.home, shell.cwd);
    expect(await rootsOf(shell)).toEqual([
      'copilot repository 1',
      'copilot session 1',
      'copilot user 1',
      'qwen project 2',
      'qwen user 2',
      'gemini project 2',
      'gemini user 1',
      'codex user 3',
    ]);
    const { stdout } = await shell.run('roots');
    expect(stdout).toContain(`Copilot keeps what it knows about ${shell.cwd} here.`);
    expect(stdout).toContain('Copilot in VS Code keeps what it knows about you here, for all projects.');
    expect(stdout).toContain('Copilot deletes them 14 days after the session was last used.');
    expect(stdout).toContain(`Gemini CLI keeps the memories of ${shell.cwd} here.`);
    expect(stdout.match(/It is read-only\./g)).toHaveLength(3);
  });

  it('is listed and found by one search, forms without front matter too', async () => {
    const shell = await terminal();
    await everyAgentMemory(shell.home, shell.cwd);
    const names = (await shell.json<MemorySummary[]>('list')).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'preferences',
        'build',
        'plan',
        'queue',
        'tone',
        'testing',
        'GEMINI',
        'checkout',
        'Search index',
      ]),
    );
    expect(names).not.toContain('raw_memories');
    for (const [words, file] of [
      ['pnpm preference', 'preferences.md'],
      ['esbuild bundle', 'build.md'],
      ['zebra parser', 'plan.md'],
      ['Redis Streams', 'queue.md'],
      ['Adyen checkout', join('shop', 'memory', 'MEMORY.md')],
      ['Framework laptop', 'GEMINI.md'],
      ['refunds exponential backoff', join('.codex', 'memories', 'MEMORY.md')],
      ['trigrams indexer', join('.codex', 'memories', 'MEMORY.md')],
    ] as const) {
      const { hits } = await shell.json<SearchResult>('search', words);
      expect(hits[0]?.path, words).toMatch(new RegExp(`${file.replaceAll(/[.\\/]/g, '\\$&')}$`));
    }
  });

  it('of Codex is one memory for each task group, found and shown at its line', async () => {
    const shell = await terminal();
    await codexMemory(shell.home, shell.cwd);
    const file = join(shell.home, '.codex', 'memories', 'MEMORY.md');
    const [hit] = (await shell.json<SearchResult>('search', 'trigrams')).hits;
    expect(hit).toMatchObject({ path: file, name: 'Search index', line: 12 });
    const shown = await shell.json<MemoryDetail>('show', hit?.id ?? '');
    expect(shown).toMatchObject({ path: file, line: 8, name: 'Search index' });
    expect(shown.body).toContain('- Trigrams are built at night by the indexer');
    expect(shown.body).not.toContain('Refunds');
    expect((await shell.run('show', 'checkout')).stdout).toContain('MEMORY.md:1\n');
    const several = await shell.run('show', file);
    expect(several.stderr).toMatch(/matches 2 memories: \S+\/MEMORY\.md\/checkout, \S+\/MEMORY\.md\/search-index\./);
    await put(file, '# Task Group: Search index\n\n- Trigrams are built at noon now\n');
    expect((await shell.json<SearchResult>('search', 'trigrams noon')).hits[0]).toMatchObject({ id: hit?.id, line: 3 });
    expect((await shell.json<SearchResult>('search', 'exponential')).hits).toEqual([]);
  });

  it('of Qwen Code that a team shares in the repository is found, and copied to only where that is said', async () => {
    const shell = await terminal();
    const own = await qwenMemory(shell.home, shell.cwd);
    const team = await qwenTeamMemory(shell.cwd);
    expect(await rootsOf(shell)).toEqual(['qwen project 2', 'qwen repository 2', 'qwen user 2']);
    expect((await shell.run('roots')).stdout).toContain(
      `Memory of Qwen Code that everyone who works in ${shell.cwd} shares.`,
    );
    const [hit] = (await shell.json<SearchResult>('search', 'migrations reviewed')).hits;
    expect(hit?.path).toBe(join(team, 'project', 'reviews.md'));
    await shell.run('copy', 'tone', '--to', 'qwen:project');
    expect((await readdir(own, { recursive: true })).join()).toContain('tone.md');
    expect((await readdir(team, { recursive: true })).join()).not.toContain('tone.md');
    await shell.run('copy', 'queue', '--to', 'qwen:repository');
    expect((await readdir(team, { recursive: true })).join()).toContain('queue.md');
    expect(await rootsOf(shell, '--dir', team)).toEqual(['qwen repository 3']);
  });

  it('of Qwen Code is found in the project and by the folder it works in, and copied to where its variables say', async () => {
    const shell = await terminal();
    await qwenMemory(shell.home, shell.cwd);
    const local = join(shell.cwd, '.qwen', 'memory');
    await put(
      join(local, 'project', 'oven.md'),
      '---\nname: oven\ndescription: preheated at four\ntype: project\n---\n\nThe oven is preheated at four in the morning.\n',
    );
    expect((await shell.json<SearchResult>('search', 'oven preheated')).hits[0]?.path).toBe(
      join(local, 'project', 'oven.md'),
    );
    expect(await rootsOf(shell)).toEqual(['qwen project 2', 'qwen project 1', 'qwen user 2']);
    await shell.run('copy', 'tone', '--to', 'qwen:project');
    expect((await readdir(local, { recursive: true })).join()).not.toContain('tone.md');
    shell.env['QWEN_CODE_MEMORY_LOCAL'] = '1';
    await put(
      join(shell.home, '.qwen', 'memories', 'user', 'pace.md'),
      '---\nname: pace\ndescription: one step at a time\ntype: user\n---\n\nThe user wants one step at a time.\n',
    );
    await shell.run('copy', 'pace', '--to', 'qwen:project');
    expect((await readdir(local, { recursive: true })).join()).toContain('pace.md');
    shell.env['QWEN_CODE_MEMORY_LOCAL'] = '0';

    const part = join(shell.cwd, 'part');
    execFileSync('git', ['init', '-q', shell.cwd]);
    const own = join(shell.home, '.qwen', 'projects', projectSlug(part), 'memory');
    await put(join(own, 'MEMORY.md'), '# Index\n');
    await mkdir(part);
    const { stdout } = await startCommand({ args: ['roots'], cwd: part, env: shell.env });
    expect(stdout).toContain(`Qwen Code keeps the memories of ${part} here.`);
    expect(stdout).toContain(`Qwen Code keeps the memories of ${shell.cwd} here.`);
  });

  it('of a team that a link puts elsewhere is not followed in a folder that is not trusted', async () => {
    const [shell, elsewhere] = [await terminal(), await tempFolder()];
    await put(join(elsewhere, 'MEMORY.md'), '- [A](a.md) — a\n');
    await mkdir(join(shell.cwd, '.qwen'));
    await symlink(elsewhere, join(shell.cwd, '.qwen', 'team-memory'));
    expect(await rootsOf(shell)).toEqual([]);
  });

  it('of another project stays there, except with --all', async () => {
    const [shell, other] = [await terminal(), await tempFolder()];
    await copilotMemory(shell.home, other);
    await geminiMemory(shell.home, other);
    expect(await rootsOf(shell)).toEqual(['copilot user 1', 'gemini user 1']);
    expect(await rootsOf(shell, '--all')).toEqual([
      'copilot user 1',
      'copilot repository 1',
      'copilot session 1',
      'gemini user 1',
      'gemini project 2',
    ]);
  });

  it('is left out agent by agent', async () => {
    const shell = await terminal();
    await everyAgentMemory(shell.home, shell.cwd);
    await settings(shell, { agents: { copilot: false, codex: false } });
    expect(await rootsOf(shell)).toEqual(['qwen project 2', 'qwen user 2', 'gemini project 2', 'gemini user 1']);
  });

  it('keeps its kind where its directory is named', async () => {
    const shell = await terminal();
    await everyAgentMemory(shell.home, shell.cwd);
    const user = codeUser(shell.home);
    for (const [path, found] of [
      [copilotUser(user), 'copilot user 1'],
      [join(copilotWorkspace(user, '3fa1b2'), 'repo'), 'copilot repository 1'],
      [join(copilotWorkspace(user, '3fa1b2'), SESSION_FOLDER), 'copilot session 1'],
      [join(shell.home, '.qwen', 'memories'), 'qwen user 2'],
      [join(shell.home, '.gemini'), 'gemini user 1'],
      [join(shell.home, '.codex', 'memories'), 'codex user 3'],
    ] as const)
      expect(await rootsOf(shell, '--dir', path)).toEqual([found]);
  });

  it('follows CODEX_HOME, with only what is memory there', async () => {
    const shell = await terminal();
    await codexMemory(shell.home, shell.cwd);
    shell.env['CODEX_HOME'] = join(shell.home, 'elsewhere');
    expect(await rootsOf(shell)).toEqual([]);
    await put(join(shell.home, 'elsewhere', 'memories', 'memory_summary.md'), 'The user likes figs.\n');
    await put(join(shell.home, 'elsewhere', 'memories', 'raw_memories.md'), 'Raw figs.\n');
    expect(await rootsOf(shell)).toEqual(['codex user 1']);
    expect((await shell.json<SearchResult>('search', 'figs')).hits).toHaveLength(1);
  });
});

describe('workspaces of Copilot', () => {
  const note = (memories: string): Promise<string> => put(join(memories, 'repo', 'a.md'), '- A fact\n');

  it('count in every editor that is installed, and in a folder below the checkout', async () => {
    const shell = await terminal();
    await put(join(shell.cwd, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    for (const [at, user] of [
      join(shell.home, '.config', 'VSCodium', 'User'),
      join(shell.home, '.vscode-server', 'data', 'User'),
      join(shell.home, '.local', 'share', 'code-server', 'User'),
    ].entries())
      await note(await openedWith(user, `h${at}`, { folder: pathToFileURL(join(shell.cwd, `part${at}`)).href }));
    expect(await rootsOf(shell)).toEqual(Array.from({ length: 3 }, () => 'copilot repository 1'));
  });

  it('with several folders count in each, and outside of the folder of their file only where that is trusted', async () => {
    const shell = await terminal();
    const around = await tempFolder();
    const file = await put(
      join(around, 'all.code-workspace'),
      `// both\n{"folders": [{"path": "inside"}, {"path": ${JSON.stringify(shell.cwd)}}]}`,
    );
    await put(join(around, 'inside', 'README.md'), 'x\n');
    await note(await openedWith(codeUser(shell.home), 'multi', { workspace: pathToFileURL(file).href }));
    expect(await rootsOf(shell)).toEqual([]);
    const inside = await terminal(join(around, 'inside'));
    inside.env['HOME'] = shell.home;
    expect(await rootsOf({ ...inside, ...(await sameHome(inside, shell)) })).toEqual(['copilot repository 1']);
    await shell.run('trust', around);
    expect(await rootsOf(shell)).toEqual(['copilot repository 1']);
  });

  it('of another machine do not count, though a folder here has the same path', async () => {
    const shell = await terminal();
    await note(
      await openedWith(codeUser(shell.home), 'far', { folder: `vscode-remote://ssh-remote%2Bbox${shell.cwd}` }),
    );
    await note(await openedWith(codeUser(shell.home), 'host', { folder: `file://box${shell.cwd}` }));
    await put(join(codeUser(shell.home), 'workspaceStorage', 'broken', 'workspace.json'), '{"folder": 3');
    await note(copilotWorkspace(codeUser(shell.home), 'broken'));
    expect(await rootsOf(shell)).toEqual([]);
    expect(await rootsOf(shell, '--all')).toHaveLength(3);
    expect((await shell.run('roots', '--all')).stdout).toContain('ssh-remote+box');
  });
});

/** What a shell needs to run in the home of another one. */
async function sameHome(shell: Terminal, { home }: Terminal): Promise<Partial<Terminal>> {
  const { runInProcess } = await import('./support.js');
  const env = { ...shell.env, HOME: home, USERPROFILE: home };
  return {
    json: async <T>(...args: string[]): Promise<T> =>
      JSON.parse((await runInProcess({ args: [...args, '--json'], cwd: shell.cwd, env })).stdout) as T,
  };
}
