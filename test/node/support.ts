import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll } from 'vitest';

const made: string[] = [];
afterAll(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** Real path of a fresh folder that goes away after the test file. */
export async function tempFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'memdir-')));
  made.push(folder);
  return folder;
}

/** A copy of a case's folder. */
export async function copyOfCase(name: string): Promise<string> {
  const folder = await tempFolder();
  await cp(join('test/fixtures/cases', name), folder, { recursive: true });
  return folder;
}

/** Writes files by path below a folder. */
export async function writeTree(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
