/**
 * Keys by which memories that say the same as another, or contradict it, are found without reading all of them: the search index has the memories of
 * each key. What is found is compared word for word afterwards.
 */
import { TextLines } from '../text.js';
import { type Claim, claimsOf } from './claims.js';
import { sketchOfBody } from './profile.js';
import { FEWEST_SHARED } from './relation-index.js';
import { isValued, subjectsOf } from './relations.js';
import { replacementsIn, wordsIn } from './replacements.js';
import { wordHash } from './stem-words.js';

/** Raised with every change of the keys: those of another version are made anew. */
export const LIKENESS_VERSION = 1;
/** A key that more memories of a store have tells nothing. */
export const MOST_ALIKE = 40;
/** Terms of a claim that one against it lacks at most. */
const TERMS_LACKED = 2;
/** Distinct words of a new memory that are looked up among what others say is gone. */
const MOST_WORDS = 1_000;

/** Letters and digits in lower case. The first letter tells the kind of key. */
export type LikenessKey = string;

const key = (kind: string, of: string | number): LikenessKey =>
  `${kind}${(typeof of === 'number' ? of >>> 0 : wordHash(of)).toString(36)}`;

/** The words of a text in lower case, without punctuation. */
export const normalizedWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{S}\p{M}]+/gu, ' ')
    .trim();

const wordsKey = (body: string): LikenessKey => key('w', normalizedWords(body));
const shingleKeys = (body: string): LikenessKey[] => [...sketchOfBody(body)].map((one) => key('s', one));
const subjectKeys = (claim: Claim): LikenessKey[] => subjectsOf(claim).map((subject) => key('c', subject));

/** Claims with values contradict each other only where the values are of the same kinds, so these belong to the key. */
function termKeys(claim: Claim): LikenessKey[] {
  if (!isValued(claim)) return [];
  const kinds = claim.values.map(({ of }) => of).join('|');
  return claim.frame.map((term) => key('t', `${kinds}|${term}`));
}

const goneKey = (word: string): LikenessKey => key('g', word);

/** The keys of a memory with this body. */
export function likenessKeys(body: string): LikenessKey[] {
  const claims = claimsOf(new TextLines(body), 0);
  const gone = replacementsIn(body).map(({ dropped: [first = ''] }) => goneKey(first));
  return [
    ...new Set([
      wordsKey(body),
      ...shingleKeys(body),
      ...claims.flatMap((claim) => [...subjectKeys(claim), ...termKeys(claim)]),
      ...gone,
    ]),
  ];
}

/** What to look up for a new memory, and which of the memories found have to be compared with it. */
export interface LikenessQuery {
  readonly keys: readonly LikenessKey[];
  /** `found`: paths by key, at most {@link MOST_ALIKE} and one more. */
  choose(found: ReadonlyMap<LikenessKey, readonly string[]>): ReadonlySet<string>;
}

export function likenessQuery(body: string): LikenessQuery {
  const claims = claimsOf(new TextLines(body), 0);
  const shingles = shingleKeys(body);
  const single = new Set([wordsKey(body), ...claims.flatMap(subjectKeys), ...wordsPossiblyGone(body).map(goneKey)]);
  const terms = claims.map(termKeys);
  return {
    keys: [...new Set([...single, ...shingles, ...terms.flat()])],
    choose: (found) => {
      const of = (one: LikenessKey): readonly string[] => {
        const paths = found.get(one) ?? [];
        return paths.length > MOST_ALIKE ? [] : paths;
      };
      const chosen = new Set([...single].flatMap(of));
      for (const path of sharing(shingles.map(of), FEWEST_SHARED)) chosen.add(path);
      for (const claim of terms) {
        const known = claim.map(of).filter((paths) => paths.length > 0);
        const common = claim.filter((one) => (found.get(one)?.length ?? 0) > MOST_ALIKE).length;
        for (const path of sharing(known, Math.max(1, claim.length - common - TERMS_LACKED))) chosen.add(path);
      }
      return chosen;
    },
  };
}

/** Words that a memory uses which another may say are gone; the last word of such a name may be a plural here. */
function wordsPossiblyGone(body: string): string[] {
  const words = new Set<string>();
  for (const word of wordsIn(body)) {
    if (words.size >= MOST_WORDS) break;
    words.add(word);
    if (word.endsWith('s')) words.add(word.slice(0, -1));
  }
  return [...words];
}

/** Paths that are in so many of the lists, or more. */
function sharing(lists: readonly (readonly string[])[], fewest: number): string[] {
  const times = new Map<string, number>();
  for (const path of lists.flat()) times.set(path, (times.get(path) ?? 0) + 1);
  return [...times].flatMap(([path, count]) => (count >= fewest ? [path] : []));
}
