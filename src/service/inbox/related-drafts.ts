/** Relations among pending drafts: duplicates and contradictions. Compared by words like memories, and by vectors where they are known. */
import { LRUCache } from 'lru-cache';

import { isCurrentKnowledge } from '../../core/file-kinds.js';
import { memo } from '../../core/memo.js';
import type { StoreKey } from '../../core/memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { Drafts } from '../../core/ports/drafts.js';
import type { RelatedDraft } from '../../core/results.js';
import { mayReachCosine, signBits } from '../../core/search/sign-bits.js';
import { normalizedWords } from '../../core/similarity/likeness.js';
import { Negations } from '../../core/similarity/negations.js';
import { Postings } from '../../core/similarity/postings.js';
import { RelationIndex } from '../../core/similarity/relation-index.js';
import type { TimeSlice } from '../time-slice.js';
import { isSameMeaning, isSubstituted, type TextVectors } from '../write/near-duplicates.js';

/** A draft parsed as the memory file that it would become. */
export interface ComparedDraft {
  readonly id: string;
  readonly file: ParsedFile;
  /** Present when the draft was embedded. */
  readonly meaning?: TextVectors | undefined;
}

interface EmbeddedDraft extends ComparedDraft {
  readonly meaning: TextVectors;
  /** Sign bits of each vector, for a quick test before the cosine. */
  readonly signs: readonly Uint32Array[];
}

/** By id of a draft, its relations by the id of the other draft. */
export type DraftRelations = ReadonlyMap<string, ReadonlyMap<string, RelatedDraft['how']>>;

/** Drafts that are compared by their vectors; further ones are compared by words only. */
const MOST_EMBEDDED = 3_000;

/** The drafts of one store, updated incrementally: a new draft costs one comparison with each other draft. */
class DraftGroup {
  readonly #drafts = new Map<string, ComparedDraft & { readonly same: Set<string> }>();
  readonly #words = new Postings<string, string>();
  readonly #embedded = new Map<string, EmbeddedDraft>();
  readonly #relations = new RelationIndex({ named: false });
  readonly #negations = new Negations();
  #last: Promise<unknown> = Promise.resolve();

  /** Updates the group and answers its relations. Calls run one after the other. */
  async update(compared: readonly ComparedDraft[], slice: TimeSlice): Promise<DraftRelations> {
    const run = this.#last.then(() => this.#update(compared, slice));
    this.#last = run.catch(() => undefined);
    return await run;
  }

  async #update(compared: readonly ComparedDraft[], slice: TimeSlice): Promise<DraftRelations> {
    const now = new Map(compared.map((side) => [side.id, side]));
    for (const [id, { file, meaning }] of this.#drafts)
      if (now.get(id)?.file !== file || now.get(id)?.meaning !== meaning) this.#remove(id);
    for (const side of compared) {
      if (!this.#drafts.has(side.id) && isCurrentKnowledge(side.file)) this.#add(side);
      await slice.yieldIfDue();
    }
    return this.#found(new Map([...now].map(([id, { file }]) => [id, file])));
  }

  #found(files: ReadonlyMap<string, ParsedFile>): DraftRelations {
    const found = new Map<string, Map<string, RelatedDraft['how']>>([...files.keys()].map((id) => [id, new Map()]));
    const pair = (a: string, b: string, how: RelatedDraft['how']): void => {
      found.get(a)?.set(b, how);
      found.get(b)?.set(a, how);
    };
    for (const [id, { same }] of this.#drafts) for (const other of same) pair(id, other, 'same');
    const idOf = (path: string): string => path.replace(/\.md$/, '');
    const byPath = new Map([...files].map(([id, file]) => [`${id}.md`, file]));
    // Relations by words override those by vectors.
    for (const { newer, older, kind } of this.#relations.update(byPath))
      pair(idOf(newer), idOf(older), kind === 'duplicate' ? 'same' : 'contradicts');
    for (const id of this.#drafts.keys()) for (const other of this.#negations.of(id)) pair(id, other, 'contradicts');
    return found;
  }

  #add(side: ComparedDraft): void {
    const { id, file } = side;
    const words = normalizedWords(file.memory.body);
    this.#drafts.set(id, { ...side, same: new Set([...this.#words.of(words), ...this.#withSameMeaning(side)]) });
    this.#words.add(words, id);
    this.#relations.add(`${id}.md`, file);
    this.#negations.add(id, file.memory.body);
  }

  #withSameMeaning({ id, file, meaning }: ComparedDraft): string[] {
    if (meaning === undefined) return [];
    const side: EmbeddedDraft = { id, file, meaning, signs: meaning.vectors.map(signBits) };
    const same = [...this.#embedded.values()].filter((other) => haveSameMeaning(side, other)).map((other) => other.id);
    if (this.#embedded.size < MOST_EMBEDDED) this.#embedded.set(id, side);
    return same;
  }

  #remove(id: string): void {
    const side = this.#drafts.get(id);
    if (side === undefined) return;
    this.#drafts.delete(id);
    for (const { same } of this.#drafts.values()) same.delete(id);
    this.#words.remove(normalizedWords(side.file.memory.body), (other) => other === id);
    this.#embedded.delete(id);
    this.#negations.remove(id);
  }
}

/** Whether every chunk of the shorter draft has a near chunk in the longer one. */
function haveSameMeaning(a: EmbeddedDraft, b: EmbeddedDraft): boolean {
  const [short, long] = a.meaning.vectors.length <= b.meaning.vectors.length ? [a, b] : [b, a];
  const { model, vectors } = short.meaning;
  const may = short.signs.every((one) =>
    long.signs.some((other) => mayReachCosine(one, other, model.duplicate, vectors[0]?.length ?? 0)),
  );
  return may && isSameMeaning(long.meaning, short.meaning) && !isSubstituted(a.file, b.file);
}

const draftGroups = memo((_: Drafts) => new LRUCache<StoreKey, DraftGroup>({ max: 4 }));

/** Relations among the drafts of one store, by id. Rejects when cancelled. */
export async function relateDrafts(
  drafts: Drafts,
  store: StoreKey,
  compared: readonly ComparedDraft[],
  slice: TimeSlice,
): Promise<DraftRelations> {
  const stores = draftGroups(drafts);
  const group = stores.get(store) ?? new DraftGroup();
  stores.set(store, group);
  return await group.update(compared, slice);
}
