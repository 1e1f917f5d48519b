/** Addresses, phone numbers and handles in a text, in the forms people write them in. */
import vocabulary from '../vocabulary.json' with { type: 'json' };
import type { PersonalData } from './personal-data.js';
import { findNumbers } from './personal-numbers.js';

const LOCAL = '[\\p{L}\\p{N}._%+-]{1,64}';
const LABEL = '[\\p{L}\\p{N}-]{1,63}';
const EMAILS: readonly RegExp[] = [
  new RegExp(`(?!git@)(?<![\\p{L}\\p{N}._%+-])${LOCAL}(?:[@\\uff20]|&#64;|%40)(?:${LABEL}\\.){1,5}\\p{L}{2,24}`, 'gu'),
  // "jane (at) example.com", "jane[at]example[dot]com", "jane at example dot com"
  new RegExp(
    `(?<![\\p{L}\\p{N}._%+-])${LOCAL}\\s?[([{<]\\s?at\\s?[)\\]}>]\\s?${LABEL}(?:(?:\\.|\\s?[([{<]\\s?dot\\s?[)\\]}>]\\s?|\\sdot\\s)${LABEL}){1,4}`,
    'giu',
  ),
  new RegExp(`(?<![\\p{L}\\p{N}._%+-])${LOCAL} at ${LABEL}(?: dot ${LABEL}){1,4}(?![\\p{L}\\p{N}])`, 'giu'),
  /(?<![\w./-])[a-z]{2,30}[._][a-z]{2,30}(?<![._](?:[cm]?[jt]sx?|py|rs|go|java|rb|php|json|ya?ml|toml|md|html?|css|sh|sql|txt|lock|xml|env)) at [a-z\d-]{2,40}\.(?:com|org|net|io|de|co\.uk|fr|es|it|nl|ch|at|eu|jp|dev|edu|gov)(?![\w-]|\.\w)/g,
];

/** In the forms of several countries; not dates, versions, addresses of machines, modes of files or long counts. */
const PHONE = new RegExp(
  [
    '\\+\\d{1,3}[ .-]?(?:\\(\\d{1,4}\\)[ .-]?)?\\d{1,4}(?:[ .-]?\\d{2,5}){1,5}',
    '00[1-9]\\d[ .-]\\d{1,4}(?:[ .-]?\\d{2,7}){1,4}',
    '(?:1[ .-])?(?:\\(\\d{3}\\) ?|\\d{3}[.-])\\d{3}[.-]\\d{4}',
    '\\(0\\d{1,4}\\) ?\\d{2,8}(?:[ -]?\\d{2,5}){0,3}|\\(\\d{2}\\) ?9?\\d{4}-\\d{4}',
    '0[1-9](?:[ .-]\\d{2}){4}(?![ .-]?\\d)',
    '0\\d{1,4}[ /-]\\d{3,8}(?:[ -]\\d{2,6}){0,3}',
    '1[3-9]\\d[ -]\\d{4}[ -]\\d{4}',
    '8[ -]?\\(\\d{3}\\)[ -]?\\d{3}[ -]\\d{2}[ -]\\d{2}',
    '(?<=\\b(?:[Tt]el|[Tt]elephone|[Tt]elefon|[Pp]hone|[Mm]obile|[Cc]ell|[Ff]ax|[Ww]hats[Aa]pp|[Hh]andy)(?: (?:no|number|nr))?(?: is|[.:]{0,2}) ?)\\d[\\d ()/-]{5,18}\\d',
  ]
    .map((form) => `(?:${form})`)
    .join('|')
    .replace(/^/, '(?<![\\w.:/+-])(?:')
    .replace(/$/, ')(?![\\w-]|\\.\\d|:\\d)'),
  'g',
);

const isPhone = (text: string): boolean => {
  const digits = text.replace(/\D/g, '').length;
  return digits >= (/^0/.test(text) ? 9 : 7) && digits <= 16 && !/^\d{4}-\d{2}-\d{2}/.test(text);
};

/** A handle begins small: `@Transactional` is an annotation; after "ping" it may begin as it likes. */
const HANDLE =
  /(?<![\w@/.\]])@[a-z][\w-]{1,38}(?![\w-])(?![\w/(@.-]*[/(@])(?! (?:decorators?|annotations?|rules?|quer(?:y|ies)|directives?|tags?|imports?|alias(?:es)?|attributes?|scopes?)\b)|(?<=\b(?:[Pp]ing|[Cc][Cc]|[Tt]hanks(?: to)?|[Hh]ey|[Hh]i|[Aa]sk(?:ed)?|[Tt]old|[Cc]ontact|[Kk]udos to|[Aa]ccording to|[Rr]eviewed by|[Pp]aired with),? )@[A-Z][\w-]{1,38}|(?<![\w@/.])@[A-Z][\w-]{1,38}(?= (?:said|says|told|asked|thinks|wants|suggested|mentioned|noticed|found|reported|pointed|confirmed|fixed|wrote)\b)/g;
/** Decorators, rules of style sheets, tags of packages and of comments. */
const NO_HANDLES = new Set(vocabulary.neverHandles.flatMap((line) => line.split(' ')));

/** In their order, without overlaps; also those within code. */
export function findContacts(text: string): PersonalData[] {
  const found: PersonalData[] = [];
  const add = (start: number, shown: string, kind: PersonalData['kind']): void => {
    if (!found.some((each) => start < each.end && each.start < start + shown.length))
      found.push({ start, end: start + shown.length, text: shown, kind });
  };
  for (const email of EMAILS) for (const match of text.matchAll(email)) add(match.index, match[0], 'e-mail address');
  for (const { text: shown, start, kind } of findNumbers(text)) add(start, shown, kind);
  for (const match of text.matchAll(PHONE)) if (isPhone(match[0])) add(match.index, match[0], 'phone number');
  for (const match of text.matchAll(HANDLE))
    if (!NO_HANDLES.has(match[0].slice(1))) add(match.index, match[0], 'handle');
  return found.sort((a, b) => a.start - b.start);
}
