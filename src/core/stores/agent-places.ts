/** Which agent keeps memory in a folder, by its path alone: for folders that are named explicitly. */
import type { StoreScope } from '../memory.js';
import type { AgentKind } from './agent-forms.js';

export interface AgentPlace {
  readonly kind: AgentKind;
  readonly scope: StoreScope;
}

const PLACES: readonly (AgentPlace & { readonly path: RegExp })[] = [
  { kind: 'copilot', scope: 'user', path: /\/globalStorage\/github\.copilot-chat\/memory-tool\/memories$/i },
  {
    kind: 'copilot',
    scope: 'repository',
    path: /\/workspaceStorage\/[^/]+\/github\.copilot-chat\/memory-tool\/memories\/repo$/i,
  },
  {
    kind: 'copilot',
    scope: 'session',
    path: /\/workspaceStorage\/[^/]+\/github\.copilot-chat\/memory-tool\/memories\/[^/]+$/i,
  },
  { kind: 'qwen', scope: 'project', path: /\/\.qwen\/projects\/[^/]+\/memory$/ },
  { kind: 'qwen', scope: 'project', path: /\/\.qwen\/memory$/ },
  { kind: 'qwen', scope: 'repository', path: /\/\.qwen\/team-memory$/ },
  { kind: 'qwen', scope: 'user', path: /\/\.qwen\/memories$/ },
  { kind: 'gemini', scope: 'project', path: /\/\.gemini\/tmp\/[^/]+\/memory$/ },
  { kind: 'gemini', scope: 'user', path: /\/\.gemini$/ },
  { kind: 'codex', scope: 'user', path: /\/\.codex\/memories$/ },
];

export function agentPlaceOf(path: string): AgentPlace | undefined {
  const slashed = path.replaceAll('\\', '/');
  const found = PLACES.find((place) => place.path.test(slashed));
  return found && { kind: found.kind, scope: found.scope };
}

/** Gemini CLI keeps one file of memory in a folder of settings, logins and temporary files. */
export const GEMINI_PARTS: readonly string[] = ['GEMINI.md'];
/** What Codex made of its raw material; the raw material itself says the same again. */
export const CODEX_PARTS: readonly string[] = [
  'memory_summary.md',
  'MEMORY.md',
  'rollout_summaries',
  'extensions/ad_hoc/notes',
];

/** Files and folders of a folder that are memory, where the agent keeps other things in it as well; undefined: all of it. */
export function partsOf(path: string): readonly string[] | undefined {
  const place = agentPlaceOf(path);
  if (place?.kind === 'gemini' && place.scope === 'user') return GEMINI_PARTS;
  return place?.kind === 'codex' ? CODEX_PARTS : undefined;
}
