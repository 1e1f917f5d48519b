/**
 * Words of other languages than English in a question: those without a subject, and the stem by which the forms of a word are told. The index has words as
 * they are written, because one memory has words of several languages; forms are looked up when a question asks for one.
 */
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stopwords as dutchWords } from '@orama/stopwords/dutch';
import { stopwords as finnishWords } from '@orama/stopwords/finnish';
import { stopwords as frenchWords } from '@orama/stopwords/french';
import { stopwords as germanWords } from '@orama/stopwords/german';
import { stopwords as greekWords } from '@orama/stopwords/greek';
import { stopwords as russianWords } from '@orama/stopwords/russian';
import { stopwords as spanishWords } from '@orama/stopwords/spanish';
import { stopwords as swedishWords } from '@orama/stopwords/swedish';

import { foldCase, foldMarks } from './folding.js';

/** BCP 47 primary tags. */
export type Inflected = 'de' | 'el' | 'es' | 'fi' | 'fr' | 'he' | 'nl' | 'ru' | 'sv';

/** The short i, which folding has made a plain one, as it ends a word: the endings that the stemmer knows have it. */
const SHORT_I = /(?<=[аеиоуыэюя])и$/;

/** Letters of Hebrew that are written before a word (the, and, in, to, from, as, that), and endings of the plural and of women's forms. */
const HEBREW_PREFIX = /^[הובכלמש](?=.{3})/;
const HEBREW_SUFFIX = /(?<=.{3})(?:ים|ות|ה|ת)$/;

function hebrew(word: string): string {
  let stem = word.replace(HEBREW_SUFFIX, '');
  while (HEBREW_PREFIX.test(stem)) stem = stem.slice(1);
  return stem;
}

const STEMMERS: Readonly<Record<Inflected, (word: string) => string>> = {
  de: german,
  el: greek,
  es: spanish,
  fi: finnish,
  fr: french,
  he: hebrew,
  nl: dutch,
  ru: (word) => russian(word.replace(SHORT_I, 'й')),
  sv: swedish,
};

/** The list has the whole alphabet, and these alone are words: `plan b` is not Spanish, and b is what it is about. */
const SPANISH_LETTERS = /^[aeouy]$/;

const STOP_WORDS: Readonly<Partial<Record<Inflected, readonly string[]>>> = {
  de: germanWords,
  el: greekWords,
  es: spanishWords.filter((word) => word.length > 1 || SPANISH_LETTERS.test(word)),
  fi: finnishWords,
  fr: frenchWords,
  nl: dutchWords,
  ru: russianWords,
  sv: swedishWords,
};

/** Languages that are told by their letters alone. */
const SCRIPTS: readonly (readonly [RegExp, Inflected])[] = [
  [/^\p{Script=Cyrillic}/u, 'ru'],
  [/^\p{Script=Greek}/u, 'el'],
  [/^\p{Script=Hebrew}/u, 'he'],
];
const LATIN = ['de', 'es', 'fi', 'fr', 'nl', 'sv'] as const;

const folded = new Map<Inflected, ReadonlySet<string>>();

function stopWordsOf(language: Inflected): ReadonlySet<string> {
  const known = folded.get(language);
  if (known) return known;
  const words = new Set((STOP_WORDS[language] ?? []).map((word) => foldCase(foldMarks(word))));
  folded.set(language, words);
  return words;
}

/**
 * The language in Latin letters whose words without a subject are the most in a question, when they are more than the English ones.
 * @param words folded
 * @param english how many of them are English stop words
 */
export function latinLanguage(words: readonly string[], english: number): Inflected | undefined {
  let [most, found]: [number, Inflected | undefined] = [english, undefined];
  for (const language of LATIN) {
    const count = words.filter((word) => stopWordsOf(language).has(word)).length;
    if (count > most) [most, found] = [count, language];
  }
  return found;
}

/**
 * The language whose forms a word of a question has.
 * @param word folded
 * @param latin of the question, see {@link latinLanguage}
 */
export const languageOfWord = (word: string, latin: Inflected | undefined): Inflected | undefined =>
  SCRIPTS.find(([script]) => script.test(word))?.[1] ?? (/^\p{Script=Latin}+$/u.test(word) ? latin : undefined);

export const hasNoSubject = (word: string, language: Inflected | undefined): boolean =>
  language !== undefined && stopWordsOf(language).has(word);

/** @param word folded */
export const inflectedStem = (word: string, language: Inflected): string => STEMMERS[language](word);
