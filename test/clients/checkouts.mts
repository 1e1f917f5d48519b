/** Repositories, worktrees and submodules, made with real git. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { git } from '../support/git.js';

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
