/** Stores of agents other than Claude Code: those of a project and of the user, each left out where the settings say so. */
import { join } from 'node:path';

import { t } from '../../core/l10n.js';
import { isInside, isSamePath } from '../../core/paths.js';
import { AGENT_KINDS, type AgentKind } from '../../core/stores/agent-forms.js';
import { CODEX_PARTS, GEMINI_PARTS, partsOf } from '../../core/stores/agent-places.js';
import type { RunningEditor } from '../../protocol/configuration.js';
import { realPathOf } from '../paths.js';
import { type AgentHomes, agentHomes } from './agent-homes.js';
import { copilotStores, copilotUserStores, type CopilotWorkspace, copilotWorkspaces } from './agents-copilot.js';
import { geminiProjects, geminiStore, geminiUserStore } from './agents-gemini.js';
import { everyQwenStore, qwenStores, qwenTeamStores, qwenUserStore } from './agents-qwen.js';
import type { StoreCandidate } from './candidate.js';
import type { Project } from './project.js';
import type { RootsContext } from './project-stores.js';

/** What of other agents is shown, and where Copilot runs. */
export interface AgentOptions {
  /** Agents that are left out are `false`. Default: all are shown. */
  readonly agents?: Readonly<Partial<Record<AgentKind, boolean>>> | undefined;
  /** Present in an editor: then only its own Copilot counts. */
  readonly editor?: RunningEditor | undefined;
}

export interface AgentContext extends RootsContext, AgentOptions {
  /** Whether the stores are found for agents: notes of sessions are not for them. */
  readonly forAgents: boolean;
}

interface Search extends AgentContext {
  readonly homes: AgentHomes;
  readonly shown: readonly AgentKind[];
}

const searchOf = (context: AgentContext): Search => ({
  ...context,
  homes: agentHomes(context, context.editor),
  shown: AGENT_KINDS.filter((kind) => context.agents?.[kind] !== false),
});

/** Stores of a project, the user's after them. */
export async function agentStores(project: Project, context: AgentContext): Promise<StoreCandidate[]> {
  const search = searchOf(context);
  const found: StoreCandidate[] = [];
  for (const kind of search.shown) found.push(...(await OF_PROJECT[kind](project, search)));
  return [...found, ...(await userStores(search))];
}

/** Stores of every project on this machine, and the user's. */
export async function everyAgentStore(context: AgentContext): Promise<StoreCandidate[]> {
  const search = searchOf(context);
  const found: StoreCandidate[] = [];
  for (const kind of search.shown) found.push(...(await OF_ALL[kind](search)));
  return [...found, ...(await userStores(search))];
}

async function userStores({ shown, homes }: Search): Promise<StoreCandidate[]> {
  const found: StoreCandidate[] = [];
  for (const kind of shown) found.push(...(await OF_USER[kind](homes)));
  return found;
}

const OF_USER: Readonly<Record<AgentKind, (homes: AgentHomes) => Promise<readonly StoreCandidate[]>>> = {
  copilot: ({ editors }) => copilotUserStores(editors),
  qwen: ({ qwen }) => Promise.resolve([qwenUserStore(qwen)]),
  gemini: ({ gemini }) => Promise.resolve([geminiUserStore(gemini)]),
  codex: ({ codex }) => Promise.resolve([codexStore(codex)]),
};

const OF_PROJECT: Readonly<
  Record<AgentKind, (project: Project, search: Search) => Promise<readonly StoreCandidate[]>>
> = {
  copilot: async (project, search) => {
    const workspaces = await workspacesOf(search, [project.folder]);
    return (
      await Promise.all(
        workspaces
          .filter(({ folders }) => folders.some((folder) => isOf(project, folder)))
          .map((workspace) => storesOf(workspace, project.root, search, { always: true })),
      )
    ).flat();
  },
  qwen: async (project, search) => [
    ...(await qwenStores(search.homes.qwen, project, search)),
    ...(await qwenTeamStores(project)),
  ],
  gemini: async (project, { homes }) =>
    (await geminiProjects(homes.gemini))
      .filter(({ path }) => isOf(project, path))
      .map(({ memory, path }) => geminiStore(memory, path)),
  // Codex keeps one memory for all projects.
  codex: () => Promise.resolve([]),
};

const OF_ALL: Readonly<Record<AgentKind, (search: Search) => Promise<readonly StoreCandidate[]>>> = {
  copilot: async (search) => {
    const workspaces = await workspacesOf(search, []);
    return (
      await Promise.all(
        workspaces.map((workspace) =>
          storesOf(workspace, workspace.folders[0] ?? workspace.name, search, { always: false }),
        ),
      )
    ).flat();
  },
  qwen: ({ homes }) => everyQwenStore(homes.qwen),
  gemini: async ({ homes }) =>
    (await geminiProjects(homes.gemini)).map(({ memory, path }) => geminiStore(memory, path)),
  codex: () => Promise.resolve([]),
};

const workspacesOf = (
  { homes, editor, isTrusted }: Search,
  open: readonly string[],
): Promise<readonly CopilotWorkspace[]> =>
  copilotWorkspaces({ editors: homes.editors, running: editor, open, isTrusted });

const storesOf = async (
  workspace: CopilotWorkspace,
  project: string,
  { forAgents }: Search,
  listed: Pick<StoreCandidate, 'always'>,
): Promise<readonly StoreCandidate[]> =>
  (await copilotStores(workspace, project, listed)).filter(({ scope }) => !forAgents || scope !== 'session');

const codexStore = (codex: string): StoreCandidate => ({
  path: join(codex, 'memories'),
  kind: 'codex',
  scope: 'user',
  label: 'Codex: user',
  why: t('Codex keeps what it learned here, for all projects.'),
  always: false,
  parts: CODEX_PARTS,
  readOnly: true,
});

/** Whether an agent that was started in a folder worked on the project: in its checkout, or under another of its paths. */
const isOf = ({ root, checkout, folder, aliases }: Project, path: string): boolean =>
  isInside(path, checkout) || [root, folder, ...aliases].some((own) => isSamePath(own, path));

/** Files and folders that belong to a store of these agents; undefined: everything in it. */
export function partsIn(context: AgentContext): (store: string) => Promise<readonly string[] | undefined> {
  const { gemini, codex } = agentHomes(context, context.editor);
  const known = Promise.all(
    [[gemini, GEMINI_PARTS] as const, [join(codex, 'memories'), CODEX_PARTS] as const].map(
      async ([path, parts]) => [await realPathOf(path), parts] as const,
    ),
  );
  return async (store) => (await known).find(([path]) => isSamePath(path, store))?.[1] ?? partsOf(store);
}

/** Folders in which these agents keep memory of a person, wherever they are. */
export function agentFolders(context: AgentContext): string[] {
  const { editors, qwen, gemini, codex } = agentHomes(context, context.editor);
  return [
    ...editors.flatMap((user) => [join(user, 'globalStorage'), join(user, 'workspaceStorage')]),
    join(qwen, 'projects'),
    join(qwen, 'memories'),
    gemini,
    join(codex, 'memories'),
  ];
}
