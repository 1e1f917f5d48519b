/** Checks files of projects that memories cite: which exist, and where the others were moved. */
import { isAbsolute } from 'node:path';

import { messageOf } from '../../core/errors.js';
import type { StoreInfo } from '../../core/memory.js';
import { isInside, relativeInside } from '../../core/paths.js';
import type { Log } from '../../core/ports/log.js';
import type { PlaceState, Workspace } from '../../core/ports/workspace.js';
import { mapLimited, withTimeout } from '../../service/async.js';
import { isDirectory, realPathOf } from '../paths.js';
import { findRepository } from '../stores/git.js';
import { headOf, type History, NO_HISTORY, readHistory } from './git-history.js';
import { LineCounts } from './line-counts.js';
import { PathLookup } from './path-lookup.js';

export interface WorkspaceOptions {
  readonly log: Log;
  /** Whether git may be run in a project. */
  readonly isTrusted: (project: string) => Promise<boolean>;
  /** Milliseconds to wait for the file list and for git; later calls have both. */
  readonly patienceMs: number;
  /** Milliseconds for which a result is current, and for which it is answered while a new one is computed. Default 3 s and 30 s. */
  readonly freshMs?: number;
  readonly usableMs?: number;
}

interface Answer {
  readonly state: PlaceState;
  readonly atMs: number;
}

const MOST_ANSWERS = 20_000;
const FRESH_MS = 3_000;
const USABLE_MS = 30_000;
const LOOKS_AT_ONCE = 64;

export function createWorkspace(options: WorkspaceOptions): Workspace {
  const projects = new Map<string, Project>();
  const lineCounts = new LineCounts(options.freshMs ?? FRESH_MS, options.usableMs ?? USABLE_MS);
  const found = new Map<string, { readonly project: ReturnType<typeof projectOf>; readonly atMs: number }>();
  return {
    projectOf: (store) => {
      const key = `${store.path}\n${store.project ?? ''}`;
      const known = found.get(key);
      if (known !== undefined && performance.now() - known.atMs <= (options.freshMs ?? FRESH_MS)) return known.project;
      const project = projectOf(store);
      found.set(key, { project, atMs: performance.now() });
      return project;
    },
    look: (root, paths) => {
      const project = projects.get(root) ?? new Project(root, options);
      projects.set(root, project);
      return project.look(paths);
    },
    lineCount: (root, path) => lineCounts.of(root, path),
  };
}

/** The project of a store: the checkout around it, or the project that it is named after. */
async function projectOf(
  store: StoreInfo,
): Promise<{ readonly root: string; readonly storeInside?: string } | undefined> {
  const { project } = store;
  if (project === undefined || !isAbsolute(project) || /^(?:\\\\|\/\/)/.test(project)) return undefined;
  const root = await realPathOf(project);
  const checkout =
    store.scope === 'project' || store.scope === 'local' ? (await findRepository(store.path))?.checkout : undefined;
  const chosen = checkout !== undefined && isInside(store.path, checkout) ? checkout : root;
  if (!(await isDirectory(chosen))) return undefined;
  const storeInside = relativeInside(store.path, chosen);
  return { root: chosen, ...(storeInside === undefined ? {} : { storeInside }) };
}

class Project {
  readonly #answers = new Map<string, Answer>();
  readonly #fresh: number;
  readonly #usable: number;
  #history: { readonly head: string | undefined; readonly read: Promise<History> } | undefined;
  #places: PathLookup;

  constructor(
    readonly root: string,
    readonly options: WorkspaceOptions,
  ) {
    this.#fresh = options.freshMs ?? FRESH_MS;
    this.#usable = options.usableMs ?? USABLE_MS;
    this.#places = new PathLookup(root);
  }

  async look(paths: readonly string[]): Promise<ReadonlyMap<string, PlaceState>> {
    const now = performance.now();
    const age = (path: string): number => now - (this.#answers.get(path)?.atMs ?? Number.NEGATIVE_INFINITY);
    const wanted = [...new Set(paths)];
    const old = wanted.filter((path) => age(path) > this.#fresh);
    const needed = old.filter((path) => age(path) > this.#usable);
    if (needed.length > 0) await this.#find(needed.length === old.length ? needed : old);
    else if (old.length > 0) void this.#find(old);
    return new Map(wanted.map((path) => [path, this.#answers.get(path)?.state ?? { state: 'unknown' }]));
  }

  /** Never rejects: a failed lookup is unknown. */
  async #find(paths: readonly string[]): Promise<void> {
    const atMs = performance.now();
    try {
      this.#places = this.#places.renewed(atMs, this.#fresh, this.#usable);
      const found = await mapLimited(paths, LOOKS_AT_ONCE, (path) => this.#places.direct(path));
      const missing = paths.filter((_, at) => found[at]?.state === 'missing');
      const explained =
        missing.length === 0 ? undefined : await withTimeout(this.#explain(missing), this.options.patienceMs);
      if (this.#answers.size > MOST_ANSWERS) this.#answers.clear();
      for (const [at, path] of paths.entries()) {
        const state = found[at] ?? { state: 'unknown' };
        if (state.state !== 'missing') this.#answers.set(path, { state, atMs });
        // Looked up again next time, when the file list and history may be available.
        else if (explained === undefined) this.#answers.delete(path);
        else this.#answers.set(path, { state: explained.get(path) ?? { state: 'unknown' }, atMs });
      }
    } catch (error) {
      this.options.log.warn(`Files of ${this.root} could not be looked up: ${messageOf(error)}`);
    }
  }

  async #explain(paths: readonly string[]): Promise<ReadonlyMap<string, PlaceState>> {
    const [list, history] = await Promise.all([this.#places.list(), this.#readHistory()]);
    const explained = new Map<string, PlaceState>();
    for (const path of paths) explained.set(path, await this.#places.explain(path, list, history));
    return explained;
  }

  /** Read once for each state of the repository's head. */
  async #readHistory(): Promise<History> {
    if (!(await this.options.isTrusted(this.root))) return NO_HISTORY;
    const head = await headOf(this.root).catch(() => undefined);
    if (head === undefined) return NO_HISTORY;
    if (this.#history?.head === head) return await this.#history.read;
    const read = readHistory(this.root).catch((error: unknown) => {
      this.options.log.info(`Renamed files of ${this.root} are not known: ${messageOf(error).split('\n')[0] ?? ''}`);
      return NO_HISTORY;
    });
    this.#history = { head, read };
    return await read;
  }
}
