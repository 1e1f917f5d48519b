/**
 * Statement coverage: whether another text contains what a text says, compared by lines and sentences, then by content
 * words.
 */
import { layoutOf } from '../markdown/layout.js';
import { isFiller, termOf } from '../similarity/stem-words.js';
import { TextLines } from '../text.js';

export interface Unit {
  /** The sentence without list marker, emphasis and log dates. */
  readonly text: string;
  /** Equal for units that differ only in punctuation and case. */
  readonly key: string;
  /** The whole line that contains it. */
  readonly line: string;
}

/** Units of a body that contain words, in order. Linear. */
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

const LOG_DATES = /\s*\(\d{4}-\d\d-\d\d(?:, \d{4}-\d\d-\d\d)*\)\s*$/;

/** A line without its list marker, heading marks, quotation marks and log dates. */
export const bareLine = (line: string): string =>
  line
    .replace(/^\uFEFF?\s*(?:>\s*)*(?:[-*+]\s+|#{1,6}\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]\]\s+)?/, '')
    .replace(LOG_DATES, '')
    .trim();

/** Letters, digits and signs alone; empty for a text without any. */
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
/** Share of the words of a unit that a passage must contain, and share that it must contain in the same order. */
const MOST_WORDS = 0.85;
const MOST_IN_ORDER = 0.8;
/** Maximum length of a passage relative to the unit it covers. */
const LONGEST_PASSAGE = 1.4;
const NOT = 'not';

interface Word {
  /** `not` for every denial. */
  readonly key: string;
  /** Numbers, paths, names in code, abbreviations and denials must match exactly. */
  readonly exact: boolean;
}

/** The content words of a text, in order. */
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

/** Numbers, paths and names in code of a text, and `not` where it contains a denial. */
export const exactWords = (text: string): ReadonlySet<string> => new Set(exactIn(wordsOf(text)));

/** The statements of some texts, indexed for {@link covers}. */
export class StatementIndex {
  readonly #keys = new Set<string>();
  readonly #whole: string[] = [];
  readonly #passages: { readonly words: readonly Word[]; readonly keys: ReadonlySet<string> }[] = [];

  /**
   * @param closely texts that may use other words
   * @param exactly texts that must use the same words
   */
  constructor(closely: readonly string[], exactly: Iterable<string> = []) {
    for (const body of closely) {
      this.#whole.push(` ${keyOf(body)} `);
      const units = unitsOf(body).map(({ text }) => wordsOf(text));
      // Passages are one unit or two adjacent ones: a sentence may have been split, but words from all over a text
      // state nothing together.
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
        needed.filter((one) => keys.has(one)).length >= needed.length * MOST_WORDS && hasCoveringPassage(words, there),
    );
  }
}

/** Whether a text contains these words literally, without a denial in front. */
function affirms(whole: string, key: string): boolean {
  for (let at = whole.indexOf(` ${key} `); at >= 0; at = whole.indexOf(` ${key} `, at + 1)) {
    if (!DENIAL.test(whole.slice(whole.lastIndexOf(' ', at - 1) + 1, at))) return true;
  }
  return false;
}

/**
 * Whether a passage of `there` covers `words`: the same exact words in the same order, nearly all others in about the
 * same order, and the same number of denials.
 */
function hasCoveringPassage(words: readonly Word[], there: readonly Word[]): boolean {
  const keys = new Set(words.map(({ key }) => key));
  const longest = Math.ceil(words.length * LONGEST_PASSAGE) + 1;
  return there.some(({ key }, start) => keys.has(key) && passageCovers(words, keys, there, start, start + longest));
}

function passageCovers(
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
  // A word may be missing only when nothing replaces it: another word in its place makes another statement.
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
