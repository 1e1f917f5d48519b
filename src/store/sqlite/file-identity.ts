import { statSync } from 'node:fs';

/** Tells one file from another at the same path; undefined when there is none. */
export function fileIdentity(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** SQLite overwrites a file that is shorter than its smallest page, whatever is in it. */
export function isTooShort(file: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return size > 0 && size < 512;
}
