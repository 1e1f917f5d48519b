/** Text to the word pieces a model reads. */
import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import type { ModelFolder } from '../model-folder.js';

/** Token ids with the model's first and last special token around them, never more than it can read. */
export type Encode = (text: string) => readonly number[];

export interface OpenTokenizer extends Encode {
  /** Numbers that stand for no text: start, end, padding, unknown. */
  readonly special: ReadonlySet<number>;
}

/** No word piece of a real text is this long on average, so a huge text need not be cut into pieces whole. */
const MAX_UNITS_PER_TOKEN = 64;

export async function openTokenizer(folder: Pick<ModelFolder, 'tokenizerFile' | 'maxTokens'>): Promise<OpenTokenizer> {
  const description = JSON.parse(await readFile(folder.tokenizerFile, 'utf8')) as TokenizerDescription;
  const tokenizer = new Tokenizer(description, {});
  const special = specialTokens(description);
  const encode: Encode = (text) => {
    const start = text.slice(0, folder.maxTokens * MAX_UNITS_PER_TOKEN);
    const ids = tokenizer.encode(special ? start.replace(special, ' ') : start).ids;
    return ids.length <= folder.maxTokens ? ids : [...ids.slice(0, folder.maxTokens - 1), ...ids.slice(-1)];
  };
  return Object.assign(encode, { special: new Set((description.added_tokens ?? []).flatMap((token) => (token.special ? [token.id] : []))) });
}

interface TokenizerDescription {
  readonly added_tokens?: readonly { readonly id: number; readonly content: string; readonly special?: boolean }[];
}

/** `[SEP]` written in a memory is text, not the end of it: such words are taken out before the tokenizer sees them. */
function specialTokens(description: TokenizerDescription): RegExp | undefined {
  const words = (description.added_tokens ?? []).filter((token) => token.special).map((token) => token.content);
  if (words.length === 0) return undefined;
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g');
}
