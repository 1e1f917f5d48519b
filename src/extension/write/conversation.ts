/** The conversations that memories are from. */
import { open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import type { StoreView } from '../../core/results.js';

/** Bytes of a file that contain its front matter. */
const HEAD_BYTES = 4_096;
const SESSION = /^\s*originSessionId:\s*["']?([\w-]+)/m;

/** The session that the front matter names; undefined when it names none. */
export async function sessionOf(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return SESSION.exec(buffer.toString('utf8', 0, bytesRead))?.[1];
  } finally {
    await file.close();
  }
}

/** Folder of Claude Code in which each project has one, with its transcripts and its memory. */
const PROJECTS = 'projects';
const TRANSCRIPT = '.jsonl';

/** The transcripts on this machine of the sessions that memories name, by session: those of other projects too, as a memory may have been moved. */
export async function transcriptsOf(views: readonly StoreView[]): Promise<ReadonlyMap<string, string>> {
  const named = new Set(views.flatMap(({ sessions }) => Object.values(sessions ?? {})));
  const found = new Map<string, string>();
  if (named.size === 0) return found;
  const homes = new Set(views.map(({ store }) => dirname(dirname(store.path))));
  for (const home of homes) {
    if (basename(home) !== PROJECTS) continue;
    for (const folder of await namesIn(home))
      for (const name of await namesIn(join(home, folder))) {
        const session = name.endsWith(TRANSCRIPT) ? name.slice(0, -TRANSCRIPT.length) : '';
        if (named.has(session)) found.set(session, join(home, folder, name));
      }
  }
  return found;
}

/** Nothing for what is no folder, or none that can be read: it has no transcript to open. */
const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);
