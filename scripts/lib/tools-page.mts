/** docs/tools.md, written from the declarations of the tools. */
import { annotationsOf, inputSchema, type JsonSchema, outputSchema } from '../../src/protocol/tool-schemas.js';
import { TOOL_NAMES, type ToolName, TOOLS } from '../../src/protocol/tools.js';

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type?: string };
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

const HEAD = `# Tools for agents

The same eight tools are offered by the MCP server (\`memdir mcp\`) and to language models in VS Code. They are declared once in
\`src/protocol/tools.ts\` and \`tool-schemas.ts\`, and done once in \`src/service/tools/call-tool.ts\`; this page is written from the declarations
(\`npm run manifest\`).

- An answer is a short text for the model; \`memdir mcp --structured\` adds the same as data (\`structuredContent\`). A hit takes less than 30 tokens of text, five
  with all notes about 150. Clients give their model the data in place of the text or beside it, so they get the text alone unless a program asks for both.
- In the text a memory goes by its path, or by its id where another store has that path; every tool takes either.
- Texts of memories come fenced, as notes and not as instructions, with their age from the second day on. Secrets are masked. What steers the
  reader against its user is marked.
- A call that fails is an answer too (\`isError\`): it says what was wrong and what to try next, with the nearest ids for one that does not exist.
- Tools that write ask first: VS Code shows a confirmation, the MCP server asks through its client (elicitation) or needs \`--allow-write\`.
- In a chat of VS Code all eight can be referred to after \`#\` (\`#memory\` and \`#remember\` by those names, the others by their own): VS Code gives
  agents only tools that can.
- Nothing is ever deleted: \`memdir restore\` brings a forgotten or replaced memory back.
`;

export const toolsPage = (): string => `${HEAD}\n${TOOL_NAMES.map(section).join('\n')}`;

function section(name: ToolName): string {
  const { title, description } = TOOLS[name];
  const reference =
    'reference' in TOOLS[name]
      ? ` In a chat of VS Code: \`#${(TOOLS[name] as { readonly reference: string }).reference}\`.`
      : '';
  const hints = Object.entries(annotationsOf(name))
    .filter(([key]) => key !== 'title')
    .map(([key, value]) => `\`${key}: ${value}\``)
    .join(', ');
  return `## \`${name}\`: ${title().toLowerCase()}\n\n${description}${reference}\n\n${hints}\n\n${inputs(inputSchema(name))}\n\nAnswers with\n\n\`\`\`json\n${JSON.stringify(outputSchema(name))}\n\`\`\`\n`;
}

function inputs(schema: JsonSchema): string {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, Property>>;
    readonly required?: readonly string[];
  };
  const rows = Object.entries(properties).map(
    ([key, property]) =>
      `| \`${key}\` | ${kindOf(property)} | ${required.includes(key) ? 'yes' : property.default === undefined ? '' : `default ${JSON.stringify(property.default)}`} | ${property.description ?? ''} |`,
  );
  return ['| input | | needed | |', '|---|---|---|---|', ...rows].join('\n');
}

function kindOf({ type = 'string', enum: values, items, minimum, maximum, maxItems, maxLength }: Property): string {
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (type === 'array') return `list of ${items?.type ?? 'string'}s, at most ${maxItems ?? 'any'}`;
  if (type === 'integer') return `${minimum ?? ''} to ${maximum ?? ''}`;
  return maxLength === undefined ? type : `${type}, at most ${maxLength.toLocaleString('en')} characters`;
}
