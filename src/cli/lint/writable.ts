/** Whether a file could be replaced, asked without touching it. */
import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Also true for a new file in a folder that takes one. A superuser respects what is marked read-only. */
export async function mayWrite(file: string): Promise<boolean> {
  const [own, folder] = [await takesWrites(file), await takesWrites(dirname(file))];
  return own !== false && folder !== false;
}

/** Undefined when nothing is there. */
async function takesWrites(path: string): Promise<boolean | undefined> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) return undefined;
  const allowed = await access(path, constants.W_OK).then(() => true, () => false);
  return allowed && (info.mode & 0o222) !== 0;
}
