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
