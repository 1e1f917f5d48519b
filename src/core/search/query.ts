/** A question as search understands it. */
import { LEVELS } from '../memory.js';
import type { SearchFilter } from '../ports/index-store.js';
import { BOM } from '../text.js';
import { hasContentWord, phraseTerms, queryTerms, type QueryWord, queryWords } from './terms.js';

/** What a question may say about the memories it wants. */
export type QueryFilter = Pick<
  SearchFilter,
  'type' | 'level' | 'repo' | 'tag' | 'agentId' | 'pathPrefix' | 'beforeMs' | 'afterMs' | 'phrases'
>;
type Draft = { -readonly [K in keyof QueryFilter]: QueryFilter[K] };

export interface Query {
  /** Without filters and quotation marks: trimmed, blanks folded, of more than 2,000 UTF-16 units beginning and end. Empty where there are neither words nor pictures. */
  readonly text: string;
  /** See {@link queryTerms}. */
  readonly terms: readonly string[];
  /** By position of the term; see {@link queryWords}. */
  readonly words: readonly (QueryWord | undefined)[];
  /** Whether a word names the subject: a question of stop words alone has none. */
  readonly hasContentWord: boolean;
  readonly filter: QueryFilter;
  /** Parts of the question that could not be understood, for people. */
  readonly notices: readonly string[];
}

const LONGEST_QUERY = 2_000;
/** UTF-16 units that are searched for filters and phrases. */
const LONGEST_READ = 100_000;
const LONGEST_NAME = 300;
const MOST_PHRASES = 8;
const MOST_NOTICES = 5;

/** `key:value` or `key:"a value"`, in any quotation marks, at the start of a word. */
const FILTER =
  /(?<!\S)(-?)(type|level|repo|tag|agent|before|after|path):(?:["“„«]([^"“”»]*)["“”»]|'([^']*)'|([^\s"]+))/giu;
/** Characters that may surround a phrase in quotation marks: punctuation, and letters of scripts without blanks. */
const AROUND_PHRASE = String.raw`\s\p{P}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const PHRASE = new RegExp(
  String.raw`(?<![^${AROUND_PHRASE}])(?:"([^"]+)"|[“„«]([^“”„«»"]+)[”“»]|「([^「」]+)」)(?![^${AROUND_PHRASE}])`,
  'gu',
);
/** A question that has neither words nor pictures. */
const PICTURE = /\p{Extended_Pictographic}/u;
/** Punctuation of the sentence that contains a filter. */
const SENTENCE_END = /[,;.!?]+$/;

/**
 * `deploy "blue green" type:feedback before:2026-05`: words, exact phrases, and filters. An invalid filter (an unknown
 * level, a wrong date) is searched as words, and `notices` tells it.
 */
export function parseQuery(text: string): Query {
  const filter: Draft = {};
  const notices: string[] = [];
  const given = new Set<string>();
  const phrases: string[][] = [];
  const rest = text
    .slice(0, LONGEST_READ)
    // A byte order mark counts as a blank, and cuts a word in two.
    .replaceAll(BOM, '')
    .replace(
      FILTER,
      (
        whole,
        minus: string,
        key: string,
        quoted: string | undefined,
        single: string | undefined,
        plain: string | undefined,
      ) => {
        if (minus !== '') {
          notices.push(
            `${whole} was searched as words: a filter can only say what memories are wanted, not which are not.`,
          );
          return whole.replace(':', ' ');
        }
        if (given.has(key.toLowerCase()))
          notices.push(`${key.toLowerCase()}: stands there more than once: the last one counts.`);
        given.add(key.toLowerCase());
        const reason = addFilter(
          filter,
          key.toLowerCase(),
          (quoted ?? single ?? plain?.replace(SENTENCE_END, '') ?? '').trim(),
        );
        if (reason === undefined) return ' ';
        notices.push(reason);
        return whole.replace(':', ' ');
      },
    );
  const words = rest.replace(PHRASE, (_, straight?: string, curly?: string, corner?: string) => {
    const phrase = straight ?? curly ?? corner ?? '';
    const parts = phraseTerms(phrase);
    if (parts.flat().length > 1 && phrases.length + parts.length <= MOST_PHRASES) phrases.push(...parts);
    return ` ${phrase} `;
  });
  if (phrases.length > 0) filter.phrases = phrases;
  const trimmed = ends(words.replace(/\s+/g, ' ').trim());
  const terms = queryTerms(trimmed);
  return {
    text: terms.length > 0 || PICTURE.test(trimmed) ? trimmed : '',
    terms,
    words: queryWords(trimmed, terms),
    hasContentWord: hasContentWord(trimmed),
    filter,
    notices: [...new Set(notices)].slice(0, MOST_NOTICES),
  };
}

/** Beginning and end of a text that is too long, in whole words and characters: the question comes before or after what was pasted. */
function ends(text: string): string {
  if (text.length <= LONGEST_QUERY) return text;
  const half = LONGEST_QUERY / 2;
  const [first, last] = [text.slice(0, half + 1), text.slice(-half)];
  const whole = (part: string, cut: RegExp): string => (part.includes(' ') ? part.replace(cut, '') : part);
  return `${whole(first, / \S*$/)
    .slice(0, half)
    .replace(/[\ud800-\udbff]$/, '')} ${whole(last, /^\S* /)
    .slice(1 - half)
    .replace(/^[\udc00-\udfff]/, '')}`;
}

/** Adds a filter to the draft; returns why it is invalid. */
function addFilter(filter: Draft, key: string, value: string): string | undefined {
  if (value === '') return `Nothing stands after ${key}:, so it was left out.`;
  if (key === 'type') filter.type = value.toLowerCase();
  else if (key === 'repo') filter.repo = value;
  else if (key === 'tag') filter.tag = value.replace(/^#/, '');
  else if (key === 'agent') filter.agentId = value;
  else if (key === 'path') filter.pathPrefix = value.replaceAll('\\', '/').replace(/^\.?\/+/, '');
  else if (key === 'level') {
    const level = LEVELS.find((known) => known === value.toLowerCase());
    if (level === undefined) return `${value} is no level: use ${LEVELS.join(', ')}.`;
    filter.level = level;
  } else {
    const day = startOf(value);
    if (day === undefined) return `${value} is no date: write ${key}:2026, ${key}:2026-05 or ${key}:2026-05-31.`;
    if (key === 'before') filter.beforeMs = day;
    else filter.afterMs = day;
  }
  return undefined;
}

/** First millisecond of a year, month or day of the user's calendar, written as in ISO 8601. */
function startOf(date: string): number | undefined {
  const parts = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(date);
  if (!parts) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2] ?? 1), Number(parts[3] ?? 1)];
  const at = new Date(year, month - 1, day);
  return at.getMonth() === month - 1 && at.getDate() === day ? at.getTime() : undefined;
}

/** Languages written in Latin letters are served by any model that knows one of them; `*` serves every script. */
const LATIN_LANGUAGES = new Set([
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'sv',
  'da',
  'no',
  'fi',
  'pl',
  'cs',
  'tr',
  'vi',
  'id',
  'ro',
  'hu',
]);

/**
 * Whether a model of these languages can read a text: true for `*`, and for text whose letters are at least
 * half Latin when one of the languages is. Text without letters (numbers, code) is left to the model.
 */
export function modelReads(languages: readonly string[], text: string): boolean {
  if (languages.includes('*')) return true;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters === 0 || latin * 2 >= letters) return languages.some((language) => LATIN_LANGUAGES.has(language));
  return languages.some((language) => !LATIN_LANGUAGES.has(language));
}

/**
 * Whether a model of these languages knows the words of the name that a chunk begins with: many memories in other scripts are called
 * by English words, and those say what they are about.
 */
export function modelReadsName(languages: readonly string[], chunk: string): boolean {
  const name = chunk.slice(0, LONGEST_NAME).split(/\. |\n/, 1)[0] ?? '';
  return /\p{L}{3}/u.test(name) && modelReads(languages, name);
}
