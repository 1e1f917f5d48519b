/** What of a memory is held against other memories: shingles of its text, the words of its name, its claims. */
import type { ParsedFile } from '../lint/rule.js';
import { nameWords, plainLine } from '../plain-text.js';
import { claimsOf, type Claim } from './claims.js';
import { isFiller, termOf, wordOf } from './words.js';

export interface Profile {
  readonly file: ParsedFile;
  /** Hashes of all runs of three words of the body. */
  readonly shingles: ReadonlySet<number>;
  /** The smallest of them: two texts that are nearly the same share most of these. */
  readonly sketch: readonly number[];
  /** Words of the body, lower case, in order. */
  readonly words: readonly string[];
  /** Stems of the telling words of the name. */
  readonly name: ReadonlySet<string>;
  /** Stems of name, description and body. */
  readonly terms: ReadonlySet<string>;
  readonly claims: readonly Claim[];
}

const MOST_WORDS = 3_000;
const SKETCH = 16;
const TOKEN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{L}\p{N}_][\p{L}\p{N}_.'’-]*/gu;
/** Words of names that say what kind of note it is, not what it is about. */
const NAME_FILLER = new Set(['user', 'feedback', 'project', 'reference', 'decision', 'context', 'failur', 'pattern', 'depend', 'note', 'updat', 'chang', 'new', 'old', 'current', 'rule', 'prefer', 'choic', 'config', 'configur', 'set', 'setup', 'memori', 'info', 'detail', 'final', 'latest', 'revis', 'v']);

const profiles = new WeakMap<ParsedFile, Profile>();

/** Worked out once for each parsed file. */
export function profileOf(file: ParsedFile): Profile {
  let profile = profiles.get(file);
  if (profile === undefined) profiles.set(file, (profile = makeProfile(file)));
  return profile;
}

function makeProfile(file: ParsedFile): Profile {
  const { memory, lines } = file;
  const words = bodyWords(memory.body);
  const name = new Set<string>();
  for (const word of nameWords(memory.name).split(' ')) {
    const term = termOf(word);
    if (term !== '' && !isFiller(word) && !NAME_FILLER.has(term) && !/^v\d+$/.test(term)) name.add(term);
  }
  const terms = new Set([...words.map(termOf), ...tokens(memory.description).map(termOf), ...name]);
  const shingles = shinglesOf(words);
  const sketch = [...shingles].sort((a, b) => a - b).slice(0, SKETCH);
  return { file, shingles, sketch, words, name, terms, claims: claimsOf(lines, memory.bodyLine) };
}

const tokens = (text: string): string[] => (text.match(TOKEN) ?? []).map((token) => token.toLowerCase().replace(/[.'’-]+$/, ''));

function bodyWords(body: string): string[] {
  const words: string[] = [];
  for (const line of body.split(/\r\n|\r|\n/)) {
    for (const token of tokens(plainLine(line))) words.push(token);
    if (words.length > MOST_WORDS) break;
  }
  return words.slice(0, MOST_WORDS);
}

/** FNV-1a over three words, spread so that the smallest are a fair sample. */
function shinglesOf(words: readonly string[]): Set<number> {
  const hashes = words.map(hash);
  const shingles = new Set<number>();
  for (let at = 0; at + 2 < hashes.length; at++) {
    let mixed = Math.imul((hashes[at] ?? 0) ^ 0x9e3779b9, 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13) ^ (hashes[at + 1] ?? 0), 0xc2b2ae35);
    mixed = Math.imul(mixed ^ (mixed >>> 16) ^ (hashes[at + 2] ?? 0), 0x27d4eb2f);
    shingles.add((mixed ^ (mixed >>> 15)) >>> 0);
  }
  return shingles;
}

function hash(word: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

const MOST_SHINGLES_APART = 0.3;
const FEWEST_SHINGLES = 6;

/** How alike two texts are, 0 to 1, when they say nearly the same; undefined when they do not, or are one text about two things. */
export function duplication(a: Profile, b: Profile): number | undefined {
  const [small, large] = a.shingles.size <= b.shingles.size ? [a, b] : [b, a];
  if (small.shingles.size < FEWEST_SHINGLES || small.shingles.size < large.shingles.size * (1 - MOST_SHINGLES_APART)) return undefined;
  let common = 0;
  for (const shingle of small.shingles) if (large.shingles.has(shingle)) common++;
  const similarity = common / (small.shingles.size + large.shingles.size - common);
  if (similarity < 1 - MOST_SHINGLES_APART) return undefined;
  const [onlyA, onlyB] = [telling(a, b), telling(b, a)];
  if (onlyA.length === 0 || onlyB.length === 0) return similarity;
  // Words that stand for one another: a pattern filled in twice when they are values, names or many.
  const filled = [...onlyA, ...onlyB].some((word) => /\d|[_./]/.test(word) || wordOf(word, '').kind === 'value' || a.name.has(termOf(word)) || b.name.has(termOf(word)));
  return filled || similarity < 0.85 ? undefined : similarity;
}

function telling(profile: Profile, other: Profile): string[] {
  const there = new Set(other.words);
  return [...new Set(profile.words)].filter((word) => !there.has(word) && !isFiller(word));
}

/** Whether two memories may be about one thing: what the one's name says and the other never does, the other's name must not do too. */
export function sameSubject(a: Profile, b: Profile): boolean {
  const foreign = (from: Profile, to: Profile): boolean => [...from.name].some((term) => !to.terms.has(term));
  return !foreign(a, b) || !foreign(b, a);
}
