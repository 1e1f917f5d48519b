import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

/** A path as a shell completes it, relative to the working directory, becomes absolute; everything else stays. */
export async function resolveReference(cwd: string, reference: string): Promise<string> {
  if (!/[\\/]/.test(reference)) return reference;
  // Not a file here: it may still be an id or a name.
  return await realpath(resolve(cwd, reference)).catch(() => reference);
}
