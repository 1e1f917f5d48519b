/** Drafts that wait side by side: which of them say otherwise or nearly the same. By words as memories are compared, by meaning where vectors are at hand. */
import type { ParsedFile } from '../../core/lint/rule.js';
import { isStatement } from '../../core/lint/scope.js';
import { memo } from '../../core/memo.js';
import type { StoreKey } from '../../core/memory.js';
import type { Drafts } from '../../core/ports/drafts.js';
import type { OtherDraft } from '../../core/results.js';
import { mayReachCosine, signBits } from '../../core/search/sign-bits.js';
import { Relations } from '../../core/similar.js';
import { Denials } from '../../core/similar/denials.js';
import { Postings } from '../../core/similar/postings.js';
import type { Pace } from '../pace.js';
import { isSubstituted, type Meaning, meansTheSame, wordsOf } from '../write/near.js';

/** A draft as the memory that it would be. */
export interface Side {
  readonly id: string;
  readonly file: ParsedFile;
  /** Where a model was asked. */
  readonly meaning?: Meaning | undefined;
}

interface Meant extends Side {
  readonly meaning: Meaning;
  /** Of each of its vectors. */
  readonly signs: readonly Uint32Array[];
}

/** By id of a draft, what others have to do with it, by theirs. */
export type BearingOn = ReadonlyMap<string, ReadonlyMap<string, OtherDraft['how']>>;

/** Drafts that others are compared with by their meaning. */
const MOST_MEANT = 3_000;

/** The drafts of one store, kept up to date: a new one costs what it takes to compare it with the others. */
class Together {
  readonly #sides = new Map<string, Side & { readonly same: Set<string> }>();
  readonly #words = new Postings<string, string>();
  readonly #meant = new Map<string, Meant>();
  readonly #relations = new Relations();
  readonly #denials = new Denials();
  #last: Promise<unknown> = Promise.resolve();

  /** By id, what each has to do with others. One who asks meanwhile is answered after it. */
  async update(sides: readonly Side[], pace: Pace): Promise<BearingOn> {
    const run = this.#last.then(() => this.#update(sides, pace));
    this.#last = run.catch(() => undefined);
    return await run;
  }

  async #update(sides: readonly Side[], pace: Pace): Promise<BearingOn> {
    const now = new Map(sides.map((side) => [side.id, side]));
    for (const [id, { file, meaning }] of this.#sides)
      if (now.get(id)?.file !== file || now.get(id)?.meaning !== meaning) this.#remove(id);
    for (const side of sides) {
      if (!this.#sides.has(side.id) && isStatement(side.file)) this.#add(side);
      await pace.breathe();
    }
    return this.#found(new Map([...now].map(([id, { file }]) => [id, file])));
  }

  #found(files: ReadonlyMap<string, ParsedFile>): BearingOn {
    const found = new Map<string, Map<string, OtherDraft['how']>>([...files.keys()].map((id) => [id, new Map()]));
    const pair = (a: string, b: string, how: OtherDraft['how']): void => {
      found.get(a)?.set(b, how);
      found.get(b)?.set(a, how);
    };
    for (const [id, { same }] of this.#sides) for (const other of same) pair(id, other, 'same');
    const idOf = (path: string): string => path.replace(/\.md$/, '');
    const byPath = new Map([...files].map(([id, file]) => [`${id}.md`, file]));
    // What words say of two counts for more than how near they are to a model.
    for (const { newer, older, kind } of this.#relations.update(byPath))
      pair(idOf(newer), idOf(older), kind === 'duplicate' ? 'same' : 'contradicts');
    for (const id of this.#sides.keys()) for (const other of this.#denials.of(id)) pair(id, other, 'contradicts');
    return found;
  }

  #add(side: Side): void {
    const { id, file } = side;
    const words = wordsOf(file.memory.body);
    this.#sides.set(id, { ...side, same: new Set([...this.#words.of(words), ...this.#meaningTheSame(side)]) });
    this.#words.add(words, id);
    this.#relations.meet(`${id}.md`, file);
    this.#denials.add(id, file.memory.body);
  }

  #meaningTheSame({ id, file, meaning }: Side): string[] {
    if (meaning === undefined) return [];
    const side: Meant = { id, file, meaning, signs: meaning.vectors.map(signBits) };
    const same = [...this.#meant.values()].filter((other) => meanTheSame(side, other)).map((other) => other.id);
    if (this.#meant.size < MOST_MEANT) this.#meant.set(id, side);
    return same;
  }

  #remove(id: string): void {
    const side = this.#sides.get(id);
    if (side === undefined) return;
    this.#sides.delete(id);
    for (const { same } of this.#sides.values()) same.delete(id);
    this.#words.remove(wordsOf(side.file.memory.body), (other) => other === id);
    this.#meant.delete(id);
    this.#denials.remove(id);
  }
}

/** Whether all that the shorter says is found in the longer. */
function meanTheSame(a: Meant, b: Meant): boolean {
  const [short, long] = a.meaning.vectors.length <= b.meaning.vectors.length ? [a, b] : [b, a];
  const { model, vectors } = short.meaning;
  const may = short.signs.every((one) =>
    long.signs.some((other) => mayReachCosine(one, other, model.duplicate, vectors[0]?.length ?? 0)),
  );
  return may && meansTheSame(long.meaning, short.meaning) && !isSubstituted(a.file, b.file);
}

const known = memo((_: Drafts) => new Map<StoreKey, Together>());
const MOST_STORES = 4;

/** What the drafts of one store have to do with one another, by id. Rejects when it is cancelled. */
export async function bearOn(drafts: Drafts, store: StoreKey, sides: readonly Side[], pace: Pace): Promise<BearingOn> {
  const stores = known(drafts);
  const together = stores.get(store) ?? new Together();
  stores.delete(store);
  stores.set(store, together);
  const [oldest] = stores.keys();
  if (stores.size > MOST_STORES && oldest !== undefined) stores.delete(oldest);
  return await together.update(sides, pace);
}
