/** Whether what a text says is said somewhere else: by lines and sentences, then by the words that carry them. */
import { layoutOf } from '../index/layout.js';
import { isFiller, termOf } from '../similar/words.js';
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
  line.replace(/^\uFEFF?\s*(?:>\s*)*(?:[-*+]\s+|#{1,6}\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]\]\s+)?/, '').replace(LOGGED, '').trim();

/** Letters, digits and signs alone; empty for a text that says nothing. */
export function keyOf(text: string): string {
  const key = text.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}\p{S}\p{M}]+/gu, ' ').trim();
  return /[\p{L}\p{N}]/u.test(key) ? key : '';
}

const WORD = /[\p{L}\p{N}_$€£][\p{L}\p{N}_.:/@#%+'’-]*/gu;
const DENIAL = /^(?:not|no|never|none|cannot|without|neither|nor|avoid|\p{L}+n['’]t)$/iu;
/** Share of the words of a unit that another text must hold to say the same. */
const MOST_WORDS = 0.85;

interface Words {
  /** Numbers, paths, names in code and denials: each must be held. */
  readonly exact: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
}

function wordsOf(text: string): Words {
  const [exact, stems] = [new Set<string>(), new Set<string>()];
  for (const match of text.toLowerCase().match(WORD) ?? []) {
    const word = match.replace(/[.:'’/-]+$/, '');
    if (DENIAL.test(word)) exact.add('not');
    else if (/\d|[_/@#]|\.\p{L}/u.test(word)) exact.add(word);
    else if (!isFiller(word)) stems.add(termOf(word));
  }
  return { exact, stems };
}

/** Numbers, paths and names in code of a text. */
export const exactWords = (text: string): ReadonlySet<string> => wordsOf(text).exact;

/** What some texts say, ready to be asked. */
export class Said {
  readonly #keys = new Set<string>();
  readonly #whole: string[] = [];
  readonly #words: Words[] = [];

  /** @param closely texts that may say it in other words; `exactly`: only in the same. */
  constructor(closely: readonly string[], exactly: Iterable<string> = []) {
    for (const body of closely) {
      this.#whole.push(` ${keyOf(body)} `);
      const units = unitsOf(body);
      // Two neighbours at a time: a sentence may have been parted, but words from all over a text say nothing together.
      units.forEach(({ text }, at) => this.#words.push(wordsOf(`${text}. ${units[at + 1]?.text ?? ''}`)));
    }
    for (const body of [...closely, ...exactly]) for (const { key } of unitsOf(body)) this.#keys.add(key);
  }

  holds({ key, text }: Pick<Unit, 'key' | 'text'>): boolean {
    if (this.#keys.has(key) || this.#whole.some((whole) => whole.includes(` ${key} `))) return true;
    const { exact, stems } = wordsOf(text);
    return this.#words.some((there) => {
      if (![...exact].every((word) => there.exact.has(word))) return false;
      const held = [...stems].filter((stem) => there.stems.has(stem)).length;
      return stems.size > 0 && held >= stems.size * MOST_WORDS;
    });
  }
}
