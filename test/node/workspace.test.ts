import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { StoreInfo } from '../../src/core/memory.js';
import type { PlaceState, Workspace } from '../../src/core/ports/workspace.js';
import { parseHistory } from '../../src/node/workspace/git-history.js';
import { createWorkspace } from '../../src/node/workspace/workspace.js';
import { infoOf } from '../core/lint/store.js';

let dir: string;
let root: string;
const logged: string[] = [];
const log = {
  info: (line: string) => void logged.push(line),
  warn: (line: string) => void logged.push(line),
  error: (line: string) => void logged.push(line),
};

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'memdir-workspace-')));
  root = join(dir, 'project');
  await mkdir(root);
  logged.length = 0;
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function put(path: string, text = 'x\n'): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

function git(...args: string[]): void {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  execFileSync('git', ['-C', root, '-c', 'init.defaultBranch=main', ...args], { env, stdio: 'ignore' });
}
const commit = (message: string): void => {
  git('add', '-A');
  git('commit', '-qm', message, '--allow-empty');
};

const open = (more: Partial<Parameters<typeof createWorkspace>[0]> = {}): Workspace =>
  createWorkspace({
    log,
    isTrusted: () => Promise.resolve(true),
    patienceMs: 20_000,
    freshMs: 0,
    usableMs: 0,
    ...more,
  });
const look = async (path: string, workspace = open()): Promise<PlaceState | undefined> =>
  (await workspace.look(root, [path])).get(path);

describe('a cited path', () => {
  it('is looked up on disk, including ignored files, from any folder of the project', async () => {
    await put('.gitignore', 'secret.env\n');
    await put('packages/web/src/a.ts');
    await put('packages/api/src/b.ts');
    await put('other/src/b.ts');
    await put('config/secret.env');
    const workspace = open();
    expect(await look('packages/web/src/a.ts', workspace)).toEqual({ state: 'there', path: 'packages/web/src/a.ts' });
    expect(await look('config/secret.env', workspace)).toMatchObject({ state: 'there' });
    expect(await look('src/a.ts', workspace)).toEqual({ state: 'there', path: 'packages/web/src/a.ts' });
    expect(await look('src/b.ts', workspace)).toEqual({ state: 'there', path: undefined });
    expect(await look('packages/web/', workspace)).toMatchObject({ state: 'there' });
    expect(await look('a.ts', workspace)).toMatchObject({ state: 'there' });
    expect(await look('Packages/web/SRC/a.ts', workspace)).toMatchObject({ state: 'there' });
    expect(await look('packages/web/src/a.js', workspace)).toMatchObject({
      state: 'there',
      path: 'packages/web/src/a.ts',
    });
  });

  it('is missing with the evidence and the only file of the same name', async () => {
    await put('src/api/session.ts');
    const workspace = open();
    expect(await look('src/auth/session.ts', workspace)).toEqual({
      state: 'missing',
      evidence: 'folder',
      renamed: [],
      sameName: ['src/api/session.ts'],
    });
    expect(await look('tests/x.test.ts', workspace)).toMatchObject({ state: 'missing', evidence: 'none' });
    expect(await look('infra/main.tf', workspace)).toEqual({ state: 'unknown' });
    expect(await look('src/api/session.ts/x.ts', workspace)).toMatchObject({ state: 'missing' });
  });

  it('is looked up again when a file appears', async () => {
    await put('src/a.ts');
    const workspace = open();
    expect(await look('src/b.ts', workspace)).toMatchObject({ state: 'missing' });
    await put('src/b.ts');
    expect(await look('src/b.ts', workspace)).toMatchObject({ state: 'there' });
  });

  it('comes from the cache while usable and is refreshed in the background', async () => {
    await put('src/a.ts');
    const workspace = open({ freshMs: 0, usableMs: 60_000 });
    await look('src/a.ts', workspace);
    await rm(join(root, 'src/a.ts'));
    expect(await look('src/a.ts', workspace)).toMatchObject({ state: 'there' });
    await expect.poll(async () => (await look('src/a.ts', workspace))?.state).toBe('missing');
  });

  it('is never looked up outside the project', async () => {
    await mkdir(join(dir, 'outside/deep'), { recursive: true });
    await writeFile(join(dir, 'outside/a.ts'), 'x');
    await put('src/b.ts');
    await symlink(join(dir, 'outside'), join(root, 'way'));
    await symlink('../src', join(root, 'src/loop'));
    await symlink('src', join(root, 'inside'));
    await symlink('//server/share', join(root, 'unc'));
    const workspace = open();
    for (const path of ['way/a.ts', 'way/none.ts', '../outside/a.ts', 'src/../../outside/a.ts', 'unc/a.ts'])
      expect(await look(path, workspace), path).toEqual({ state: 'unknown' });
    expect(await look('inside/b.ts', workspace)).toMatchObject({ state: 'there' });
    expect(await look('src/loop/loop/loop/b.ts', workspace)).toMatchObject({ state: 'there' });
    expect(await workspace.lineCount(root, 'way/a.ts')).toBeUndefined();
    expect(await workspace.lineCount(root, '../outside/a.ts')).toBeUndefined();
  });
});

describe('the history of git', () => {
  beforeEach(async () => {
    git('init', '-q');
    await put('src/old.ts', 'export const answer = 42;\nexport const question = "what";\n');
    await put('src/gone.ts', 'export const nothing = 0;\n');
    commit('one');
  });

  it('follows renames to an existing file and reports deleted files', async () => {
    await rename(join(root, 'src/old.ts'), join(root, 'src/middle.ts'));
    await rm(join(root, 'src/gone.ts'));
    commit('two');
    await mkdir(join(root, 'lib'));
    await rename(join(root, 'src/middle.ts'), join(root, 'lib/new.ts'));
    await rm(join(root, 'src'), { recursive: true });
    commit('three');
    const workspace = open();
    expect(await look('src/old.ts', workspace)).toEqual({
      state: 'missing',
      evidence: 'history',
      renamed: ['lib/new.ts'],
      sameName: [],
    });
    expect(await look('src/gone.ts', workspace)).toMatchObject({ state: 'missing', evidence: 'history', renamed: [] });
    expect(await look('src/', workspace)).toMatchObject({ state: 'missing', evidence: 'history' });
    await put('lib/gone.ts');
    expect(await look('gone.ts', workspace)).toMatchObject({ state: 'there' });
  });

  it('is read again after a commit, and never in an untrusted folder', async () => {
    const workspace = open();
    await rename(join(root, 'src/old.ts'), join(root, 'src/new.ts'));
    expect(await look('src/old.ts', workspace)).toMatchObject({ evidence: 'history', renamed: [] });
    commit('two');
    expect(await look('src/old.ts', workspace)).toMatchObject({ evidence: 'history', renamed: ['src/new.ts'] });
    expect(await look('src/never.ts', workspace)).toMatchObject({ state: 'missing', evidence: 'none' });
    expect(await look('src/old.ts', open({ isTrusted: () => Promise.resolve(false) }))).toMatchObject({
      evidence: 'folder',
    });
  });

  it('is read without running programs the repository configures', async () => {
    await rm(join(root, 'src/old.ts'));
    commit('two');
    const ran = join(dir, 'ran');
    const script = join(root, 'evil.sh');
    await writeFile(script, `#!/bin/sh\ntouch '${ran}'\n`);
    await chmod(script, 0o755);
    await writeFile(join(root, '.gitattributes'), '*.ts diff=evil\n');
    for (const name of [
      'core.fsmonitor',
      'core.pager',
      'pager.log',
      'diff.external',
      'diff.evil.command',
      'diff.evil.textconv',
      'gpg.program',
      'core.sshCommand',
      'core.editor',
      'alias.log',
      'credential.helper',
      'core.alternateRefsCommand',
    ])
      git('config', name, name === 'alias.log' ? `!${script}` : script);
    git('config', 'log.showSignature', 'true');
    git('config', 'diff.orderFile', join(root, 'none'));
    await put('git', '#!/bin/sh\ntouch ../ran\n');
    await chmod(join(root, 'git'), 0o755);
    git('config', '--unset', 'diff.orderFile');
    expect(await look('src/old.ts')).toMatchObject({ evidence: 'history' });
    expect(existsSync(ran)).toBe(false);
  });

  it('is omitted when the repository is damaged', async () => {
    await rm(join(root, 'src/old.ts'));
    await rm(join(root, '.git/objects'), { recursive: true });
    expect(await look('src/old.ts')).toMatchObject({ state: 'missing', evidence: 'folder' });
    expect(logged.join()).toContain('not known');
  });

  it("uses paths relative to a project below the repository's root", async () => {
    await put('app/src/x.ts', 'export const one = 1;\nexport const two = 2;\n');
    commit('two');
    await rename(join(root, 'app/src/x.ts'), join(root, 'app/src/y.ts'));
    commit('three');
    expect((await open().look(join(root, 'app'), ['src/x.ts'])).get('src/x.ts')).toMatchObject({
      renamed: ['src/y.ts'],
    });
  });
});

it.each([
  ['', 0, 0],
  ['R100\0a\0b\0D\0c\0', 1, 1],
  ['R090\0a', 0, 0],
  ['X\0Y\0Z', 0, 0],
  ['\nR100\0a\nb\0c\0\nD\0d\0', 1, 1],
  ['R100\0a\0b\0R100\0a\0c\0', 1, 0],
])('parses the output of git: %j', (output, renamed, removed) => {
  const history = parseHistory(output);
  expect([history.renamed.size, history.removed.size]).toEqual([renamed, removed]);
});

describe('the project of a store', () => {
  const store = (more: Partial<StoreInfo>): StoreInfo => infoOf('main', { path: join(dir, 'memory'), ...more });

  it('is the folder the store is named after', async () => {
    expect(await open().projectOf(store({ project: root }))).toEqual({ root });
  });

  it('is the checkout around a store inside the project', async () => {
    await mkdir(join(root, '.git'));
    await mkdir(join(root, '.claude/memory'), { recursive: true });
    expect(
      await open().projectOf(
        store({ kind: 'team', scope: 'project', path: join(root, '.claude/memory'), project: dir }),
      ),
    ).toEqual({ root, storeInside: '.claude/memory' });
  });

  it.each([
    ['not known', undefined],
    ['only a name', 'project'],
    ['gone', '/nowhere/at/all'],
    ['on a share', '\\\\server\\share'],
    ['on a share, turned', '//server/share'],
  ])('is none when it is %s', async (_, project) => {
    expect(await open().projectOf(store(project === undefined ? {} : { project }))).toBeUndefined();
  });
});

it.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\r\nb\r\n', 2],
  ['a\n\nb', 3],
])('counts lines of %j', async (text, lines) => {
  await put('src/a.ts', text);
  expect(await open().lineCount(root, 'src/a.ts')).toBe(lines);
});

it('counts no lines of a large file or a folder', async () => {
  await put('src/a.ts', 'x\n'.repeat(600_000));
  expect(await open().lineCount(root, 'src/a.ts')).toBeUndefined();
  expect(await open().lineCount(root, 'src')).toBeUndefined();
});
