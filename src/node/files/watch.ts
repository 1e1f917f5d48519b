/** Hints that something in a store changed. They may be late or missing: search compares with the disk all the same. */
import { type Stats, unwatchFile, watch as watchFolder, watchFile } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { watch } from 'chokidar';

import { asError } from '../../core/errors.js';
import type { FileEvents } from '../../core/ports/files.js';
import type { Log } from '../../core/ports/log.js';
import { isDirectory, isGone } from '../paths.js';

/** `logs/YYYY/MM/` is the deepest place Claude Code writes to. */
const DEPTH = 5;
/** Interval of looking when the system refuses to tell us. Milliseconds. */
const POLL_MS = 2000;
/** Milliseconds until it is tried again to watch a folder that left while it was begun. */
const AGAIN_MS = 100;
const SKIPPED = new Set(['.git', 'node_modules']);

/** Watches with the system's own notices, and by looking now and then where those fail. */
export function createFileEvents(log: Log): FileEvents {
  return {
    watch: (paths, changed) => {
      const stores = paths.map((path) => new StoreWatch(resolve(path), () => changed(path), log));
      return async () => {
        await Promise.all(stores.map((store) => store.stop()));
      };
    },
  };
}

/** One store, whether it is there or not yet. */
class StoreWatch {
  readonly #path: string;
  readonly #changed: () => void;
  readonly #log: Log;
  #stops: (() => unknown)[] = [];
  #stopped = false;
  #polling = false;
  #arming: Promise<void>;

  constructor(path: string, changed: () => void, log: Log) {
    this.#path = path;
    this.#changed = changed;
    this.#log = log;
    this.#arming = this.#arm(false).catch(this.#unwatched);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#arming;
    await this.#close();
  }

  async #close(): Promise<void> {
    const old = this.#stops;
    this.#stops = [];
    await Promise.all(old.map((stop) => stop()));
  }

  async #arm(again: boolean): Promise<void> {
    const path = this.#path;
    await this.#close();
    const around = await nearestFolder(dirname(path));
    const there = await isDirectory(path);
    if (this.#stopped) return;
    // The step towards the store: it appearing, leaving or being replaced means that everything must be looked at again.
    // A folder that is moved away may say nothing about it itself; the one above does.
    const way = [join(around, firstStep(around, path)), around, ...foldersAbove(around)];
    for (const [at, folder] of way.slice(1).entries())
      this.#stops.push(
        watchStep(folder, way[at] ?? folder, { polling: this.#polling, changed: this.#rearm, failed: this.#failed }),
      );
    if (there) this.#watchInside(again);
    // Nothing was heard while nothing was watched.
    else if (again) this.#changed();
    // It, or a folder on the way to it, may have come or gone while that began.
    if ((await nearestFolder(dirname(path))) !== around || (await isDirectory(path)) !== there) this.#rearm();
  }

  #watchInside(again: boolean): void {
    const path = this.#path;
    const changed = this.#changed;
    const inner = watch(path, {
      ...common(this.#polling),
      depth: DEPTH,
      ignored: (name, stats) => isIgnored(path, name, stats?.isFile() ?? false),
    });
    this.#stops.push(() => inner.close());
    inner.on('all', changed).on('error', this.#failed);
    if (again) inner.on('ready', changed);
  }

  readonly #rearm = (): void => {
    if (this.#stopped) return;
    this.#changed();
    this.#arming = this.#arming.then(() => this.#arm(true)).catch(this.#unwatched);
  };

  readonly #failed = (error: unknown): void => {
    this.#log.warn(
      `Watching ${this.#path}: ${asError(error).message}${this.#polling ? '' : '; looking at it every two seconds instead'}`,
    );
    if (this.#polling) return;
    this.#polling = true;
    this.#rearm();
  };

  readonly #unwatched = (error: unknown): void => {
    if (isGone(error)) setTimeout(this.#rearm, AGAIN_MS).unref();
    else this.#failed(error);
  };
}

interface Step {
  readonly polling: boolean;
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
}

/** Notices a folder, or one thing in it, coming, leaving or being replaced. What else it holds, which may be thousands of things, is not looked at. */
function watchStep(folder: string, step: string, { polling, changed, failed }: Step): () => void {
  if (polling) {
    const looked = (now: Stats, before: Stats): void => {
      if (now.ino !== before.ino) changed();
    };
    watchFile(step, { interval: POLL_MS }, looked);
    return () => unwatchFile(step, looked);
  }
  // Of itself a folder speaks by its own name.
  const names = [basename(step), basename(folder)];
  const watcher = watchFolder(folder, (event, name) => {
    if (event === 'rename' && (name === null || names.includes(name))) changed();
  });
  watcher.on('error', (error) => void isDirectory(folder).then((there) => (there ? failed(error) : changed())));
  return () => watcher.close();
}

/** Folders above the one a store lies in that are moved by people: that of all projects, and the agent's own. */
const ABOVE = 2;

function foldersAbove(folder: string): string[] {
  const above: string[] = [];
  for (let at = dirname(folder); above.length < ABOVE && dirname(at) !== at; at = dirname(at)) above.push(at);
  return above;
}

const common = (polling: boolean) => ({
  ignoreInitial: true,
  usePolling: polling,
  interval: POLL_MS,
  followSymlinks: true,
  atomic: true,
});

async function nearestFolder(path: string): Promise<string> {
  return dirname(path) === path || (await isDirectory(path)) ? path : nearestFolder(dirname(path));
}

const firstStep = (folder: string, path: string): string => relative(folder, path).split(sep)[0] ?? '';

/** Only folders and markdown files matter; our own temporary files and repositories do not. */
function isIgnored(root: string, name: string, isFile: boolean): boolean {
  const full = resolve(name);
  if (full === root) return false;
  if (
    relative(root, full)
      .split(sep)
      .some((part) => SKIPPED.has(part))
  )
    return true;
  return isFile && !/\.md$/i.test(basename(full));
}
