/** Repositories, worktrees and submodules, made with real git. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Runs git as no user in particular, whatever its settings on this machine are. */
export function git(cwd: string, ...args: readonly string[]): void {
  const env = {
    PATH: process.env['PATH'],
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  execFileSync('git', ['-c', 'protocol.file.allow=always', '-c', 'init.defaultBranch=main', ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export function folder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}

export function file(path: string, text: string): void {
  folder(dirname(path));
  writeFileSync(path, text);
}

/** A repository with one commit and a folder `src`. */
export function repository(path: string): string {
  file(join(path, 'src', 'a.txt'), 'a\n');
  git(path, 'init', '-q');
  git(path, 'add', '.');
  git(path, 'commit', '-qm', 'first');
  return path;
}

export function worktree(repo: string, path: string): string {
  git(repo, 'worktree', 'add', '-q', '--detach', path);
  return path;
}

/** `main` with the submodule `sub` in it. */
export function superproject(root: string, sub = 'sub'): string {
  const [lib, main] = [repository(join(root, 'w', 'lib')), repository(join(root, 'w', 'main'))];
  git(main, 'submodule', '--quiet', 'add', lib, sub);
  git(main, 'commit', '-qm', 'submodule');
  return main;
}

/** The bare clone of a repository. */
export function bare(root: string, path: string): string {
  folder(dirname(path));
  git(root, 'clone', '-q', '--bare', repository(join(root, 'w', 'source')), path);
  return path;
}

/** A folder with a bare repository in `.bare` and a `.git` file that names it. */
export function holder(root: string): string {
  const at = join(root, 'w', 'holder');
  bare(root, join(at, '.bare'));
  file(join(at, '.git'), 'gitdir: ./.bare\n');
  return at;
}
