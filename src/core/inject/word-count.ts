/** Scripts without blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}]/u;

/** UTF-16 units of a prompt in which its words are counted: enough to find two. */
const LOOKED_AT = 2_000;

/**
 * Whether a prompt has so few words that it says nothing to look for: one or none. An identifier, a path or a hyphenated word is
 * one word; in scripts without blanks words are told apart by the language's dictionary.
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

/** UTF-16 units of a prompt that are looked at, from its start and from its end. */
const HEAD = 6_000;
const TAIL = 2_000;

/** The parts of a prompt that are looked at: all of it, or its beginning and its end. */
export const promptExcerpt = (prompt: string): string =>
  prompt.length <= HEAD + TAIL ? prompt : `${prompt.slice(0, HEAD)}\n${prompt.slice(-TAIL)}`;
