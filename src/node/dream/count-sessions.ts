/** Sessions of a store's project: Claude Code writes one transcript each. */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';

import type { StoreInfo } from '../../core/memory.js';
import { projectFolders } from '../stores/project-folders.js';
import type { RootsContext } from '../stores/project-stores.js';

/** Transcripts looked at in one folder: many more than are needed to count to five. */
const LOOKED_AT = 5_000;
/** What a sub-agent said is part of the session that called it. */
const OF_AGENTS = /^agent-/;

/** How many transcripts changed after a time; `except` is the id of one that does not count. */
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

/** The folder the memory lies in, and those of the project below `projects`, each once. */
async function foldersOf({ path, project }: StoreInfo, context: RootsContext): Promise<string[]> {
  const beside = basename(path) === 'memory' ? [dirname(path)] : [];
  if (project === undefined || !isAbsolute(project)) return beside;
  const named = await projectFolders(context.configDir, project, context, context.workingDirectories);
  return [...new Set([...beside, ...named.filter(({ exists }) => exists).map((folder) => folder.path)])];
}
