/** Agents other than Claude Code whose memory Memdir knows: one row each. Where each keeps it is in `node/stores/agents-<agent>.ts`. */
import type { StoreInfo, StoreKind } from '../memory.js';

export interface AgentForm {
  /** For people. */
  readonly name: string;
  /**
   * `indexed`: files with front matter, listed in MEMORY.md, as Claude Code writes them. `plain`: markdown files without front matter and index; a
   * MEMORY.md is a file like any other.
   */
  readonly form: 'indexed' | 'plain';
  /** What Memdir may write: `files` all of it, `notes` new files in a folder that the agent reads notes from, `nothing`. */
  readonly writes: 'files' | 'notes' | 'nothing';
}

export const AGENT_KINDS = ['copilot', 'qwen', 'gemini', 'codex'] as const;
export type AgentKind = (typeof AGENT_KINDS)[number];

export const AGENT_FORMS: Readonly<Record<AgentKind, AgentForm>> = {
  copilot: { name: 'Copilot', form: 'plain', writes: 'files' },
  qwen: { name: 'Qwen Code', form: 'indexed', writes: 'files' },
  gemini: { name: 'Gemini CLI', form: 'plain', writes: 'nothing' },
  codex: { name: 'Codex', form: 'plain', writes: 'notes' },
};

/** Claude Code's own form, and that of every store which follows it. */
const CLAUDE: AgentForm = { name: 'Claude Code', form: 'indexed', writes: 'files' };

export const isAgentKind = (kind: StoreKind): kind is AgentKind => (AGENT_KINDS as readonly string[]).includes(kind);

export const agentFormOf = ({ kind }: Pick<StoreInfo, 'kind'>): AgentForm =>
  isAgentKind(kind) ? AGENT_FORMS[kind] : CLAUDE;

/** Whether a store has no index and no front matter. */
export const isPlain = (info: Pick<StoreInfo, 'kind'>): boolean => agentFormOf(info).form === 'plain';

/** Whether a store has notes that Memdir writes: they can be split and merged, because no index lists them. */
export const isNoteStore = (info: Pick<StoreInfo, 'kind'>): boolean =>
  isPlain(info) && agentFormOf(info).writes === 'files';

/** Whether a store is memory of Qwen Code that is committed with a repository, for all who work in it. */
export const isTeamMemory = ({ kind, scope }: Pick<StoreInfo, 'kind' | 'scope'>): boolean =>
  kind === 'qwen' && scope === 'repository';

/** Whether a store contains the notes of one session of Copilot: no other agent is given them. */
export const isSessionStore = ({ kind, scope }: Pick<StoreInfo, 'kind' | 'scope'>): boolean =>
  kind === 'copilot' && scope === 'session';
