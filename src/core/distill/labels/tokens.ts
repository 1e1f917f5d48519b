/** Tokens of a sentence: words, placeholders, numbers and marks of punctuation, with where they are. */
import nlp from 'compromise/three';

export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Its part of speech. */
  readonly tag: string;
}

const TOKEN =
  /\ue000\d{1,5}\ue001|\ue002|[\p{L}\p{M}][\p{L}\p{M}\p{N}'’_-]*(?<!['’-])|\p{N}[\p{N}.,:/-]*(?<![.,:/-])|(\S)\1*/gu;

/** The tags of compromise that tell most, the most telling first. */
const TAGS = [
  'Expression',
  'Pronoun',
  'Determiner',
  'QuestionWord',
  'Negative',
  'Modal',
  'Copula',
  'Auxiliary',
  'Preposition',
  'Conjunction',
  'FirstName',
  'Gerund',
  'PastTense',
  'Participle',
  'Imperative',
  'Infinitive',
  'PresentTense',
  'Verb',
  'Adverb',
  'Adjective',
  'Duration',
  'Date',
  'Value',
  'Plural',
  'Acronym',
  'ProperNoun',
  'Noun',
] as const;

/** @param sentence with placeholders for code and people */
export function tokensOf(sentence: string): Token[] {
  const tags = tagsOf(sentence);
  return [...sentence.matchAll(TOKEN)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
    tag: /^\ue000/.test(text) ? 'Code' : text === '\ue002' ? 'Person' : (tags.get(index) ?? 'None'),
  }));
}

const { lexicon } = (nlp.model() as { one: { lexicon: Readonly<Record<string, string | readonly string[]>> } }).one;

/** What a dictionary of common words and names says of a word; `?` where it has none. */
export function entryOf(word: string): string {
  const entry = Object.hasOwn(lexicon, word) ? lexicon[word] : undefined;
  return entry === undefined ? '?' : typeof entry === 'string' ? entry : (entry[0] ?? '?');
}

/** Parts of speech by where their word begins. */
function tagsOf(sentence: string): Map<number, string> {
  // A piece of code is a noun, and a person has a name.
  const plain = sentence
    .replace(/\ue000\d{1,5}\ue001/g, (all) => `c${'o'.repeat(all.length - 1)}`)
    .replace(/\ue002/g, 'X');
  const tags = new Map<number, string>();
  let from = 0;
  for (const { text, tags: found } of (nlp(plain).docs as { text: string; tags?: Set<string> }[][]).flat()) {
    if (text === '') continue;
    const at = plain.indexOf(text, from);
    if (at < 0) continue;
    tags.set(at, TAGS.find((tag) => found?.has(tag)) ?? 'None');
    from = at + text.length;
  }
  return tags;
}
