/** The profile of a memory for comparisons: shingles of its text, words of its name, claims. */
import { nameWords } from '../markdown/plain-text.js';
import { memo } from '../memo.js';
import type { Memory } from '../memory.js';
import { isAscii, type TextLines } from '../text.js';
import { type Claim, claimsOf } from './claims.js';
import { isFiller, termOf, wordHash, wordOf } from './stem-words.js';

/** As much of a memory as is compared: a parsed file has it. */
export interface ComparedMemory {
  readonly source: { readonly path: string };
  readonly lines: TextLines;
  readonly memory: Pick<
    Memory,
    'path' | 'name' | 'ownId' | 'description' | 'body' | 'bodyLine' | 'dateMs' | 'supersedes'
  >;
}

export interface Profile {
  readonly file: ComparedMemory;
  /** Hashes of all word trigrams of the body, distinct, ascending. */
  readonly shingles: Uint32Array;
  /** Words of the body, lower case, in order; computed on each access, since few memories are compared word by word. */
  readonly words: readonly string[];
  /** Stems of the content words of the name. */
  readonly name: ReadonlySet<string>;
  readonly claims: readonly Claim[];
}

const MOST_WORDS = 1_500;
const SKETCH = 12;
const ASCII_TOKEN = /[a-z0-9_][\w.'-]*/g;
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{L}\p{N}_][\p{L}\p{N}_.'’-]*/gu;
/** UTF-16 units of a body that are read. */
const LONGEST_BODY = 20_000;
/** Words of names that describe the kind of a note, not its subject. */
export const NAME_FILLER: ReadonlySet<string> = new Set([
  'user',
  'feedback',
  'project',
  'reference',
  'decision',
  'context',
  'failur',
  'pattern',
  'depend',
  'note',
  'updat',
  'chang',
  'new',
  'old',
  'current',
  'rule',
  'prefer',
  'choic',
  'config',
  'configur',
  'set',
  'setup',
  'memori',
  'info',
  'detail',
  'final',
  'latest',
  'revis',
  'v',
]);

const shinglesOfFile = memo((file: ComparedMemory): Uint32Array => shinglesOf(wordsOf(file)));
/** Cached per file. */
export const claimsOfFile = memo(({ lines, memory }: ComparedMemory): readonly Claim[] =>
  claimsOf(lines, memory.bodyLine),
);

/** Cached per file; shingles and claims are made when they are asked for. */
export const profileOf = memo((file: ComparedMemory): Profile => {
  const { memory } = file;
  const name = new Set<string>();
  for (const word of nameWords(memory.name).split(' ')) {
    const term = termOf(word);
    if (term !== '' && !isFiller(word) && !NAME_FILLER.has(term) && !/^v\d+$/.test(term)) name.add(term);
  }
  return {
    file,
    get words() {
      return wordsOf(file);
    },
    get shingles() {
      return shinglesOfFile(file);
    },
    name,
    get claims() {
      return claimsOfFile(file);
    },
  };
});

const wordsOf = ({ memory }: ComparedMemory): readonly string[] => wordsOfBody(memory.body);
const wordsOfBody = (body: string): readonly string[] => tokens(body.slice(0, LONGEST_BODY)).slice(0, MOST_WORDS);

/** MinHash sketch: the smallest shingles, most of which near-duplicates share. */
export const sketchOf = ({ shingles }: Pick<Profile, 'shingles'>): Uint32Array => shingles.subarray(0, SKETCH);

/** The sketch of a memory with this body. */
export const sketchOfBody = (body: string): Uint32Array => sketchOf({ shingles: shinglesOf(wordsOfBody(body)) });

function tokens(text: string): string[] {
  const lower = text.toLowerCase();
  const found: string[] = lower.match(isAscii(lower) ? ASCII_TOKEN : TOKEN) ?? [];
  return found.map((token) => (/[.'’-]$/.test(token) ? token.replace(/[.'’-]+$/, '') : token));
}

/** Stems of name, description and body. */
const termsOf = memo(
  ({ words, file, name }: Profile): ReadonlySet<string> =>
    new Set([...[...words, ...tokens(file.memory.description)].map(termOf), ...name]),
);

/** Hashes of word trigrams, mixed so that the smallest are a fair sample. */
function shinglesOf(words: readonly string[]): Uint32Array {
  const hashes = words.map(wordHash);
  const shingles = new Uint32Array(Math.max(0, words.length - 2));
  for (let at = 0; at + 2 < hashes.length; at++) {
    let mixed = Math.imul((hashes[at] ?? 0) ^ 0x9e3779b9, 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13) ^ (hashes[at + 1] ?? 0), 0xc2b2ae35);
    mixed = Math.imul(mixed ^ (mixed >>> 16) ^ (hashes[at + 2] ?? 0), 0x27d4eb2f);
    shingles[at] = mixed ^ (mixed >>> 15);
  }
  shingles.sort();
  let count = 0;
  for (const shingle of shingles) if (count === 0 || shingles[count - 1] !== shingle) shingles[count++] = shingle;
  return shingles.slice(0, count);
}

const MOST_SHINGLES_APART = 0.3;
const FEWEST_SHINGLES = 6;

/** Similarity of near-duplicates, 0 to 1; undefined when they are none, or are the same template about two things. */
export function duplication(a: Profile, b: Profile): number | undefined {
  const [small, large] = a.shingles.length <= b.shingles.length ? [a, b] : [b, a];
  if (
    small.shingles.length < FEWEST_SHINGLES ||
    small.shingles.length < large.shingles.length * (1 - MOST_SHINGLES_APART)
  )
    return undefined;
  const common = countCommon(small.shingles, large.shingles);
  const similarity = common / (small.shingles.length + large.shingles.length - common);
  if (similarity < 1 - MOST_SHINGLES_APART) return undefined;
  const [onlyA, onlyB] = [contentWordsMissingIn(a, b), contentWordsMissingIn(b, a)];
  if (onlyA.length === 0 || onlyB.length === 0) return similarity;
  // Differing words: a template filled in twice when they are values, names or many.
  const filled = [...onlyA, ...onlyB].some(
    (word) =>
      /\d|[_./]/.test(word) ||
      wordOf(word, '').kind === 'value' ||
      a.name.has(termOf(word)) ||
      b.name.has(termOf(word)),
  );
  return filled || similarity < 0.85 ? undefined : similarity;
}

function countCommon(a: Uint32Array, b: Uint32Array): number {
  let [common, i, j] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i] ?? 0, b[j] ?? 0];
    if (x === y) common++;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return common;
}

function contentWordsMissingIn(profile: Profile, other: Profile): string[] {
  const there = new Set(other.words);
  return [...new Set(profile.words)].filter((word) => !there.has(word) && !isFiller(word));
}

/** Whether two memories may share a subject: not when each name has a word that the other memory lacks. */
export function sameSubject(a: Profile, b: Profile): boolean {
  const foreign = (from: Profile, to: Profile): boolean => [...from.name].some((term) => !termsOf(to).has(term));
  return !foreign(a, b) || !foreign(b, a);
}

/** Words of a name from which it may be a sentence. */
const FEWEST_IN_SENTENCE = 3;

/** Whether the name of a memory was made of a claim: then it repeats the claim's values and tells no subject apart. */
export function isNamedAfter({ name }: Profile, { frame, values }: Claim): boolean {
  const words = new Set([...frame, ...values.map(({ value }) => termOf(value))]);
  return name.size >= FEWEST_IN_SENTENCE && [...name].every((term) => words.has(term));
}
