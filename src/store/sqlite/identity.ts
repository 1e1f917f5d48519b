import { statSync } from 'node:fs';

/** Tells one file from another at the same path; undefined when there is none. */
export function fileIdentity(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
