/**
 * Replaces a file as a whole, unless it is another one than the change was computed from. The comparison is the last thing before the rename,
 * and a link keeps the replaced file, so that what a program wrote into it in between is found.
 */
import {
  appendFileSync,
  type BigIntStats,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { codeOf, isGone } from '../error-codes.js';
import { sweepOnce, tempFileFor, writePart } from './atomic-write.js';
import { isBusy, whileBusy } from './busy.js';
import { decode } from './decode.js';
import { hasNoLinks } from './hard-links.js';
import { checkLocks } from './held-locks.js';

export interface Replacement {
  /** Real path. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** The changed text, computed from what the file contains now; undefined when there is nothing to change. Throws when the change does not fit. */
  readonly recompute: (newer: string) => string | undefined;
  readonly keepTime: boolean;
}

export interface Replaced {
  /** The text that was replaced, and the one that took its place. */
  readonly before: string;
  readonly after: string;
  /** The link to the replaced file; undefined on a file system without hard links. */
  readonly link: string | undefined;
}

/** Times that a file may grow between two looks, and how many of them the change is computed anew: in a long file that takes longer than a program needs to add more. */
const MAX_LOOKS = 20;
const MAX_COMPUTED = 5;

/** Undefined when the file is another one by now: read it again. Rejects with the system's error. */
export async function replaceFile(replacement: Replacement): Promise<Replaced | undefined> {
  const { file, after } = replacement;
  await sweepOnce(dirname(file));
  const part = tempFileFor(file);
  try {
    await writePart(part, after, { like: await stat(file) });
    const replaced = await whileBusy(() => exchange(part, replacement));
    if (replaced !== undefined && replaced.after !== after) await sync(file);
    return replaced;
  } catch (error) {
    // The file is gone, or the part was taken away by a process that took the lock over.
    if (isGone(error)) return undefined;
    throw error;
  } finally {
    await rm(part, { force: true });
  }
}

/** Without a pause between its calls. */
function exchange(part: string, { file, before, after, recompute, keepTime }: Replacement): Replaced | undefined {
  checkLocks();
  const link = linkTo(file);
  let done = false;
  try {
    let now: Replaced = { before, after, link };
    for (let looks = 1; looks <= MAX_LOOKS; looks++) {
      const found = statSync(link ?? file, { bigint: true });
      const text = found.isFile() ? textOf(link ?? file) : undefined;
      if (text === undefined) return undefined;
      if (text !== now.before) {
        // Another program added something: the part is on the disk already, and is only added to.
        const next =
          looks > MAX_COMPUTED && text.startsWith(now.before) && /[\r\n]$/.test(now.before)
            ? now.after + text.slice(now.before.length)
            : recompute(text);
        if (next?.startsWith(now.after) !== true) return undefined;
        appendFileSync(part, next.slice(now.after.length));
        now = { before: text, after: next, link };
        continue;
      }
      if (keepTime) keepModified(part, found);
      checkLocks();
      if (!isUnchanged(file, found)) continue;
      renameSync(part, file);
      done = true;
      return now;
    }
    return undefined;
  } finally {
    if (!done && link !== undefined) rmSync(link, { force: true });
  }
}

function linkTo(file: string): string | undefined {
  const link = tempFileFor(file, 'replaced');
  try {
    linkSync(file, link);
    return link;
  } catch (error) {
    if (hasNoLinks(error) || isBusy(error)) return undefined;
    throw error;
  }
}

/** Undefined for what is not UTF-8. */
function textOf(file: string): string | undefined {
  const { text, encoding } = decode(readFileSync(file));
  return encoding === 'utf8' ? text : undefined;
}

function isUnchanged(file: string, { dev, ino, size, mtimeNs }: BigIntStats): boolean {
  const now = statSync(file, { bigint: true });
  return now.dev === dev && now.ino === ino && now.size === size && now.mtimeNs === mtimeNs;
}

/** The access time is the same: watchers treat a file that was read after its last change as unchanged. */
function keepModified(part: string, { mtimeMs }: BigIntStats): void {
  const modified = new Date(Number(mtimeMs));
  utimesSync(part, modified, modified);
}

async function sync(file: string): Promise<void> {
  try {
    const handle = await open(file, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Replaced or removed again by another program: its text counts.
    if (!isGone(error) && codeOf(error) !== 'EACCES') throw error;
  }
}
