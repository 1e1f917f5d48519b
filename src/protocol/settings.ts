import { LEVELS } from '../core/memory.js';
import { PROBLEM_CODES, type ProblemCode, type Severity } from '../core/problem.js';
import { AGENT_FORMS, AGENT_KINDS, type AgentKind } from '../core/stores/agent-forms.js';
import { DEADLINE_MS } from './hooks.js';
import summaries from './rule-summaries.json' with { type: 'json' };

/** What a check looks for, in one sentence: the first of its page in docs/rules. */
export const ruleSummary = (code: ProblemCode): string =>
  (summaries as Readonly<Partial<Record<ProblemCode, string>>>)[code] ?? code;

/**
 * Every setting, once: the manifest's configuration, the typed object and the list of settings that an untrusted
 * folder cannot set are all derived from here.
 */
export interface SettingDeclaration<T> {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly default: T;
  readonly description: string;
  /** `machine`: never taken from a workspace. `resource`: per folder. Default `window`. */
  readonly scope?: 'window' | 'machine' | 'resource' | 'machine-overridable';
  /** Whether it names paths, absolute or with `~/`; `or-id`: or something else without slashes. */
  readonly paths?: 'only' | 'or-id';
  /** Listed in `capabilities.untrustedWorkspaces.restrictedConfigurations`. */
  readonly restricted?: boolean;
}

const setting = <T>(declaration: SettingDeclaration<T>): SettingDeclaration<T> => declaration;
const choice = <T extends string>(
  values: readonly T[],
  fallback: T,
  descriptions: readonly string[],
  description: string,
  more: Partial<SettingDeclaration<T>> = {},
): SettingDeclaration<T> =>
  setting<T>({
    schema: { type: 'string', enum: values, enumDescriptions: descriptions },
    default: fallback,
    description,
    ...more,
  });

export type AgentSettings = Partial<Record<AgentKind, boolean>>;
export type RuleSettings = Partial<Record<ProblemCode, Severity | 'off'>>;
export type TypeSettings = Record<string, { level: 'short-term' | 'long-term'; scaleDays: number; shape: number }>;
export type LevelMultipliers = { 'short-term': number; 'long-term': number; shared: number };

export const SETTINGS = {
  directories: setting<string[]>({
    schema: { type: 'array', items: { type: 'string' } },
    default: [],
    description:
      'Additional memory directories to show. Use absolute paths or paths that start with `~/`. A directory that doesn’t exist is shown with a warning.',
    scope: 'resource',
    restricted: true,
    paths: 'only',
  }),
  claudeConfigDir: setting<string>({
    schema: { type: 'string' },
    default: '',
    description:
      'Folder where Claude Code keeps its files: an absolute path or one that starts with `~/`. If empty, `CLAUDE_CONFIG_DIR` or `~/.claude` is used. If the folder doesn’t exist, no memories are shown.',
    scope: 'machine-overridable',
    restricted: true,
    paths: 'only',
  }),
  agents: setting<AgentSettings>({
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        AGENT_KINDS.map((kind) => [
          kind,
          { type: 'boolean', default: true, description: `Show memories of ${AGENT_FORMS[kind].name}.` },
        ]),
      ),
    },
    default: {},
    description:
      'Other agents whose memory is shown, checked and searched along with Claude Code’s. Set an agent to `false` to leave it out.',
    scope: 'machine-overridable',
    restricted: true,
  }),
  types: setting<TypeSettings>({
    schema: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['level', 'scaleDays', 'shape'],
        additionalProperties: false,
        properties: {
          level: { type: 'string', enum: ['short-term', 'long-term'] },
          scaleDays: { type: 'number', exclusiveMinimum: 0 },
          shape: { type: 'number', exclusiveMinimum: 0 },
        },
      },
    },
    default: {},
    description:
      'Additional memory types with their level and how they age in ranking. After `scaleDays` days, about a third of such memories are expected to be current; a `shape` below 1 ages them early, above 1 late. Example: `{ "incident": { "level": "short-term", "scaleDays": 30, "shape": 1 } }`.',
    scope: 'resource',
  }),
  'levels.multipliers': setting<LevelMultipliers>({
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(LEVELS.map((level) => [level, { type: 'number', minimum: 0, maximum: 10 }])),
    },
    default: { 'short-term': 0.8, 'long-term': 1.0, shared: 1.2 },
    description: 'Weight of each level in search: a memory’s score is multiplied by this number.',
  }),
  'lint.rules': setting<RuleSettings>({
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        PROBLEM_CODES.map((code) => [
          code,
          { type: 'string', enum: ['off', 'hint', 'info', 'warning', 'error'], description: ruleSummary(code) },
        ]),
      ),
    },
    default: {},
    description: 'Severity of each check, or `off`. Checks that aren’t listed keep their default severity.',
    scope: 'resource',
  }),
  'search.fusion': choice(
    ['coverage', 'rrf'],
    'coverage',
    [
      'Adds the absolute scores of both searches. Gives the best results in our measurements.',
      'Adds the reciprocal ranks of both searches.',
    ],
    'How keyword results and semantic results are combined.',
  ),
  'search.threshold': setting<number>({
    schema: { type: 'number', minimum: 0, maximum: 1 },
    default: 0.01,
    description: 'Search results with a lower score are left out.',
  }),
  'search.rerank': choice(
    ['late', 'http', 'none'],
    'late',
    [
      'The built-in model compares word by word, offline. Gives the best results in our measurements.',
      'Your own rerank server (`memdir.search.rerank.url`).',
      'No reranking.',
    ],
    'How the best results are put in their final order.',
    { scope: 'machine', restricted: true },
  ),
  'search.rerank.url': setting<string>({
    schema: { type: 'string' },
    default: '',
    description:
      'URL of a rerank server with a Jina-compatible API, such as `http://127.0.0.1:8080/v1/rerank`. When `memdir.search.rerank` is `http`, the query and the texts of the best 50 memories are sent there, with secrets masked.',
    scope: 'machine',
    restricted: true,
  }),
  'search.rerank.model': setting<string>({
    schema: { type: 'string' },
    default: 'jina-reranker-v2-base-multilingual',
    description: 'Model that the rerank server uses.',
    scope: 'machine',
    restricted: true,
  }),
  'embedding.provider': choice(
    ['auto', 'embedded', 'ollama', 'none'],
    'auto',
    [
      'A model that runs inside Memdir.',
      'A model that runs inside Memdir: the bundled one or `memdir.embedding.modelPath`.',
      'A model on an Ollama server (`memdir.ollama.url`).',
      'Keyword search only.',
    ],
    'Where the embeddings for semantic search come from.',
    { scope: 'machine', restricted: true },
  ),
  'embedding.model': setting<string>({
    schema: { type: 'string', maxLength: 200 },
    default: 'nomic-embed-text',
    description: 'Name of the embedding model in Ollama.',
    scope: 'machine',
    restricted: true,
  }),
  'embedding.modelPath': setting<string>({
    schema: { type: 'string' },
    default: '',
    description:
      'Sentence model to use instead of the bundled one: a folder with `model.onnx`, `tokenizer.json` and `memdir-model.json` (absolute or starting with `~/`), or the ID of a model added with `memdir model add`. An added multilingual model is used for memories that aren’t in English even if it isn’t named here.',
    scope: 'machine',
    restricted: true,
    paths: 'or-id',
  }),
  'embedding.runtime': choice(
    ['auto', 'native', 'wasm'],
    'auto',
    ['Native if possible, otherwise WebAssembly.', 'Native only.', 'WebAssembly only. Slower, but runs everywhere.'],
    'Runtime for the built-in model.',
    { scope: 'machine', restricted: true },
  ),
  'ollama.url': setting<string>({
    schema: { type: 'string' },
    default: '',
    description:
      'URL of the Ollama server. If empty, `OLLAMA_HOST` or port 11434 on this machine is used. If the server is on another machine, memory texts are sent there.',
    scope: 'machine',
    restricted: true,
  }),
  'model.provider': choice(
    ['none', 'ollama', 'editor', 'openai'],
    'none',
    [
      'No language model.',
      'A chat model on an Ollama server (`memdir.ollama.url`).',
      'A chat model of VS Code, after you allow access.',
      'Your own server with an OpenAI-compatible API (`memdir.model.url`).',
    ],
    'Language model that Memdir may use.',
    { scope: 'machine', restricted: true },
  ),
  'model.url': setting<string>({
    schema: { type: 'string' },
    default: '',
    description:
      'URL of a server with an OpenAI-compatible chat API, such as `http://127.0.0.1:1234/v1`. Used when `memdir.model.provider` is `openai`. Captured observations, parts of sessions, and prompts with names and descriptions of memories are sent there; secrets, email addresses, phone numbers and handles are masked first. A server on another machine requires `https://`. The API key comes from `Memdir: Set API key of the language model…`, which keeps it in secret storage, or from the environment variable `MEMDIR_MODEL_API_KEY`; it is in no settings file.',
    scope: 'machine',
    restricted: true,
  }),
  'model.name': setting<string>({
    schema: { type: 'string', maxLength: 200 },
    default: '',
    description:
      'Name of the language model in Ollama or on your server, or its family in VS Code. If empty, Ollama uses `llama3.2` and VS Code its first available model. Your own server requires a name.',
    scope: 'machine',
    restricted: true,
  }),
  'inject.enabled': setting<boolean>({
    schema: { type: 'boolean' },
    default: true,
    description: 'Give connected agents (`memdir connect claude`) memories that are relevant to a prompt.',
    scope: 'machine',
  }),
  'inject.deadline': setting<number>({
    schema: { type: 'integer', minimum: DEADLINE_MS.least, maximum: DEADLINE_MS.most },
    default: 1_500,
    description:
      'Maximum time in milliseconds that an agent’s prompt waits for memories, counted from the start of the hook. Memories found by then are given.',
    scope: 'machine',
  }),
  'inject.select': choice(
    ['hybrid', 'model'],
    'hybrid',
    ['Keyword and semantic search.', 'A language model, based on names and descriptions. If it fails, search is used.'],
    'How memories for agents are selected. The language model is set in `memdir.model.provider`; it receives the prompt, file names and descriptions.',
    { scope: 'machine', restricted: true },
  ),
  'inject.wait': setting<number>({
    schema: { type: 'integer', minimum: 100, maximum: 8_000 },
    default: 2_000,
    description:
      'Maximum time in milliseconds that a prompt waits for the model’s selection. After that, search results are used.',
    scope: 'machine',
    restricted: true,
  }),
  'capture.enabled': setting<boolean>({
    schema: { type: 'boolean' },
    default: true,
    description:
      'Record what connected agents (`memdir connect claude`) do and turn it into drafts for your review. The queue stays on this machine, and secrets are masked.',
    scope: 'machine',
  }),
  'capture.autoAccept': setting<readonly string[]>({
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    default: [],
    description:
      'Types whose drafts are saved as memories without asking, such as `dependency`. All other drafts go to the inbox.',
    scope: 'machine',
    restricted: true,
  }),
  'capture.longestText': setting<number>({
    schema: { type: 'integer', minimum: 100, maximum: 100_000 },
    default: 8_000,
    description:
      'Maximum length in characters of a text that is turned into drafts. Longer texts, such as a pasted log, are skipped.',
    scope: 'machine',
  }),
  'extract.everyTurns': setting<number>({
    schema: { type: 'integer', minimum: 0, maximum: 1_000 },
    default: 5,
    description:
      'Number of turns after which a session is searched for drafts. It is searched again when it ends. Set to 0 to turn this off.',
    scope: 'machine',
  }),
  'capture.dailyObservations': setting<number>({
    schema: { type: 'integer', minimum: 1 },
    default: 500,
    description:
      'Maximum number of observations per day that a language model is asked about. Items over the limit wait until midnight. Consolidation requests count too.',
    scope: 'machine',
  }),
  'capture.dailyTokens': setting<number>({
    schema: { type: 'integer', minimum: 1 },
    default: 500_000,
    description:
      'Maximum number of tokens per day for observations and consolidation. Items over the limit wait until midnight.',
    scope: 'machine',
  }),
  'dream.enabled': setting<boolean>({
    schema: { type: 'boolean' },
    default: false,
    description:
      'Check daily for possible consolidation and notify me. No language model is used, and nothing changes before you review it.',
    scope: 'machine',
  }),
  'review.remind': setting<boolean>({
    schema: { type: 'boolean' },
    default: false,
    description: 'Once a week, tell me how many memories need a review.',
  }),
  'background.enabled': setting<boolean>({
    schema: { type: 'boolean' },
    default: true,
    description:
      'Let agents in a terminal start a background process (`memdir serve`) for semantic search. Their MCP servers share it, and it ends when it isn’t used. Without it, only keyword search is available to them. Setting `MEMDIR_SERVE=off` in the environment has the same effect as `false`.',
    scope: 'machine',
  }),
  'team.url': setting<string>({
    schema: { type: 'string' },
    default: '',
    description:
      'Address of the team’s PostgreSQL database, such as `postgresql://name@host/database`, without a password. Memdir asks for the password and keeps it in the system’s secret storage. If empty, `MEMDIR_TEAM_URL` is used. Only the files of team folders are sent there.',
    scope: 'machine-overridable',
    restricted: true,
  }),
  'team.repository': setting<string>({
    schema: { type: 'string', maxLength: 200 },
    default: '',
    description:
      'Name under which the team database keeps this project’s memories. If empty, it is the address of the Git remote `origin`, such as `github.com/acme/shop`, or the name of the folder.',
    scope: 'machine-overridable',
    restricted: true,
  }),
  'mcp.enabled': setting<boolean>({
    schema: { type: 'boolean' },
    default: false,
    description:
      'Provide the memory tools to chat through an MCP server (`memdir mcp`) instead of the extension. Chat lists each tool only once either way.',
    scope: 'machine',
    restricted: true,
  }),
  'tree.groupBy': choice(
    ['type', 'level', 'store', 'age', 'problem', 'agent'],
    'type',
    [
      'By type.',
      'By level: short-term, long-term and shared.',
      'By store only.',
      'By the date of the last change.',
      'By what needs attention.',
      'By the agent that wrote them.',
    ],
    'How the Memories view groups, unless its View menu says otherwise for this workspace.',
  ),
  'tree.sortBy': choice(
    ['age', 'name', 'use'],
    'age',
    ['Newest first.', 'By name.', 'Most used first.'],
    'How memories are sorted within a group, unless the View menu says otherwise for this workspace.',
  ),
  'recall.showScores': setting<boolean>({
    schema: { type: 'boolean' },
    default: false,
    description: 'Show the score of each hit in Recall, to see how memories are ranked.',
  }),
  'trace.server': choice(
    ['off', 'messages', 'verbose'],
    'off',
    ['No tracing.', 'Only the names of messages.', 'Messages and their content.'],
    'Messages between VS Code and the background host that are logged when the log level of the Memdir output is Trace.',
  ),
} as const;

export type SettingKey = keyof typeof SETTINGS;
/** All settings with their effective values, as the extension sends them to the host. */
export type Settings = {
  readonly [K in SettingKey]: (typeof SETTINGS)[K] extends SettingDeclaration<infer T> ? T : never;
};

export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(SETTINGS).map(([key, declaration]) => [key, declaration.default]),
) as unknown as Settings;

export { SETTINGS_ENVIRONMENT } from './settings-environment.js';

export interface SettingsText {
  /** Where it comes from, for people. */
  readonly from: string;
  /** JSON. */
  readonly text: string;
}

export interface CheckedSettings {
  readonly settings: Settings;
  /** One sentence for each setting that was not usable and keeps its default. */
  readonly ignored: readonly string[];
}

/** Settings that are not the default. */
export const changedSettings = (settings: Settings): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(SETTINGS[key as SettingKey].default),
    ),
  );
