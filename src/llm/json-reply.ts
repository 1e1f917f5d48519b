/** Parses JSON replies of language models. */
import * as z from 'zod';

import { MemdirError } from '../core/errors.js';
import { t } from '../core/l10n.js';
import type { ChatQuestion } from '../core/ports/chat-model.js';
import { placedFault } from '../core/schema-faults.js';

/** UTF-16 units of a token on average, for models that report no usage. */
const UNITS_PER_TOKEN = 4;

export const estimateTokens = ({ system, text }: Pick<ChatQuestion, 'system' | 'text'>, reply: string): number =>
  Math.ceil((system.length + text.length + reply.length) / UNITS_PER_TOKEN);

/** Many models put the JSON into a code fence. */
const withoutFence = (text: string): string => /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text;

/** The JSON of a reply; `tokens`: its cost, for the error. Throws `bad-input` for a reply that is no JSON or does not match the schema. */
export function parseJsonReply(
  model: string,
  { text, tokens }: { readonly text: string; readonly tokens: number },
  { schema }: Pick<ChatQuestion, 'schema'>,
): unknown {
  if (text.trim() === '')
    throw new MemdirError('bad-input', t('The response from {model} is empty.', { model }), { tokens });
  let value: unknown;
  try {
    value = JSON.parse(withoutFence(text));
  } catch (error) {
    throw new MemdirError('bad-input', t('The response from {model} isn’t JSON.', { model }), { cause: error, tokens });
  }
  const { success, error } = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(value);
  if (success) return value;
  const [issue] = error.issues;
  throw new MemdirError(
    'bad-input',
    t('The response from {model} has the wrong format: {reason}.', {
      model,
      reason: issue === undefined ? '' : placedFault(issue),
    }),
    { tokens },
  );
}
