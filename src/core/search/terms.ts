/**
 * Search terms: what is indexed of a text and looked up of a question. Both sides fold alike, so a term is an opaque
 * string of letters and digits. Time is linear in the text.
 */
import { stemmer } from 'stemmer';

import { isAscii } from '../text.js';
import { foldCase, foldMarks } from './folding.js';
import { hasNoSubject, type Inflected, languageOfWord, latinLanguage } from './inflections.js';
import { arabicStem, isArabic, plainCharacters } from './script-folding.js';

/** UTF-16 units; longer words (encoded data, mostly) are cut. */
const LONGEST_TERM = 64;
/** UTF-16 units of one unbroken run that are read. */
const LONGEST_RUN = 2_000;
const MAX_QUERY_TERMS = 64;

/** A word; or a sign that is a term as a whole: a picture, a flag, the name of C++, C# or F#. */
const RUN =
  /(?<![\p{L}\p{N}\p{M}_])[CFcf](?:\+\+|#)(?![\p{Script=Latin}\p{N}_+#])|\p{RI}{2}|\p{Extended_Pictographic}|[\p{L}\p{N}\p{M}_]+/gu;
/** The same in plain ASCII, where nothing has to be folded and no script is without blanks. */
const ASCII_RUN = /(?<!\w)[CFcf](?:\+\+|#)(?![\w+#])|\w+/g;
const SIGN = /[^\p{L}\p{N}\p{M}_]/u;
/** Scripts written without blanks between words, and Hangul, whose words carry their particles. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々〆ー]+/gu;
const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}]+/gu;

/** English words without a subject; contractions are listed by their parts. */
const STOP_WORDS = new Set(
  (
    'a about all am an and any are as at be been being but by can could d did do does doing don for from had has have having he her here hers him his how i if in into is it its ' +
    'just ll m me more most my no nor of on or our ours out over own re s same shall she should so some such t than that the their theirs them then there these they this those ' +
    'through to too under until up ve very was we were what when where which while who whom why will with would you your yours'
  ).split(' '),
);

const stem = (word: string): string =>
  /^[a-z]{3,}$/.test(word) ? stemmer(word) : isArabic(word) ? arabicStem(word) : word;
const cut = (word: string): string => {
  if (word.length <= LONGEST_TERM) return word;
  const end = /[\ud800-\udbff]/.test(word.charAt(LONGEST_TERM - 1)) ? LONGEST_TERM - 1 : LONGEST_TERM;
  return word.slice(0, end);
};

/** One word (folded marks, original case), a sign, or a run of a script without blanks. */
interface Segment {
  readonly text: string;
  readonly is: 'word' | 'sign' | 'unspaced';
}

function segmentsOf(text: string): Iterable<Segment> {
  if (isAscii(text)) return (text.match(ASCII_RUN) ?? []).map(spacedSegment);
  return foldedSegments(text);
}

const spacedSegment = (text: string): Segment => ({ text, is: SIGN.test(text) ? 'sign' : 'word' });

function* foldedSegments(text: string): Generator<Segment> {
  for (const [run] of foldMarks(text).matchAll(RUN)) {
    let at = 0;
    for (const match of run.matchAll(UNSPACED)) {
      if (match.index > at) yield spacedSegment(run.slice(at, match.index));
      yield { text: match[0], is: 'unspaced' };
      at = match.index + match[0].length;
    }
    if (at < run.length) yield spacedSegment(run.slice(at));
  }
}

/** Terms of recent words: the same few thousand words make up most text. Cleared when full. */
const wordCache = new Map<string, readonly string[]>();
const MAX_CACHED_WORDS = 20_000;
const LONGEST_CACHED_WORD = 32;

function wordTerms(word: string): readonly string[] {
  const known = wordCache.get(word);
  if (known) return known;
  const terms = splitWord(word);
  if (word.length > LONGEST_CACHED_WORD) return terms;
  if (wordCache.size >= MAX_CACHED_WORDS) wordCache.clear();
  wordCache.set(word, terms);
  return terms;
}

const partsOf = (word: string): string[] =>
  word
    .slice(0, LONGEST_RUN)
    .split('_')
    .flatMap((part) => part.match(PARTS) ?? []);

/** `getUser_name2` -> get user name 2 getusername2; a plain word gives itself alone. */
function splitWord(word: string): string[] {
  const parts = partsOf(word);
  const whole = foldCase(parts.join(''));
  if (whole === '') return [];
  if (parts.length === 1) return [cut(stem(whole))];
  const folded = parts.map(foldCase).filter((part) => part.length > 1 || /\p{N}/u.test(part));
  const terms = folded.map((part) => cut(stem(part)));
  return whole.length <= LONGEST_TERM ? [...terms, stem(whole)] : terms;
}

/** `C++` -> c c++, as `C` is found in it as well; a picture gives itself. */
function signTerms(sign: string): string[] {
  const whole = foldCase(sign);
  return /^[cf]/.test(whole) ? [whole.slice(0, 1), whole] : [whole];
}

const spacedTerms = ({ text, is }: Segment): readonly string[] => (is === 'sign' ? signTerms(text) : wordTerms(text));

function bigrams(characters: readonly string[]): string[] {
  const pairs: string[] = [];
  for (let i = 0; i + 1 < characters.length; i++) pairs.push(`${characters[i] ?? ''}${characters[i + 1] ?? ''}`);
  return pairs;
}

const PAIR = new RegExp(`^(?:${UNSPACED.source.slice(0, -1)}){2}$`, 'u');

/** Whether a term is a pair of characters of a script without blanks. */
export const isPair = (term: string): boolean => PAIR.test(term);

/** Raised with every change of what is written into an index: indexes of another version are read anew. */
export const TERMS_VERSION = 6;

/**
 * Terms of a text to be indexed, in the order of the text, repeated as often as they occur: words folded and stemmed,
 * identifiers whole and in parts, scripts without blanks as single characters and as pairs, pictures as they are.
 */
export function documentTerms(text: string): string[] {
  const terms: string[] = [];
  for (const segment of segmentsOf(text)) {
    if (segment.is === 'unspaced') {
      const characters = plainCharacters(segment.text);
      for (const term of characters) terms.push(term);
      for (const term of bigrams(characters)) terms.push(term);
    } else {
      for (const term of spacedTerms(segment)) terms.push(term);
    }
  }
  return terms;
}

/**
 * Terms of a quoted phrase, cut into rows that are adjacent in {@link documentTerms}: words that follow each other, and the single
 * characters of a run without blanks (its pairs come after them).
 */
export function phraseTerms(text: string): string[][] {
  const parts: string[][] = [];
  let open: string[] | undefined;
  for (const segment of segmentsOf(text)) {
    if (segment.is === 'unspaced') {
      parts.push(plainCharacters(segment.text));
      open = undefined;
    } else {
      if (open === undefined) parts.push((open = []));
      open.push(...spacedTerms(segment));
    }
  }
  return parts.filter((part) => part.length > 0);
}

/**
 * Terms of a question, each once, of more than 64 the first and the last 32: like {@link documentTerms}, but scripts without blanks as pairs alone (a
 * lone character as itself) and without English stop words, unless nothing else is left.
 */
export function queryTerms(query: string): string[] {
  const { stopWords, content } = termsByKind(query);
  const terms = [...(content.size > 0 ? content : stopWords)];
  return terms.length <= MAX_QUERY_TERMS
    ? terms
    : [...terms.slice(0, MAX_QUERY_TERMS / 2), ...terms.slice(-MAX_QUERY_TERMS / 2)];
}

/** A term of a question with the word that it represents. */
export interface QueryWord {
  /** Marks and case folded, not stemmed. */
  readonly word: string;
  /** Whether it ends the question: the end of a word that is still being typed. */
  readonly isLast: boolean;
  /** Whose forms of the word are looked up too; undefined for English, which the index has as stems. */
  readonly language?: Inflected | undefined;
}

/** The word of each of a question's {@link queryTerms}; undefined for pairs of characters, pictures and numbers, which begin no longer word. */
export function queryWords(query: string, terms: readonly string[]): readonly (QueryWord | undefined)[] {
  const words = new Map<string, QueryWord>();
  const latin = latinLanguageOf(query);
  const note = (parts: readonly string[], isLast: boolean): void => {
    for (const part of parts.map(foldCase))
      if (part.length <= LONGEST_TERM && /\p{L}/u.test(part))
        words.set(stem(part), {
          word: isArabic(part) ? arabicStem(part) : part,
          isLast,
          language: languageOfWord(part, latin),
        });
  };
  let last: Segment | undefined;
  for (const segment of segmentsOf(query)) {
    last = segment;
    if (segment.is === 'word') note([...partsOf(segment.text), partsOf(segment.text).join('')], false);
  }
  if (last?.is === 'word') note([...partsOf(last.text).slice(-1), partsOf(last.text).join('')], true);
  return terms.map((term) => words.get(term));
}

export interface WordCount {
  /** Number of words. In scripts without blanks between words each character is one; pictures are none. */
  readonly words: number;
  /** Those of them that are English stop words. */
  readonly stopWords: number;
  /** ASCII signs that are neither letters nor digits. */
  readonly marks: number;
}

export function countWords(text: string): WordCount {
  let [words, stopWords] = [0, 0];
  for (const segment of segmentsOf(text)) {
    if (segment.is === 'unspaced') words += [...segment.text].length;
    else if (segment.is === 'word' || /^[CFcf]/.test(segment.text)) words += 1;
    if (isStopWord(segment.text)) stopWords += 1;
  }
  return { words, stopWords, marks: text.match(/[!-/:-@[-`{-~]/g)?.length ?? 0 };
}

const isStopWord = (word: string): boolean => STOP_WORDS.has(foldCase(word));

/** English words without a subject count that much in a text of which it has to be certain: people put words of their own language into English ones. */
const CERTAIN_SHARE = 1.5;

/** Whether a text is certainly in another language in Latin letters: it has two words at least that only such languages have, and few of the English ones. */
export function isInAnotherLanguage(text: string): boolean {
  const words = wordsIn(text).filter(({ length }) => length > 1);
  return latinLanguage(words, Math.max(1, CERTAIN_SHARE * words.filter(isStopWord).length)) !== undefined;
}

const wordsIn = (text: string): string[] =>
  [...segmentsOf(text)].filter(({ is }) => is === 'word').map(({ text: word }) => foldCase(word));

/** Language of a question in Latin letters, told by its words without a subject; undefined for English. */
function latinLanguageOf(query: string): Inflected | undefined {
  const words = wordsIn(query);
  return latinLanguage(words, words.filter(isStopWord).length);
}

/** A letter by itself (in Chinese and Korean it can be a word), or a number of one or two digits: some memory has it for any question. */
const TOO_COMMON = /^(?:(?![\p{Script=Han}\p{Script=Hangul}])\p{L}|\p{N}{1,2})$/u;

/** Whether a question has a word other than English stop words, lone letters and small numbers. */
export const hasContentWord = (query: string): boolean =>
  [...termsByKind(query).content].some((term) => !TOO_COMMON.test(term));

function termsByKind(query: string): {
  readonly stopWords: ReadonlySet<string>;
  readonly content: ReadonlySet<string>;
} {
  const stopWords = new Set<string>();
  const content = new Set<string>();
  const latin = latinLanguageOf(query);
  for (const segment of segmentsOf(query)) {
    if (segment.is === 'unspaced') {
      const characters = plainCharacters(segment.text);
      for (const term of characters.length === 1 ? characters : bigrams(characters)) content.add(term);
    } else {
      const word = foldCase(segment.text);
      const stop = (latin === undefined && isStopWord(word)) || hasNoSubject(word, languageOfWord(word, latin));
      const terms = spacedTerms(segment);
      for (const term of segment.is === 'sign' ? terms.slice(-1) : terms) (stop ? stopWords : content).add(term);
    }
  }
  return { stopWords, content };
}
