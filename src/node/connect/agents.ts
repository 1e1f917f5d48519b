/** Where each agent keeps its settings, in which format, and how Memdir is written there: a row for each. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { ConnectAgent } from '../../core/connect/agents.js';
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { withBlock, withoutBlock } from '../../core/prompt/managed-block.js';
import type { ConnectScope } from '../../core/results.js';
import type { RunningEditor } from '../../protocol/configuration.js';
import { agentHomes, editorFolders } from '../stores/agent-homes.js';
import type { JsonText } from './json-edit.js';
import { withJsonServer, withoutJsonServer } from './json-server.js';
import type { ServerEntry, ServerShape } from './server-entry.js';
import { withoutTomlServer, withTomlServer } from './toml-server.js';
import { withoutYamlServer, withYamlServer } from './yaml-server.js';

export interface Target<E extends ServerEntry = ServerEntry> {
  /** Absolute. */
  readonly path: string;
  /** With Memdir in it. */
  readonly add: (file: JsonText, entry: E) => JsonText;
  /** Without it; containers that were in the file `before` connecting stay. */
  readonly take: (file: JsonText, before: JsonText | undefined) => JsonText;
  /** Notes about the file, one sentence each. */
  readonly say?: (file: JsonText, remove: boolean) => readonly string[];
}

export interface AgentPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** Absolute folder of the project. */
  readonly folder: string;
  readonly scope: ConnectScope;
  /** Section of an instruction file. */
  readonly section: string;
  /** The editor that Memdir runs in: it may keep its settings elsewhere. */
  readonly editor?: RunningEditor | undefined;
}

interface AgentRow {
  /** A folder or file that is there where the agent is installed. */
  readonly sign: (place: AgentPlace) => readonly string[];
  readonly targets: (place: AgentPlace) => readonly Target[];
  /** Notes for the user when connecting, one sentence each. */
  readonly notes?: (place: AgentPlace) => readonly string[];
}

export const jsonTarget = (path: string, servers: readonly string[], shape: ServerShape = {}): Target => ({
  path,
  add: (file, entry) => withJsonServer(file, servers, entry, shape),
  take: (file, before) => withoutJsonServer(file, servers, before),
});

const tomlTarget = (path: string): Target => ({
  path,
  add: withTomlServer,
  take: (file) => withoutTomlServer(file),
});

const yamlTarget = (path: string, head: string): Target => ({
  path,
  add: (file, entry) => withYamlServer(file, entry, head),
  take: withoutYamlServer,
});

/** The section between marks in a file of instructions. */
const instructionTarget = (path: string, section: string): Target => ({
  path,
  add: ({ text }) => ({ path, text: withBlock(path, text === '' ? undefined : text, section) }),
  take: ({ text }) => ({ path, text: withoutBlock(path, text) }),
});

const sharedFile = (): string =>
  t(
    'The instruction file belongs to the project, so others read it too. It says where your memory is, but not what it contains.',
  );

/** The first of these files that is there, else the last. */
const present = (...files: readonly string[]): string =>
  files.find((file) => existsSync(file)) ?? (files.at(-1) as string);

/** Settings of the user, or of the project in a folder of the same name. */
const settingsAt = (folder: string, name: string, { scope, folder: project }: AgentPlace, own: string): string =>
  scope === 'user' ? join(folder, name) : join(project, own, name);

const opencodeFolder = ({ env, home }: AgentPlace): string =>
  join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode');
const copilotFolder = ({ env, home }: AgentPlace): string => env['COPILOT_HOME'] || join(home, '.copilot');
/** That of the editor which is running first. */
const userFolders = (place: AgentPlace): string[] => [
  ...(place.editor ? [place.editor.user] : []),
  ...editorFolders(place),
];
/** User folder of the editor: the first that is there, else that of VS Code. */
const editorFolder = (place: AgentPlace): string => {
  const folders = userFolders(place);
  return folders.find((folder) => existsSync(folder)) ?? (folders[0] as string);
};
const mcpServers = ['mcpServers'];

const ROWS: Readonly<Record<Exclude<ConnectAgent, 'claude'>, AgentRow>> = {
  codex: {
    sign: (place) => [agentHomes(place).codex],
    targets: (place) => [tomlTarget(settingsAt(agentHomes(place).codex, 'config.toml', place, '.codex'))],
  },
  gemini: {
    sign: (place) => [agentHomes(place).gemini],
    targets: (place) => [
      jsonTarget(settingsAt(agentHomes(place).gemini, 'settings.json', place, '.gemini'), mcpServers),
    ],
  },
  qwen: {
    sign: ({ home }) => [join(home, '.qwen')],
    targets: (place) => [
      jsonTarget(settingsAt(join(place.home, '.qwen'), 'settings.json', place, '.qwen'), mcpServers),
    ],
  },
  opencode: {
    sign: (place) => [opencodeFolder(place)],
    targets: (place) => {
      const folder = place.scope === 'user' ? opencodeFolder(place) : place.folder;
      const file = present(join(folder, 'opencode.jsonc'), join(folder, 'opencode.json'));
      const more = { type: 'local', enabled: true };
      return [jsonTarget(file, ['mcp'], { more, isList: true, env: 'environment' })];
    },
  },
  copilot: {
    sign: (place) => [copilotFolder(place)],
    targets: (place) => [
      instructionTarget(join(place.folder, '.github', 'copilot-instructions.md'), place.section),
      ...(place.scope === 'user'
        ? [
            jsonTarget(join(copilotFolder(place), 'mcp-config.json'), mcpServers, {
              more: { type: 'local', tools: ['*'] },
            }),
          ]
        : []),
    ],
    notes: () => [sharedFile()],
  },
  cline: {
    sign: (place) => [join(place.home, '.cline'), ...clineExtensions(place)],
    targets: (place) =>
      [join(place.home, '.cline', 'data'), ...clineExtensions(place).filter((folder) => existsSync(folder))].map(
        (folder) => jsonTarget(join(folder, 'settings', 'cline_mcp_settings.json'), mcpServers),
      ),
  },
  continue: {
    sign: ({ home }) => [join(home, '.continue')],
    targets: ({ home }) => {
      const folder = join(home, '.continue');
      const file = present(join(folder, 'config.yml'), join(folder, 'config.yaml'));
      if (!existsSync(file) && existsSync(join(folder, 'config.json')))
        throw new MemdirError(
          'bad-input',
          t(
            'Continue keeps its settings in {file} and would ignore them next to a config.yaml. Nothing was changed: move them to config.yaml and try again.',
            { file: join(folder, 'config.json') },
          ),
        );
      // eslint-disable-next-line memdir/user-text -- a file of settings
      return [yamlTarget(file, 'name: Local\nversion: 1.0.0\nschema: v1\n')];
    },
  },
  cursor: {
    sign: ({ home }) => [join(home, '.cursor')],
    targets: (place) => [jsonTarget(settingsAt(join(place.home, '.cursor'), 'mcp.json', place, '.cursor'), mcpServers)],
  },
  vscode: {
    sign: userFolders,
    targets: (place) => [
      jsonTarget(settingsAt(editorFolder(place), 'mcp.json', place, '.vscode'), ['servers'], {
        more: { type: 'stdio' },
      }),
    ],
    notes: () => [t('In VS Code with the Memdir extension, chat already has these tools.')],
  },
  agents: {
    sign: () => [],
    targets: ({ folder, section }) => [instructionTarget(join(folder, 'AGENTS.md'), section)],
    notes: () => [sharedFile()],
  },
};

/** Where the extension of Cline keeps its settings in each editor. */
const clineExtensions = (place: AgentPlace): string[] =>
  userFolders(place).map((folder) => join(folder, 'globalStorage', 'saoudrizwan.claude-dev'));

export const rowOf = (agent: Exclude<ConnectAgent, 'claude'>): AgentRow => ROWS[agent];
