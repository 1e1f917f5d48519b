/** Folding of scripts: characters that are written in several ways, and the light stemming of Arabic. */
import traditional from 'opencc-js/dict/TSCharacters';

/** First the traditional character, then the simplified one. Of those that simplify to several the usual one. */
let simplified: ReadonlyMap<string, string> | undefined;

const readTable = (): ReadonlyMap<string, string> =>
  new Map(traditional.split('|').map((pair) => pair.split(' ') as [string, string]));

/** Between the letters of katakana and those of hiragana, in code points. */
const KANA = 0x60;
const [FIRST_KATAKANA, LAST_KATAKANA, FIRST_HAN] = [0x30a1, 0x30f6, 0x2e80];

/** 國 -> 国, サ -> さ; any other character as it is. */
function plainCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= FIRST_KATAKANA && code <= LAST_KATAKANA) return String.fromCharCode(code - KANA);
  if (code < FIRST_HAN) return character;
  return (simplified ??= readTable()).get(character) ?? character;
}

/** The characters of a text, each folded. */
export const plainCharacters = (text: string): string[] => Array.from(text, plainCharacter);

/**
 * Light stemming of Arabic: the article and "and" before a word, and the commonest endings, go. After Lucene's ArabicStemmer
 * (Larkey, Ballesteros and Connell: Improving Stemming for Arabic Information Retrieval, "light8"); letters are folded before.
 */
const PREFIXES = ['ال', 'وال', 'بال', 'كال', 'فال', 'لل', 'و'];
const SUFFIXES = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'];
/** Letters that stay of a word at least. */
const LEAST = 2;

/** Ways to write a letter, of Persian and Urdu too, as Lucene's normalizers for Arabic and Persian fold them; digits as those of ASCII. */
export const ARABIC_LETTERS: Readonly<Record<string, string>> = {
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ې: 'ي',
  ة: 'ه',
  ہ: 'ه',
  ە: 'ه',
  ک: 'ك',
  ...Object.fromEntries(Array.from('٠١٢٣٤٥٦٧٨٩', (digit, value) => [digit, String(value)])),
  ...Object.fromEntries(Array.from('۰۱۲۳۴۵۶۷۸۹', (digit, value) => [digit, String(value)])),
};

export const isArabic = (word: string): boolean => /^[\u0620-\u06d3]/.test(word);

/** @param word letters folded */
export function arabicStem(word: string): string {
  const prefix = PREFIXES.find((one) => word.startsWith(one) && word.length >= Math.max(one.length + LEAST, 4)) ?? '';
  let stem = word.slice(prefix.length);
  for (const suffix of SUFFIXES)
    if (stem.endsWith(suffix) && stem.length >= suffix.length + LEAST) stem = stem.slice(0, -suffix.length);
  return stem;
}
