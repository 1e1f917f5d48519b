/** Watches a folder with everything in it by its folders alone: thousands of files cost nothing, and an event costs a look at one name. */
import { type FSWatcher, type Stats, watch } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';

import { asError } from '../../core/errors.js';
import { codeOf, isGone } from '../paths.js';

export interface FolderWatchOptions {
  /** Folders below the first one that are watched, where each needs a watcher of its own. */
  readonly depth: number;
  /** Whether one watcher reports what happens in all folders below it, as those of macOS and Windows do. */
  readonly recursive: boolean;
  /** Whether folders and files behind links are watched. */
  readonly followLinks: boolean;
  /** Names of folders, and of files, that do not count. */
  readonly isIgnored: (name: string, isFile: boolean) => boolean;
  readonly changed: () => void;
  readonly failed: (error: Error) => void;
}

type Kind = Pick<Stats, 'isDirectory' | 'isSymbolicLink'>;

export class FolderWatch {
  readonly #options: FolderWatchOptions;
  readonly #root: string;
  /** By absolute path: folders, and links to files. */
  readonly #watchers = new Map<string, FSWatcher>();
  #closed = false;

  constructor(root: string, options: FolderWatchOptions) {
    this.#root = root;
    this.#options = options;
  }

  /** Resolves when everything that is there is watched. Rejects when the folder itself cannot be. */
  async start(): Promise<void> {
    await this.#enter(this.#root, 0, true);
  }

  close(): void {
    this.#closed = true;
    this.#leave((path) => this.#watchers.has(path));
  }

  /** @param isOwn whether no watcher of a folder around it reports what happens in it */
  async #enter(folder: string, depth: number, isOwn: boolean): Promise<void> {
    if (this.#closed || this.#watchers.has(folder)) return;
    try {
      // Before its items are read: what comes after that raises an event.
      if (isOwn || !this.#options.recursive)
        this.#watch(folder, (event, name) => void this.#heard(folder, depth, event, name));
      for (const item of await readdir(folder, { withFileTypes: true }))
        await this.#look(join(folder, item.name), depth, item);
    } catch (error) {
      this.#leave((path) => path === folder);
      // A folder that was removed is reported by the one around it, and one that cannot be read by the listing.
      if (folder === this.#root || !(isGone(error) || ['EACCES', 'EPERM'].includes(codeOf(error)))) throw error;
    }
  }

  async #look(path: string, depth: number, kind: Kind): Promise<void> {
    const { followLinks, isIgnored, changed } = this.#options;
    const isLink = kind.isSymbolicLink();
    if (!(kind.isDirectory() || (isLink && followLinks))) return;
    const target = isLink ? await stat(path).catch(() => undefined) : kind;
    if (target?.isDirectory()) {
      const isWanted = depth < this.#options.depth && !isIgnored(basename(path), false);
      if (isWanted) await this.#enter(path, depth + 1, isLink);
    } else if (target !== undefined && !isIgnored(basename(path), true)) this.#watch(path, changed);
  }

  /** @param name as the system has it: a path inside the folder where one watcher reports all folders below it */
  async #heard(folder: string, depth: number, event: string, name: string | null): Promise<void> {
    const { isIgnored, changed, failed } = this.#options;
    if (this.#closed) return;
    if (name === null) return changed();
    const steps = name.split(sep);
    if (steps.slice(0, -1).some((step) => isIgnored(step, false))) return;
    const path = join(folder, name);
    try {
      const found = event === 'rename' ? await lstat(path).catch(() => undefined) : undefined;
      const isFolder = this.#watchers.has(path) || found?.isDirectory() === true || found?.isSymbolicLink() === true;
      if (this.#closed || isIgnored(basename(path), !isFolder)) return;
      changed();
      if (event !== 'rename' || !isFolder) return;
      this.#leave((each) => each === path || each.startsWith(path + sep));
      if (found === undefined) return;
      await this.#look(path, depth + steps.length - 1, found);
      // What came into the folder before it was watched raised no event.
      changed();
    } catch (error) {
      if (!this.#closed) failed(asError(error));
    }
  }

  #watch(path: string, heard: (event: string, name: string | null) => void): void {
    if (this.#closed || this.#watchers.has(path)) return;
    const { recursive, failed, changed } = this.#options;
    const watcher = watch(path, { recursive: recursive && heard !== changed }, heard);
    this.#watchers.set(path, watcher);
    watcher.on('error', (error) => {
      if (this.#watchers.get(path) !== watcher) return;
      this.#leave((each) => each === path);
      // On Windows a watched folder that is removed is an error.
      if (path === this.#root) failed(asError(error));
      else changed();
    });
  }

  #leave(isLeft: (path: string) => boolean): void {
    for (const [path, watcher] of [...this.#watchers]) {
      if (!isLeft(path)) continue;
      this.#watchers.delete(path);
      watcher.close();
    }
  }
}
