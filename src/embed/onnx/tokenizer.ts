/** Text to the tokens that a model reads. */
import { readFile } from 'node:fs/promises';

import { Tokenizer } from '@huggingface/tokenizers';

import type { ModelFolder } from '../model-folder.js';

/** Token ids with the model's first and last special token around them, never more than it can read. */
export type Encode = (text: string) => readonly number[];

export interface OpenTokenizer extends Encode {
  /** Numbers of tokens without text: start, end, padding, unknown. */
  readonly special: ReadonlySet<number>;
  /** The largest number of a token. */
  readonly largest: number;
}

/** No token of a real text is this long on average, so only the beginning of a huge text is tokenized. */
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
    largest: largestId(description),
    special: new Set((description.added_tokens ?? []).flatMap((token) => (token.special ? [token.id] : []))),
  });
}

/** Words in the cache, which is cleared when it is full, and UTF-16 units of the longest. */
const MAX_WORDS = 20_000;
const LONGEST_WORD = 64;

/**
 * Tokenizers of the BERT family cut at blanks before anything else, so each word is tokenized by itself, and only once: most words of a
 * memory occur in others too. Undefined for tokenizers of another kind.
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
  const tokensOf = (word: string): readonly number[] => {
    const before = known.get(word);
    if (before) return before;
    const { ids } = tokenizer.encode(word, { add_special_tokens: false });
    if (word.length > LONGEST_WORD) return ids;
    if (known.size >= MAX_WORDS) known.clear();
    known.set(word, ids);
    return ids;
  };
  return (text) => {
    const ids = [start];
    for (const word of text.split(/[ \t\r\n]+/)) {
      if (word !== '') for (const id of tokensOf(word)) ids.push(id);
      if (ids.length >= maxTokens) break;
    }
    ids.push(end);
    return ids;
  };
}

/** Unigram tokenizers list their pieces in the order of their numbers, others number them by name. */
function largestId({ model, added_tokens = [] }: TokenizerDescription): number {
  const vocabulary = model?.vocab ?? {};
  const ids = Array.isArray(vocabulary)
    ? [vocabulary.length - 1]
    : Object.values(vocabulary as Readonly<Record<string, number>>);
  return [...ids, ...added_tokens.map(({ id }) => id)].reduce((most, id) => Math.max(most, id), 0);
}

interface TokenizerDescription {
  readonly normalizer?: { readonly type?: string } | null;
  readonly pre_tokenizer?: { readonly type?: string } | null;
  readonly model?: {
    readonly type?: string;
    readonly vocab?: readonly unknown[] | Readonly<Record<string, number>>;
  };
  readonly added_tokens?: readonly { readonly id: number; readonly content: string; readonly special?: boolean }[];
}

/** `[SEP]` written in a memory is text, not the end of it: such words are removed before the tokenizer runs. */
function specialTokens(description: TokenizerDescription): RegExp | undefined {
  const words = (description.added_tokens ?? []).filter((token) => token.special).map((token) => token.content);
  if (words.length === 0) return undefined;
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g');
}
