/** Whether what a text says is said somewhere else: by lines and sentences, then by the words that carry them. */
import { layoutOf } from '../markdown/layout.js';
import { isFiller, termOf } from '../similarity/stem-words.js';
import { TextLines } from '../text.js';

export interface Unit {
  /** As it stands there, without list marker, emphasis and the days it was logged on. */
  readonly text: string;
  /** The same for units that differ in punctuation and case only. */
  readonly key: string;
  /** The whole line it stands on. */
  readonly line: string;
}

/** Units of a body that say something, in order. Linear. */
export function unitsOf(body: string): Unit[] {
  const lines = new TextLines(body);
  const { kinds } = layoutOf(lines);
  const units: Unit[] = [];
  for (let at = 0; at < lines.count; at++) {
    const line = lines.line(at);
    if (kinds[at] === 'comment' || /^\s*(?:`{3,}|~{3,})/.test(line)) continue;
    const parts = kinds[at] === 'fence' ? [line] : bareLine(line).split(/(?<=[.!?])\s+(?=\p{Lu})/u);
    for (const part of parts) {
      const key = keyOf(part);
      if (key !== '') units.push({ text: part.trim(), key, line });
    }
  }
  return units;
}

const LOGGED = /\s*\(\d{4}-\d\d-\d\d(?:, \d{4}-\d\d-\d\d)*\)\s*$/;

/** A line without what a list, a heading, a quotation or a log puts around it. */
export const bareLine = (line: string): string =>
  line
    .replace(/^\uFEFF?\s*(?:>\s*)*(?:[-*+]\s+|#{1,6}\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]\]\s+)?/, '')
    .replace(LOGGED, '')
    .trim();

/** Letters, digits and signs alone; empty for a text that says nothing. */
export function keyOf(text: string): string {
  const key = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{S}\p{M}]+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(key) ? key : '';
}

const WORD = /[\p{L}\p{N}_$€£][\p{L}\p{N}_.:/@#%+'’-]*/gu;
const DENIAL = /^(?:not|no|never|none|cannot|without|neither|nor|avoid|\p{L}+n['’]t)$/iu;
const CODE = /`([^`]+)`/g;
/** Share of the words of a unit that another text must hold to say the same, and of those that must stand there in the same order. */
const MOST_WORDS = 0.85;
const MOST_IN_ORDER = 0.8;
/** How many times as long as a unit the passage may be that says the same. */
const LONGEST_PASSAGE = 1.4;
const NOT = 'not';

interface Word {
  /** A denial is `not`. */
  readonly key: string;
  /** Numbers, paths, names in code, abbreviations and denials: each must be held. */
  readonly exact: boolean;
}

/** The telling words of a text, in order. */
function wordsOf(text: string): Word[] {
  const code = new Set([...text.matchAll(CODE)].flatMap(([, name = '']) => name.match(WORD) ?? []).map(bareWord));
  const found: Word[] = [];
  for (const match of text.match(WORD) ?? []) {
    const written = bareWord(match);
    const word = written.toLowerCase();
    if (DENIAL.test(word)) found.push({ key: NOT, exact: true });
    else if (/\d|[_/@#]|\.\p{L}/u.test(word) || /\p{Ll}\p{Lu}|^\p{Lu}{2,}$/u.test(written) || code.has(written))
      found.push({ key: word, exact: true });
    else if (!isFiller(word)) found.push({ key: termOf(word), exact: false });
  }
  return found;
}

const bareWord = (word: string): string => word.replace(/[.:'’/-]+$/, '');
const exactIn = (words: readonly Word[]): string[] => words.flatMap(({ key, exact }) => (exact ? [key] : []));

/** Numbers, paths and names in code of a text, and `not` where it denies something. */
export const exactWords = (text: string): ReadonlySet<string> => new Set(exactIn(wordsOf(text)));

/** What some texts say, ready to be asked. */
export class StatementIndex {
  readonly #keys = new Set<string>();
  readonly #whole: string[] = [];
  readonly #passages: { readonly words: readonly Word[]; readonly keys: ReadonlySet<string> }[] = [];

  /** @param closely texts that may say it in other words; `exactly`: only in the same. */
  constructor(closely: readonly string[], exactly: Iterable<string> = []) {
    for (const body of closely) {
      this.#whole.push(` ${keyOf(body)} `);
      const units = unitsOf(body).map(({ text }) => wordsOf(text));
      // Two neighbours at a time: a sentence may have been parted, but words from all over a text say nothing together.
      units.forEach((own, at) => {
        for (const words of [own, [...own, ...(units[at + 1] ?? [])]])
          this.#passages.push({ words, keys: new Set(words.map(({ key }) => key)) });
      });
    }
    for (const body of [...closely, ...exactly]) for (const { key } of unitsOf(body)) this.#keys.add(key);
  }

  covers({ key, text }: Pick<Unit, 'key' | 'text'>): boolean {
    if (this.#keys.has(key) || this.#whole.some((whole) => affirms(whole, key))) return true;
    const words = wordsOf(text);
    if (words.every(({ exact }) => exact)) return false;
    const needed = [...new Set(words.map((word) => word.key))];
    return this.#passages.some(
      ({ words: there, keys }) =>
        needed.filter((one) => keys.has(one)).length >= needed.length * MOST_WORDS && saysSo(words, there),
    );
  }
}

/** Whether a text has these very words, and does not deny them. */
function affirms(whole: string, key: string): boolean {
  for (let at = whole.indexOf(` ${key} `); at >= 0; at = whole.indexOf(` ${key} `, at + 1)) {
    if (!DENIAL.test(whole.slice(whole.lastIndexOf(' ', at - 1) + 1, at))) return true;
  }
  return false;
}

/** Whether some passage of `there` says what `words` say: with the same exact words in the same order, nearly all others about where they were, and denying no more and no less. */
function saysSo(words: readonly Word[], there: readonly Word[]): boolean {
  const known = new Set(words.map(({ key }) => key));
  const longest = Math.ceil(words.length * LONGEST_PASSAGE) + 1;
  return there.some(({ key }, start) => known.has(key) && passageSays(words, known, there, start, start + longest));
}

function passageSays(
  words: readonly Word[],
  known: ReadonlySet<string>,
  there: readonly Word[],
  start: number,
  most: number,
): boolean {
  const slice = there.slice(start, most);
  const passage = slice.slice(0, slice.findLastIndex(({ key }) => known.has(key)) + 1);
  const held = new Set(passage.map(({ key }) => key));
  const missing = words.filter(({ key }) => !held.has(key));
  // A word may be dropped where nothing else is said: one that stands in its place makes another statement.
  if (missing.some(({ exact }) => exact) || missing.length > words.length * (1 - MOST_WORDS)) return false;
  if (missing.length > 0 && there.some(({ key }) => !known.has(key))) return false;
  if (
    exactIn(words).join(' ') !== exactIn(passage).join(' ') ||
    inOrder(
      words.map(({ key }) => key),
      passage.map(({ key }) => key),
    ) <
      words.length * MOST_IN_ORDER
  )
    return false;
  const denials = (of: readonly Word[]): number => of.filter(({ key }) => key === NOT).length;
  return denials(there.slice(Math.max(0, start - 1), start + passage.length)) === denials(words);
}

/** Length of the longest common subsequence. */
function inOrder(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const one of a) {
    const next = [0];
    b.forEach((other, at) => next.push(one === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0)));
    row = next;
  }
  return row[b.length] ?? 0;
}
