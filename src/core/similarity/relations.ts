/** Near-duplicates and contradictions among the memories of one store. */
import { isCurrentKnowledge } from '../file-kinds.js';
import { stemOf } from '../file-stem.js';
import type { ParsedFile } from '../parsed-file.js';
import type { Relation } from '../parsed-store.js';
import { type Claim, differenceOf } from './claims.js';
import { Postings } from './postings.js';
import {
  type ComparedMemory,
  duplication,
  isNamedAfter,
  type Profile,
  profileOf,
  sameSubject,
  sketchOf,
} from './profile.js';

/** Terms of a claim that are looked up: contradicting claims lack at most two of them. */
const TERMS_LOOKED_UP = 3;
/** Shared shingles of the sketch (of twelve) from which two texts are compared; near-duplicates share about eight. */
export const FEWEST_SHARED = 3;
/** More values in a sentence are a list. */
const MOST_VALUES = 2;

interface Posted {
  readonly path: string;
  readonly claim: Claim;
}

/**
 * The relations of a store, updated incrementally: only changed memories are compared. Candidates share a shingle, a
 * whole frame, or the rarest words of a claim.
 */
export class RelationIndex {
  readonly #profiles = new Map<string, Profile>();
  readonly #shingles = new Postings<number, string>();
  readonly #subjects = new Postings<number | string, Posted>();
  readonly #terms = new Postings<string, Posted>();
  readonly #pairs = new Map<string, Map<string, Relation>>();
  #all: readonly Relation[] | undefined;

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
    const near = new Map<string, number>();
    for (const shingle of sketchOf(profile))
      for (const other of this.#shingles.of(shingle)) near.set(other, (near.get(other) ?? 0) + 1);
    for (const [other, shared] of near)
      if (shared >= FEWEST_SHARED) this.#relate(path, other, duplicateOf(profile, this.#profiles.get(other)));
    for (const claim of profile.claims) {
      for (const posted of this.#candidates(claim)) {
        if (!this.#pairs.get(path)?.has(posted.path))
          this.#relate(
            path,
            posted.path,
            contradictionOf(profile, claim, this.#profiles.get(posted.path), posted.claim),
          );
      }
    }
    this.#profiles.set(path, profile);
    for (const shingle of sketchOf(profile)) this.#shingles.add(shingle, path);
    for (const claim of profile.claims) {
      const posted = { path, claim };
      for (const key of subjectsOf(claim)) this.#subjects.add(key, posted);
      if (isValued(claim)) for (const term of claim.frame) this.#terms.add(term, posted);
    }
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
    for (const claim of profile?.claims ?? []) {
      for (const key of subjectsOf(claim)) this.#subjects.remove(key, (posted) => posted.path === path);
      for (const term of claim.frame) this.#terms.remove(term, (posted) => posted.path === path);
    }
    for (const other of this.#pairs.get(path)?.keys() ?? []) this.#pairs.get(other)?.delete(path);
    if (this.#pairs.delete(path)) this.#all = undefined;
  }
}

/** The relation of two memories, whatever others there are; undefined when there is none. */
export function relationBetween(file: ComparedMemory, other: ComparedMemory): Relation | undefined {
  return duplicateOf(profileOf(file), profileOf(other)) ?? contradictionBetween(file, other);
}

/** The first claim of one memory that a claim of the other contradicts. */
export function contradictionBetween(file: ComparedMemory, other: ComparedMemory): Relation | undefined {
  const [a, b] = [profileOf(file), profileOf(other)];
  for (const claim of a.claims) {
    for (const against of b.claims) {
      const found = mayContradict(claim, against) ? contradictionOf(a, claim, b, against) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function mayContradict(a: Claim, b: Claim): boolean {
  const subjects = subjectsOf(b);
  return (isValued(a) && isValued(b)) || subjectsOf(a).some((key) => subjects.includes(key));
}

/** Whether it contains a value that another claim can contradict. */
export const isValued = ({ values, choice }: Claim): boolean =>
  choice === undefined && values.length > 0 && values.length <= MOST_VALUES;

/** Keys that contradicting claims share. */
export function subjectsOf({ key, choice }: Claim): readonly (number | string)[] {
  if (choice !== undefined) return [[choice.chosen, choice.refused].sort().join(' ')];
  return key === undefined ? [] : [key];
}

function duplicateOf(a: Profile, b: Profile | undefined): Relation | undefined {
  if (b === undefined || replaces(a.file, b.file) || replaces(b.file, a.file)) return undefined;
  const similarity = duplication(a, b);
  if (similarity === undefined) return undefined;
  const [newer, older] = inOrder(a, b);
  return { newer: newer.file.source.path, older: older.file.source.path, kind: 'duplicate', similarity };
}

function contradictionOf(a: Profile, claimA: Claim, b: Profile | undefined, claimB: Claim): Relation | undefined {
  if (b === undefined || replaces(a.file, b.file) || replaces(b.file, a.file)) return undefined;
  const difference = differenceOf(claimA, claimB);
  if (difference === undefined) return undefined;
  if (!sameSubject(a, b) && !(isNamedAfter(a, claimA) && isNamedAfter(b, claimB))) return undefined;
  const [newer, older] = inOrder(a, b);
  const [first, second] = [
    { range: claimA.range, says: difference.a },
    { range: claimB.range, says: difference.b },
  ];
  const common = [...claimA.frame].filter((term) => claimB.frame.includes(term)).length;
  return {
    newer: newer.file.source.path,
    older: older.file.source.path,
    kind: 'related',
    similarity: common / Math.max(claimA.frame.length, claimB.frame.length, 1),
    conflict: newer === a ? { newer: first, older: second } : { newer: second, older: first },
  };
}

function inOrder(a: Profile, b: Profile): readonly [newer: Profile, older: Profile] {
  const [x, y] = [a.file.memory, b.file.memory];
  return x.dateMs > y.dateMs || (x.dateMs === y.dateMs && x.path > y.path) ? [a, b] : [b, a];
}

/** Whether a memory says itself that it was written in place of another one. */
export const replaces = ({ memory }: ComparedMemory, { memory: old }: ComparedMemory): boolean =>
  memory.supersedes !== undefined &&
  [old.path, old.name, stemOf(old.path), old.ownId].includes(memory.supersedes.replace(/^\.\//, ''));

const byPath = (a: Relation, b: Relation): number => compare(a.older, b.older) || compare(a.newer, b.newer);

/** By UTF-16 units. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
