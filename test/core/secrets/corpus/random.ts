/** Values that are made anew in every run: the corpus contains none that a scanner could take for a live one. */
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';

/** Alphabets of {@link Random.fill}, by the letter that names them. */
const ALPHABETS: Readonly<Record<string, string>> = {
  a: LOWER + UPPER + DIGITS,
  b: `${LOWER + UPPER + DIGITS}+/`,
  w: `${LOWER + UPPER + DIGITS}-_`,
  h: `${DIGITS}abcdef`,
  H: `${DIGITS}ABCDEF`,
  l: LOWER + DIGITS,
  u: UPPER + DIGITS,
  L: LOWER,
  U: UPPER,
  t: LOWER + UPPER,
  d: DIGITS,
  B: `${UPPER}234567`,
  q: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
  v: `${LOWER}234567`,
};

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed + 1, 2_654_435_761) ^ 0x9e37_79b9) >>> 0;
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.below(256)));
  }

  /** `{h40}` becomes 40 signs of the alphabet `h`, `{uuid}` a UUID; the rest stays. A value of 12 signs and more has digits and letters. */
  fill(template: string): string {
    return template.replace(/\{(?:uuid|([a-zA-Z])(\d+))\}/g, (_, alphabet?: string, length?: string) =>
      alphabet === undefined ? this.fill('{h8}-{h4}-4{h3}-a{h3}-{h12}') : this.#signs(alphabet, Number(length)),
    );
  }

  #signs(name: string, length: number): string {
    const alphabet = ALPHABETS[name];
    if (alphabet === undefined) throw new RangeError(`No alphabet is named ${name}`);
    const letters = /[a-z]/i.test(alphabet);
    const digits = /\d/.test(alphabet);
    for (;;) {
      const text = Array.from({ length }, () => alphabet.charAt(this.below(alphabet.length))).join('');
      const ends = /^[a-zA-Z0-9].*[a-zA-Z0-9]$|^.$/.test(text);
      if (length < 12 || (ends && (!letters || /[a-z]/i.test(text)) && (!digits || /\d/.test(text)))) return text;
    }
  }
}
