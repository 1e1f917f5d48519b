/** Whether two memories are versions of one fact: one says that a thing is gone which the other uses, or its title tells the fact of the other again. */
import { memo } from '../memo.js';
import type { Statement } from '../parsed-store.js';
import { queryTerms } from '../search/terms.js';
import type { Range } from '../text.js';
import { firstLine } from '../text-edits.js';
import { type ComparedMemory, duplication, NAME_FILLER, profileOf } from './profile.js';
import { claimOfUse, replacementsIn, wordsIn } from './replacements.js';
import { isFiller, termOf } from './stem-words.js';

/** What each of two memories says. */
export interface Conflict {
  readonly a: Statement;
  readonly b: Statement;
}

/** What a memory says is replaced or gone. */
export const droppedIn = memo(({ memory }: ComparedMemory) => replacementsIn(memory.body));
const textOf = ({ memory }: ComparedMemory): string => `${memory.description}\n${memory.body}`;

/** One of them says that a thing is replaced or gone which the other one says is in use. Their titles have a word in common, two where the thing has no name of its own. */
export function denialBetween(a: ComparedMemory, b: ComparedMemory): Conflict | undefined {
  return droppedIn(a).length === 0 && droppedIn(b).length === 0
    ? undefined
    : deniedWith(a, b, sharedTerms(a, b).length);
}

/** The same whatever their titles: a new memory is not saved unasked beside one that it may deny. */
export const mayDeny = (a: ComparedMemory, b: ComparedMemory): boolean => deniedWith(a, b, Infinity) !== undefined;

/** @param shared words that their titles have in common */
function deniedWith(a: ComparedMemory, b: ComparedMemory, shared: number): Conflict | undefined {
  const denied = denialOf(a, b, shared);
  if (denied !== undefined) return { a: denied.gone, b: denied.used };
  const denies = denialOf(b, a, shared);
  return denies === undefined ? undefined : { a: denies.used, b: denies.gone };
}

function denialOf(
  by: ComparedMemory,
  of: ComparedMemory,
  shared: number,
): { readonly gone: Statement; readonly used: Statement } | undefined {
  for (const replacement of droppedIn(by)) {
    if (shared < (replacement.specific ? 1 : 2)) continue;
    const used = claimOfUse(replacement, textOf(of));
    if (used !== undefined) return { gone: statementIn(by, replacement.sentence), used: statementIn(of, used) };
  }
  return undefined;
}

const statementIn = (file: ComparedMemory, says: string): Statement => ({ says, range: placeOf(file, says) });

/** Of a sentence; a description that is quoted in another way is looked for at the top. */
function placeOf({ lines }: ComparedMemory, sentence: string): Range {
  for (let line = 0; line < lines.count; line++) {
    const from = lines.line(line).indexOf(sentence);
    if (from >= 0) return { start: { line, character: from }, end: { line, character: from + sentence.length } };
  }
  return firstLine(lines);
}

/** Content terms of name and description; of many the first and the last. */
export const titleTerms = memo(
  ({ memory }: ComparedMemory): ReadonlySet<string> => new Set(queryTerms(`${memory.name} ${memory.description}`)),
);

const nameTerms = memo(({ memory }: ComparedMemory): ReadonlySet<string> => new Set(queryTerms(memory.name)));

/** Words that the titles of a fact and of its retelling have in common at least. */
export const FEWEST_RETOLD = 2;

/** Terms that the titles of two versions share at least, and their share of the longer title: where one is named after the other, and where it is not. */
const NAMED = { terms: FEWEST_RETOLD, share: 0.2 };
const OTHERS = { terms: 3, share: 0.3 };

/** Stems of name and description, as names are compared. */
const titleStems = memo(
  (memory: ComparedMemory): ReadonlySet<string> =>
    new Set([...profileOf(memory).name, ...wordsIn(memory.memory.description).map(termOf)]),
);

const sharedTerms = (a: ComparedMemory, b: ComparedMemory): string[] => {
  const inB = titleTerms(b);
  return [...titleTerms(a)].filter((term) => inB.has(term));
};

/**
 * The titles of two memories that tell one fact again: the name of one is that of the other and more, as `refund-window-30` beside `refund-window`, and their
 * descriptions have a term in common as well; or the title of one has the whole name of the other and many of its terms. Of the recall benchmark 19 of 26 pairs of
 * an old and a new version, and none of the other 6,054 pairs of one project.
 */
export function retellingBetween(a: ComparedMemory, b: ComparedMemory): Conflict | undefined {
  return retells(a, b) ? { a: titleOf(a), b: titleOf(b) } : undefined;
}

const titleOf = (file: ComparedMemory): Statement => statementIn(file, file.memory.description || file.memory.name);

function retells(a: ComparedMemory, b: ComparedMemory): boolean {
  const shared = sharedTerms(a, b);
  const [one, other] = [profileOf(a).name, profileOf(b).name];
  if (shared.length < NAMED.terms || one.size === 0 || other.size === 0) return false;
  const longer = Math.max(titleTerms(a).size, titleTerms(b).size);
  const share = ({ terms, share: least }: typeof NAMED): boolean =>
    shared.length >= terms && shared.length >= longer * least;
  const isNamedAlike = isWithin(one, other) || isWithin(other, one);
  const isRetold = isNamedAlike
    ? share(NAMED) && shared.some((term) => isSubject(term) && !nameTerms(a).has(term) && !nameTerms(b).has(term))
    : share(OTHERS) && (isWithin(one, titleStems(b)) || isWithin(other, titleStems(a)));
  return isRetold && duplication(profileOf(a), profileOf(b)) === undefined;
}

const isSubject = (term: string): boolean => !isFiller(term) && !NAME_FILLER.has(term);

const isWithin = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  [...part].every((term) => whole.has(term));
