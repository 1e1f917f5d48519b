/** Notebooks of sub-agents: `.claude/agent-memory/<agent>` in a project and its sub-folders, and in the user's Claude folder. */
import { readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { StoreScope } from '../../core/memory.js';
import { toSlashes } from '../paths.js';
import type { Candidate } from './candidate.js';

/** Agents may be started in sub-folders; looking for them stops here. */
const MAX_DEPTH = 4;
const MAX_FOLDERS = 2000;
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'out', 'target', 'vendor', 'venv', '__pycache__']);

export async function projectAgents(project: string): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const folder of await foldersWithClaude(project)) {
    const place = toSlashes(relative(project, folder));
    for (const [name, scope] of [['agent-memory', 'project'], ['agent-memory-local', 'local']] as const) {
      for (const agent of await agentsIn(join(folder, '.claude', name), scope, place, project)) found.push({ ...agent, inside: folder });
    }
  }
  return found;
}

export const userAgents = async (configDir: string): Promise<Candidate[]> => await agentsIn(join(configDir, 'agent-memory'), 'user', '', undefined);

async function agentsIn(folder: string, scope: StoreScope, place: string, project: string | undefined): Promise<Candidate[]> {
  const items = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const agents = items.filter((item) => item.isDirectory() || item.isSymbolicLink()).map((item) => item.name).sort();
  return agents.map((agent) => ({
    path: join(folder, agent),
    kind: 'agent',
    scope,
    label: `${agent}${describe(scope, place)}`,
    why: `Notebook of the agent ${agent}, ${scope === 'user' ? 'for all your projects' : `in ${basename(project ?? '')}${place === '' ? '' : `/${place}`}${scope === 'local' ? ', not committed' : ''}`}.`,
    agent,
    always: false,
    ...(project === undefined ? {} : { project }),
  }));
}

function describe(scope: StoreScope, place: string): string {
  const words = [place, scope === 'project' ? '' : scope].filter((word) => word !== '');
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** Breadth first, so that a large tree costs its top only. */
async function foldersWithClaude(project: string): Promise<string[]> {
  const found: string[] = [];
  let level = [project];
  let looked = 0;
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (++looked > MAX_FOLDERS) return found;
      const items = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const item of items) {
        if (!item.isDirectory()) continue;
        if (item.name === '.claude') found.push(folder);
        else if (!item.name.startsWith('.') && !SKIPPED.has(item.name)) next.push(join(folder, item.name));
      }
    }
    level = next;
  }
  return found;
}

/** Adds to each notebook where the same agent has others. */
export function mentionTwins<T extends { readonly kind: string; readonly agent?: string; readonly path: string; readonly why: string }>(stores: readonly T[]): T[] {
  return stores.map((store) => {
    if (store.kind !== 'agent') return store;
    const twins = stores.filter((other) => other.kind === 'agent' && other.agent === store.agent && other.path !== store.path);
    return twins.length === 0 ? store : { ...store, why: `${store.why} It also has memory at ${twins.map(({ path }) => path).join(' and ')}.` };
  });
}
