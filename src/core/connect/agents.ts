/** Agents that Memdir can be connected to. Where their settings are and what is written there is in node/connect. */
import { t } from '../l10n.js';

/** The agent on this machine (`user`), in one folder for this user (`local`), or for everyone who works in it (`project`). */
export type ConnectScope = 'user' | 'local' | 'project';

export interface ConnectableAgent {
  /** As people know it. */
  readonly title: string;
  /** The first is the default. */
  readonly scopes: readonly ConnectScope[];
}

export type ConnectAgent =
  | 'claude'
  | 'codex'
  | 'gemini'
  | 'qwen'
  | 'opencode'
  | 'copilot'
  | 'cline'
  | 'continue'
  | 'cursor'
  | 'vscode'
  | 'agents';

export const CONNECTABLE = {
  claude: { title: 'Claude Code', scopes: ['user', 'local', 'project'] },
  codex: { title: 'Codex', scopes: ['user', 'project'] },
  gemini: { title: 'Gemini CLI', scopes: ['user', 'project'] },
  qwen: { title: 'Qwen Code', scopes: ['user', 'project'] },
  opencode: { title: 'opencode', scopes: ['user', 'project'] },
  copilot: { title: 'GitHub Copilot', scopes: ['user', 'project'] },
  cline: { title: 'Cline', scopes: ['user'] },
  continue: { title: 'Continue', scopes: ['user'] },
  cursor: { title: 'Cursor', scopes: ['user', 'project'] },
  vscode: { title: 'VS Code', scopes: ['user', 'project'] },
  agents: {
    get title() {
      return t('Agents that read AGENTS.md');
    },
    scopes: ['user', 'local', 'project'],
  },
} as const satisfies Record<ConnectAgent, ConnectableAgent>;

export const CONNECT_AGENTS = Object.keys(CONNECTABLE) as readonly ConnectAgent[];
