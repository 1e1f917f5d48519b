/** Counts the sessions of a store's project by their transcripts. */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';

import type { StoreInfo } from '../../core/memory.js';
import { projectFolders } from '../stores/project-folders.js';
import type { RootsContext } from '../stores/project-stores.js';

/** Transcripts checked in one folder; the gate needs only five. */
const LOOKED_AT = 5_000;
/** Transcripts of sub-agents belong to the calling session. */
export const OF_AGENTS = /^agent-/;

/** Number of transcripts changed after a time; `except`: id of a session that does not count. */
export async function countSessions(
  store: StoreInfo,
  sinceMs: number,
  except: string | undefined,
  context: RootsContext,
): Promise<number> {
  let sessions = 0;
  for (const folder of await foldersOf(store, context)) {
    const names = (await readdir(folder).catch(() => [])).filter(
      (name) => name.endsWith('.jsonl') && !OF_AGENTS.test(name) && name !== `${except}.jsonl`,
    );
    for (const name of names.slice(0, LOOKED_AT)) {
      const info = await stat(join(folder, name)).catch(() => undefined);
      if (info?.isFile() === true && info.mtimeMs > sinceMs) sessions++;
    }
  }
  return sessions;
}

/** The folder around the store, and the folders of its project below `projects`, each once. */
export async function foldersOf({ path, project }: StoreInfo, context: RootsContext): Promise<string[]> {
  const storeFolder = basename(path) === 'memory' ? [dirname(path)] : [];
  if (project === undefined || !isAbsolute(project)) return storeFolder;
  const named = await projectFolders(context.configDir, project, context, context.workingDirectories);
  return [...new Set([...storeFolder, ...named.filter(({ exists }) => exists).map((folder) => folder.path)])];
}
