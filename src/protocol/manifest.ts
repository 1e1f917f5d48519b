/** The part of package.json that VS Code reads, and the texts in it, derived from the declarations beside this file. */
import {
  CAPABILITIES,
  CHAT_COMMANDS,
  type ChatCommandDeclaration,
  type CommandDeclaration,
  COMMANDS,
  CONTAINER,
  MCP_PROVIDER,
  PARTICIPANT,
  SUBMENUS,
  VIEWS,
  WALKTHROUGH,
  WELCOME,
} from './contributions.js';
import { SETTING_GROUPS } from './setting-groups.js';
import { type SettingDeclaration, type SettingKey, SETTINGS } from './settings.js';
import { languageModelTools } from './tool-schemas.js';

const PREFIX = 'memdir.';
/**
 * Settings of VS Code. A remote window would list the port of the background host among those to forward, which only processes of its machine use. In
 * a folder that is not trusted, the dash of every entry of MEMORY.md would be marked as unusual.
 */
const DEFAULTS_OF_OTHERS = {
  '[markdown]': { 'editor.unicodeHighlight.allowedCharacters': { '—': true } },
  'remote.portsAttributes': {
    '[\\\\/]memdir\\.memdir-[^\\\\/]*[\\\\/]dist[\\\\/][a-z-]+\\.js': { onAutoForward: 'ignore' },
  },
};
const commands = Object.entries<CommandDeclaration>(COMMANDS);
const settings = Object.entries<SettingDeclaration<unknown>>(SETTINGS);

/** Full names of the settings an untrusted folder cannot set. */
export const restrictedSettings = (): string[] =>
  settings.filter(([, { restricted }]) => restricted).map(([key]) => PREFIX + key);

/** Takes a text for people out of package.json; answers what is there instead. */
type Put = (key: string, text: string) => string;

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
  only: { pattern: `^(?:$|${PATH})`, patternErrorMessage: 'Enter an absolute path or one that starts with ~/.' },
  'or-id': {
    pattern: String.raw`^(?:$|(?![A-Za-z]:)[^\\/~]+$|${PATH})`,
    patternErrorMessage: 'Enter an absolute path, one that starts with ~/, or a model ID.',
  },
} as const;

interface SettingSchema {
  readonly enumDescriptions?: readonly string[];
  readonly items?: object;
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
}

function property(
  name: string,
  { schema, default: value, description, paths, scope = 'window' }: SettingDeclaration<unknown>,
  put: Put,
): object {
  const { enumDescriptions, items, properties, ...rest } = schema as SettingSchema;
  const pattern = paths && {
    ...PATTERNS[paths],
    patternErrorMessage: put(`pattern.${paths}`, PATTERNS[paths].patternErrorMessage),
  };
  const described = Object.entries(properties ?? {}).map(([key, each]) => [
    key,
    each.description === undefined ? each : { ...each, description: put(`${name}.${key}`, each.description) },
  ]);
  return {
    ...rest,
    ...(properties !== undefined && { properties: Object.fromEntries(described) as object }),
    ...(items === undefined ? pattern : { items: { ...items, ...pattern } }),
    ...(enumDescriptions !== undefined && {
      markdownEnumDescriptions: enumDescriptions.map((text, at) => put(`${name}.${at}`, linked(text))),
    }),
    default: value,
    markdownDescription: put(name, linked(description)),
    scope,
  };
}

/** While the server offers them to chat, the tools are not offered a second time. */
const WITHOUT_SERVER = `!config.${PREFIX}${'mcp.enabled' satisfies SettingKey}`;

/** Keys of package.json and their values; everything else in that file is written by hand. */
export const manifestKeys = (): Record<string, unknown> => keysWith((key) => `%${key}%`);

/** Texts that {@link manifestKeys} only names, in English: package.nls.json. */
export function manifestTexts(): Record<string, string> {
  const texts: Record<string, string> = {};
  keysWith((key, text) => (texts[key] = text));
  return texts;
}

const walkthrough = (put: Put): object => ({
  id: WALKTHROUGH.id,
  title: put('walkthrough', WALKTHROUGH.title),
  description: put('walkthrough.description', WALKTHROUGH.description),
  steps: WALKTHROUGH.steps.map(({ id, title, description, media, alt }) => ({
    id,
    title: put(`walkthrough.${id}`, title),
    description: put(`walkthrough.${id}.description`, description),
    media: { svg: media, altText: put(`walkthrough.${id}.alt`, alt) },
  })),
});

const viewsWelcome = (put: Put): object[] =>
  WELCOME.map(({ view, when, contents }, at) => ({
    view,
    when,
    contents: put(`welcome.${at}`, contents.join('\n')),
  }));

/** The settings page, group by group. */
const configuration = (put: Put): object[] =>
  SETTING_GROUPS.map(({ id, title, keys }, group) => ({
    id: PREFIX + id,
    order: group + 1,
    title: put(`settings.${id}`, title),
    properties: Object.fromEntries(
      keys.map((key, at) => [
        PREFIX + key,
        { ...property(PREFIX + key, SETTINGS[key] as SettingDeclaration<unknown>, put), order: at + 1 },
      ]),
    ),
  }));

function keysWith(put: Put): Record<string, unknown> {
  return {
    icon: 'media/icon.png',
    categories: ['AI', 'Linters', 'Other'],
    activationEvents: ['onStartupFinished'],
    extensionKind: ['workspace'],
    capabilities: {
      untrustedWorkspaces: {
        supported: 'limited',
        description: put('untrustedWorkspaces', CAPABILITIES.untrustedWorkspaces),
        restrictedConfigurations: restrictedSettings(),
      },
      virtualWorkspaces: {
        supported: 'limited',
        description: put('virtualWorkspaces', CAPABILITIES.virtualWorkspaces),
      },
    },
    contributes: {
      viewsContainers: { activitybar: [CONTAINER] },
      views: { [CONTAINER.id]: Object.values(VIEWS).map((view) => ({ ...view, name: put(view.id, view.name) })) },
      viewsWelcome: viewsWelcome(put),
      commands: commands.map(([command, { title, icon, enablement }]) => ({
        command,
        title: put(command, title),
        category: 'Memdir',
        ...(icon && { icon }),
        ...(enablement && { enablement }),
      })),
      submenus: SUBMENUS.map(({ id, label }) => ({ id, label: put(id, label) })),
      menus: menus(),
      walkthroughs: [walkthrough(put)],
      languageModelTools: languageModelTools(put).map((tool) => ({ ...tool, when: WITHOUT_SERVER })),
      mcpServerDefinitionProviders: [MCP_PROVIDER],
      chatParticipants: [
        {
          ...PARTICIPANT,
          fullName: put('chat', PARTICIPANT.fullName),
          description: put('chat.description', PARTICIPANT.description),
          isSticky: false,
          commands: Object.entries<ChatCommandDeclaration>(CHAT_COMMANDS).map(
            ([name, { description, sampleRequest }]) => ({
              name,
              description: put(`chat.${name}`, description),
              ...(sampleRequest !== undefined && { sampleRequest: put(`chat.${name}.sample`, sampleRequest) }),
            }),
          ),
        },
      ],
      keybindings: commands.flatMap(([command, { keybinding }]) => (keybinding ? [{ command, ...keybinding }] : [])),
      configuration: configuration(put),
      configurationDefaults: DEFAULTS_OF_OTHERS,
    },
  };
}
