/** What goes into the tools of {@link ./tools} and what comes out, checked. */
import * as z from 'zod';

import { LEVELS } from '../core/memory.js';
import { faultsOf } from './faults.js';
import { TOOL_NAMES, type ToolDeclaration, type ToolName, TOOLS } from './tools.js';

const name = (description: string): z.ZodOptional<z.ZodString> =>
  z.string().min(1).max(200).optional().describe(description);
const count = (most: number, usual: number, description: string): z.ZodDefault<z.ZodNumber> =>
  z.number().int().min(1).max(most).default(usual).describe(description);
const id = z.string().min(1).max(1_000).describe('Id as other tools give it; a unique file name or name works too.');
const content = z.string().min(1).max(100_000);
const repo = name('Only about this repository.');
const type = name('Only this type, see remember.');
const reader = name('Your agent id: your own memories and those of no agent.');
const author = name('Your agent id: only your own memory is changed.');

const TOOL_INPUTS = {
  search_memory: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(4_000)
      .describe('A short question or a few telling words. "Quoted words" must stand in this order.'),
    top_k: count(100, 5, 'Most hits.'),
    repo,
    agent_id: reader,
    type,
    level: z
      .enum(LEVELS)
      .optional()
      .describe('short-term: changes in days; long-term: stays; shared: for several repositories or a team.'),
  }),
  get_memory: z.strictObject({ id, agent_id: reader }),
  get_memories: z.strictObject({
    ids: z.array(z.string().min(1).max(1_000)).min(1).max(50).describe('Ids as other tools give them.'),
    agent_id: reader,
  }),
  list_recent: z.strictObject({
    repo,
    tag: name('Only with this tag.'),
    type,
    limit: count(100, 20, 'Most memories.'),
    agent_id: reader,
  }),
  list_stale: z.strictObject({ repo, limit: count(100, 20, 'Most memories.'), agent_id: reader }),
  remember: z.strictObject({
    content: content.describe('What to remember, as markdown.'),
    type: name(
      'user: who the user is and prefers; feedback: how to work; project: what is going on; reference: where something is; decision, context, failure, pattern, dependency. Default: project.',
    ),
    name: name('A few words, saved as they are. Default: from the text.'),
    description: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('One sentence that tells a reader whether to open it. Default: the first.'),
    repos: z
      .array(z.string().min(1).max(200))
      .max(50)
      .optional()
      .describe('Repositories it is about; two or more: shared.'),
    tags: z.array(z.string().min(1).max(100)).max(50).optional(),
    agent_id: name('Your agent id, if it is only yours.'),
  }),
  update_memory: z.strictObject({ id, content: content.describe('The whole new text.'), agent_id: author }),
  forget: z.strictObject({ id, agent_id: author }),
} as const satisfies Record<ToolName, z.ZodType>;

const days = z.number().min(0).describe('Days since its date.');
const compact = {
  id: z.string(),
  type: z.string(),
  level: z.enum(LEVELS),
  snippet: z.string(),
  age_days: days,
  repos: z.array(z.string()).optional(),
  agent_id: z.string().optional(),
};
const memory = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.string(),
  level: z.enum(LEVELS),
  age_days: days,
  notice: z.string().describe('How to take the text.'),
  path: z.string().describe('Absolute path of its file.'),
  repos: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  agent_id: z.string().optional(),
  forgotten: z.literal(true).optional(),
  content: z.string(),
  truncated: z.literal(true).optional().describe('The text is cut; the rest is in the file.'),
});
const related = z
  .array(z.object({ id: z.string(), name: z.string(), age_days: days, contradicts: z.boolean() }))
  .optional();
const changed = z.array(z.object({ before: z.string(), after: z.string() })).optional();
const reason = z.string().optional();

export const TOOL_OUTPUTS = {
  search_memory: z.object({
    hits: z.array(
      z.object({
        ...compact,
        score: z.number(),
        created: z.string().describe('Date, ISO 8601.'),
        est_tokens: z.number().describe('About how many tokens the full text takes.'),
        note: z.string().optional(),
      }),
    ),
    confidence: z.enum(['high', 'medium', 'low', 'none']),
    mode: z.enum(['hybrid', 'keyword']),
    notice: z.string().optional(),
  }),
  get_memory: memory,
  get_memories: z.object({
    memories: z.array(memory),
    missing: z.array(z.object({ id: z.string(), reason: z.string() })),
  }),
  list_recent: z.object({
    memories: z.array(
      z.object({
        ...compact,
        age_days: days.optional(),
        readable: z.literal(false).optional().describe('Its file cannot be read now.'),
      }),
    ),
  }),
  list_stale: z.object({
    memories: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        snippet: z.string(),
        age_days: days,
        access_count: z.number(),
        survival_score: z.number().min(0).max(1).describe('Weight in ranking, from age and type; no likelihood.'),
        reasons: z.array(z.string()).describe('Why it is worth a look.'),
        contradicted_by: z.array(z.string()).optional().describe('Ids of newer memories.'),
      }),
    ),
  }),
  remember: z.object({
    status: z.enum(['saved', 'duplicate', 'rejected', 'blocked']),
    id: z.string().optional(),
    path: z.string().optional(),
    existing: z.string().optional(),
    related,
    changed,
    reason,
    redacted: z.number().describe('Secrets that were masked.'),
  }),
  update_memory: z.object({
    status: z.enum(['updated', 'rejected', 'blocked']),
    id: z.string(),
    superseded_id: z.string().optional(),
    path: z.string(),
    related,
    changed,
    reason,
    redacted: z.number().describe('Secrets that were masked.'),
  }),
  forget: z.object({ status: z.enum(['forgotten', 'rejected']), id: z.string(), reason }),
} as const satisfies Record<ToolName, z.ZodType>;

export type InputOf<N extends ToolName> = z.output<(typeof TOOL_INPUTS)[N]>;
export type OutputOf<N extends ToolName> = z.input<(typeof TOOL_OUTPUTS)[N]>;

export type JsonSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' };

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const made = z.toJSONSchema(schema, {
    io,
    target: 'draft-7',
    override: ({ jsonSchema: one }) => withoutLengths(one),
  });
  return { ...Object.fromEntries(Object.entries(made).filter(([key]) => key !== '$schema')), type: 'object' };
};

/** Models read schemas in every session, and lengths of texts tell them nothing: those are checked when a tool is called. */
function withoutLengths(schema: z.core.JSONSchema.BaseSchema): void {
  for (const key of ['minLength', 'maxLength', 'minItems', 'maxItems'] as const) Reflect.deleteProperty(schema, key);
}

export const inputSchema = (tool: ToolName): JsonSchema => jsonSchema(TOOL_INPUTS[tool], 'input');
export const outputSchema = (tool: ToolName): JsonSchema => jsonSchema(TOOL_OUTPUTS[tool], 'output');

/** Annotations of the Model Context Protocol. */
export function annotationsOf(tool: ToolName): {
  readonly title: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
} {
  const { title, writes, destructive, idempotent } = TOOLS[tool];
  return {
    title: title(),
    readOnlyHint: !writes,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: false,
  };
}

export type CheckedInput<N extends ToolName> =
  { readonly ok: true; readonly input: InputOf<N> } | { readonly ok: false; readonly message: string };

/** An input as the tool takes it, or a sentence for the model about what is wrong with it. */
export function checkInput<N extends ToolName>(tool: N, input: unknown): CheckedInput<N> {
  const schema: z.ZodType = TOOL_INPUTS[tool];
  const { success, data, error } = schema.safeParse(withoutNull(input ?? {}));
  if (success) return { ok: true, input: data as InputOf<N> };
  return {
    ok: false,
    message: `${faultsOf(error)}. ${tool} takes ${parametersOf(tool)}. Correct the arguments and call it again.`,
  };
}

/** Some models write `null` for what they leave out. */
const withoutNull = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
    : input;

function parametersOf(tool: ToolName): string {
  const { properties = {}, required = [] } = inputSchema(tool) as {
    properties?: Record<string, { type?: string; enum?: readonly string[] }>;
    required?: readonly string[];
  };
  return Object.entries(properties)
    .map(
      ([key, { type: kind = 'string', enum: values }]) =>
        `${key} (${values?.join(' | ') ?? kind}${required.includes(key) ? '' : ', optional'})`,
    )
    .join(', ');
}

/** `contributes.languageModelTools` of package.json; `put` takes the texts that people read. */
export const languageModelTools = (put: (key: string, text: string) => string): object[] =>
  TOOL_NAMES.map((tool) => {
    const { title, description, summary, icon } = TOOLS[tool];
    const declared: ToolDeclaration = TOOLS[tool];
    return {
      name: tool,
      displayName: put(`tool.${tool}.title`, title()),
      modelDescription: description,
      userDescription: put(`tool.${tool}`, summary),
      icon,
      tags: ['memory', 'memdir'],
      // The others need a name as well: VS Code gives agents only tools that can be referred to.
      toolReferenceName: declared.reference ?? tool,
      canBeReferencedInPrompt: true,
      inputSchema: inputSchema(tool),
    };
  });
