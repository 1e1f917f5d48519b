/** Scripts without blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}]/u;

/** UTF-16 units of a prompt in which words are counted: enough to find two. */
const LOOKED_AT = 2_000;

/**
 * Whether a prompt has at most one word and so is no usable query. An identifier, a path or a hyphenated word is one
 * word; scripts without blanks are segmented by Intl.Segmenter.
 */
export function hasAtMostOneWord(prompt: string): boolean {
  let words = 0;
  for (const run of prompt.trim().slice(0, LOOKED_AT).split(/\s+/u)) {
    if (WORD.test(run)) words += UNSPACED.test(run) ? unspacedWords(run) : 1;
    if (words > 1) return false;
  }
  return true;
}

let segmenter: Intl.Segmenter | undefined;

function unspacedWords(run: string): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  let words = 0;
  for (const { isWordLike } of segmenter.segment(run)) {
    if (isWordLike) words++;
    if (words > 1) break;
  }
  return words;
}

/** UTF-16 units of a long prompt that are kept, of its start and of its end. */
const HEAD = 6_000;
const TAIL = 2_000;

/** The prompt, or the beginning and end of a long one. */
export const promptExcerpt = (prompt: string): string =>
  prompt.length <= HEAD + TAIL ? prompt : `${prompt.slice(0, HEAD)}\n${prompt.slice(-TAIL)}`;
