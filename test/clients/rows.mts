/** How each client is pointed at a stand-in for its model, and what it does with what an MCP server gives. */
import type { Bed } from './bed.mjs';
import { gemini } from './models/gemini.mjs';
import { openai } from './models/openai.mjs';
import type { Step } from './models/script.mjs';
import type { Dialect, Model } from './models/server.mjs';
import type { ClientName } from './versions.mjs';

export interface ClientRow {
  readonly client: Exclude<ClientName, 'claude'>;
  readonly dialect: Dialect;
  /** Settings of a person, below the home, before Memdir is connected. */
  readonly settings: (model: Model) => { readonly file: string; readonly text: string };
  readonly env: (model: Model) => Readonly<Record<string, string>>;
  readonly args: (prompt: string) => readonly string[];
  /** Whether its model is told the server's instructions. */
  readonly showsInstructions: boolean;
  /** How its model calls a tool of a server. Default: by the tool's own name. */
  readonly call?: (tool: string, input: unknown) => readonly Step[];
  /** What its model is told when a tool would write. */
  readonly refusal: RegExp;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const CANNOT_ASK = /This client cannot ask the user, so nothing was changed\..*memdir consent.*--allow-write/;
const DECLINED =
  /The answer was no, which this client also says where it shows the question to nobody\..*memdir consent/;

export const ROWS: readonly ClientRow[] = [
  {
    client: 'codex',
    dialect: openai,
    settings: ({ url }) => ({
      file: '.codex/config.toml',
      text: `# Mine\nmodel = "stub"\nmodel_provider = "stub"\napproval_policy = "never" # no questions\n\n[model_providers.stub]\nname = "stub"\nbase_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "STUB_KEY"\n`,
    }),
    env: () => ({ STUB_KEY: 'x' }),
    // Without `required` its first turn does not wait for a server that starts slowly.
    args: (prompt) => ['exec', '--skip-git-repo-check', '-c', 'mcp_servers.memdir.required=true', prompt],
    showsInstructions: true,
    refusal: DECLINED,
  },
  {
    client: 'gemini',
    dialect: gemini,
    settings: () => ({
      file: '.gemini/settings.json',
      text: '{\n  // Mine\n  "security": { "auth": { "selectedType": "gemini-api-key" } }\n}\n',
    }),
    env: ({ url }) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'x', GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    args: (prompt) => ['--yolo', '-p', prompt],
    showsInstructions: true,
    refusal: CANNOT_ASK,
  },
  {
    client: 'qwen',
    dialect: openai,
    settings: () => ({
      file: '.qwen/settings.json',
      text: '{\n  // Mine\n  "security": { "auth": { "selectedType": "openai" } }\n}\n',
    }),
    env: ({ url }) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'x', OPENAI_MODEL: 'stub' }),
    args: (prompt) => ['--yolo', '-p', prompt],
    showsInstructions: true,
    // It defers tools of servers.
    call: (tool, input) => {
      const name = `mcp__memdir__${tool}`;
      return [
        { tool: 'tool_search', input: { query: `select:${name}` } },
        { tool: 'tool_call', input: { name, arguments: input } },
      ];
    },
    refusal: CANNOT_ASK,
  },
  {
    client: 'opencode',
    dialect: openai,
    settings: ({ url }) => ({
      file: '.config/opencode/opencode.json',
      text: json({
        // The client adds it by itself.
        $schema: 'https://opencode.ai/config.json',
        model: 'stub/stub',
        provider: {
          stub: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: 'x' },
            models: { stub: { name: 'stub' } },
          },
        },
      }),
    }),
    env: () => ({}),
    args: (prompt) => ['run', prompt],
    showsInstructions: true,
    refusal: CANNOT_ASK,
  },
  {
    client: 'copilot',
    dialect: openai,
    settings: () => ({ file: '.copilot/mcp-config.json', text: '{\n  "mcpServers": {}\n}\n' }),
    env: ({ url }) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'x',
      COPILOT_MODEL: 'stub',
      COPILOT_OFFLINE: 'true',
    }),
    args: (prompt) => ['--allow-all-tools', '-p', prompt],
    showsInstructions: false,
    refusal: DECLINED,
  },
];

/** What a client printed and what its model got, for one prompt. */
export interface Talk {
  readonly printed: string;
  /** Texts of every request, in order. */
  readonly requests: readonly unknown[];
}

export async function ask(bed: Bed, program: string, row: ClientRow, model: Model, prompt: string): Promise<Talk> {
  const before = model.requests.length;
  const { stdout, stderr } = await bed.run(program, row.args(prompt), { env: row.env(model) });
  return { printed: `${stdout}${stderr}`, requests: model.requests.slice(before) };
}
