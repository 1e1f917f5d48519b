/** The part of package.json that VS Code reads, derived from the declarations beside this file. */
import {
  CAPABILITIES,
  CHAT_COMMANDS,
  type CommandDeclaration,
  COMMANDS,
  CONTAINER,
  MCP_PROVIDER,
  PARTICIPANT,
  SUBMENUS,
  VIEWS,
  WELCOME,
} from './contributions.js';
import { type SettingDeclaration, type SettingKey, SETTINGS } from './settings.js';
import { languageModelTools } from './tool-schemas.js';

const PREFIX = 'memdir.';
const commands = Object.entries<CommandDeclaration>(COMMANDS);
const settings = Object.entries<SettingDeclaration<unknown>>(SETTINGS);

/** Full names of the settings an untrusted folder cannot set. */
export const restrictedSettings = (): string[] =>
  settings.filter(([, { restricted }]) => restricted).map(([key]) => PREFIX + key);

function menus(): Record<string, object[]> {
  const result: Record<string, object[]> = {
    commandPalette: commands
      .filter(([, { palette }]) => palette !== undefined)
      .map(([command, { palette }]) => ({ command, when: palette })),
  };
  for (const [command, { menus: places = [] }] of commands) {
    for (const { menu, when, group } of places) (result[menu] ??= []).push({ command, when, group });
  }
  for (const { id, in: menu, when, group } of SUBMENUS) (result[menu] ??= []).push({ submenu: id, when, group });
  return result;
}

/** Names of settings become links to them in the settings page. */
const linked = (text: string): string =>
  text.replace(/`memdir\.([\w.]+)`/g, (name, key: string) => (key in SETTINGS ? `\`#${PREFIX}${key}#\`` : name));

/** What the editor of settings accepts; the host says of each path what is wrong with it. */
const PATH = String.raw`(?:~[\\/].|/(?!/)..|[A-Za-z]:[\\/].)`;
const PATTERNS = {
  only: { pattern: `^(?:$|${PATH})`, patternErrorMessage: 'Name an absolute path, or one that starts with ~/.' },
  'or-id': {
    pattern: String.raw`^(?:$|(?![A-Za-z]:)[^\\/~]+$|${PATH})`,
    patternErrorMessage: 'Name an absolute path, one that starts with ~/, or the id of a model.',
  },
} as const;

function property({
  schema,
  default: value,
  description,
  paths,
  scope = 'window',
}: SettingDeclaration<unknown>): object {
  const { enumDescriptions, items, ...rest } = schema;
  const pattern = paths && PATTERNS[paths];
  return {
    ...rest,
    ...(items === undefined ? pattern : { items: { ...items, ...pattern } }),
    ...(enumDescriptions !== undefined && { markdownEnumDescriptions: enumDescriptions }),
    default: value,
    markdownDescription: linked(description),
    scope,
  };
}

/** While the server offers them to chat, the tools are not offered a second time. */
const WITHOUT_SERVER = `!config.${PREFIX}${'mcp.enabled' satisfies SettingKey}`;

/** Keys of package.json and their values; everything else in that file is written by hand. */
export function manifestKeys(): Record<string, unknown> {
  return {
    icon: 'media/icon.png',
    categories: ['AI', 'Linters', 'Other'],
    activationEvents: ['onStartupFinished'],
    extensionKind: ['workspace'],
    capabilities: {
      untrustedWorkspaces: {
        supported: 'limited',
        description: CAPABILITIES.untrustedWorkspaces,
        restrictedConfigurations: restrictedSettings(),
      },
      virtualWorkspaces: { supported: 'limited', description: CAPABILITIES.virtualWorkspaces },
    },
    contributes: {
      viewsContainers: { activitybar: [CONTAINER] },
      views: { [CONTAINER.id]: Object.values(VIEWS) },
      viewsWelcome: WELCOME.map(({ view, when, contents }) => ({ view, when, contents: contents.join('\n') })),
      commands: commands.map(([command, { title, icon, enablement }]) => ({
        command,
        title,
        category: 'Memdir',
        ...(icon && { icon }),
        ...(enablement && { enablement }),
      })),
      submenus: SUBMENUS.map(({ id, label }) => ({ id, label })),
      menus: menus(),
      languageModelTools: languageModelTools().map((tool) => ({ ...tool, when: WITHOUT_SERVER })),
      mcpServerDefinitionProviders: [MCP_PROVIDER],
      chatParticipants: [
        {
          ...PARTICIPANT,
          isSticky: false,
          commands: Object.entries(CHAT_COMMANDS).map(([name, command]) => ({ name, ...command })),
        },
      ],
      keybindings: commands.flatMap(([command, { keybinding }]) => (keybinding ? [{ command, ...keybinding }] : [])),
      configuration: {
        title: 'Memdir',
        properties: Object.fromEntries(settings.map(([key, declaration]) => [PREFIX + key, property(declaration)])),
      },
    },
  };
}
