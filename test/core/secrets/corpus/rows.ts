/** The corpus: kinds of secrets in their surroundings, split so that rules are never tuned on what is held out. */
import { type Kind, KINDS } from './kinds.js';
import { Random } from './random.js';
import { type Surrounding, SURROUNDINGS, withNames } from './surroundings.js';

export interface CorpusRow {
  readonly kind: Kind;
  readonly surrounding: Surrounding;
  readonly text: string;
  readonly secret: string;
  /** Every second kind in every second surrounding. */
  readonly heldOut: boolean;
}

/** All pairs of a kind and a surrounding that fits it, or one of `every` of them. */
export function corpusRows(seed: number, every = 1): CorpusRow[] {
  const rows: CorpusRow[] = [];
  let count = 0;
  KINDS.forEach((kind, k) =>
    SURROUNDINGS.forEach((surrounding, s) => {
      if (!surrounding.of.includes(kind.of) || (count++ + seed) % every !== 0) return;
      const random = new Random(seed * 1_000_003 + k * 1009 + s);
      const { text: value, secret = value } = kind.make(random);
      const text = surrounding.write(withNames(kind.name, value), random);
      rows.push({ kind, surrounding, text, secret, heldOut: k % 2 === 1 && s % 2 === 1 });
    }),
  );
  return rows;
}

/** Whether a text still holds the secret, or a half of it, or a whole line of a key. */
export function isReadable(text: string, { secret, kind }: Pick<CorpusRow, 'secret' | 'kind'>): boolean {
  const plain = text.replace(/\u001b\[[0-9;]*[A-Za-z]|\\u001b\[[0-9;]*[a-z]|\u200b/g, '');
  const half = Math.ceil(secret.length / 2);
  const parts = kind.of === 'block' ? secret.split('\n') : [secret, secret.slice(0, half), secret.slice(-half)];
  return parts.some((part) => part.length >= 4 && (plain.includes(part) || plain.includes(encodeURIComponent(part))));
}
