/** The telling words of a sentence for a slug, with the small words that join them: without dates and folders. */
import { isFiller } from '../similarity/stem-words.js';

const MOST = 6;
/** Telling words after which a semicolon, a colon or a further clause ends the slug. */
const CLAUSE = 3;
/** Small words without which two others do not belong together: "tabs over spaces". */
const JOINING = new Set(
  'and or of to in on at by for from with as than about into onto upon per via up down out over under that'.split(' '),
);
const BEING = new Set('is are was were be been'.split(' '));
/** Words that begin a clause which says when a fact applies, and not what it is. */
const SUBORDINATE = new Set(
  'when where while whenever if unless although though auch wenn falls sobald obwohl quand lorsque si cuando aunque'.split(
    ' ',
  ),
);
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** Dates and times: when a fact was observed is not part of its name. The last alternative is a truncated date. */
const DATES = new RegExp(
  [
    String.raw`said on \d{4}-\d\d-\d\d, an? \w+day`,
    String.raw`\d{4}-\d\d-\d\d(?:T[\d:.]{4,15}(?:Z|[+-]\d\d:?\d\d)?)?`,
    String.raw`\d{1,2}[./]\d{1,2}[./]\d{4}`,
    String.raw`\d{1,2}(?:st|nd|rd|th)?\.? ${MONTH}(?:,? \d{4})?`,
    String.raw`${MONTH} \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?`,
    String.raw`${MONTH},? \d{4}`,
    String.raw`(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?: ?[ap]m)?`,
  ]
    .map((each) => String.raw`(?<![\w./:-])\(?${each}(?![\w/:-])\)?`)
    .join('|') + String.raw`|\(\d{1,4}(?:-\d{0,2}){0,2}$`,
  'gi',
);
/** Words that need a following word; fillers do as well. */
const DANGLING = new Set(
  (
    'between against instead before after until within without than across not no never during while among toward towards like near around unless except whether but nor yet using because when where which least uses ' +
    'der die das den dem ein eine einen und oder mit für von zu zum zur im auf nicht nur weil wenn le la les de du des un une et ou avec pour dans el los las con para por y o'
  ).split(' '),
);

/** A masked secret: it is no part of a name. */
export const MASK = /\[masked: [^\]\n]{0,60}\]/g;
/** A label of a password with its value: what looks harmless there may be one all the same. */
const PASSWORD =
  /[\p{L}\d_-]{0,20}(?:passw(?:or[dt]|d)|passphrase|passcode|kennwort|contrase\u00f1a|mot de passe|\u043f\u0430\u0440\u043e\u043b|\u30d1\u30b9\u30ef\u30fc\u30c9|\u5bc6\u7801)[\p{L}\d_]{0,20}["'`*_]{0,3}( (?:for|of|to|on|in) [\w ./-]{2,50}?)?\s{0,3}(?:[:=|\uff1a\u2192\u2013\u2014-]|=>|(?<=\s)(?:is|was|ist|es|est)(?=\s))["'`*_]{0,3}\s{0,3}\S+/giu;

/** A sentence without masks, and without the words that are in the place of a password. */
const withoutSecretWords = (sentence: string): string =>
  sentence.replace(PASSWORD, (_, about: string | undefined) => about ?? ' ').replace(MASK, ' ');

/** In the place of a date. */
const GONE = '\u0000';

const bare = (word: string): string => word.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** What is before the thing that a sentence is about, where enough follows. */
const LEADS = [
  // Whom a sentence is about when it is about none in particular: rewording puts it there, and it reads like a type.
  String.raw`the (?:user|(?:project|team)(?! (?:is|are|was|were) (?!in the middle)))\s`,
  // What an author calls a memory before saying what it is.
  String.raw`(?:decision|decided|learned|note|fact|reminder|remember)(?::|\s+(?:to|that|on))?\s`,
  String.raw`(?:user|feedback|project|reference|context|failure|pattern|dependency):\s`,
  String.raw`(?:we|i)(?: (?:have|had|finally|always|now))*(?: (?:are|am))?(?: (?:decided|agreed)(?: (?:to|that|on))?)?\s`,
  String.raw`(?:(?:currently|right now),? )?(?:(?:is|are) )?in the middle of\s`,
  String.raw`uses? (?:(?:the|an?) )?`,
].map((lead) => new RegExp(String.raw`^${lead}\s*(?=\S+\s+\S)`, 'i'));
/** An answer, and no fact: "Yes, exactly like that:". */
const ANSWER = /^(?:yes|yeah|yep|ok|okay|right|exactly|perfect|great|no)(?:[,:!]\s+|\b[^:.!?]{0,30}:\s+)+(?=\S+\s+\S)/i;
/** A reason is no part of a name. */
const REASON = /[,;]?\s+(?:because|since|so that|in order to|weil|damit|parce que|porque)\s/i;

/** A sentence without the answer before it. */
export const withoutAnswer = (sentence: string): string => sentence.replace(ANSWER, '');

function withoutLeads(sentence: string): string {
  const text = LEADS.reduce((rest, lead) => rest.replace(lead, ''), sentence);
  return text === sentence ? text : withoutLeads(text);
}

/** The sentence without what leads to its subject and without its reason, where enough is left to name it. */
function firstClause(sentence: string): string {
  const text = withoutLeads(withoutAnswer(sentence));
  const clause = text.slice(0, REASON.exec(text)?.index ?? text.length);
  const telling = clause.split(/\s+/).filter((word) => bare(word) !== '' && !isFiller(bare(word)));
  return telling.length >= 2 ? clause : text;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** Letters of a script without blanks: four of them say what a Latin phrase says. */
const ENOUGH_UNSPACED = 4;
const MOST_UNSPACED = 20;
const UNSPACED_LEADS = /^(?:我们|我們)?(?:已经|已經|已)?(?:决定|決定)?(?:使用|采用|採用)?\s*(?=.{4})/u;
let segmenter: Intl.Segmenter | undefined;

/** Not of a text that only cites a few such words. */
const isUnspaced = (sentence: string): boolean =>
  (sentence.match(UNSPACED)?.length ?? 0) > 2 * (sentence.match(/\S+/g)?.length ?? 0);

/** The first clause of a sentence in a script without blanks, cut between words. */
function unspacedClause(sentence: string): string {
  const end = [...sentence.matchAll(/[、，；：,;:。！？]/g)].find(({ index }) => index >= ENOUGH_UNSPACED)?.index;
  const clause = sentence.slice(0, end).replace(UNSPACED_LEADS, '');
  let text = clause;
  if (clause.length > MOST_UNSPACED) {
    text = '';
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
    for (const { segment } of segmenter.segment(clause.slice(0, 2 * MOST_UNSPACED)))
      if (text === '' || text.length + segment.length <= MOST_UNSPACED) text += segment;
      else break;
  }
  // A particle that joins what is cut off.
  return text
    .trim()
    .replace(/(?<=[\p{Script=Han}\p{Script=Katakana}\p{N}ー])[はがをにでとのもへや]$|(?<=.{3})[的和与在]$/u, '');
}

/** A few words of one clause, in order, each telling one once; empty when the sentence has none. */
export function slugWords(sentence: string): readonly string[] {
  if (isUnspaced(sentence)) return [unspacedClause(withoutSecretWords(sentence).trim())];
  const text = withoutSecretWords(sentence)
    // What joins a date joins nothing without it.
    .replace(DATES, ` ${GONE}`)
    .replace(/\b(instead|out) of\b/gi, '$1-of')
    .trim();
  const words = firstClause(bare(text) === '' ? withoutSecretWords(sentence) : text).split(/\s+/);
  const { kept, telling } = joinedWords(words);
  return telling >= 2 ? kept : words.slice(0, MOST).map(shortName);
}

interface Joined {
  readonly kept: readonly string[];
  readonly telling: number;
}

function joinedWords(words: readonly string[]): Joined {
  const kept: string[] = [];
  let [telling, joining, phrase] = [0, '', 0];
  for (const [at, word] of words.entries()) {
    const own = bare(word);
    if (word.startsWith(GONE)) joining = '';
    if (telling >= CLAUSE && SUBORDINATE.has(own)) break;
    if (own === '') {
      if (telling >= CLAUSE && /[;:]$/.test(word)) break;
      continue;
    }
    if (isFiller(own)) {
      // "Out on" is one.
      if (JOINING.has(own))
        joining = JOINING.has(bare(words[at - 1] ?? '')) && joining !== '' ? `${joining} ${own}` : own;
      else if (joining === 'that' && BEING.has(own)) joining = '';
    } else {
      const name = shortName(word);
      if (kept.every((each) => bare(each) !== bare(name))) {
        kept.push(...(joining === '' || telling === 0 ? [] : joining.split(' ')), name);
        telling++;
      }
      joining = '';
    }
    if (telling >= CLAUSE && /[;:]$/.test(word)) break;
    if (telling >= CLAUSE && word.endsWith(',')) phrase = kept.length;
    const next = words[at + 1];
    // "Node 22" is one thing.
    if (telling === MOST && /^\d+\W*$/.test(next ?? '')) continue;
    if (telling >= MOST && next !== undefined && phrase > 0) return { kept: kept.slice(0, phrase), telling };
    if (telling >= MOST) return { kept: isCut(next, word) ? withoutLastPhrase(kept) : kept, telling };
  }
  return { kept, telling };
}

/** Whether a phrase goes on after its last word that is kept. */
const isCut = (next: string | undefined, last: string): boolean =>
  next !== undefined &&
  !next.startsWith(GONE) &&
  !/[,;:]$/.test(last) &&
  !isFiller(bare(next)) &&
  !SUBORDINATE.has(bare(next));

/** Without "with exponential" of "with exponential backoff", where enough stays. */
export function withoutLastPhrase(kept: readonly string[]): readonly string[] {
  const at = kept.findLastIndex((each) => JOINING.has(each));
  return at >= CLAUSE ? kept.slice(0, at) : kept;
}

/** The last segment of a path, the host of a URL, the own name of a test. */
function shortName(word: string): string {
  const host = /^\W{0,3}https?:\/\/(?:www\.)?([^/\s:?#]+)/i.exec(word)?.[1];
  if (host !== undefined) return host;
  const own = word.slice(word.lastIndexOf('::') + 1).replace(/:+$/, '');
  return /(?<![\p{L}\d_-])[\p{L}\d_-]+(?:\/[\p{L}\d._-]+)+\.[a-z]{1,5}\b|\/.*\//u.test(own)
    ? (/([^/]+)\/*\W*$/.exec(own)?.[1] ?? own)
    : own;
}

/** A slug without dangling words at its end. */
export function withoutDangling(slug: string): string {
  const parts = slug.split('-');
  let end = parts.length;
  while (end > 2 && (DANGLING.has(parts[end - 1] ?? '') || isFiller(parts[end - 1] ?? ''))) end--;
  return parts.slice(0, end).join('-');
}
