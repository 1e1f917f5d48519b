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
  const idsOf = wordByWord(tokenizer, description, folder.maxTokens) ?? ((text) => tokenizer.encode(text).ids);
  const encode: Encode = (text) => {
    const start = text.slice(0, folder.maxTokens * MAX_UNITS_PER_TOKEN);
    const ids = idsOf(special ? start.replace(special, ' ') : start);
    return ids.length <= folder.maxTokens ? ids : [...ids.slice(0, folder.maxTokens - 1), ...ids.slice(-1)];
  };
  return Object.assign(encode, {
    special: new Set((description.added_tokens ?? []).flatMap((token) => (token.special ? [token.id] : []))),
  });
}

/** Words whose ids are remembered, and UTF-16 units of the longest; forgotten all at once when there are more. */
const MOST_WORDS = 20_000;
const LONGEST_WORD = 64;

/**
 * Tokenizers of the BERT family cut at blanks before anything else, so each word is cut into pieces by itself, and only once: most words of a
 * memory stand in others too. Undefined for tokenizers of another kind.
 */
function wordByWord(
  tokenizer: Tokenizer,
  { normalizer, pre_tokenizer, model, added_tokens }: TokenizerDescription,
  maxTokens: number,
): Encode | undefined {
  const [start, end, ...others] = tokenizer.encode('').ids;
  const cutsAtBlanks =
    normalizer?.type === 'BertNormalizer' &&
    pre_tokenizer?.type === 'BertPreTokenizer' &&
    model?.type === 'WordPiece' &&
    (added_tokens ?? []).every((token) => token.special);
  if (!cutsAtBlanks || start === undefined || end === undefined || others.length > 0) return undefined;
  const known = new Map<string, readonly number[]>();
  const piecesOf = (word: string): readonly number[] => {
    const before = known.get(word);
    if (before) return before;
    const { ids } = tokenizer.encode(word, { add_special_tokens: false });
    if (word.length > LONGEST_WORD) return ids;
    if (known.size >= MOST_WORDS) known.clear();
    known.set(word, ids);
    return ids;
  };
  return (text) => {
    const ids = [start];
    for (const word of text.split(/[ \t\r\n]+/)) {
      if (word !== '') for (const id of piecesOf(word)) ids.push(id);
      if (ids.length >= maxTokens) break;
    }
    ids.push(end);
    return ids;
  };
}

interface TokenizerDescription {
  readonly normalizer?: { readonly type?: string } | null;
  readonly pre_tokenizer?: { readonly type?: string } | null;
  readonly model?: { readonly type?: string };
  readonly added_tokens?: readonly { readonly id: number; readonly content: string; readonly special?: boolean }[];
}

/** `[SEP]` written in a memory is text, not the end of it: such words are taken out before the tokenizer sees them. */
function specialTokens(description: TokenizerDescription): RegExp | undefined {
  const words = (description.added_tokens ?? []).filter((token) => token.special).map((token) => token.content);
  if (words.length === 0) return undefined;
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g');
}
