/** What a text says was replaced or is no longer used, and whether another text still claims its use. */
import { isFiller, termOf, wordOf } from './stem-words.js';

export interface Replacement {
  /** Where it says so. */
  readonly sentence: string;
  /** Words of the dropped thing, lower case. */
  readonly dropped: readonly string[];
  /** Words of its replacement; empty when there is none. */
  readonly taken: readonly string[];
  /** Stems of the other content words of the sentence. */
  readonly context: ReadonlySet<string>;
  /** Whether the name is specific enough by itself: `Redis`, `node-18`, `` `left-pad` ``; not `plan` or `30`. */
  readonly specific: boolean;
}

const LONGEST_LINE = 2_000;
const LONGEST_SENTENCE = 400;
const MOST_FOUND = 10;
/** One to four words. */
const WORD = '[\\p{L}\\p{N}@](?:[\\p{L}\\p{N}_.@/+#-]*[\\p{L}\\p{N}+#])?';
const thing = (name: string): string =>
  `(?:(?:the|our|its|their|an?|all|any|using|support for|the use of)\\s+)*(?<${name}>[\`"'*]*${WORD}(?:\\s+${WORD}){0,3}?[\`"'*]*)`;
const [X, Y] = [thing('x'), thing('y')];
/** End of a name. */
const END =
  '(?=\\s+(?:because|since|on|in|for|as|due|after|when|at|by|and|with|so|to|from|last|this|before|until|during|everywhere|entirely|completely|now|is|was|are|were|has|have|had|which|that|but|per|via)\\b|\\s*[.,;:!?()\\[\\]]|\\s+[—–-]\\s|\\s*$)';
const MOVED =
  '(?:switch(?:ed|ing)?|mov(?:ed|ing)|migrat(?:ed?|ing)|chang(?:ed|ing)|convert(?:ed|ing)|port(?:ed|ing)|transition(?:ed|ing)|went|swapped|upgrad(?:ed|ing)|downgraded)';
const USED =
  '(?:us(?:es?|ed|ing)|run(?:s|ning)?|rel(?:y|ies|ying) on|depend(?:s|ing)? on|need(?:s|ed)?|support(?:s|ed)?|requir(?:es?|ed)|maintain(?:s|ed)?|deploy(?:s|ed)?(?: to)?|in use)';
const GONE =
  '(?:dropp(?:ed|ing)|drops|remov(?:ed|es|ing)|abandon(?:ed|ing)|retir(?:ed|ing)|deprecat(?:ed|es|ing)|discontinued|decommissioned|ditched|uninstalled|got rid of|gets rid of|moved (?:away from|off)|stopp(?:ed|ing) using|stops using|phas(?:ed|ing) out|ripped out)';
const INSTEAD = '(?:in favou?r of|instead of|in place of|rather than)';

const PATTERNS: readonly RegExp[] = [
  `\\b${MOVED}\\b(?:\\s+[^.;,]{0,60}?)?\\s+from\\s+${X}\\s+(?:over\\s+|on)?to\\s+${Y}${END}`,
  `(?:^|[,;]\\s+)${X}\\s+(?:was|were|is|are|has been|have been|got)\\s+(?:replaced|superseded)\\s+(?:with|by)\\s+${Y}${END}`,
  `\\breplac(?:ed?|es|ing)\\s+${X}\\s+(?:with|by)\\s+${Y}${END}`,
  `\\bswapp(?:ed|ing)\\s+${X}\\s+for\\s+${Y}${END}`,
  `(?:^|[,;]\\s+)${Y}\\s+(?:has\\s+|have\\s+)?(?:replac(?:ed|es)|supersed(?:ed|es)|(?:took|takes) over from)\\s+${X}${END}`,
  `\\bno longer\\s+${USED}\\s+${X}${END}`,
  `\\b(?:do(?:es)?n['’]t|do(?:es)? not)\\s+${USED}\\s+${X}\\s+(?:any ?more|any longer)\\b`,
  `(?:^|[,;]\\s+)${X}\\s+(?:is|are|was|were)\\s+no longer\\s+(?:${USED}|available|there|part)`,
  `(?:^|[,;]\\s+)${X}\\s+(?:was|were|is|are|has been|have been)\\s+(?:dropped|removed|abandoned|retired|deprecated|discontinued|decommissioned|uninstalled|phased out|gone)(?:\\s+in favou?r of\\s+${Y})?${END}`,
  `\\b${GONE}\\s+${X}(?:\\s+in favou?r of\\s+${Y})?${END}`,
  `\\b(?:us(?:es?|ed|ing)|on|to|with)\\s+${Y}(?:\\s+[^.;,]{0,40}?)?\\s+${INSTEAD}\\s+${X}${END}`,
].map((source) => new RegExp(source, 'iu'));

/** Stems of words about the change itself. */
const OF_CHANGE = new Set([
  'switch',
  'move',
  'migrat',
  'chang',
  'convert',
  'port',
  'transit',
  'went',
  'swap',
  'upgrad',
  'downgrad',
  'replac',
  'supersed',
  'drop',
  'remov',
  'longer',
  'instead',
  'rather',
  'us',
  'project',
  'team',
  'anymor',
  'don',
  't',
]);

/** Cheap test before sentences are parsed. */
const MAY =
  /\b(?:from|replac\w+|supersed\w+|swapp\w+|no longer|any ?more|any longer|dropp?\w*|remov\w+|abandon\w*|retire?\w*|deprecat\w+|discontinued|decommissioned|ditched|uninstalled|rid of|away|moved off|stop\w* using|phas\w+ out|ripped out|in favou?r of|instead of|in place of|rather than)\b/i;

const sentencesOf = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) =>
      line
        .slice(0, LONGEST_LINE)
        .replace(/^\s*(?:>\s*)*(?:[-*+]\s+|#{1,6}\s+|\d{1,3}[.)]\s+)?/, '')
        .split(/(?<=[.!?;])(?=\s)/),
    )
    .map((part) => part.trim())
    .filter(({ length }) => length > 0 && length <= LONGEST_SENTENCE);

/** Words of a text, lower case, in order. */
export const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}@][\p{L}\p{N}_.@/+#-]*/gu)
    ?.map((word) => word.replace(/[.\-/]+$/, '')) ?? [];

/** Replacements of a text, in order. */
export function replacementsIn(text: string): Replacement[] {
  if (!MAY.test(text)) return [];
  const found: Replacement[] = [];
  for (const sentence of sentencesOf(text)) {
    for (const pattern of PATTERNS) {
      const groups = pattern.exec(sentence)?.groups;
      const replacement = groups?.['x'] === undefined ? undefined : replacementOf(sentence, groups['x'], groups['y']);
      if (replacement === undefined) continue;
      found.push(replacement);
      break;
    }
    if (found.length >= MOST_FOUND) break;
  }
  return found;
}

function replacementOf(sentence: string, x: string, y = ''): Replacement | undefined {
  const [dropped, taken] = [wordsIn(x).filter((word) => !isFiller(word)), wordsIn(y).filter((word) => !isFiller(word))];
  if (dropped.length === 0 || dropped.join(' ') === taken.join(' ')) return undefined;
  const own = new Set([...dropped, ...taken]);
  const context = new Set(
    wordsIn(sentence)
      .filter((word) => !own.has(word) && !isFiller(word) && !/^\d/.test(word))
      .map(termOf)
      .filter((term) => !OF_CHANGE.has(term)),
  );
  const specific =
    !dropped.every((word) => /^[\d.,]+$/.test(word)) &&
    x
      .split(/\s+/)
      .some(
        (word) =>
          /[`\d_./@#+]|\p{L}-\p{L}|\p{L}\p{Lu}/u.test(word) ||
          /^[*"']*\p{Lu}/u.test(word) ||
          wordOf(word.replace(/[`"'*]/g, ''), '').kind === 'value',
      );
  return { sentence, dropped, taken, context, specific };
}

/** The sentence of a text that claims the use of the dropped thing, without a negation or its replacement. */
export function claimOfUse(
  { dropped, taken, context, specific }: Omit<Replacement, 'sentence'>,
  text: string,
): string | undefined {
  if (!text.toLowerCase().includes(dropped[0] ?? '')) return undefined;
  return sentencesOf(text).find((sentence) => {
    const words = wordsIn(sentence);
    if (isReturn(words, dropped)) return true;
    if (
      !containsPhrase(words, dropped) ||
      (taken.length > 0 && containsPhrase(words, taken)) ||
      words.some((word, at) => wordOf(word, words[at - 1] ?? '').kind === 'not')
    )
      return false;
    if (replacementsIn(sentence).length > 0 || /\b(?:used to|formerly|previously|was|were|had been)\b/i.test(sentence))
      return false;
    return specific || words.some((word) => !dropped.includes(word) && context.has(termOf(word)));
  });
}

/** `back to Jest`, `reverted to using Jest`: a return counts regardless of the other words. */
const isReturn = (words: readonly string[], dropped: readonly string[]): boolean =>
  words.some(
    (word, at) =>
      word === 'to' &&
      /^(?:back|(?:return|revert)(?:s|ed|ing)?)$/.test(words[at - 1] ?? '') &&
      containsPhrase(
        words
          .slice(at + 1)
          .filter((next) => !/^(?:the|our|using)$/.test(next))
          .slice(0, dropped.length),
        dropped,
      ),
  );

/** Whether the words appear in a row; the last may be a plural. */
const containsPhrase = (words: readonly string[], phrase: readonly string[]): boolean =>
  words.some((_, at) =>
    phrase.every(
      (word, offset) =>
        words[at + offset] === word || (offset === phrase.length - 1 && words[at + offset] === `${word}s`),
    ),
  );
