/** All file names of a project, to resolve paths that are relative to another folder than its top. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Skipped folders: dependencies, caches, copies of the project. */
const SKIPPED = new Set([
  'node_modules',
  '.git',
  '.hg',
  '.svn',
  '.venv',
  'venv',
  '__pycache__',
  '.next',
  '.nuxt',
  '.turbo',
  '.cache',
  '.gradle',
  '.tox',
  'worktrees',
  '.worktrees',
  'site-packages',
]);
const MOST_FILES = 60_000;
const LONGEST_MS = 3_000;
const FOLDERS_AT_ONCE = 16;

export interface FileList {
  /** False when there were too many files, or some folders were unreadable: a missing name proves nothing. */
  readonly complete: boolean;
  /** Paths with slashes whose last part is that name, case folded. */
  named(name: string): readonly string[];
  /** Paths of folders whose last part is that name, case folded. */
  folders(name: string): readonly string[];
}

export async function listFiles(root: string): Promise<FileList> {
  const [files, folders] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const end = performance.now() + LONGEST_MS;
  let [count, complete] = [0, true];
  let level = [''];
  while (level.length > 0) {
    const next: string[] = [];
    for (let at = 0; at < level.length; at += FOLDERS_AT_ONCE) {
      if (count > MOST_FILES || performance.now() > end) return listOf(files, folders, false);
      const read = await Promise.all(
        level.slice(at, at + FOLDERS_AT_ONCE).map(async (folder) => ({
          folder,
          entries: await readdir(join(root, folder), { withFileTypes: true }).catch(() => undefined),
        })),
      );
      for (const { folder, entries } of read) {
        if (entries === undefined) complete = false;
        for (const entry of entries ?? []) {
          const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
          count++;
          if (!entry.isDirectory()) add(files, entry.name, path);
          else if (!SKIPPED.has(entry.name)) {
            add(folders, entry.name, path);
            next.push(path);
          }
        }
      }
    }
    level = next;
  }
  return listOf(files, folders, complete);
}

const key = (name: string): string => name.normalize('NFC').toLowerCase();

function add(names: Map<string, string[]>, name: string, path: string): void {
  const same = names.get(key(name));
  if (same === undefined) names.set(key(name), [path]);
  else same.push(path);
}

const listOf = (
  files: ReadonlyMap<string, string[]>,
  folders: ReadonlyMap<string, string[]>,
  complete: boolean,
): FileList => ({
  complete,
  named: (name) => files.get(key(name)) ?? [],
  folders: (name) => folders.get(key(name)) ?? [],
});
