/** Folding of letters: what is written in several ways becomes one, before words are cut and stemmed. */
import { withoutInvisible } from '../safety/invisible-runs.js';
import { isAscii } from '../text.js';
import { ARABIC_LETTERS } from './script-folding.js';

/** Diacritics of Latin, Greek and Cyrillic letters, points of Hebrew, vowel marks of Arabic and its stretching; variation selectors. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0640]|\ufe0e|\ufe0f|\u20e3/g;
/** Letters whose mark is part of them, and those of Arabic that are written in several ways. */
const PLAIN: Readonly<Record<string, string>> = {
  ...ARABIC_LETTERS,
  ß: 'ss',
  ẞ: 'SS',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
};
const BARRED = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Joins the parts of a Persian or Urdu word, which others write apart or as one: it is found by each part and as a whole, as `user_name` is. */
const HALF_BLANK = /(?<=[\p{Script=Arabic}\p{M}])\u200c(?=\p{Script=Arabic})/gu;

/**
 * Full width to half width, compatibility forms and diacritics removed, and all that has no ink, because people write words without it; case stays
 * because identifiers are split at it.
 */
export const foldMarks = (text: string): string =>
  isAscii(text)
    ? text
    : withoutInvisible(text.replace(HALF_BLANK, '_'))
        .normalize('NFKD')
        .replace(MARKS, '')
        .replace(BARRED, (letter) => PLAIN[letter] ?? letter)
        .normalize('NFC');
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');
