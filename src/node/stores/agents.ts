/** Notebooks of sub-agents: `.claude/agent-memory/<agent>` in a project and its sub-folders, and in the user's Claude folder. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

import { t } from '../../core/l10n.js';
import type { StoreScope } from '../../core/memory.js';
import { isInside } from '../../core/paths.js';
import { isDirectory, toSlashes } from '../paths.js';
import type { IsTrusted } from '../trust/trust-records.js';
import type { StoreCandidate } from './candidate.js';
import { isIgnoredByGit } from './git.js';

/** Limits of the search in sub-folders, in which agents may be started. The working directory is always checked, however deep it is. */
const MAX_DEPTH = 4;
const MAX_FOLDERS = 2000;
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'out', 'target', 'vendor', 'venv', '__pycache__']);

export interface AgentSearch {
  /** Top folder of the checkout. */
  readonly checkout: string;
  /** The working directory, in it. */
  readonly folder: string;
  readonly isTrusted: IsTrusted;
  /** The user's Claude folder: where it lies in the checkout (a home folder that is opened), its notebooks are the user's. */
  readonly configDir: string;
}

export async function projectAgents({
  checkout,
  folder,
  isTrusted,
  configDir,
}: AgentSearch): Promise<StoreCandidate[]> {
  const found: StoreCandidate[] = [];
  for (const at of await foldersWithClaude(checkout, folder)) {
    if (join(at, '.claude') === configDir) continue;
    const place = toSlashes(relative(checkout, at));
    for (const [name, scope] of [
      ['agent-memory', 'project'],
      ['agent-memory-local', 'local'],
    ] as const) {
      const agents = await agentsIn(join(at, '.claude', name), scope, place, checkout);
      const notes =
        scope === 'local' && agents.length > 0 && (await isTrusted(at))
          ? await notesOnGit(checkout, join(at, '.claude', name))
          : [];
      for (const agent of agents) found.push({ ...agent, notes, inside: at });
    }
  }
  return found;
}

/** Notebooks kept for this user: `agent-memory` below Claude Code's folder, or below where its memory is mounted. */
export const userAgents = async (base: string): Promise<StoreCandidate[]> =>
  await agentsIn(join(base, 'agent-memory'), 'user', '', undefined);

/** Local notebooks of a project whose memory is mounted elsewhere. */
export const mountedAgents = async (projectFolder: string, project: string): Promise<StoreCandidate[]> =>
  await agentsIn(join(projectFolder, 'agent-memory-local'), 'local', '', project);

async function notesOnGit(checkout: string, folder: string): Promise<string[]> {
  if ((await isIgnoredByGit(checkout, join(folder, 'MEMORY.md'))) !== false) return [];
  return [
    t('It is meant for this machine only, but Git doesn’t ignore it: add .claude/agent-memory-local/ to .gitignore.'),
  ];
}

async function agentsIn(
  folder: string,
  scope: StoreScope,
  place: string,
  project: string | undefined,
): Promise<StoreCandidate[]> {
  const items = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const agents = items
    .filter((item) => item.isDirectory() || item.isSymbolicLink())
    .map((item) => item.name)
    .sort();
  return agents.map((agent) => ({
    path: join(folder, agent),
    kind: 'agent',
    scope,
    label: `${agent}${describe(scope, place)}`,
    why: whyOf(agent, scope, `${basename(project ?? '')}${place === '' ? '' : `/${place}`}`),
    agent,
    always: false,
    ...(project === undefined ? {} : { project }),
  }));
}

function whyOf(agent: string, scope: StoreScope, folder: string): string {
  if (scope === 'user') return t('Memory of the agent “{agent}”, for all your projects.', { agent });
  return scope === 'local'
    ? t('Memory of the agent “{agent}” in {folder}, not committed.', { agent, folder })
    : t('Memory of the agent “{agent}” in {folder}.', { agent, folder });
}

function describe(scope: StoreScope, place: string): string {
  const words = [place, scope === 'project' ? '' : scope].filter((word) => word !== '');
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** Breadth first, so that of a large tree only the top is read; then from the working directory up. */
async function foldersWithClaude(checkout: string, folder: string): Promise<string[]> {
  const found = new Set<string>();
  let level = [checkout];
  let looked = 0;
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0 && looked < MAX_FOLDERS; depth++) {
    const next: string[] = [];
    for (const at of level) {
      if (++looked > MAX_FOLDERS) break;
      const items = await readdir(at, { withFileTypes: true }).catch(() => []);
      for (const item of items) {
        if (item.name === '.claude' && (item.isDirectory() || item.isSymbolicLink())) found.add(at);
        else if (item.isDirectory() && !item.name.startsWith('.') && !SKIPPED.has(item.name))
          next.push(join(at, item.name));
      }
    }
    level = next;
  }
  for (let at = folder; isInside(at, checkout) && at !== checkout; at = dirname(at))
    if (await isDirectory(join(at, '.claude'))) found.add(at);
  return [...found];
}

/** Adds a note to each notebook about other notebooks of the same agent. */
export function mentionTwins<
  T extends {
    readonly kind: string;
    readonly agent?: string;
    readonly path: string;
    readonly notes?: readonly string[];
  },
>(stores: readonly T[]): T[] {
  return stores.map((store) => {
    if (store.kind !== 'agent') return store;
    const twins = stores.filter(
      (other) => other.kind === 'agent' && other.agent === store.agent && other.path !== store.path,
    );
    return twins.length === 0
      ? store
      : {
          ...store,
          notes: [
            t('This agent also has memories at {paths}.', { paths: twins.map(({ path }) => path).join(', ') }),
            ...(store.notes ?? []),
          ],
        };
  });
}
