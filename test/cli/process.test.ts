import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { copyOfCase, runInProcess, startCommand, terminal } from './support.js';

/** A Node older than the one needed, outside this project's packages. */
function olderNode(): string | undefined {
  const nvm = join(process.env.HOME ?? '', '.nvm', 'versions', 'node');
  const versions = existsSync(nvm) ? readdirSync(nvm).map((name) => join(nvm, name, 'bin')) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/opt/node20/bin',
    ...versions,
  ];
  const nodes = folders
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .filter((file) => existsSync(file));
  return nodes.find(
    (file) => Number(/^v(\d+)/.exec(execFileSync(file, ['--version'], { encoding: 'utf8' }))?.[1]) < 22,
  );
}

describe('the process', () => {
  it('answers an older Node with one clear line', async ({ skip }) => {
    const node = olderNode();
    if (node === undefined) return skip('No Node older than 22 is installed on this machine.');
    const { cwd, env } = await terminal();
    const ended = await startCommand({ node, args: ['list'], cwd, env });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^memdir: Node 22 or newer is needed, this is Node \d+\.\d+\.\d+\..*\n$/);
    // To Claude Code 2 means that the prompt is to be refused.
    expect(await startCommand({ node, args: ['hook', 'UserPromptSubmit'], cwd, env })).toMatchObject({
      code: 0,
      stdout: '',
      stderr: ended.stderr,
    });
  });

  it.each([
    [['hook', 'Stop'], 0],
    [['--data-dir', 'd', 'hook', 'Stop'], 0],
    [['list'], 2],
  ] as const)('says when it is not all there, %j with %i', async (args, code) => {
    const { cwd, env } = await terminal();
    await copyFile(resolve('dist/cli.js'), join(cwd, 'cli.js'));
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(cwd, 'cli.js'), ...args], {
      cwd,
      env,
      input: '{}',
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toMatchObject({
      status: code,
      stdout: '',
      stderr: expect.stringMatching(/Install memdir again/) as string,
    });
  });

  it.each([
    [['frobnicate'], 'frobnicate'],
    [['list', '--level', 'eternal'], 'eternal'],
    [['search'], 'query'],
    [['list', '--recent', 'many'], 'many'],
    [['show', 'nothing'], 'nothing'],
    [['search', 'x', '--limit', '1000'], 'limit'],
  ])('answers wrong use %j with one line and 2', async (args, word) => {
    const memory = join(await copyOfCase('05'), 'memory');
    const { run } = await terminal();
    const ended = await run(...args, ...(args[0] === 'frobnicate' ? [] : ['--dir', memory]));
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(word);
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('prints help and its version', async () => {
    const { start } = await terminal();
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(await start(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
    const help = await start(['--help']);
    expect(help.code).toBe(0);
    for (const command of ['roots', 'list', 'show', 'search', 'lint', 'index', 'doctor'])
      expect(help.stdout).toMatch(new RegExp(`^  ${command}`, 'm'));
  });

  it('finds the memory of the folder it is run in', async () => {
    const { home, cwd, json, run } = await terminal();
    const folder = join(home, '.claude', 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
    expect((await run('list')).stdout).toContain('No memory directory here yet');
    await mkdir(join(folder, 'memory'), { recursive: true });
    await writeFile(join(folder, 'memory', 'a.md'), '---\nname: a\n---\nx\n');
    expect(await json('roots')).toMatchObject([
      {
        path: join(folder, 'memory'),
        kind: 'main',
        scope: 'user',
        project: cwd,
        exists: true,
        files: 1,
        sharedWith: [],
      },
    ]);
    expect(await json('list', '--all')).toHaveLength(1);
  });

  it('indexes from two processes at once without harm to either', async () => {
    const { home, json, start } = await terminal();
    const memory = join(home, 'memory');
    await mkdir(memory);
    for (let i = 0; i < 60; i++)
      await writeFile(
        join(memory, `m${i}.md`),
        `---\nname: m${i}\ntype: project\n---\nNote number ${i} about needle${i}.\n`,
      );
    const ended = await Promise.all([
      start(['index', '--dir', memory]),
      start(['index', '--dir', memory]),
      start(['search', 'needle7', '--dir', memory]),
    ]);
    for (const { code, stderr } of ended)
      expect({ code, stderr: /memdir: /.exec(stderr) }).toEqual({ code: 0, stderr: null });
    expect(await json('index', '--dir', memory)).toMatchObject({ files: 60, changed: 0, removed: 0, embedded: 0 });
    const { hits } = await json<{ hits: readonly { path: string }[] }>('search', 'needle7', '--dir', memory);
    expect(hits[0]?.path).toBe(join(memory, 'm7.md'));
  });

  it.each([
    [['list', '--dir', 'nowhere'], 2],
    [['search', 'needle'], 0],
  ] as const)('ends as always when nobody reads what it says beside its output: %j with %i', async (args, code) => {
    const { env, cwd } = await terminal();
    const child = spawn(process.execPath, [resolve('dist/cli.js'), ...args], {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.destroy();
    expect(await once(child, 'exit')).toEqual([code, null]);
  });

  it('ends quietly when nobody reads its output', async () => {
    const memory = join(await copyOfCase('01'), 'memory');
    const { env, cwd } = await terminal();
    const child = spawn(process.execPath, [resolve('dist/cli.js'), 'lint', memory, '--json'], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const code = await new Promise((done) => child.on('close', done));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('shows colours where they are asked for, and none in a pipe or with NO_COLOR', async () => {
    const memory = join(await copyOfCase('05'), 'memory');
    const { cwd, env } = await terminal();
    const coloured = async (more: NodeJS.ProcessEnv): Promise<boolean> =>
      (await runInProcess({ args: ['list', '--dir', memory], cwd, env: { ...env, ...more } })).stdout.includes(
        '\u001b[',
      );
    expect([
      await coloured({}),
      await coloured({ FORCE_COLOR: '1' }),
      await coloured({ NO_COLOR: '1', FORCE_COLOR: '1' }),
      await coloured({ FORCE_COLOR: '0' }),
    ]).toEqual([false, true, false, false]);
  });

  it('stops at Ctrl+C and says so', async () => {
    const { home, env, cwd } = await terminal();
    const memory = join(home, 'memory');
    await mkdir(memory);
    for (let i = 0; i < 400; i++)
      await writeFile(
        join(memory, `m${i}.md`),
        `---\nname: m${i}\ntype: project\n---\n${`Sentence ${i} of a long note. `.repeat(60)}\n`,
      );
    const child = spawn(process.execPath, [resolve('dist/cli.js'), 'index', '--dir', memory], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (stderr === '') child.kill('SIGINT');
      stderr += text;
    });
    const code = await new Promise((done) => child.on('close', done));
    expect(code).toBe(130);
    expect(stderr).toContain('memdir: Canceled.');
  });

  it('gives each health check a line and a way out', async () => {
    const memory = join(await copyOfCase('05'), 'memory');
    const { json, run } = await terminal();
    const checks = await json<{ check: string; ok: boolean; detail: string }[]>('doctor', '--dir', memory);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks.map(({ detail }) => detail).join('\n')).toContain(memory);
    expect((await run('doctor', '--dir', memory)).stdout.trimEnd().split('\n')).toHaveLength(checks.length);
  });
});
