/**
 * Pairs of texts where one says that a thing is no longer used and the other that it is. Incremental: a text is
 * compared only with those that share the word.
 */
import { Postings } from './postings.js';
import { type Replacement, replacementsIn, stillClaims, wordsIn } from './replacements.js';

/** Texts with one word that are compared. */
const MOST_WITH_A_WORD = 200;

interface DenialText {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly replacements: readonly Replacement[];
  readonly pairs: Set<string>;
}

export class Denials {
  readonly #told = new Map<string, DenialText>();
  readonly #said = new Postings<string, string>(MOST_WITH_A_WORD);
  readonly #dropped = new Postings<string, string>(MOST_WITH_A_WORD);

  add(key: string, text: string): void {
    const told: DenialText = {
      text,
      words: new Set(wordsIn(text)),
      replacements: replacementsIn(text),
      pairs: new Set(),
    };
    const denied = told.replacements.flatMap(({ dropped: [first = ''] }) => [
      ...this.#said.of(first),
      ...this.#said.of(`${first}s`),
    ]);
    const denying = [...told.words].flatMap((word) => [
      ...this.#dropped.of(word),
      ...this.#dropped.of(word.replace(/s$/, '')),
    ]);
    for (const other of new Set([...denied, ...denying]))
      if (contradicts(told, this.#told.get(other))) this.#pair(key, told, other);
    this.#told.set(key, told);
    for (const word of told.words) this.#said.add(word, key);
    for (const { dropped } of told.replacements) this.#dropped.add(dropped[0] ?? '', key);
  }

  remove(key: string): void {
    const told = this.#told.get(key);
    if (told === undefined) return;
    this.#told.delete(key);
    for (const other of told.pairs) this.#told.get(other)?.pairs.delete(key);
    for (const word of told.words) this.#said.remove(word, (other) => other === key);
    for (const { dropped } of told.replacements) this.#dropped.remove(dropped[0] ?? '', (other) => other === key);
  }

  /** Keys of the contradicting texts. */
  of(key: string): ReadonlySet<string> {
    return this.#told.get(key)?.pairs ?? new Set();
  }

  #pair(key: string, told: DenialText, other: string): void {
    told.pairs.add(other);
    this.#told.get(other)?.pairs.add(key);
  }
}

const contradicts = (a: DenialText, b: DenialText | undefined): boolean =>
  b !== undefined &&
  (a.replacements.some((each) => stillClaims(each, b.text)) ||
    b.replacements.some((each) => stillClaims(each, a.text)));
