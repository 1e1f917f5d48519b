import type { Stats } from 'node:fs';

/** Milliseconds in which a file may change twice under one version: FAT keeps times to two seconds, other systems to a tick of their clock. */
const SETTLED_MS = 2_000;

type Times = Pick<Stats, 'mtimeMs' | 'ctimeMs'>;

/**
 * Identity, size and times of a file as the system has them. The time of the last change of the inode is among them, because no program can set it:
 * copying, unpacking and syncing programs set the modification time.
 */
export const versionOf = ({ ino, size, mtimeMs, ctimeMs }: Times & Pick<Stats, 'ino' | 'size'>): string =>
  `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

/** Whether a file of these times that was read at `readMs` (milliseconds since the epoch) gets another version when it changes again. */
export const isSettled = ({ mtimeMs, ctimeMs }: Times, readMs: number): boolean =>
  readMs - Math.max(mtimeMs, ctimeMs) > SETTLED_MS;
