/** Paths of the queue in the data folder, and of former versions. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { whileBusy } from '../files/busy.js';
import { isGone } from '../paths.js';

export interface QueuePaths {
  /** Absolute. */
  readonly folder: string;
  /** Appended by all producers. */
  readonly current: string;
  readonly cursor: string;
  readonly dead: string;
  readonly state: string;
  readonly lock: string;
  /** Exists when capture is switched off. */
  readonly off: string;
}

export function queuePaths(dataDir: string): QueuePaths {
  const folder = join(dataDir, 'capture');
  const at = (name: string): string => join(folder, name);
  return {
    folder,
    current: at('queue.jsonl'),
    cursor: at('cursor.json'),
    dead: at('dead.jsonl'),
    state: at('state.json'),
    lock: at('worker.lock'),
    off: at('off'),
  };
}

/** Whether the settings of VS Code, which only its host can read, switch capture off. */
export const isSwitchedOff = (dataDir: string): boolean => existsSync(queuePaths(dataDir).off);

/** A unique name for a file that is rotated now. */
export const rotatedName = ({ folder }: QueuePaths, nowMs: number): string =>
  join(folder, `queue.${nowMs}-${randomBytes(4).toString('hex')}.jsonl`);

export interface QueueFile {
  /** Absolute. */
  readonly path: string;
  /** Whether it is appended to; the others are rotated. */
  readonly current: boolean;
  /** Time of rotation, milliseconds since the epoch. */
  readonly rotatedMs: number;
  readonly size: number;
}

/** Every queue file, the oldest first, those that another program rotated included. */
export async function queueFiles(places: QueuePaths): Promise<QueueFile[]> {
  const files: QueueFile[] = [];
  for (const name of await namesIn(places.folder)) {
    if (!/^queue\.(?:.*\.)?jsonl(?:[.-].+)?$/.test(name)) continue;
    const path = join(places.folder, name);
    const found = await statRegular(path);
    if (found !== undefined)
      files.push({
        path,
        current: path === places.current,
        rotatedMs: Number(/^queue\.(\d+)-/.exec(name)?.[1] ?? found.ctimeMs),
        size: found.size,
      });
  }
  return files.sort(
    (a, b) => Number(a.current) - Number(b.current) || a.rotatedMs - b.rotatedMs || (a.path < b.path ? -1 : 1),
  );
}

/** Moves queue files of former versions to their present place. */
export async function adoptLegacyFiles(dataDir: string, places: QueuePaths, nowMs: number): Promise<void> {
  const files = legacyFiles(dataDir);
  // The older one comes first.
  for (const [at, path] of files.entries())
    if ((await statRegular(path)) !== undefined)
      await whileBusy(() => rename(path, rotatedName(places, nowMs - files.length + at)));
}

export const legacyFiles = (dataDir: string): string[] =>
  ['queue.jsonl.1', 'queue.jsonl'].map((name) => join(dataDir, name));

/** Stat of a regular file; undefined for a missing file or a device. */
export async function statRegular(
  path: string,
): Promise<{ readonly size: number; readonly ctimeMs: number; readonly birthtimeMs: number } | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? found : undefined;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}
