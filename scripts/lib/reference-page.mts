/** docs/reference.md, written from the declarations of commands, settings and checks. */
import { PROBLEM_CODES } from '../../src/core/problem.js';
import { type CommandDeclaration, COMMANDS } from '../../src/protocol/contributions.js';
import { SETTING_GROUPS } from '../../src/protocol/setting-groups.js';
import { ruleSummary, type SettingDeclaration, SETTINGS } from '../../src/protocol/settings.js';

const HEAD = `# Reference

Written from the declarations in \`src/protocol\` and the pages of the checks (\`npm run manifest\`). What \`memdir COMMAND\` takes is told by \`memdir COMMAND --help\`,
what it prints with \`--json\` by the schemas in [docs/json](json); the tools for agents have [a page of their own](tools.md).
`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Commands that stand in the command palette, at all times or when they fit. */
function commands(): string[][] {
  return Object.values<CommandDeclaration>(COMMANDS).flatMap(({ title, palette, keybinding }) =>
    palette === 'false' ? [] : [[`Memdir: ${title}`, keybinding ? `\`${keybinding.key}\`` : '']],
  );
}

function values({ schema }: SettingDeclaration<unknown>): string {
  const {
    enum: choices,
    type,
    minimum,
    maximum,
  } = schema as {
    readonly enum?: readonly unknown[];
    readonly type?: string | readonly string[];
    readonly minimum?: number;
    readonly maximum?: number;
  };
  if (choices) return choices.map((choice) => `\`${String(choice)}\``).join(', ');
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  return minimum === undefined ? [type ?? []].flat().join(' or ') : `${minimum} or more`;
}

function settings(): string[][] {
  return SETTING_GROUPS.flatMap(({ keys }) =>
    keys.map((key) => [key, SETTINGS[key] as SettingDeclaration<unknown>] as const),
  ).map(([key, declaration]) => [
    `\`memdir.${key}\``,
    values(declaration),
    `\`${JSON.stringify(declaration.default)}\``,
    `${declaration.description}${declaration.restricted === true ? ' Not taken from a folder that is not trusted.' : ''}`,
  ]);
}

export const referencePage = (): string => `${HEAD}
## Commands in VS Code

${table(['command', 'key'], commands())}

## Settings

VS Code has them below \`memdir.\`; the command line, hooks and \`memdir mcp\` take the same names, with or without it, from \`settings.json\` in Memdir’s data folder.

${table(['setting', 'values', 'default', 'what it does'], settings())}

## Checks

Each can be switched off or given another severity in \`memdir.lint.rules\`.

${table(
  ['check', 'what it looks for'],
  PROBLEM_CODES.map((code) => [`[${code}](rules/${code}.md)`, ruleSummary(code)]),
)}
`;
