/** Prompts a person picks in their client, and the completion of what they type. */
import {
  type CompleteRequest,
  type CompleteResult,
  ErrorCode,
  type GetPromptResult,
  McpError,
  type Prompt,
} from '@modelcontextprotocol/sdk/types.js';

import { promptQuery } from '../core/inject/search-query.js';
import { hasAtMostOneWord } from '../core/inject/word-count.js';
import { t } from '../core/l10n.js';
import type { Memdir } from '../core/memdir.js';
import type { MemorySummary } from '../core/results.js';
import { neutralize } from '../core/safety/fence.js';
import { maskForDisplay } from '../core/secrets/secrets.js';
import { callTool } from '../service/tools/call-tool.js';
import { quoteInput } from '../service/tools/not-found.js';
import { URI_TEMPLATE } from './uri.js';

export const prompts = (): readonly Prompt[] => [
  {
    name: 'recall_before_decision',
    title: t('Recall before a decision'),
    description: t('Brings up earlier decisions, attempts and corrections, and weighs them.'),
    arguments: [{ name: 'decision', description: t('The decision to make.'), required: true }],
  },
  {
    name: 'review_stale',
    title: t('Review stale memories'),
    description: t('Goes through memories that may be out of date: keep, correct or forget.'),
    arguments: [
      { name: 'limit', description: t('Maximum number of memories, up to 100. Default: 10.'), required: false },
    ],
  },
];

export interface PromptContext {
  readonly memdir: Memdir;
  readonly signal: AbortSignal;
}

/** Rejects with an error of the protocol for an unknown prompt or a missing argument. */
export async function getPrompt(
  name: string,
  given: Readonly<Record<string, string>>,
  context: PromptContext,
): Promise<GetPromptResult> {
  const prompt = prompts().find((each) => each.name === name);
  if (!prompt)
    throw new McpError(
      ErrorCode.InvalidParams,
      `There is no prompt “${quoteInput(name)}”. The prompts are ${prompts()
        .map((each) => each.name)
        .join(' and ')}.`,
    );
  const text = name === 'review_stale' ? await reviewStale(given, context) : await recall(given, context);
  return {
    ...(prompt.description === undefined ? {} : { description: prompt.description }),
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}

/** UTF-16 units. */
const LONGEST_QUESTION = 600;

async function recall(
  { decision = '' }: Readonly<Record<string, string>>,
  { memdir, signal }: PromptContext,
): Promise<string> {
  if (decision.trim() === '')
    throw new McpError(ErrorCode.InvalidParams, 'Say what is to be decided in the argument “decision”.');
  if (hasAtMostOneWord(decision)) return [FIRST_WORD(neutralize(decision.trim())), WEIGH].join('\n\n');
  // What people paste may be longer than a question can be, or all code.
  const query = promptQuery(decision) || decision.slice(0, LONGEST_QUESTION);
  const found = await callTool(memdir, 'search_memory', { query, top_k: 5 }, { signal });
  if (found.isError) throw new McpError(ErrorCode.InvalidParams, found.text);
  const { hits = [], confidence } = (found.structured ?? {}) as {
    hits?: readonly { readonly id: string }[];
    confidence?: string;
  };
  const useful = confidence === 'none' ? [] : hits.map(({ id }) => id);
  const read = useful.length === 0 ? undefined : await callTool(memdir, 'get_memories', { ids: useful }, { signal });
  return [
    `I am about to decide: ${neutralize(decision)}`,
    read === undefined
      ? 'A search of memory found nothing about it.'
      : `This is what memory holds about it:\n\n${read.text}`,
    WEIGH,
  ].join('\n\n');
}

/** Clients split what is typed at its blanks and pass on the first word: a search for it would find what has nothing to do with the decision. */
const FIRST_WORD = (word: string): string =>
  `I am about to decide something. What I typed begins with “${word}”; only this word was passed on. Take the decision from our conversation, or ask me for it. Then search memory with search_memory for the whole decision, in words of your own, and read what fits with get_memories.`;

const WEIGH =
  'Weigh it before you answer: what was decided, tried or corrected before, why, and whether it still holds (check it against the present state). Search memory again with search_memory where something is missing. Then recommend, and name the memories it rests on or contradicts.';

async function reviewStale(
  { limit }: Readonly<Record<string, string>>,
  { memdir, signal }: PromptContext,
): Promise<string> {
  const most = limit === undefined || limit === '' ? 10 : Number(limit);
  if (!Number.isInteger(most) || most < 1 || most > 100)
    throw new McpError(ErrorCode.InvalidParams, 'The argument “limit” must be a whole number from 1 to 100.');
  const found = await callTool(memdir, 'list_stale', { limit: most }, { signal });
  if (found.isError) throw new McpError(ErrorCode.InvalidParams, found.text);
  const { memories = [] } = (found.structured ?? {}) as { readonly memories?: readonly unknown[] };
  if (memories.length === 0)
    return 'I wanted to review stale memories with you, but no memory is stale. Tell me so; there is nothing to do.';
  return [
    'Review these memories with me. Each line says why it is worth a look:',
    found.text,
    'Go through them one by one: read it with get_memory, check it against the present state (code, git history, documentation), then propose: keep, correct with update_memory, or forget. Change nothing before I agree.',
  ].join('\n\n');
}

const MOST_VALUES = 100;

/** What an argument that begins so may become. */
export async function complete(
  { ref, argument, context }: CompleteRequest['params'],
  { memdir }: PromptContext,
): Promise<CompleteResult> {
  const wanted = argument.value.toLowerCase();
  // Names of files and repositories tell of memories, too.
  const isOff = (await memdir.memoryOff()) !== undefined;
  const values = (isOff ? [] : await valuesFor(ref, argument.name, context?.arguments ?? {}, memdir)).filter(
    (value) => value.toLowerCase().startsWith(wanted) && maskForDisplay(value) === value,
  );
  return {
    completion: { values: values.slice(0, MOST_VALUES), total: values.length, hasMore: values.length > MOST_VALUES },
  };
}

async function valuesFor(
  ref: CompleteRequest['params']['ref'],
  argument: string,
  given: Readonly<Record<string, string>>,
  memdir: Memdir,
): Promise<readonly string[]> {
  const of = (values: (memory: MemorySummary) => readonly string[]) => async (): Promise<readonly string[]> =>
    [...new Set((await memdir.list({})).flatMap(values))].sort();
  if (ref.type === 'ref/prompt') {
    if (!prompts().some(({ name }) => name === ref.name))
      throw new McpError(ErrorCode.InvalidParams, 'There is no such prompt.');
    return argument === 'limit' ? ['10', '20', '50'] : [];
  }
  if (ref.uri !== URI_TEMPLATE) return [];
  if (argument === 'store') return (await memdir.roots()).map(({ key }) => key);
  const { store } = given;
  return of(({ id, store: key }) => (store === undefined || store === key ? [id.slice(key.length + 1)] : []))();
}
