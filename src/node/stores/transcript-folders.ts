/** Finds the project of a folder below `projects` by the working directories in its transcripts. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { isObject } from '../../core/json.js';
import { openRegular } from '../files/regular-file.js';

/** Newest transcripts read in one project folder, and lines of each. `cwd` is in the first few lines. */
const MAX_TRANSCRIPTS = 24;
const MAX_LINES = 40;
const MAX_BYTES = 256 * 1024;

/** Reads the working directories of a project folder's transcripts, newest transcript first, each once. Cached, because first lines never change. */
export function createTranscriptFolders(): (projectFolder: string) => Promise<readonly string[]> {
  const known = new Map<string, string | undefined>();
  return async (projectFolder) => {
    const found = new Set<string>();
    for (const file of await newest(projectFolder)) {
      if (!known.has(file)) known.set(file, await firstField(file, 'cwd'));
      const cwd = known.get(file);
      if (cwd !== undefined) found.add(cwd);
    }
    return [...found];
  };
}

/** Transcripts of a project folder, the newest first; none of a folder that cannot be read. */
export async function newest(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
  const dated = await Promise.all(
    files.map(async (file) => ({ file, time: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  return dated
    .sort((a, b) => b.time - a.time)
    .slice(0, MAX_TRANSCRIPTS)
    .map(({ file }) => file);
}

/** The value of a field in the first line of a transcript that has it. `version` is that of Claude Code. */
export async function firstField(file: string, key: 'cwd' | 'version'): Promise<string | undefined> {
  try {
    const handle = await openRegular(file);
    try {
      const input = handle.createReadStream({ end: MAX_BYTES, autoClose: false });
      let count = 0;
      for await (const line of createInterface({ input, crlfDelay: Infinity })) {
        const value = valueIn(line, key);
        if (value !== undefined) return value;
        if (++count >= MAX_LINES) break;
      }
    } finally {
      await handle.close();
    }
  } catch {
    // An unreadable transcript is skipped.
  }
  return undefined;
}

function valueIn(line: string, key: string): string | undefined {
  if (!line.includes(`"${key}"`)) return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    const value = isObject(entry) ? entry[key] : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  } catch {
    // An incomplete line, still being written.
    return undefined;
  }
}
