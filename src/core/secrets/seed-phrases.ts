/** Seed phrases of wallets: twelve or more words in a row of the BIP 39 list. */
import data from './seed-words.json' with { type: 'json' };

const LEAST = 12;
const MOST_BETWEEN = 8;
let cachedWords: ReadonlySet<number> | undefined;

/** The words of the list as numbers: their first four letters, which are unique, and their length. */
const words = (): ReadonlySet<number> =>
  (cachedWords ??= new Set(
    (data.starts.match(/.{5}/g) ?? []).map(
      (word) =>
        [...word.slice(0, 4).trimEnd()].reduce((code, letter) => code * 27 + letter.charCodeAt(0) - 96, 0) * 16 +
        Number(word.charAt(4)),
    ),
  ));

/**
 * Separators of two words: blanks, commas, quotes, numbers and bullets of a list. All separators of a phrase are equal.
 */
const BETWEEN = /^[\s,"'|\d.)*-]{1,8}$/;

const separatorOf = (between: string): string =>
  between === ' ' ? between : BETWEEN.test(between) ? between.replace(/\s+/g, ' ').replace(/\d+/g, '') : '';

/** In order. Linear. */
export function seedPhrases(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  const known = words();
  let [count, first, last, between] = [0, 0, 0, ''];
  const close = (): void => {
    if (count >= LEAST) found.push({ start: first, end: last });
    count = 0;
  };
  // Uses numbers instead of objects: this loop visits every character of every memory.
  let start = 0;
  let code = 0;
  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? text.charCodeAt(at) | 32 : 0;
    if (unit >= 97 && unit <= 122) {
      if (at < start + 4) code = code * 27 + unit - 96;
      continue;
    }
    const from = start;
    const length = at - start;
    const word = code;
    start = at + 1;
    code = 0;
    if (length === 0) continue;
    if (length < 3 || length > 8 || !known.has(word * 16 + length)) {
      if (count > 0) close();
      continue;
    }
    const gap = count === 0 || from - last > MOST_BETWEEN ? '' : separatorOf(text.slice(last, from));
    if (gap === '' || (count > 1 && gap !== between)) close();
    between = gap;
    if (count++ === 0) first = from;
    last = at;
  }
  close();
  return found.filter(({ start, end }) => isSeed(text.slice(start, end)));
}

/** Common words of sentences: more than a quarter of them makes a text a sentence. */
const JOINING = new Set(
  'about above across after again all also always any around because before begin below between can come cost day enough even every few find first get good have here how into item just keep kind left like list little make many more most much must name near need never new next not now off often once one only open other out over own real right same set should since some start state still such table team than that then there they thing this time too toward try two under until upon use very want way what when where will wish with without work year you'.split(
    ' ',
  ),
);

/** Not the same word many times, and no sentence. */
function isSeed(text: string): boolean {
  const all = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return new Set(all).size >= LEAST - 3 && all.filter((word) => JOINING.has(word)).length * 4 <= all.length;
}
