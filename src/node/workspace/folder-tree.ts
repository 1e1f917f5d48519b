/** Looks up paths of a project folder by folder, and never outside it. */
import { readdir, readlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';

import { isInside } from '../../core/paths.js';
import { isGone, toSlashes } from '../paths.js';

type Kind = 'file' | 'folder' | 'link' | 'other';
interface Folder {
  readonly exact: ReadonlyMap<string, Kind>;
  /** Lower case, NFC -> name on disk. */
  readonly folded: ReadonlyMap<string, string>;
}

/** `unknown`: the path leads out of the project, or is unreadable. */
export type TreeEntry =
  | { readonly state: 'there'; readonly path: string; readonly kind: 'file' | 'folder' }
  | { readonly state: 'missing' }
  | { readonly state: 'unknown' };

const MISSING: TreeEntry = { state: 'missing' };
const UNKNOWN: TreeEntry = { state: 'unknown' };
const MOST_LINKS = 20;

const fold = (name: string): string => name.normalize('NFC').toLowerCase();

/** A lookup with a cache of the folders read. */
export class FolderTree {
  readonly #folders = new Map<string, Promise<Folder | 'missing' | 'unknown'>>();

  constructor(readonly root: string) {}

  /** Finds a relative path with slashes; without an exact match, case is ignored. */
  async find(path: string, links = 0): Promise<TreeEntry> {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    let at = '';
    let kind: Kind = 'folder';
    for (const [index, part] of parts.entries()) {
      if (part === '..' || part.includes('\0')) return UNKNOWN;
      const folder: Folder | 'missing' | 'unknown' = kind === 'folder' ? await this.#folder(at) : 'missing';
      if (folder === 'missing') return MISSING;
      if (folder === 'unknown') return UNKNOWN;
      const name: string | undefined = folder.exact.has(part) ? part : folder.folded.get(fold(part));
      if (name === undefined) return MISSING;
      const next: string = at === '' ? name : `${at}/${name}`;
      kind = folder.exact.get(name) ?? 'other';
      if (kind === 'link')
        return links < MOST_LINKS ? await this.#follow(next, parts.slice(index + 1), links + 1) : UNKNOWN;
      at = next;
    }
    return kind === 'file' || kind === 'folder' ? { state: 'there', path: at, kind } : UNKNOWN;
  }

  /** Links are resolved by hand; one that leaves the project is not followed. */
  async #follow(link: string, rest: readonly string[], links: number): Promise<TreeEntry> {
    const from = join(this.root, link);
    const target = await readlink(from).catch(() => undefined);
    if (target === undefined) return UNKNOWN;
    const real = resolve(dirname(from), target);
    if (
      /^(?:\\\\|\/\/)/.test(target) ||
      (isAbsolute(target) && !isInside(real, this.root)) ||
      !isInside(real, this.root)
    )
      return UNKNOWN;
    return await this.find([toSlashes(relative(this.root, real)), ...rest].join('/'), links);
  }

  async #folder(path: string): Promise<Folder | 'missing' | 'unknown'> {
    let reading = this.#folders.get(path);
    if (reading === undefined) this.#folders.set(path, (reading = readFolder(join(this.root, path))));
    return await reading;
  }
}

async function readFolder(folder: string): Promise<Folder | 'missing' | 'unknown'> {
  try {
    const exact = new Map<string, Kind>();
    const folded = new Map<string, string>();
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      exact.set(
        entry.name,
        entry.isSymbolicLink() ? 'link' : entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other',
      );
      folded.set(fold(entry.name), entry.name);
    }
    return { exact, folded };
  } catch (error) {
    return isGone(error) ? 'missing' : 'unknown';
  }
}
