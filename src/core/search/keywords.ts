/**
 * Finds many words in a text in one pass (Aho-Corasick), upper and lower case of ASCII letters alike. Words are ASCII and not empty.
 * A pass takes time linear in the text, however many words there are.
 */
export class Keywords {
  /** By unit below 128: its column in the table; 0 for units in no word. */
  readonly #columns = new Uint8Array(128);
  readonly #width: number;
  readonly #next: Uint16Array;
  /** By state: the words that end there. */
  readonly #found: (readonly number[] | undefined)[];

  /** Throws RangeError for more words than fit into the table (65,535 units in all). */
  constructor(readonly words: readonly string[]) {
    const lower = words.map((word) => word.toLowerCase());
    this.#width = this.#assignColumns(lower);
    const most = 1 + lower.reduce((sum, word) => sum + word.length, 0);
    if (most > 0xffff) throw new RangeError('Too many keywords');
    this.#next = new Uint16Array(most * this.#width);
    this.#found = new Array<readonly number[] | undefined>(most);
    lower.forEach((word, index) => this.#insert(word, index));
    this.#link();
  }

  #assignColumns(words: readonly string[]): number {
    let width = 1;
    for (const unit of new Set(words.join(''))) {
      this.#columns[unit.charCodeAt(0)] = width;
      this.#columns[unit.toUpperCase().charCodeAt(0)] = width++;
    }
    return width;
  }

  #states = 1;

  #insert(word: string, index: number): void {
    let state = 0;
    for (let i = 0; i < word.length; i++) {
      const cell = state * this.#width + (this.#columns[word.charCodeAt(i)] ?? 0);
      state = this.#next[cell] || (this.#next[cell] = this.#states++);
    }
    this.#found[state] = [...(this.#found[state] ?? []), index];
  }

  /** Gives every state a way on for every unit: that of the longest ending of what was read that starts a word. */
  #link(): void {
    const fallback = new Uint16Array(this.#states);
    const queue = [0];
    for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
      const back = fallback[state] ?? 0;
      const inherited = state === 0 ? undefined : this.#found[back];
      if (inherited) this.#found[state] = [...(this.#found[state] ?? []), ...inherited];
      for (let column = 1; column < this.#width; column++) {
        const cell = state * this.#width + column;
        const other = state === 0 ? 0 : (this.#next[back * this.#width + column] ?? 0);
        const child = this.#next[cell] ?? 0;
        if (child === 0) this.#next[cell] = other;
        else {
          fallback[child] = other;
          queue.push(child);
        }
      }
    }
  }

  /** Calls `visit` with the number and the start of each word found, in the order of their ends; ends the pass when it answers true. */
  scan(text: string, visit: (word: number, start: number) => boolean | void): void {
    // As local names: this is the loop over every character of every memory.
    const [columns, next, ends, width] = [this.#columns, this.#next, this.#found, this.#width];
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const column = unit < 128 ? (columns[unit] ?? 0) : 0;
      if (column === 0) {
        state = 0;
        continue;
      }
      state = next[state * width + column] ?? 0;
      if (state === 0) continue;
      const found = ends[state];
      if (found === undefined) continue;
      for (const word of found) if (visit(word, i + 1 - (this.words[word]?.length ?? 0)) === true) return;
    }
  }

  /** Whether one of the words is in the text. */
  in(text: string): boolean {
    let any = false;
    this.scan(text, () => (any = true));
    return any;
  }
}
