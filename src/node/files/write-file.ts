import { readFileSync } from 'node:fs';
import { mkdir, realpath, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { asError, MemdirError, reasonOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { SourceFile } from '../../core/memory.js';
import { mergeTexts } from '../../core/merge-texts.js';
import { isInside } from '../../core/paths.js';
import { shortHash } from '../hash.js';
import { codeOf, isGone, isWritable, realPathOf } from '../paths.js';
import { addedBytes, appendToFile } from './append-file.js';
import { disarmOthers, sweepOnce, tempFileFor, writePart } from './atomic-write.js';
import { isBusy, whileBusy } from './busy.js';
import { decode } from './decode.js';
import { linkOrCopy } from './hard-links.js';
import { checkLocks, runLocked, settleLater } from './held-locks.js';
import { acquireLock } from './lock.js';
import { readFileIn } from './read-file.js';
import { type Replaced, replaceFile } from './replace-file.js';
import type { ReplacedFile } from './replaced-file.js';

const READ_ONLY_CODES = ['EACCES', 'EPERM', 'EROFS'];
/** Times that a change is computed anew while another program keeps changing the file. */
const TRIES = 50;

const readOnly = (message: string, cause?: unknown): MemdirError => new MemdirError('read-only', message, { cause });

export const changedOnDisk = (path: string): MemdirError =>
  new MemdirError('changed-on-disk', t('{path} changed on disk in the meantime. Review it and try again.', { path }));

/** The new text for a file as it is now (undefined: there is none). Undefined when nothing is to be done. */
export type Change = (now: SourceFile | undefined) => string | undefined;

export interface FileChange {
  /** Path in the store. */
  readonly path: string;
  readonly change: Change;
  readonly keepTime?: boolean;
  /** See `WriteOptions.modifiedMs`. */
  readonly modifiedMs?: number | undefined;
  /** Mode of a new file. */
  readonly mode?: number;
  /** See `ReadOptions.maxBytes`. */
  readonly maxBytes?: number;
}

/** A place where files are changed. */
interface Place {
  /** Absolute folder of locks, and of texts that could not be merged. */
  readonly dataDir: string;
  /** Real path of the store. */
  readonly root: string;
}

/** Throws `bad-input` for an absolute path that is not below the real path of a store. */
export function requireInside(root: string, full: string, path: string): void {
  if (!isInside(full, root) || full === root)
    throw new MemdirError('bad-input', t('{path} isn’t in the memory directory.', { path }));
}

/** Changes or creates one file of a store under the store's lock; see MemoryFiles.change. */
export async function changeFileIn(dataDir: string, storePath: string, request: FileChange): Promise<boolean> {
  const place = { dataDir, root: await realPathOf(storePath) };
  const { path } = request;
  const full = resolve(place.root, path);
  requireInside(place.root, full, path);
  const lock = await acquireLock(join(dataDir, 'locks'), place.root, 'write');
  try {
    const { done, replaced } = await runLocked(lock, async () => {
      if (lock.tookOver) await disarmOthers(place.root);
      return await repeat(place, full, request);
    });
    if (replaced?.link !== undefined) await settleLater(follow(place, request, { ...replaced, link: replaced.link }));
    return done;
  } catch (error) {
    throw asMemdirError(error, path);
  }
}

/** Replaces one text by another, and creates where `expected` is undefined; see MemoryFiles.write. */
export async function writeFileIn(
  dataDir: string,
  storePath: string,
  {
    path,
    text,
    expected,
    keepTime = false,
    modifiedMs,
  }: {
    readonly path: string;
    readonly text: string;
    readonly expected: string | undefined;
    readonly keepTime?: boolean;
    readonly modifiedMs?: number | undefined;
  },
): Promise<void> {
  const change: Change = (now) => {
    if ((now === undefined) !== (expected === undefined)) throw changedOnDisk(path);
    if (now !== undefined) requireText(path, now);
    if (now?.text !== expected) throw changedOnDisk(path);
    return text;
  };
  await changeFileIn(dataDir, storePath, { path, change, keepTime, modifiedMs });
}

/** See MemoryFiles.mayWrite. */
export async function mayWriteIn(storePath: string, path: string): Promise<boolean> {
  const full = await realPathOf(resolve(storePath, path));
  if ((await stat(full).catch(() => undefined)) !== undefined) return await isReplaceable(full);
  let folder = dirname(full);
  while ((await stat(folder).catch(() => undefined)) === undefined && dirname(folder) !== folder)
    folder = dirname(folder);
  return await isWritable(folder);
}

/** A file is replaced by a rename, so its folder must be writable as well. */
const isReplaceable = async (real: string): Promise<boolean> =>
  (await isWritable(real)) && (await isWritable(dirname(real)));

interface Outcome {
  /** Whether the file was changed. */
  readonly done: boolean;
  readonly replaced?: Replaced;
}

/** Reads, computes and writes, until no other program changed the file in between. */
async function repeat(place: Place, full: string, request: FileChange): Promise<Outcome> {
  const { path, change, keepTime = false, maxBytes } = request;
  let appended: string | undefined;
  for (let tries = 1; tries <= TRIES; tries++) {
    const source = await readFileIn(place.root, path, { followOutside: true, ...(maxBytes ? { maxBytes } : {}) });
    // Who replaced the file after a line was appended may have seen the line.
    if (appended !== undefined && source?.text.includes(appended) === true) return { done: true };
    const text = change(source);
    if (text === undefined) return { done: false };
    if (source === undefined) {
      if (await createFile(place.root, full, request, text)) return { done: true };
      continue;
    }
    if (text === source.text) return { done: false };
    const real = await requireReplaceable(path, full, source);
    const added = keepTime ? undefined : addedBytes(source.text, text);
    if (added !== undefined) {
      const result = await whileBusy(() => appendToFile(real, Buffer.from(source.text), added));
      if (result === 'appended') return { done: true };
      if (result === 'replaced') appended = added.toString();
      continue;
    }
    const recompute = (newer: string): string | undefined => change({ ...source, text: newer });
    const replaced = await replaceFile({ file: real, before: source.text, after: text, recompute, keepTime });
    if (replaced !== undefined) return { done: true, replaced };
  }
  throw new MemdirError(
    'changed-on-disk',
    t('{path} wasn’t changed: another program keeps writing to it. Nothing is lost; try again later.', { path }),
  );
}

/** Rejects for files that are never rewritten. */
function requireText(path: string, { linkTarget, unreadable, encoding }: SourceFile): void {
  if (linkTarget !== undefined)
    throw readOnly(
      t('{path} is a link that points outside the memory directory. Change its target yourself.', { path }),
    );
  if (unreadable !== undefined) throw readOnly(t('{path} can’t be changed. {reason}', { path, reason: unreadable }));
  if (encoding !== 'utf8')
    throw readOnly(t('{path} isn’t valid UTF-8, so Memdir doesn’t rewrite it. Save it as UTF-8 first.', { path }));
}

/** The real path of a file that may be replaced. */
async function requireReplaceable(path: string, full: string, source: SourceFile): Promise<string> {
  requireText(path, source);
  const real = await realpath(full);
  if (!(await isReplaceable(real))) throw readOnly(t('{path} is read-only.', { path }));
  return real;
}

/** False when the path is taken by now. Under the store's lock. */
export async function createFile(
  root: string,
  full: string,
  { path, mode, modifiedMs }: Pick<FileChange, 'path' | 'mode' | 'modifiedMs'>,
  text: string,
): Promise<boolean> {
  const folder = dirname(full);
  if (!isInside(await realPathOf(folder), root))
    throw readOnly(t('{path} is behind a link that points outside the memory directory.', { path }));
  await mkdir(folder, { recursive: true });
  if (!(await isWritable(folder))) throw readOnly(t('{path} is read-only.', { path: folder }));
  await sweepOnce(folder);
  const part = tempFileFor(full);
  try {
    await writePart(part, text, mode === undefined ? {} : { mode });
    if (modifiedMs !== undefined) await utimes(part, new Date(modifiedMs), new Date(modifiedMs));
    checkLocks();
    return await linkOrCopy(part, full);
  } finally {
    await rm(part, { force: true });
  }
}

/**
 * Follows a replaced file: what a program writes into it is brought over into the file that took its place, by changing the newer text, or by merging
 * where that file was changed again. A change that does not fit the newer text is taken back.
 */
function follow(
  place: Place,
  request: FileChange,
  { before, after, link }: Replaced & { readonly link: string },
): ReplacedFile {
  const { path, change } = request;
  let [seen, put] = [before, after];
  return {
    // A file that a program has just emptied to write it again is looked at later.
    hasGrown: () => (bytesOf(link)?.length ?? 0) > Buffer.byteLength(seen),
    bringOver: async () => {
      const bytes = bytesOf(link);
      const newer = bytes === undefined ? undefined : sourceOf(path, bytes);
      if (bytes === undefined || newer === undefined || newer.text === seen) return false;
      const { text, misfit } = recomputed(change, newer);
      let merged: string | undefined;
      await changeFileIn(place.dataDir, place.root, {
        ...request,
        // A file that was removed since stays removed.
        change: (now) => {
          if (now === undefined) return undefined;
          merged = now.text === put ? text : mergeTexts(seen, now.text, newer.text);
          return merged;
        },
      });
      if (merged === undefined || newer.encoding !== 'utf8') throw await keepAside(place, path, bytes);
      [seen, put] = [newer.text, merged];
      if (misfit !== undefined) throw misfit;
      return true;
    },
    drop: () => rm(link, { force: true }).catch(() => undefined),
  };
}

/** The changed newer text, or the newer text itself where the change has nothing to do in it or does not fit. */
function recomputed(change: Change, newer: SourceFile): { readonly text: string; readonly misfit?: Error } {
  try {
    return { text: change(newer) ?? newer.text };
  } catch (error) {
    return { text: newer.text, misfit: asError(error) };
  }
}

/** Undefined when the link was removed. */
function bytesOf(link: string): Buffer | undefined {
  try {
    return readFileSync(link);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

const sourceOf = (path: string, bytes: Buffer): SourceFile => ({
  path,
  stamp: { modifiedMs: Date.now(), size: bytes.length, hash: shortHash(bytes) },
  ...decode(bytes),
});

/** Saves what another program wrote and what cannot be merged. Resolves with the error that names the copy. */
async function keepAside({ dataDir }: Place, path: string, bytes: Buffer): Promise<MemdirError> {
  const folder = join(dataDir, 'kept');
  const copy = join(folder, `${new Date().toISOString().replace(/[-:.]/g, '')}-${basename(path)}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(copy, bytes, { mode: 0o600, flag: 'wx', flush: true });
  return new MemdirError(
    'changed-on-disk',
    t(
      '{path} was changed by another program in the same place. The other version is kept in {copy}: compare the two.',
      { path, copy },
    ),
  );
}

export function asMemdirError(error: unknown, path: string): MemdirError {
  if (error instanceof MemdirError) return error;
  if (isBusy(error))
    return readOnly(
      t(
        '{path} wasn’t changed: another program, such as an editor or a virus scanner, is using it, or permission is denied. Close it there and try again.',
        { path },
      ),
      error,
    );
  if (READ_ONLY_CODES.includes(codeOf(error)))
    return readOnly(t('{path} can’t be written: {reason}.', { path, reason: reasonOf(error) }), error);
  return new MemdirError('internal', t('{path} couldn’t be written: {reason}.', { path, reason: reasonOf(error) }), {
    cause: error,
  });
}
