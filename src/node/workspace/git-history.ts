/**
 * Files that git's history knows and that are gone. Git only reads: settings of the repository that could start a program, use the network or
 * prompt are overridden, and the environment names no other repository.
 */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';

import { OWN_PROCESS } from '../../core/capture/own-tools.js';
import { asError } from '../../core/errors.js';
import { isInside } from '../../core/paths.js';
import { MEGABYTE } from '../../core/units.js';
import { readRegular } from '../files/regular-file.js';
import { findRepository } from '../stores/git.js';

export interface History {
  /** Old path -> paths it was renamed to, the latest rename first. */
  readonly renamed: ReadonlyMap<string, readonly string[]>;
  /** Paths that were deleted. */
  readonly removed: ReadonlySet<string>;
  /** Paths of the last commit. */
  readonly committed: ReadonlySet<string>;
}

export const NO_HISTORY: History = { renamed: new Map(), removed: new Set(), committed: new Set() };

/** Whether git has ever had a file, or a folder, of that name. */
export function hadPath({ renamed, removed, committed }: History, path: string, folder: boolean): boolean {
  if (!folder) return committed.has(path) || removed.has(path) || renamed.has(path);
  for (const known of [committed, removed, renamed])
    for (const each of known.keys()) if (each.startsWith(`${path}/`)) return true;
  return false;
}

const LONGEST_MS = 4_000;
const MOST_COMMITS = 5_000;
const MOST_BYTES = 32 * MEGABYTE;
const OVERRULED = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.sshCommand=false',
  'core.askPass=',
  'core.attributesFile=/dev/null',
  'core.quotePath=false',
  'log.showSignature=false',
  'gpg.program=false',
  'diff.external=',
  'diff.ignoreSubmodules=all',
  'credential.helper=',
  'protocol.allow=never',
  'maintenance.auto=false',
  'gc.auto=0',
];
const LOG = [
  'log',
  `--max-count=${MOST_COMMITS}`,
  '--diff-filter=DR',
  '--name-status',
  '-M',
  '-l500',
  '-z',
  '--relative',
  '--format=',
  '--no-ext-diff',
  '--no-textconv',
  '--no-show-signature',
  '--no-color',
  '--no-mailmap',
  'HEAD',
  '--',
  '.',
];

const TREE = ['ls-tree', '-r', '-z', '--name-only', 'HEAD'];

/** Renamed and deleted files of the whole history below a folder. Rejects when there is no git, no repository, or it takes too long. */
export async function readHistory(root: string): Promise<History> {
  const args = [
    '--no-pager',
    '--no-optional-locks',
    '--literal-pathspecs',
    ...OVERRULED.flatMap((setting) => ['-c', setting]),
    '-C',
    root,
  ];
  const [tree, log] = await Promise.all([run([...args, ...TREE], root), run([...args, ...LOG], root)]);
  return { ...parseHistory(log), committed: new Set(tree.split('\0')) };
}

function run(args: readonly string[], root: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // Not started inside the project, because Windows searches programs in the working directory.
    const options = {
      cwd: dirname(process.execPath),
      env: cleanEnvironment(root),
      timeout: LONGEST_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MOST_BYTES,
      windowsHide: true,
      shell: false,
    } as const;
    const child = execFile('git', args, options, (error, stdout) =>
      error === null ? resolve(stdout) : reject(asError(error)),
    );
    child.stdin?.end();
  });
}

/** The environment for git: only what it needs to start, without another repository, a helper or a program of the project. */
function cleanEnvironment(root: string): Record<string, string> {
  const environment: Record<string, string> = {
    [OWN_PROCESS]: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_PAGER: 'cat',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_CONFIG_COUNT: '0',
    GIT_ATTR_NOSYSTEM: '1',
    LC_ALL: 'C',
  };
  for (const name of [
    'HOME',
    'USERPROFILE',
    'SystemRoot',
    'LOCALAPPDATA',
    'APPDATA',
    'XDG_CONFIG_HOME',
    'TEMP',
    'TMP',
    'PATHEXT',
  ]) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  const places = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((place) => isAbsolute(place) && !isInside(place, root));
  return { ...environment, PATH: places.join(delimiter) };
}

/** `R100 NUL old NUL new NUL` and `D NUL path NUL`, newest first. */
export function parseHistory(output: string): Pick<History, 'renamed' | 'removed'> {
  const renamed = new Map<string, string[]>();
  const removed = new Set<string>();
  const parts = output.split('\0');
  for (let at = 0; at + 1 < parts.length;) {
    const status = (parts[at] ?? '').trim();
    const path = parts[at + 1] ?? '';
    if (/^R\d*$/.test(status)) {
      const to = parts[at + 2];
      if (to === undefined || to === '') break;
      const known = renamed.get(path);
      if (known === undefined) renamed.set(path, [to]);
      else if (!known.includes(to)) known.push(to);
      at += 3;
    } else if (status === 'D') {
      removed.add(path);
      at += 2;
    } else at++;
  }
  return { renamed, removed };
}

/** The final names of a path after all renames, without the path itself. */
export function movesOf(path: string, { renamed }: Pick<History, 'renamed'>): string[] {
  const seen = new Set([path]);
  const ends: string[] = [];
  let level = [path];
  while (level.length > 0 && seen.size < 100) {
    const next: string[] = [];
    for (const at of level) {
      for (const to of renamed.get(at) ?? []) {
        if (seen.has(to)) continue;
        seen.add(to);
        ends.push(to);
        next.push(to);
      }
    }
    level = next;
  }
  return ends;
}

/** Changes with every commit, checkout and reset of the repository around a folder; undefined outside any. */
export async function headOf(root: string): Promise<string | undefined> {
  const repository = await findRepository(root);
  if (repository === undefined) return undefined;
  const marker = join(repository.checkout, '.git');
  const named = /^gitdir:\s*(.+?)\s*$/m.exec((await stat(marker)).isFile() ? await readRegular(marker) : '')?.[1];
  const folder = named === undefined ? marker : isAbsolute(named) ? named : join(repository.checkout, named);
  const [head, log] = await Promise.all([
    readRegular(join(folder, 'HEAD')).catch(() => ''),
    stat(join(folder, 'logs', 'HEAD')).catch(() => undefined),
  ]);
  return `${repository.checkout}\n${head.trim()}\n${log?.mtimeMs ?? ''} ${log?.size ?? ''}`;
}
