import { LEVELS } from '../core/memory.js';
import { PROBLEM_CODES, type ProblemCode, type Severity } from '../core/problem.js';
import { AGENT_FORMS, AGENT_KINDS, type AgentKind } from '../core/stores/agent-forms.js';
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
      'More memory directories to show, absolute or starting with `~/`. One that is not there is shown with a warning: make it, or take it out of this list.',
    scope: 'resource',
    restricted: true,
    paths: 'only',
  }),
  claudeConfigDir: setting<string>({
    schema: { type: 'string' },
    default: '',
    description:
      'Where Claude Code keeps its files, absolute or starting with `~/`. Empty: `CLAUDE_CONFIG_DIR`, or `~/.claude`. Of a folder that is not there no memories are shown.',
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
          { type: 'boolean', default: true, description: `Show the memory of ${AGENT_FORMS[kind].name}.` },
        ]),
      ),
    },
    default: {},
    description:
      'Other agents whose memory is shown, checked and searched with that of Claude Code: each is, unless it is set to `false` here.',
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
      'More memory types, each with its level and how it ages: after `scaleDays` days about a third of them still hold; a `shape` below 1 lets them fade early, one above 1 late. Example: `{ "incident": { "level": "short-term", "scaleDays": 30, "shape": 1 } }`.',
    scope: 'resource',
  }),
  'levels.multipliers': setting<LevelMultipliers>({
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(LEVELS.map((level) => [level, { type: 'number', minimum: 0, maximum: 10 }])),
    },
    default: { 'short-term': 0.8, 'long-term': 1.0, shared: 1.2 },
    description: 'How much a memory of each level counts in search: its score is multiplied by this number.',
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
    description: 'Severity of each check, or `off`. Checks that are not named keep their own severity.',
    scope: 'resource',
  }),
  'search.fusion': choice(
    ['coverage', 'rrf'],
    'coverage',
    ['Absolute scores of words and meaning, added (measured best).', 'Reciprocal ranks of words and meaning, added.'],
    'How the results of word search and search by meaning become one list.',
  ),
  'search.threshold': setting<number>({
    schema: { type: 'number', minimum: 0, maximum: 1 },
    default: 0.01,
    description: 'Hits that score less are left out of search. The number beside each hit of Recall is its score.',
  }),
  'search.rerank': choice(
    ['late', 'http', 'none'],
    'late',
    [
      'The embedded model compares word by word (measured best, offline).',
      'A rerank server of yours (`memdir.search.rerank.url`).',
      'The order of words and meaning stands.',
    ],
    'What puts the best results into their final order.',
    { scope: 'machine', restricted: true },
  ),
  'search.rerank.url': setting<string>({
    schema: { type: 'string' },
    default: '',
    description:
      'Address of a rerank server that speaks the API of Jina, such as `http://127.0.0.1:8080/v1/rerank`. The question and the texts of the best 50 memories, secrets masked, are sent there when `memdir.search.rerank` is `http`.',
    scope: 'machine',
    restricted: true,
  }),
  'search.rerank.model': setting<string>({
    schema: { type: 'string' },
    default: 'jina-reranker-v2-base-multilingual',
    description: 'Model asked of the rerank server.',
    scope: 'machine',
    restricted: true,
  }),
  'embedding.provider': choice(
    ['auto', 'embedded', 'ollama', 'none'],
    'auto',
    [
      'A model that runs within Memdir.',
      'A model that runs within Memdir: the one it comes with, or `memdir.embedding.modelPath`.',
      'A model of an Ollama server (`memdir.ollama.url`).',
      'Search by words only.',
    ],
    'What turns text into vectors for search by meaning.',
    { scope: 'machine', restricted: true },
  ),
  'embedding.model': setting<string>({
    schema: { type: 'string', maxLength: 200 },
    default: 'nomic-embed-text',
    description: 'Embedding model asked of Ollama, as Ollama names it.',
    scope: 'machine',
    restricted: true,
  }),
  'embedding.modelPath': setting<string>({
    schema: { type: 'string' },
    default: '',
    description:
      'Folder of a sentence model to use in place of the one that comes with Memdir (`model.onnx`, `tokenizer.json`, `memdir-model.json`), absolute or starting with `~/`; or the id of a model that `memdir model add` copied. An added model that reads all languages reads memories that are not English without being named here.',
    scope: 'machine',
    restricted: true,
    paths: 'or-id',
  }),
  'embedding.runtime': choice(
    ['auto', 'native', 'wasm'],
    'auto',
    ['Native where it works, else WebAssembly.', 'Native only.', 'WebAssembly only: slower, runs everywhere.'],
    'What runs the embedded model.',
    { scope: 'machine', restricted: true },
  ),
  'ollama.url': setting<string>({
    schema: { type: 'string' },
    default: '',
    description:
      'Address of the Ollama server. Empty: this machine, port 11434 or as `OLLAMA_HOST` says. With another machine, texts of memories are sent there.',
    scope: 'machine',
    restricted: true,
  }),
  'model.provider': choice(
    ['none', 'ollama', 'editor', 'openai'],
    'none',
    [
      'No language model.',
      'A chat model of an Ollama server (`memdir.ollama.url`).',
      'A chat model of the editor, once you allow it.',
      'A server of yours that speaks OpenAI’s chat protocol (`memdir.model.url`).',
    ],
    'Which language model Memdir may ask.',
    { scope: 'machine', restricted: true },
  ),
  'model.url': setting<string>({
    schema: { type: 'string' },
    default: '',
    description:
      'Address of a server that speaks OpenAI’s chat protocol, such as `http://127.0.0.1:1234/v1`, for `memdir.model.provider` `openai`. What capture observed, parts of sessions, and prompts with names and descriptions of memories are sent there; secrets, addresses, phone numbers and handles are masked first. Another machine needs `https://`. A key is taken from the environment variable `MEMDIR_MODEL_API_KEY` alone.',
    scope: 'machine',
    restricted: true,
  }),
  'model.name': setting<string>({
    schema: { type: 'string', maxLength: 200 },
    default: '',
    description:
      'The language model, as Ollama or your server names it, or its family as the editor names it. Empty: `llama3.2` of Ollama, the first that the editor offers. A server needs a name.',
    scope: 'machine',
    restricted: true,
  }),
  'inject.enabled': setting<boolean>({
    schema: { type: 'boolean' },
    default: true,
    description:
      'Whether agents that are connected (`memdir connect claude`) are given memories that bear on a prompt.',
    scope: 'machine',
  }),
  'inject.deadline': setting<number>({
    schema: { type: 'integer', minimum: 300, maximum: 8_000 },
    default: 1_500,
    description:
      'Milliseconds a prompt of an agent waits at most for memories, counted from the start of the hook. What is found by then is given.',
    scope: 'machine',
  }),
  'inject.select': choice(
    ['hybrid', 'model'],
    'hybrid',
    ['Search by words and meaning.', 'A language model, by names and descriptions; search where that fails.'],
    'What chooses the memories that agents are given. The model is that of `memdir.model.provider`: it gets the prompt, file names and descriptions.',
    { scope: 'machine', restricted: true },
  ),
  'inject.wait': setting<number>({
    schema: { type: 'integer', minimum: 100, maximum: 8_000 },
    default: 2_000,
    description: 'Milliseconds a prompt waits at most for the model to choose; after that the choice of search counts.',
    scope: 'machine',
    restricted: true,
  }),
  'capture.enabled': setting<boolean>({
    schema: { type: 'boolean' },
    default: true,
    description:
      'Whether what connected agents do (`memdir connect claude`) is kept in a queue on this machine, secrets masked, and made drafts of memories that wait for you.',
    scope: 'machine',
  }),
  'capture.autoAccept': setting<readonly string[]>({
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    default: [],
    description:
      'Types whose drafts are saved as memories without asking, such as `dependency`. All others wait in the inbox.',
    scope: 'machine',
    restricted: true,
  }),
  'capture.longestText': setting<number>({
    schema: { type: 'integer', minimum: 100, maximum: 100_000 },
    default: 8_000,
    description:
      'Longest text, in characters, that capture makes drafts of. A longer one, such as a pasted log, is left alone.',
    scope: 'machine',
  }),
  'extract.everyTurns': setting<number>({
    schema: { type: 'integer', minimum: 0, maximum: 1_000 },
    default: 5,
    description:
      'Turns of a session after which it is looked through for drafts of memories, and once more when it ends. 0: never.',
    scope: 'machine',
  }),
  'capture.dailyObservations': setting<number>({
    schema: { type: 'integer', minimum: 1 },
    default: 500,
    description:
      'Observations that a language model is asked about in a day at most; what is beyond waits until midnight. A question of consolidation counts as one.',
    scope: 'machine',
  }),
  'capture.dailyTokens': setting<number>({
    schema: { type: 'integer', minimum: 1 },
    default: 500_000,
    description:
      'Tokens that a language model is asked for observations and consolidation in a day at most; what is beyond waits until midnight.',
    scope: 'machine',
  }),
  'dream.enabled': setting<boolean>({
    schema: { type: 'boolean' },
    default: false,
    description:
      'Whether Memdir looks once a day, by its rules alone, whether your memories could do with consolidating, and tells you. Nothing is changed before you have looked at it.',
    scope: 'machine',
  }),
  'background.enabled': setting<boolean>({
    schema: { type: 'boolean' },
    default: true,
    description:
      'Whether agents in a terminal start a process in the background (`memdir serve`) that answers their prompts by meaning, is shared by their MCP servers, and ends by itself when it is not used. Without it, prompts are answered by words alone. `MEMDIR_SERVE=off` in the environment has the same effect as `false`.',
    scope: 'machine',
  }),
  'mcp.enabled': setting<boolean>({
    schema: { type: 'boolean' },
    default: false,
    description:
      'Whether the memory tools come to chat from an MCP server (`memdir mcp`) in place of the extension itself. Chat has them once either way.',
    scope: 'machine',
    restricted: true,
  }),
  'tree.groupBy': choice(
    ['type', 'level', 'store', 'age', 'problem', 'agent'],
    'type',
    [
      'By type.',
      'Short-term, long-term and shared.',
      'By store alone.',
      'By the date of the last change.',
      'By what deserves a look.',
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
  'trace.server': choice(
    ['off', 'messages', 'verbose'],
    'off',
    ['No trace.', 'Names of messages.', 'Messages with their content.'],
    'What is logged of the talk between the editor and the background host, once the log level of the Memdir output is Trace.',
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
