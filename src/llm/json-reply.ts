/** Replies of language models that were asked for JSON. */
import * as z from 'zod';

import { MemdirError } from '../core/errors.js';
import type { ChatQuestion } from '../core/ports/chat-model.js';

/** UTF-16 units of a token, about: for who does not count. */
const UNITS_A_TOKEN = 4;

export const estimateTokens = ({ system, text }: Pick<ChatQuestion, 'system' | 'text'>, reply: string): number =>
  Math.ceil((system.length + text.length + reply.length) / UNITS_A_TOKEN);

/** Models like to fence what they were asked to say alone. */
const withoutFence = (text: string): string => /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text;

/** The JSON of a reply that cost so many tokens. Throws `bad-input` for one that is no JSON or of another form. */
export function parseJsonReply(
  model: string,
  { text, tokens }: { readonly text: string; readonly tokens: number },
  { schema }: Pick<ChatQuestion, 'schema'>,
): unknown {
  if (text.trim() === '') throw new MemdirError('bad-input', `The answer of ${model} is empty.`, { tokens });
  let value: unknown;
  try {
    value = JSON.parse(withoutFence(text));
  } catch (error) {
    throw new MemdirError('bad-input', `The answer of ${model} is no JSON.`, { cause: error, tokens });
  }
  const { success, error } = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(value);
  if (success) return value;
  const { path = [], message = '' } = error.issues[0] ?? {};
  throw new MemdirError(
    'bad-input',
    `The answer of ${model} does not fit: ${[path.join('.'), message.slice(0, 100)].filter((part) => part !== '').join(': ')}.`,
    { tokens },
  );
}
