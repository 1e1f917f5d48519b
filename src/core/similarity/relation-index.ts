/** Near-duplicates and contradictions among the memories of one store. */
import { isCurrentKnowledge } from '../file-kinds.js';
import type { ParsedFile } from '../parsed-file.js';
import type { Relation } from '../parsed-store.js';
import type { Claim } from './claims.js';
import { Postings } from './postings.js';
import { type Profile, profileOf, sketchOf } from './profile.js';
import { contradictionOf, duplicateOf, isValued, subjectsOf, versionRelation } from './relations.js';
import { droppedIn, FEWEST_RETOLD, titleTerms } from './versions.js';

/** Terms of a claim that are looked up: contradicting claims lack at most two of them. */
const TERMS_LOOKED_UP = 3;
/** Shared shingles of the sketch (of twelve) from which two texts are compared; near-duplicates share about eight. */
export const FEWEST_SHARED = 3;
/** Titles from which on a word of theirs tells no two apart. */
const MOST_TITLES = 200;

interface Posted {
  readonly path: string;
  readonly claim: Claim;
}

/**
 * The relations of a store, updated incrementally: only changed memories are compared. Candidates share a shingle, a
 * whole frame, the rarest words of a claim, or words of the title.
 */
export class RelationIndex {
  readonly #profiles = new Map<string, Profile>();
  readonly #shingles = new Postings<number, string>();
  readonly #subjects = new Postings<number | string, Posted>();
  readonly #terms = new Postings<string, Posted>();
  readonly #titles = new Postings<string, string>(MOST_TITLES);
  readonly #pairs = new Map<string, Map<string, Relation>>();
  readonly #named: boolean;
  #all: readonly Relation[] | undefined;

  /** @param named whether names were given: one that is made of the text tells no subject */
  constructor({ named = true }: { readonly named?: boolean } = {}) {
    this.#named = named;
  }

  /** Each pair once, ordered by the path of the older memory. The same array while nothing changed. */
  update(files: ReadonlyMap<string, ParsedFile>): readonly Relation[] {
    for (const [path, { file }] of this.#profiles) if (files.get(path) !== file) this.#remove(path);
    for (const [path, file] of files)
      if (!this.#profiles.has(path) && isCurrentKnowledge(file)) this.#add(path, profileOf(file));
    this.#all ??= [...new Set([...this.#pairs.values()].flatMap((pairs) => [...pairs.values()]))].sort(byPath);
    return this.#all;
  }

  /** Number of memories that were not compared yet. */
  pending(files: ReadonlyMap<string, ParsedFile>): number {
    let unknown = 0;
    for (const [path, file] of files)
      if (this.#profiles.get(path)?.file !== file && isCurrentKnowledge(file)) unknown++;
    return unknown;
  }

  /** Adds one memory; {@link update} then has less to do. */
  add(path: string, file: ParsedFile): void {
    const known = this.#profiles.get(path);
    if (known?.file === file || !isCurrentKnowledge(file)) return;
    if (known) this.#remove(path);
    this.#add(path, profileOf(file));
  }

  /** The relations of a memory that is not in the index, without adding it. Its path must be new. */
  relationsOf(path: string, file: ParsedFile): readonly Relation[] {
    if (!isCurrentKnowledge(file)) return [];
    const all = this.#all;
    this.#add(path, profileOf(file));
    const found = [...(this.#pairs.get(path)?.values() ?? [])];
    this.#remove(path);
    this.#all = all;
    return found;
  }

  #add(path: string, profile: Profile): void {
    this.#relateDuplicates(path, profile);
    this.#relateClaims(path, profile);
    this.#relateVersions(path, profile);
    this.#profiles.set(path, profile);
    for (const shingle of sketchOf(profile)) this.#shingles.add(shingle, path);
    for (const term of titleTerms(profile.file)) this.#titles.add(term, path);
    for (const claim of profile.claims) {
      const posted = { path, claim };
      for (const key of subjectsOf(claim)) this.#subjects.add(key, posted);
      if (isValued(claim)) for (const term of claim.frame) this.#terms.add(term, posted);
    }
  }

  #relateDuplicates(path: string, profile: Profile): void {
    for (const [other, shared] of counted(sketchOf(profile), this.#shingles)) {
      const against = this.#profiles.get(other);
      if (shared >= FEWEST_SHARED && against) this.#relate(path, other, duplicateOf(profile, against));
    }
  }

  #relateClaims(path: string, profile: Profile): void {
    for (const claim of profile.claims)
      for (const { path: other, claim: against } of this.#candidates(claim)) {
        const of = this.#profiles.get(other);
        if (of && !this.#isRelated(path, other))
          this.#relate(path, other, contradictionOf(profile, claim, of, against));
      }
  }

  #relateVersions(path: string, profile: Profile): void {
    const denies = droppedIn(profile.file).length > 0;
    for (const [other, shared] of counted(titleTerms(profile.file), this.#titles)) {
      const of = this.#profiles.get(other);
      if (of === undefined || this.#isRelated(path, other)) continue;
      if (denies || shared >= FEWEST_RETOLD || droppedIn(of.file).length > 0) {
        const relation = versionRelation(profile, of);
        if (this.#named || relation?.kind !== 'retold') this.#relate(path, other, relation);
      }
    }
  }

  #isRelated(path: string, other: string): boolean {
    return this.#pairs.get(path)?.has(other) ?? false;
  }

  #candidates(claim: Claim): Set<Posted> {
    const found = new Set<Posted>();
    for (const key of subjectsOf(claim)) for (const posted of this.#subjects.of(key)) found.add(posted);
    if (!isValued(claim)) return found;
    const terms = [...claim.frame]
      .sort((a, b) => this.#terms.count(a) - this.#terms.count(b))
      .slice(0, TERMS_LOOKED_UP);
    for (const term of terms) for (const posted of this.#terms.of(term)) found.add(posted);
    return found;
  }

  #relate(path: string, other: string, relation: Relation | undefined): void {
    if (relation === undefined) return;
    this.#all = undefined;
    for (const [from, to] of [
      [path, other],
      [other, path],
    ] as const) {
      const pairs = this.#pairs.get(from) ?? new Map<string, Relation>();
      this.#pairs.set(from, pairs.set(to, relation));
    }
  }

  #remove(path: string): void {
    const profile = this.#profiles.get(path);
    this.#profiles.delete(path);
    for (const shingle of profile ? sketchOf(profile) : []) this.#shingles.remove(shingle, (other) => other === path);
    for (const term of profile ? titleTerms(profile.file) : []) this.#titles.remove(term, (other) => other === path);
    for (const claim of profile?.claims ?? []) {
      for (const key of subjectsOf(claim)) this.#subjects.remove(key, (posted) => posted.path === path);
      for (const term of claim.frame) this.#terms.remove(term, (posted) => posted.path === path);
    }
    for (const other of this.#pairs.get(path)?.keys() ?? []) this.#pairs.get(other)?.delete(path);
    if (this.#pairs.delete(path)) this.#all = undefined;
  }
}

/** How many of the keys each value has. */
function counted<K>(keys: Iterable<K>, postings: Postings<K, string>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const key of keys) for (const value of postings.of(key)) found.set(value, (found.get(value) ?? 0) + 1);
  return found;
}

const byPath = (a: Relation, b: Relation): number => compare(a.older, b.older) || compare(a.newer, b.newer);

/** By UTF-16 units. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
