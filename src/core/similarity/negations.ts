/**
 * Pairs of texts where one says that a thing is no longer used and the other that it is. Incremental: a text is
 * compared only with those that share the word.
 */
import { Postings } from './postings.js';
import { claimOfUse, type Replacement, replacementsIn, wordsIn } from './replacements.js';

/** Texts with one word that are compared. */
const MOST_WITH_A_WORD = 200;

interface DenialText {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly replacements: readonly Replacement[];
  readonly pairs: Set<string>;
}

export class Negations {
  readonly #texts = new Map<string, DenialText>();
  readonly #byWord = new Postings<string, string>(MOST_WITH_A_WORD);
  readonly #byDroppedWord = new Postings<string, string>(MOST_WITH_A_WORD);

  add(key: string, text: string): void {
    const entry: DenialText = {
      text,
      words: new Set(wordsIn(text)),
      replacements: replacementsIn(text),
      pairs: new Set(),
    };
    const denied = entry.replacements.flatMap(({ dropped: [first = ''] }) => [
      ...this.#byWord.of(first),
      ...this.#byWord.of(`${first}s`),
    ]);
    const denying = [...entry.words].flatMap((word) => [
      ...this.#byDroppedWord.of(word),
      ...this.#byDroppedWord.of(word.replace(/s$/, '')),
    ]);
    for (const other of new Set([...denied, ...denying]))
      if (contradicts(entry, this.#texts.get(other))) this.#pair(key, entry, other);
    this.#texts.set(key, entry);
    for (const word of entry.words) this.#byWord.add(word, key);
    for (const { dropped } of entry.replacements) this.#byDroppedWord.add(dropped[0] ?? '', key);
  }

  remove(key: string): void {
    const entry = this.#texts.get(key);
    if (entry === undefined) return;
    this.#texts.delete(key);
    for (const other of entry.pairs) this.#texts.get(other)?.pairs.delete(key);
    for (const word of entry.words) this.#byWord.remove(word, (other) => other === key);
    for (const { dropped } of entry.replacements)
      this.#byDroppedWord.remove(dropped[0] ?? '', (other) => other === key);
  }

  /** Keys of the contradicting texts. */
  of(key: string): ReadonlySet<string> {
    return this.#texts.get(key)?.pairs ?? new Set();
  }

  #pair(key: string, entry: DenialText, other: string): void {
    entry.pairs.add(other);
    this.#texts.get(other)?.pairs.add(key);
  }
}

const contradicts = (a: DenialText, b: DenialText | undefined): boolean =>
  b !== undefined &&
  (a.replacements.some((each) => claimOfUse(each, b.text) !== undefined) ||
    b.replacements.some((each) => claimOfUse(each, a.text) !== undefined));
