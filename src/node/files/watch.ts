/** Change events of stores. They may be late or missing: search compares with the disk all the same. */
import { type Stats, unwatchFile, watch as watchFolder, watchFile } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { asError } from '../../core/errors.js';
import type { FileEvents } from '../../core/ports/files.js';
import type { Log } from '../../core/ports/log.js';
import { isDirectory, isGone } from '../paths.js';
import { FolderWatch } from './folder-watch.js';
import { listMarkdown } from './list-files.js';

/** `logs/YYYY/MM/` is the deepest folder that Claude Code writes to. */
const DEPTH = 5;
/** Polling interval in milliseconds where the system's watcher fails. */
const POLL_MS = 2000;
/** Milliseconds until a folder that vanished during the start of watching is watched again. */
const AGAIN_MS = 100;
const SKIPPED = new Set(['.git', 'node_modules']);

type FollowsLinks = (store: string) => Promise<boolean>;

/** Watches with the system's watcher, and by polling where that fails. @param followsLinks whether folders behind links out of a store are watched */
export function createFileEvents(log: Log, followsLinks: FollowsLinks = () => Promise.resolve(true)): FileEvents {
  return {
    watch: (paths, changed) => {
      const stores = paths.map((path) => new StoreWatch(resolve(path), () => changed(path), log, followsLinks));
      return async () => {
        await Promise.all(stores.map((store) => store.stop()));
      };
    },
  };
}

/** Watches one store, which need not exist yet. */
class StoreWatch {
  readonly #path: string;
  readonly #changed: () => void;
  readonly #log: Log;
  readonly #followsLinks: FollowsLinks;
  #stops: (() => unknown)[] = [];
  #stopped = false;
  #polling = false;
  #arming: Promise<void>;

  constructor(path: string, changed: () => void, log: Log, followsLinks: FollowsLinks) {
    this.#followsLinks = followsLinks;
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
    const followSymlinks = there && (await this.#followsLinks(path));
    if (this.#stopped) return;
    // The next folder on the way to the store: when it appears, disappears or is replaced, everything must be scanned again.
    // A moved folder may raise no event itself, but its parent does.
    const way = [join(around, firstStep(around, path)), around, ...foldersAbove(around)];
    for (const [at, folder] of way.slice(1).entries())
      this.#stops.push(
        watchStep(folder, way[at] ?? folder, { polling: this.#polling, changed: this.#rearm, failed: this.#failed }),
      );
    if (there) await this.#watchInside(again, followSymlinks);
    // Events before the watcher was ready are lost.
    else if (again) this.#changed();
    // The store, or a folder on the way to it, may have changed during the start.
    if ((await nearestFolder(dirname(path))) !== around || (await isDirectory(path)) !== there) this.#rearm();
  }

  async #watchInside(again: boolean, followLinks: boolean): Promise<void> {
    const changed = this.#changed;
    if (this.#polling) this.#stops.push(pollFiles(this.#path, followLinks, changed));
    else {
      const failed = (error: Error): void =>
        void isDirectory(this.#path).then((there) => (there ? this.#failed(error) : this.#rearm()));
      const inner = new FolderWatch(this.#path, {
        depth: DEPTH,
        recursive: process.platform === 'darwin' || process.platform === 'win32',
        followLinks,
        isIgnored,
        changed,
        failed,
      });
      this.#stops.push(() => inner.close());
      await inner.start();
    }
    if (again) changed();
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

/** Watches a folder for one entry appearing, disappearing or being replaced. Its other entries, of which there may be thousands, are not scanned. */
function watchStep(folder: string, step: string, { polling, changed, failed }: Step): () => void {
  if (polling) {
    const looked = (now: Stats, before: Stats): void => {
      if (now.ino !== before.ino) changed();
    };
    watchFile(step, { interval: POLL_MS }, looked);
    return () => unwatchFile(step, looked);
  }
  // An event about the folder itself carries its own name.
  const names = [basename(step), basename(folder)];
  const watcher = watchFolder(folder, (event, name) => {
    if (event === 'rename' && (name === null || names.includes(name))) changed();
  });
  watcher.on('error', (error) => void isDirectory(folder).then((there) => (there ? failed(error) : changed())));
  return () => watcher.close();
}

/** Ancestors of a store that people may move: the folder of all projects, and the agent's own folder. */
const ABOVE = 2;

function foldersAbove(folder: string): string[] {
  const above: string[] = [];
  for (let at = dirname(folder); above.length < ABOVE && dirname(at) !== at; at = dirname(at)) above.push(at);
  return above;
}

/** Compares the files of a store every few seconds. Returns the stop function. */
function pollFiles(store: string, followOutside: boolean, changed: () => void): () => void {
  let before: string | undefined;
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    const listing = await listMarkdown(store, { followOutside });
    const now =
      listing.status === 'listed' ? listing.files.map(({ path, version }) => `${path} ${version}`).join() : '';
    if (before !== undefined && before !== now) changed();
    before = now;
    looking = false;
  };
  void look();
  const timer = setInterval(() => void look(), POLL_MS);
  return () => clearInterval(timer);
}

async function nearestFolder(path: string): Promise<string> {
  return dirname(path) === path || (await isDirectory(path)) ? path : nearestFolder(dirname(path));
}

const firstStep = (folder: string, path: string): string => relative(folder, path).split(sep)[0] ?? '';

/** Only folders and markdown files count, without our temporary files and repositories. */
const isIgnored = (name: string, isFile: boolean): boolean => SKIPPED.has(name) || (isFile && !/\.md$/i.test(name));
