/** Examples for the labels, put together anew: facts with what people say before, after and within them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import listed from '../../src/core/distill/personal/first-names.json' with { type: 'json' };

const LISTED = listed.names.flatMap((line) => line.split(' '));

/** One of five parts, by what is in a line. */
export const foldOf = (line: string): number => {
  let sum = 0;
  for (const unit of line) sum = (sum * 31 + (unit.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % 5;
};

type Chosen = (line: string) => boolean;

export class Examples {
  readonly #folder: string;
  #state: number;

  constructor(folder: string, seed: number) {
    this.#folder = folder;
    this.#state = seed;
  }

  /** From 0 to 1, repeatable. */
  readonly random = (): number => {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 2 ** 32;
  };

  /** All texts that were written as a whole, and so many that are put together. */
  drawn(count: number, chosen: Chosen): string[] {
    const lines = (name: string): string[] =>
      readFileSync(path.join(this.#folder, `${name}.txt`), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '' && (name.endsWith('names') || chosen(line)));
    const written = ['texts-1', 'texts-2', 'texts-3', 'texts-4', 'texts-5', 'contrasts', 'facts'].flatMap(lines);
    const whole = [...written, ...written, ...lines('examples')];
    const actors = [...lines('people'), ...lines('products')];
    const facts = [...whole, ...actors, ...actors, ...actors].filter((line) => !line.includes('{'));
    const [leads, tails, sentences] = [lines('leads'), lines('tails'), lines('sentences')];
    const [names, products] = [lines('names'), lines('product-names')].map((all) => all.join(' ').split(' ')) as [
      string[],
      string[],
    ];
    const named = (text: string): string =>
      text
        .replace(/\[P\]/g, () => this.#one(products))
        .replace(/\[[^\]]+\]/g, (name) => (name === '[N]' || this.random() < 0.7 ? `[${this.#name(names)}]` : name));
    const drawn = Array.from({ length: count }, () =>
      named(this.#composed(this.#one(facts), { leads, tails, sentences, facts })),
    );
    return [...whole.map(named), ...drawn];
  }

  readonly #one = (lines: readonly string[]): string => lines[Math.floor(this.random() * lines.length)] ?? '';

  /** Of all kinds that people have: those that are words, too, those of the list, and those that no list has. */
  #name(names: readonly string[]): string {
    const kind = this.random();
    return kind < 0.3 ? this.#one(names) : kind < 0.75 ? this.#one(LISTED) : this.#unlisted();
  }

  /** A name that no list has. */
  #unlisted(): string {
    const syllables = Array.from(
      { length: this.random() < 0.6 ? 2 : 3 },
      () =>
        this.#one(['b', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'y', 'z', 'ch', 'sh']) +
        this.#one(['a', 'e', 'i', 'o', 'u']),
    ).join('');
    const name = syllables + this.#one(['', 'n', 'l', 'k', 'r', 's']);
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  #composed(
    fact: string,
    { leads, tails, sentences, facts }: Readonly<Record<'leads' | 'tails' | 'sentences' | 'facts', readonly string[]>>,
  ): string {
    let text = fact;
    if (this.random() < 0.15) return `{${this.#one(sentences)}}`;
    if (this.random() < 0.3) text = this.#withTail(text, this.#one(tails));
    if (this.random() < 0.45) text = this.#withLead(text, this.#one(leads));
    if (this.random() < 0.15) text = `{${this.#one(sentences)}} ${text}`;
    if (this.random() < 0.15) text = `${/[.!?}]$/.test(text) ? text : `${text}.`} {${this.#one(sentences)}}`;
    if (this.random() < 0.2) text = `${/[.!?}]$/.test(text) ? text : `${text}.`} ${this.#one(facts)}`;
    return this.random() < 0.2 ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  }

  #withLead(text: string, lead: string): string {
    const within = !/[.!?:*]$/.test(lead) || this.random() < 0.3;
    const fact = within
      ? text.replace(
          /^(?:The|A|An|It|This|That|These|Each|Every|All|In|On|For|If|When|Only|Our|Do|Don't|Never|Always|Use|No|Run|There|Since|Because)\b/,
          (word) => word.toLowerCase(),
        )
      : text;
    return `{${lead}} ${fact}`;
  }

  #withTail(text: string, tail: string): string {
    const [, clause = '', rest = ''] =
      /^([^{},;:]{12,}?)((?:,? (?:because|so|which|since|but|and the|when|unless)|[;:]) .*)$/.exec(text) ?? [];
    if (clause !== '' && this.random() < 0.4) {
      const comma = tail.startsWith(',') && !rest.startsWith(',') && this.random() < 0.7 ? ',' : '';
      return `${clause}{${tail}${comma}}${rest}`;
    }
    return text.replace(/[.!]?$/, (mark) => `{${tail}}${mark}`);
  }
}
