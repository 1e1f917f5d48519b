/** Hints that something in a store changed. They may be late or missing: search compares with the disk all the same. */
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { watch, type FSWatcher } from 'chokidar';
import type { FileEvents, Log } from '../core/ports.js';
import { isDirectory } from './paths.js';

/** `logs/YYYY/MM/` is the deepest place Claude Code writes to. */
const DEPTH = 5;
/** Interval of looking when the system refuses to tell us. Milliseconds. */
const POLL_MS = 2000;
const SKIPPED = new Set(['.git', 'node_modules']);

/** Watches with the system's own notices, and by looking now and then where those fail. */
export function createFileEvents(log: Log): FileEvents {
  return {
    watch: (paths, changed) => {
      const stops = paths.map((path) => watchStore(resolve(path), () => changed(path), log));
      return async () => {
        await Promise.all(stops.map((stop) => stop()));
      };
    },
  };
}

function watchStore(path: string, changed: () => void, log: Log): () => Promise<void> {
  let watchers: FSWatcher[] = [];
  let stopped = false;
  let polling = false;
  let arming: Promise<void> = Promise.resolve();

  const close = async (): Promise<void> => {
    const old = watchers;
    watchers = [];
    await Promise.all(old.map((watcher) => watcher.close()));
  };
  const arm = async (again: boolean): Promise<void> => {
    await close();
    const around = await nearestFolder(dirname(path));
    const there = await isDirectory(path);
    if (stopped) return;
    // The step towards the store: it appearing, leaving or being replaced means that everything must be looked at again.
    const outer = watchStep(around, join(around, firstStep(around, path)), polling, rearm);
    // It may have come or gone while the watcher was starting.
    outer.on('ready', () => void isDirectory(path).then((now) => now !== there && rearm()));
    // A folder that is moved away says nothing about it itself; the one above does.
    watchers = [outer, ...foldersAbove(around).map((folder, at, all) => watchStep(folder, all[at - 1] ?? around, polling, rearm))];
    for (const watcher of watchers) watcher.on('error', failed);
    if (there) {
      const inner = watch(path, { ...common(polling), depth: DEPTH, ignored: (name, stats) => isIgnored(path, name, stats?.isFile() ?? false) });
      watchers.push(inner.on('all', changed).on('error', failed));
      if (again) inner.on('ready', changed);
    }
  };
  const rearm = (): void => {
    if (stopped) return;
    changed();
    arming = arming.then(() => arm(true)).catch((error: unknown) => log.error(`Watching ${path} failed`, error));
  };
  const failed = (error: unknown): void => {
    log.warn(`Watching ${path}: ${error instanceof Error ? error.message : String(error)}${polling ? '' : '; looking at it every two seconds instead'}`);
    if (polling) return;
    polling = true;
    rearm();
  };

  arming = arm(false).catch((error: unknown) => log.error(`Watching ${path} failed`, error));
  return async () => {
    stopped = true;
    await arming;
    await close();
  };
}

/** Watches one folder for one of its folders coming or going. */
function watchStep(folder: string, step: string, polling: boolean, changed: () => void): FSWatcher {
  const watcher = watch(folder, { ...common(polling), depth: 0, ignored: (name) => ![folder, step].includes(resolve(name)) });
  return watcher.on('all', (event, name) => {
    if (event === 'unlinkDir' || (event === 'addDir' && resolve(name) === step)) changed();
  });
}

/** Folders above the one a store lies in that are moved by people: that of all projects, and the agent's own. */
const ABOVE = 2;

function foldersAbove(folder: string): string[] {
  const above: string[] = [];
  for (let at = dirname(folder); above.length < ABOVE && dirname(at) !== at; at = dirname(at)) above.push(at);
  return above;
}

const common = (polling: boolean) => ({ ignoreInitial: true, usePolling: polling, interval: POLL_MS, followSymlinks: true, atomic: true });

async function nearestFolder(path: string): Promise<string> {
  return dirname(path) === path || (await isDirectory(path)) ? path : nearestFolder(dirname(path));
}

const firstStep = (folder: string, path: string): string => relative(folder, path).split(sep)[0] ?? '';

/** Only folders and markdown files matter; our own temporary files and repositories do not. */
function isIgnored(root: string, name: string, isFile: boolean): boolean {
  const full = resolve(name);
  if (full === root) return false;
  if (relative(root, full).split(sep).some((part) => SKIPPED.has(part))) return true;
  return isFile && !/\.md$/i.test(basename(full));
}
