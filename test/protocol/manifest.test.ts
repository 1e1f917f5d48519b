import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { RULES } from '../../src/core/lint/rules.js';
import { PROBLEM_CODES, type ProblemCode } from '../../src/core/problem.js';
import {
  type CommandDeclaration,
  COMMANDS,
  CONTEXT,
  PANELS,
  VIEW_COMMANDS,
  VIEWS,
  WELCOME,
} from '../../src/protocol/contributions.js';
import { manifestKeys, restrictedSettings } from '../../src/protocol/manifest.js';
import { DEFAULT_SETTINGS, ruleSummary, type SettingDeclaration, SETTINGS } from '../../src/protocol/settings.js';
import { TOOL_NAMES, type ToolName, TOOLS } from '../../src/protocol/tools.js';

const repository = join(import.meta.dirname, '../..');
const read = (...path: string[]): Promise<string> => readFile(join(repository, ...path), 'utf8');
const settings = Object.entries<SettingDeclaration<unknown>>(SETTINGS);
const commands = Object.entries<CommandDeclaration>(COMMANDS);

it('package.json says what src/protocol declares', async () => {
  const text = await read('package.json');
  expect(`${JSON.stringify({ ...(JSON.parse(text) as object), ...manifestKeys() }, null, 2)}\n`).toBe(text);
});

it('chat gets each tool once: from the extension, or from its server', () => {
  const { contributes } = manifestKeys() as {
    contributes: {
      languageModelTools: { name: string; when: string; canBeReferencedInPrompt: boolean; toolReferenceName: string }[];
      mcpServerDefinitionProviders: { id: string }[];
    };
  };
  expect(contributes.languageModelTools.map(({ name }) => name)).toEqual([...TOOL_NAMES]);
  // VS Code gives agents no tool that cannot be referred to.
  for (const tool of contributes.languageModelTools)
    expect(tool).toMatchObject({ when: '!config.memdir.mcp.enabled', canBeReferencedInPrompt: true });
  expect(contributes.languageModelTools.map(({ toolReferenceName }) => toolReferenceName)).toEqual([
    'recall',
    ...TOOL_NAMES.slice(1),
  ]);
  expect(TOOL_NAMES).toContain('remember');
  expect(contributes.mcpServerDefinitionProviders).toHaveLength(1);
  expect(DEFAULT_SETTINGS['mcp.enabled']).toBe(false);
});

it.each<[ToolName, ToolName[]]>([
  ['get_memory', ['get_memories', 'search_memory']],
  ['get_memories', ['get_memory']],
  ['list_recent', ['search_memory']],
  ['list_stale', ['search_memory']],
  ['remember', ['update_memory']],
  ['update_memory', ['remember', 'forget']],
  ['forget', ['update_memory']],
])('%s tells a model when another tool is the right one', (name, others) => {
  for (const other of others) expect(TOOLS[name].description).toMatch(new RegExp(`\\b${other}\\b`));
});

it('no two tools are described by the same words at first', () => {
  const beginnings = TOOL_NAMES.map((name) => TOOLS[name].description.split(' ').slice(0, 4).join(' '));
  expect(new Set(beginnings).size).toBe(TOOL_NAMES.length);
});

describe('commands', () => {
  // Registration runs inside VS Code only, so the sources are read instead; the tests in VS Code run the commands themselves.
  it('are all registered by a part of the extension, and no others', async () => {
    const folder = join(repository, 'src/extension');
    const texts = await Promise.all(
      (await readdir(folder, { recursive: true }))
        .filter((name) => name.endsWith('.ts'))
        .map((name) => read('src/extension', name)),
    );
    const registered = texts.flatMap((text) => {
      const constants = new Map(
        [...text.matchAll(/const (\w+): CommandId = '([^']+)'/g)].map(([, name = '', id = '']) => [name, id]),
      );
      return [...text.matchAll(/\bcommand\(\s*(?:'([^']+)'|(\w+)),/g)].map(
        ([, id, name = '']) => id ?? constants.get(name) ?? name,
      );
    });
    // Those of the View menu are registered in a loop.
    expect([...registered, ...Object.keys(VIEW_COMMANDS)].sort()).toEqual(Object.keys(COMMANDS).sort());
  });

  it('that buttons of the empty view run exist', () => {
    const called = WELCOME.flatMap(({ contents }) => contents.join('\n').match(/command:memdir\.\w+/g) ?? []);
    expect(called.length).toBeGreaterThan(0);
    for (const call of called) expect(Object.keys(COMMANDS)).toContain(call.slice('command:'.length));
  });

  it('stand where conditions are met that somebody sets', () => {
    const conditions = [
      ...WELCOME.map(({ when }) => when),
      ...commands.flatMap(([, { palette, enablement, menus = [] }]) => [
        ...[palette, enablement].filter((when) => when !== undefined),
        ...menus.map(({ when }) => when),
      ]),
    ];
    const names = new Set(conditions.flatMap((when) => when.match(/(?<!config\.)memdir\.\w+/g) ?? []));
    for (const { view } of WELCOME) names.add(view);
    const known: string[] = [
      ...Object.values(CONTEXT),
      ...[...Object.values(VIEWS), ...Object.values(PANELS)].map(({ id }) => id),
    ];
    expect([...names].filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !names.has(name))).toEqual([]);
  });

  it('have titles in sentence case', () => {
    for (const [, { title }] of commands)
      expect(title).toMatch(
        /^(?:✓ )?[A-Z][^A-Z]*(MEMORY\.md|Ollama|API key of the language model|Claude Code( loads)?)?…?$/,
      );
  });
});

describe('settings', () => {
  it.each(settings.map(([key, declaration]) => ({ key, declaration })))(
    '$key has a default that its schema allows, and a description',
    ({ declaration }) => {
      const { schema } = declaration;
      expect(z.fromJSONSchema(schema).safeParse(declaration.default)).toMatchObject({ success: true });
      expect(declaration.description).toMatch(/^[A-Z].*\.$/s);
      if (schema.enum) expect(schema.enumDescriptions).toHaveLength((schema.enum as unknown[]).length);
    },
  );

  it.each<[keyof typeof SETTINGS, unknown]>([
    ['directories', 'one'],
    ['directories', [1]],
    ['search.threshold', 1.1],
    ['search.threshold', -0.1],
    ['search.fusion', 'other'],
    ['lint.rules', { 'index-lines': 'loud' }],
    ['lint.rules', { 'no-such-rule': 'off' }],
    ['types', { x: { level: 'shared', scaleDays: 1, shape: 1 } }],
    ['types', { x: { level: 'long-term', scaleDays: 0, shape: 1 } }],
    ['types', { x: { level: 'long-term', scaleDays: 1 } }],
    ['levels.multipliers', { shared: 11 }],
    ['embedding.provider', 'network'],
  ])('%s does not allow %j', (key, value) => {
    expect(z.fromJSONSchema(SETTINGS[key].schema).safeParse(value).success).toBe(false);
  });

  it('that reach outside the folder or start something are not taken from a folder that is not trusted', () => {
    expect(restrictedSettings()).toEqual([
      'memdir.directories',
      'memdir.claudeConfigDir',
      'memdir.agents',
      'memdir.search.rerank',
      'memdir.search.rerank.url',
      'memdir.search.rerank.model',
      'memdir.embedding.provider',
      'memdir.embedding.model',
      'memdir.embedding.modelPath',
      'memdir.embedding.runtime',
      'memdir.ollama.url',
      'memdir.model.provider',
      'memdir.model.url',
      'memdir.model.name',
      'memdir.inject.select',
      'memdir.inject.wait',
      'memdir.capture.autoAccept',
      'memdir.team.url',
      'memdir.team.repository',
      'memdir.mcp.enabled',
    ]);
    const listed = (manifestKeys() as { capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } } })
      .capabilities.untrustedWorkspaces.restrictedConfigurations;
    expect(listed).toEqual(restrictedSettings());
  });

  it('have their defaults in one object', () => {
    expect(Object.keys(DEFAULT_SETTINGS)).toEqual(settings.map(([key]) => key));
    expect(DEFAULT_SETTINGS['search.threshold']).toBe(0.01);
  });
});

describe('rules', () => {
  it('are documented one by one, and nothing else is', async () => {
    const pages = (await readdir(join(repository, 'docs/rules'))).map((name) => name.replace(/\.md$/, '')).sort();
    expect(pages).toEqual(RULES.map(({ code }) => code).sort());
    for (const code of pages) {
      const page = await read('docs/rules', `${code}.md`);
      expect(page.split('\n')[0]).toBe(`# ${code}`);
      expect(page).toContain(`${ruleSummary(code as ProblemCode)} Severity: `);
    }
  });

  it('have codes of their own, all of them known', () => {
    const codes = RULES.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => !PROBLEM_CODES.includes(code))).toEqual([]);
  });
});

/** Whether a `when` clause holds in a window with a folder, a running host and no memories: other context keys are unset. */
function holdsInFreshWindow(when: string): boolean {
  const known: Readonly<Record<string, string>> = { workspaceFolderCount: '1', 'memdir.hostState': 'ready' };
  const one = (clause: string): boolean => {
    const text = clause.trim();
    if (text.startsWith('!')) return !one(text.slice(1));
    const [, key = text, operator, value = ''] = /^(\S+) (==|!=|=~|in) (.+)$/.exec(text) ?? [];
    if (operator === '==') return (known[key] ?? '') === value;
    if (operator === '!=') return (known[key] ?? '') !== value;
    return operator === undefined && known[key] !== undefined;
  };
  return when.split('||').some((all) => all.split('&&').every(one));
}

it('a fresh window has at most 12 commands in its palette', () => {
  const shown = commands.filter(
    ([, { palette }]) => palette === undefined || (palette !== 'false' && holdsInFreshWindow(palette)),
  );
  expect(shown.map(([id]) => id).length, shown.map(([id]) => id).join(' ')).toBeLessThanOrEqual(12);
  expect(holdsInFreshWindow('workspaceFolderCount != 0')).toBe(true);
  expect(holdsInFreshWindow('memdir.hasStore')).toBe(false);
  expect(holdsInFreshWindow('!memdir.hasStore && workspaceFolderCount == 1')).toBe(true);
});

it('each setting is in one group of the settings page, and those of experts come last', () => {
  const { contributes } = manifestKeys() as {
    contributes: { configuration: { id: string; order: number; properties: Record<string, { order: number }> }[] };
  };
  const keys = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
  expect([...keys].sort()).toEqual(
    Object.keys(SETTINGS)
      .map((key) => `memdir.${key}`)
      .sort(),
  );
  expect(contributes.configuration.map(({ order }) => order)).toEqual(contributes.configuration.map((_, at) => at + 1));
  expect(contributes.configuration.at(-1)?.id).toBe('memdir.expert');
  expect(Object.keys(contributes.configuration.at(-1)?.properties ?? {})).toContain('memdir.levels.multipliers');
});

it('a view says one thing while it is empty, with and without a folder and settings', () => {
  const holds = (when: string, facts: Readonly<Record<string, string>>): boolean =>
    when.split(' && ').every((clause) => {
      const [, key = '', operator, value] = /^!?(\S+?)(?: (==|!=) (\S+))?$/.exec(clause) ?? [];
      if (operator !== undefined) return (facts[key] === value) === (operator === '==');
      return Boolean(facts[key]) !== clause.startsWith('!');
    });
  for (const workspaceFolderCount of ['0', '1', '3'])
    for (const claudeConfigDir of ['', '/c']) {
      const facts = {
        'memdir.hostState': 'ready',
        workspaceFolderCount,
        'config.memdir.claudeConfigDir': claudeConfigDir,
      };
      const shown = WELCOME.filter(({ view, when }) => view === 'memdir.memories' && holds(when, facts));
      expect(shown).toHaveLength(1);
      expect(shown[0]?.contents[0]).toMatch(workspaceFolderCount === '0' ? /^No folder is open/ : /^No memories found/);
    }
});
