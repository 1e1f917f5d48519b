/** Session notes that Claude Code writes for itself: one markdown file per session, read-only for others. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { t } from '../../core/l10n.js';
import { isDirectory } from '../paths.js';
import type { StoreCandidate } from './candidate.js';

const FOLDER = 'session-memory';
/** Newest sessions of a project that are listed, and session folders that are checked. */
const SHOWN = 5;
const LOOKED_AT = 2_000;

interface Session {
  readonly id: string;
  readonly path: string;
  readonly time: number;
}

export interface SessionSearch {
  /** Claude Code's folders of the project, below `projects`. */
  readonly projectFolders: readonly string[];
  readonly configDir: string;
  /** Top folder of the checkout. */
  readonly checkout: string;
  readonly project: string;
}

/** Notes of the newest sessions: `<project folder>/<session>/session-memory/`, and the older `session-memory/<session>/`. */
export async function sessionStores({
  projectFolders,
  configDir,
  checkout,
  project,
}: SessionSearch): Promise<StoreCandidate[]> {
  const sessions: Session[] = [];
  for (const folder of projectFolders) {
    const names = (await readdir(folder).catch(() => [])).slice(0, LOOKED_AT);
    const transcripts = new Set(
      names.filter((name) => name.endsWith('.jsonl')).map((name) => name.slice(0, -'.jsonl'.length)),
    );
    for (const name of names)
      if (name !== 'memory' && !name.includes('.'))
        sessions.push(...(await sessionAt(name, join(folder, name, FOLDER))));
    for (const id of await namesIn(join(folder, FOLDER)))
      sessions.push(...(await sessionAt(id, join(folder, FOLDER, id))));
    for (const id of await namesIn(join(configDir, FOLDER)))
      if (transcripts.has(id)) sessions.push(...(await sessionAt(id, join(configDir, FOLDER, id))));
  }
  const newest = sessions
    .sort((a, b) => b.time - a.time)
    .slice(0, SHOWN)
    .map((session) => candidateOf(session, project));
  const inside = join(checkout, '.claude', FOLDER);
  if (!(await isDirectory(inside))) return newest;
  const why = t('Session notes, kept in the project in {folder}.', { folder: `.claude/${FOLDER}` });
  return [
    ...newest,
    {
      path: inside,
      kind: 'session',
      scope: 'project',
      label: `${basename(checkout)}/.claude/${FOLDER}`,
      why,
      project,
      always: false,
      readOnly: true,
      inside: checkout,
    },
  ];
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).slice(0, LOOKED_AT);

async function sessionAt(id: string, path: string): Promise<Session[]> {
  const info = await stat(path).catch(() => undefined);
  return info?.isDirectory() ? [{ id, path, time: info.mtimeMs }] : [];
}

const candidateOf = ({ id, path }: Session, project: string): StoreCandidate => ({
  path,
  kind: 'session',
  scope: 'user',
  label: t('Session {id}', { id: id.slice(0, 8) }),
  project,
  always: false,
  readOnly: true,
  why: t('Claude Code’s own notes from session {id}. They are overwritten while the session runs.', { id }),
});
