import type { PlaceState } from '../../core/ports/workspace.js';
import { type FileList, listFiles } from './file-list.js';
import { FolderTree } from './folder-tree.js';
import { hadPath, type History, movesOf } from './git-history.js';

/** Common top folders: a path that starts with one is relative to the top of the project. */
const USUAL =
  /^(?:src|lib|app|apps|packages|tests?|docs|scripts|server|client|config|components|pages|api|internal|cmd|pkg|tools|services|\.github|\.vscode|\.claude)\//i;
/** TypeScript files are imported by the name of their JavaScript output. */
const SOURCE_OF: Readonly<Record<string, readonly string[]>> = {
  js: ['ts', 'tsx', 'jsx'],
  jsx: ['tsx'],
  mjs: ['mts'],
  cjs: ['cts'],
};

/** Looks up paths of a project, with a cache of what was read. */
export class PathLookup {
  readonly #tree: FolderTree;
  #listed: { readonly list: Promise<FileList>; readonly atMs: number } | undefined;

  constructor(
    readonly root: string,
    readonly atMs = performance.now(),
    listed?: { readonly list: Promise<FileList>; readonly atMs: number },
  ) {
    this.#tree = new FolderTree(root);
    this.#listed = listed;
  }

  /** The same object while it is fresh, else a new one that keeps the file list for longer. */
  renewed(now: number, freshMs: number, usableMs: number): PathLookup {
    if (now - this.atMs <= freshMs) return this;
    return new PathLookup(
      this.root,
      now,
      this.#listed && now - this.#listed.atMs <= usableMs ? this.#listed : undefined,
    );
  }

  list(): Promise<FileList> {
    this.#listed ??= { list: listFiles(this.root), atMs: performance.now() };
    return this.#listed.list;
  }

  /** Looks up an exact path. */
  async direct(path: string): Promise<PlaceState> {
    const found = await this.#tree.find(path);
    if (found.state === 'there') return { state: 'there', path: found.path };
    if (found.state === 'unknown') return { state: 'unknown' };
    for (const other of SOURCE_OF[/\.([cm]?jsx?)$/.exec(path)?.[1] ?? ''] ?? []) {
      const source = await this.#tree.find(path.replace(/[^.]+$/, other));
      if (source.state === 'there') return { state: 'there', path: source.path };
    }
    return { state: 'missing' as const, evidence: 'none', renamed: [], sameName: [] };
  }

  /** Resolves a path without an exact match: as the end of another path, or as a file that is gone. */
  async explain(path: string, list: FileList, history: History): Promise<PlaceState> {
    const folder = path.endsWith('/');
    const bare = path.replace(/\/$/, '');
    const name = bare.slice(bare.lastIndexOf('/') + 1);
    const ending = `/${bare.normalize('NFC').toLowerCase()}`;
    const same = folder ? list.folders(name) : list.named(name);
    const within = same.filter((candidate) => `/${candidate.normalize('NFC').toLowerCase()}`.endsWith(ending));
    if (within.length > 0) return { state: 'there', path: within.length === 1 ? within[0] : undefined };
    const renamed: string[] = [];
    for (const to of movesOf(bare, history)) if ((await this.#tree.find(to)).state === 'there') renamed.push(to);
    const known = hadPath(history, bare, folder);
    const top = path.includes('/') ? await this.#tree.find(path.slice(0, path.indexOf('/'))) : undefined;
    const rooted = top?.state === 'there' && top.kind === 'folder';
    if (!known && !list.complete && !rooted) return { state: 'unknown' };
    // In a git project, a file that was never committed more likely belongs to another project.
    const evidence = known ? 'history' : rooted && history.committed.size === 0 ? 'folder' : 'none';
    if (evidence === 'none' && !rooted && path.includes('/') && !USUAL.test(path)) return { state: 'unknown' };
    return { state: 'missing', evidence, renamed, sameName: folder || same.length !== 1 ? [] : same };
  }
}
