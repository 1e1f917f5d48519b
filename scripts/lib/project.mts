/** Where this repository is, and the few facts about it that several scripts need. */
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, absolute. */
export const root = path.dirname(path.dirname(import.meta.dirname));

/** What a run leaves behind for people: packages, screenshots, reports. Not under version control. */
export const artifacts = path.join(root, 'artifacts');
export const vsixFolder = path.join(artifacts, 'vsix');

/** Caches that may be deleted at any time. */
export const cacheFolder = path.join(root, 'node_modules', '.cache', 'memdir');

export interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly [key: string]: unknown;
}

export const readJson = <T,>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;
export const readManifest = (): Manifest => readJson<Manifest>(path.join(root, 'package.json'));

/** Absolute path of a target's package. */
export const vsixPath = (target: string): string =>
  path.join(vsixFolder, `memdir-${readManifest().version}-${target}.vsix`);

/** True in the module that was started from the command line. */
export const isMain = (url: string): boolean =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Runs a script's main part; a failure is one line for people and exit code 1. Set MEMDIR_DEBUG=1 for the whole stack. */
export async function main(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const message =
      error instanceof Error
        ? process.env.MEMDIR_DEBUG === '1'
          ? error.stack
          : error.message.split('\n')[0]
        : String(error);
    console.error(`memdir: ${message ?? 'failed'}`);
    process.exitCode = 1;
  }
}
