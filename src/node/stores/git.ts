/** Finds the repository of a folder from its files, without running git; git is run only to ask whether a path is ignored. */
import { execFile } from 'node:child_process';
import { basename, dirname, join, resolve } from 'node:path';

import { OWN_PROCESS } from '../../core/capture/own-tools.js';
import { readRegular } from '../files/regular-file.js';
import { isDirectory, isFile, realPathOf } from '../paths.js';

export interface Repository {
  /** Top folder of this checkout. */
  readonly checkout: string;
  /** Folder that all worktrees of the repository share: the main checkout, or the git folder itself where that lies in no checkout of its own. */
  readonly canonical: string;
  /** Further folders whose memory may be this repository's: the git folder of a submodule, the folder around a bare repository. */
  readonly others: readonly string[];
}

/** The repository around a real folder; undefined outside any. */
export async function findRepository(folder: string): Promise<Repository | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const marker = join(at, '.git');
    if (await isDirectory(marker)) return { checkout: at, canonical: at, others: [] };
    if (await isFile(marker)) return await fromGitFile(at, marker);
    if (dirname(at) === at) return undefined;
  }
}

/**
 * A `.git` file names the git folder of a worktree (which names the common folder) or of a submodule (which does not). It may come with a folder from
 * elsewhere and name another person's repository, so it counts only where that git folder names this checkout in turn.
 */
async function fromGitFile(checkout: string, marker: string): Promise<Repository> {
  const alone: Repository = { checkout, canonical: checkout, others: [] };
  const gitDir = gitDirIn(await readText(marker));
  if (gitDir === undefined) return alone;
  const folder = await realPathOf(resolve(checkout, gitDir));
  const common = (await readText(join(folder, 'commondir'))).trim();
  if (isShare(common)) return alone;
  if (common === '') return (await namesCheckout(folder, checkout)) ? { ...alone, others: [folder] } : alone;
  const shared = await realPathOf(resolve(folder, common));
  if (dirname(folder) !== join(shared, 'worktrees') || !(await namesMarker(folder, marker))) return alone;
  if (basename(shared) === '.git') return { checkout, canonical: dirname(shared), others: [] };
  if (await isThere(join(shared, '.git'))) return alone;
  return { checkout, canonical: shared, others: await foldersAround(shared) };
}

const isThere = async (path: string): Promise<boolean> => (await isDirectory(path)) || (await isFile(path));

/** The folder around a git folder, where its `.git` file names that one and agents are started there as well: `.bare` and its like. */
async function foldersAround(shared: string): Promise<string[]> {
  const around = dirname(shared);
  const gitDir = gitDirIn(await readText(join(around, '.git')));
  return gitDir !== undefined && (await realPathOf(resolve(around, gitDir))) === shared ? [around] : [];
}

/** Whether a path may name a share of another machine: looking for it would already log in there. */
const isShare = (path: string): boolean => /^[\\/]{2}/.test(path);

/** The path in a `.git` file. */
function gitDirIn(text: string): string | undefined {
  const path = /^gitdir:\s*(.+?)\s*$/m.exec(text)?.[1];
  return path === undefined || isShare(path) ? undefined : path;
}

/** Whether the git folder of a worktree names the `.git` file of it. */
async function namesMarker(gitFolder: string, marker: string): Promise<boolean> {
  const named = (await readText(join(gitFolder, 'gitdir'))).trim();
  return (
    named !== '' && !isShare(named) && (await realPathOf(resolve(gitFolder, named))) === (await realPathOf(marker))
  );
}

/** Whether the git folder of a submodule names its checkout. */
async function namesCheckout(gitFolder: string, checkout: string): Promise<boolean> {
  const named = /^\s*worktree\s*=\s*"?(.+?)"?\s*$/m.exec(await readText(join(gitFolder, 'config')))?.[1];
  if (named === undefined || isShare(named)) return false;
  return (await realPathOf(resolve(gitFolder, named))) === (await realPathOf(checkout));
}

const readText = async (file: string): Promise<string> => await readRegular(file).catch(() => '');

/** Milliseconds git may take. */
const TIMEOUT_MS = 2_000;

/** Whether git ignores a path; undefined when git fails. Runs git, so only for trusted folders. */
export async function isIgnoredByGit(checkout: string, path: string): Promise<boolean | undefined> {
  const { code } = await runGit(checkout, ['check-ignore', '--quiet', '--no-index', path]);
  return code === 0 ? true : code === 1 ? false : undefined;
}

/** Whether git tracks a file in a folder; false when git fails. */
export const isTrackedByGit = async (folder: string): Promise<boolean> =>
  (await runGit(folder, ['ls-files', '--cached', '--', '*.md'])).text.trim() !== '';

/** Name by which a person commits; undefined where git knows none. */
export async function gitUserName(folder: string): Promise<string | undefined> {
  const name = (await runGit(folder, ['config', '--get', 'user.name'])).text.trim();
  return name === '' ? undefined : name;
}

interface GitResult {
  readonly text: string;
  /** Exit code; undefined when git did not run or end by itself. */
  readonly code: number | undefined;
}

function runGit(cwd: string, args: readonly string[]): Promise<GitResult> {
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
    [OWN_PROCESS]: '1',
  };
  return new Promise((resolve) => {
    execFile(
      'git',
      ['-c', 'core.fsmonitor=false', ...args],
      { cwd, env, timeout: TIMEOUT_MS, windowsHide: true, encoding: 'utf8' },
      (error, text) => {
        const code = error === null ? 0 : error.code;
        resolve({ text: error === null ? text : '', code: typeof code === 'number' ? code : undefined });
      },
    );
  });
}
