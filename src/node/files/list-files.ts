import { type Dirent, lstatSync, type Stats, statSync } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { messageOf, reasonOf, throwIfAborted } from '../../core/errors.js';
import { cloudOnlyPath } from '../../core/file-kinds.js';
import { INDEX_NAME, isIndexName } from '../../core/index/index-file.js';
import { t } from '../../core/l10n.js';
import { isInside } from '../../core/paths.js';
import type { ListedFile, Listing, Unlisted } from '../../core/ports/files.js';
import { FORGOTTEN_FOLDER } from '../../core/stores/forgotten-path.js';
import { codeOf, isDirectory, isFile, isGone, toSlashes } from '../paths.js';
import { versionOf } from './file-version.js';
import { isTempFile, removeLeftovers } from './leftovers.js';
import { readRegular } from './regular-file.js';

/** Limit beyond which a folder counts as no memory directory: a truncated listing would look like deletions. */
const MAX_FILES = 20_000;
const MAX_DEPTH = 12;
/** Other files that are listed; they are only reported. */
const MAX_OTHERS = 500;
/** Milliseconds of synchronous stats before other work goes on, and files between two looks at the clock. */
const SLICE_MS = 8;
const LOOK_EVERY = 64;
const SKIPPED = new Set(['node_modules', '.git']);

export interface ListOptions {
  /** Whether folders behind a link that leaves the store are listed. */
  readonly followOutside: boolean;
  /** Names only: times and sizes stay 0, and no file is stat'ed. */
  readonly namesOnly?: boolean;
  /** Whether the process is otherwise idle: synchronous stats take a quarter of the time. */
  readonly blocking?: boolean;
  /** Folders below `team` that are stores of their own, mounted by a session. */
  readonly mounted?: readonly string[];
  /** Files and folders that belong to the store. Default: everything. */
  readonly parts?: readonly string[] | undefined;
  /** An earlier listing: what it has and is still there is taken over, and no stat of it is made. */
  readonly known?: readonly ListedFile[] | undefined;
}

interface Walk extends Omit<ListOptions, 'known'> {
  readonly root: string;
  /** By path. */
  readonly known: ReadonlyMap<string, ListedFile>;
  /** When other work could go on last, see {@link SLICE_MS}. */
  sinceMs: number;
  /** Real paths of visited folders, so that a loop of links is entered once. */
  readonly seen: Set<string>;
  readonly files: ListedFile[];
  readonly others: { readonly path: string }[];
  readonly unlisted: Unlisted[];
  readonly stores: string[];
  /** Paths of markdown files that are in the cloud only. */
  readonly inCloud: string[];
  /** Text of the index, once it was needed. */
  index?: Promise<string>;
  /** Absolute. */
  readonly temporary: string[];
  /** Links to files: path of the link -> path of its target, both inside the store. */
  readonly links: Map<string, string>;
  readonly signal: AbortSignal | undefined;
}

class TooMany extends Error {}

/**
 * Every markdown file of a store, and the names of other files. A `team` folder with a MEMORY.md of its own, and a folder mounted in one, is a store of
 * its own and is left out. Temporary files that killed processes left are removed.
 * `missing`: the folder is not there although its parent is. `unreachable`: nothing is known (drive gone, no access).
 */
export async function listMarkdown(storePath: string, options: ListOptions, signal?: AbortSignal): Promise<Listing> {
  throwIfAborted(signal);
  try {
    const root = await realpath(storePath);
    const walk: Walk = {
      ...options,
      root,
      known: new Map((options.known ?? []).map((file) => [file.path, file])),
      sinceMs: performance.now(),
      seen: new Set([root]),
      files: [],
      others: [],
      unlisted: [],
      stores: [],
      temporary: [],
      inCloud: [],
      links: new Map(),
      signal,
    };
    await walkFolder(walk, root, '', 0);
    await removeLeftovers(walk.temporary);
    return listingOf(walk);
  } catch (error) {
    throwIfAborted(signal);
    return await explainFailure(storePath, error);
  }
}

function listingOf({ files, others, unlisted, stores, inCloud, links }: Walk): Listing {
  const there = new Set(files.map(({ path }) => path));
  files.push(...inCloud.filter((path) => !there.has(path)).map(withoutState));
  const own = new Set(files.map(({ path }) => path).filter((path) => !links.has(path)));
  const aliases = [...links].filter(([, file]) => own.has(file)).map(([path, file]) => ({ path, file }));
  const again = new Set(aliases.map(({ path }) => path));
  return {
    status: 'listed',
    files: files.filter(({ path }) => !again.has(path)).sort(byPath),
    ...(unlisted.length > 0 ? { unlisted: unlisted.sort(byPath) } : {}),
    ...(stores.length > 0 ? { stores: stores.sort() } : {}),
    ...(others.length > 0 ? { others: others.sort(byPath) } : {}),
    ...(aliases.length > 0 ? { aliases: aliases.sort(byPath) } : {}),
  };
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => (a.path < b.path ? -1 : 1);

async function explainFailure(storePath: string, error: unknown): Promise<Listing> {
  if (error instanceof TooMany)
    return {
      status: 'unreachable',
      reason: t('{folder} contains more than {n} Markdown files, so it isn’t a memory directory.', {
        folder: storePath,
        n: MAX_FILES,
      }),
    };
  if (codeOf(error) === 'ENOTDIR')
    return { status: 'unreachable', reason: t('{path} isn’t a folder.', { path: storePath }) };
  if (!isGone(error))
    return {
      status: 'unreachable',
      reason: t('{path} can’t be read: {reason}.', { path: storePath, reason: messageOf(error) }),
    };
  return (await isDirectory(dirname(storePath)))
    ? { status: 'missing', reason: t('{path} doesn’t exist.', { path: storePath }) }
    : {
        status: 'unreachable',
        gone: true,
        reason: t('{path} isn’t available: the drive or folder may be disconnected.', { path: dirname(storePath) }),
      };
}

async function walkFolder(walk: Walk, folder: string, prefix: string, depth: number): Promise<void> {
  throwIfAborted(walk.signal);
  // As bytes: decoded, a name that is no UTF-8 is the name of another file.
  const items = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  for (const [at, item] of items.entries()) {
    // The caller may have a deadline.
    if (at % LOOK_EVERY === LOOK_EVERY - 1) await restIfDue(walk);
    throwIfAborted(walk.signal);
    const name = item.name.toString();
    const path = prefix + name;
    if (walk.parts?.every((part) => !isInside(path, part) && !isInside(part, path))) continue;
    // Plain concatenation: `join` for thousands of files takes as long as their stats.
    const full = folder + sep + name;
    if (name.includes('\ufffd') && !item.name.equals(Buffer.from(name))) addUnnamed(walk, item, name, path);
    else if (item.isDirectory()) await enter(walk, full, name, path, depth);
    else if (item.isFile() && isMarkdown(name)) {
      const known = walk.known.get(path);
      if (known !== undefined) keep(walk, known);
      // A promise for each of thousands of files takes longer than its stat.
      else if (walk.namesOnly || walk.blocking) addFileNow(walk, full, path);
      else await addFile(walk, full, path);
    } else if (item.isFile() && isTempFile(name)) walk.temporary.push(full);
    else if (item.isFile()) addOtherOrStub(walk, prefix, name);
    else if (item.isSymbolicLink()) await followLink(walk, full, name, path, depth);
  }
}

async function restIfDue(walk: Walk): Promise<void> {
  if (!walk.blocking || performance.now() - walk.sinceMs < SLICE_MS) return;
  await setImmediate();
  walk.sinceMs = performance.now();
}

/** `._x.md` is what macOS keeps beside `x.md` on drives of other systems: no text. */
const isMarkdown = (name: string): boolean => /\.md$/i.test(name) && !name.startsWith('._');

function addUnnamed(walk: Walk, item: Dirent<Buffer>, name: string, path: string): void {
  if (item.isDirectory() || isMarkdown(name))
    walk.unlisted.push({
      path,
      reason: t('The name isn’t valid UTF-8, so programs can’t open the file. Rename it.'),
    });
  else addOther(walk, path);
}

async function enter(walk: Walk, folder: string, name: string, path: string, depth: number): Promise<void> {
  if (SKIPPED.has(name) || (name.startsWith('.') && path !== FORGOTTEN_FOLDER && !(await isLinked(walk, path)))) return;
  if (await isStoreOfItsOwn(walk, folder, name, path, depth)) return void walk.stores.push(path);
  if (depth >= MAX_DEPTH)
    return void walk.unlisted.push({
      path,
      reason: t('The folder is more than {n} levels deep and isn’t read. Move its memories up.', { n: MAX_DEPTH }),
    });
  try {
    const real = await realpath(folder);
    if (walk.seen.has(real)) return;
    if (!walk.followOutside && !isInside(real, walk.root)) return;
    walk.seen.add(real);
    await walkFolder(walk, folder, `${path}/`, depth + 1);
  } catch (error) {
    if (error instanceof TooMany || walk.signal?.aborted) throw error;
    // Removed in between, or not accessible: without access nothing is known about its files.
    if (!isGone(error))
      walk.unlisted.push({ path, reason: t('The folder can’t be read: {reason}.', { reason: reasonOf(error) }) });
  }
}

async function isStoreOfItsOwn(
  { root, mounted }: Walk,
  folder: string,
  name: string,
  path: string,
  depth: number,
): Promise<boolean> {
  if (name === 'team' && depth === 0 && (await isFile(join(folder, INDEX_NAME)))) return true;
  return mounted?.includes(name) === true && (path === `team/${name}` || (path === name && basename(root) === 'team'));
}

/** Programs keep drafts, versions and rubbish in folders that start with a dot; an agent reads there only what its index names. */
async function isLinked(walk: Walk, path: string): Promise<boolean> {
  walk.index ??= indexOf(walk).catch(() => '');
  return (await walk.index).includes(`${path}/`);
}

async function indexOf({ root, followOutside }: Walk): Promise<string> {
  const real = await realpath(join(root, INDEX_NAME));
  return followOutside || isInside(real, root) ? await readRegular(real) : '';
}

async function followLink(walk: Walk, full: string, name: string, path: string, depth: number): Promise<void> {
  const target = await stat(full).catch(() => undefined);
  if (target?.isDirectory()) await enter(walk, full, name, path, depth);
  else if (isMarkdown(name)) await addLink(walk, full, path);
  else addOther(walk, path);
}

/** A link with the name of the index counts as the index. */
async function addLink(walk: Walk, link: string, path: string): Promise<void> {
  const real = await realpath(link).catch(() => undefined);
  const inside = real !== undefined && isInside(real, walk.root);
  if (inside && !isIndexName(path)) walk.links.set(path, toSlashes(relative(walk.root, real)));
  await addFile(walk, link, path, walk.followOutside || inside);
}

/** A broken link, or one that must not be followed, is listed with its own time. */
async function addFile(walk: Walk, full: string, path: string, follow = true): Promise<void> {
  if (walk.namesOnly || walk.blocking) addFileNow(walk, full, path, follow);
  else addLooked(walk, path, await lookLater(full, follow));
}

function addFileNow(walk: Walk, full: string, path: string, follow = true): void {
  addLooked(walk, path, walk.namesOnly ? 'unknown' : lookAt(full, follow));
}

function addLooked(walk: Walk, path: string, info: Look): void {
  if (info === 'unknown') keep(walk, withoutState(path));
  else if (info !== undefined) keep(walk, listedAs(path, info));
}

/** `unknown`: the file is there, and its state cannot be had. */
type Look = Stats | 'unknown' | undefined;

async function lookLater(full: string, follow: boolean): Promise<Look> {
  try {
    return await (follow ? stat(full).catch(() => lstat(full)) : lstat(full));
  } catch (error) {
    return isGone(error) ? undefined : 'unknown';
  }
}

const listedAs = (path: string, info: Stats): ListedFile => ({
  path,
  modifiedMs: Math.floor(info.mtimeMs),
  size: info.isSymbolicLink() ? 0 : info.size,
  version: versionOf(info),
});

/** One file as {@link listMarkdown} lists it; undefined when it is gone. Rejects when it is unknown. */
export async function stampOf(
  storePath: string,
  path: string,
  { followOutside }: ListOptions,
): Promise<ListedFile | undefined> {
  const full = join(storePath, path);
  try {
    const own = await lstat(full);
    const root = await realpath(storePath);
    // A folder on the way may be a link.
    if (!followOutside && !isInside(await realpath(dirname(full)), root)) return undefined;
    const follow = own.isSymbolicLink() && (followOutside || isInside(await realpath(full), root));
    return listedAs(path, follow ? await stat(full) : own);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

function lookAt(full: string, follow: boolean): Look {
  try {
    return (
      (follow ? statSync(full, { throwIfNoEntry: false }) : undefined) ?? lstatSync(full, { throwIfNoEntry: false })
    );
  } catch {
    // Not accessible, or a cycle of links.
    return follow ? lookAt(full, false) : 'unknown';
  }
}

/** A file that exists and whose state cannot be had: it is read anew each time. */
const withoutState = (path: string): ListedFile => ({ path, modifiedMs: 0, size: 0, version: '' });

function addOtherOrStub(walk: Walk, prefix: string, name: string): void {
  const stood = cloudOnlyPath(prefix + name);
  if (stood !== undefined && isMarkdown(stood)) walk.inCloud.push(stood);
  addOther(walk, prefix + name);
}

function addOther(walk: Walk, path: string): void {
  // A stub of iCloud proves that a memory exists, so none is left out.
  if (walk.others.length < MAX_OTHERS || cloudOnlyPath(path) !== undefined) walk.others.push({ path });
}

function keep(walk: Walk, file: ListedFile): void {
  if (walk.files.length >= MAX_FILES) throw new TooMany();
  walk.files.push(file);
}
