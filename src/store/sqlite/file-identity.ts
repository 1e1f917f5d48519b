import { statSync } from 'node:fs';

/** Device and inode: differs when another file is at the same path. Undefined when there is none. */
export function fileIdentity(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** SQLite overwrites every file that is shorter than its smallest page. */
export function isTooShort(file: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return size > 0 && size < 512;
}
