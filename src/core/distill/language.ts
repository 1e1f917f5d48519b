/** Whether a text, or a part of one, is English: rules read nothing else. Enough for that, and for no more. */
import { isInAnotherLanguage } from '../search/terms.js';
import { isAscii } from '../text.js';

/** Beside a letter with a mark, a word begins nowhere for `\b`. */
const wholeWords = ({ source }: RegExp): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${source})(?![\p{L}\p{N}_])`, 'giu');

const ENGLISH = wholeWords(
  /the|a|an|is|are|was|were|to|of|in|on|and|or|for|with|not|it|that|this|we|I|use|uses|when|from|by|instead|because|has|have|be|as|at|after|before|does|do|never|always|its|they|you|only|must|should|can|there|than|which|every|per|my|our|needs?|takes|runs|about|else|other|off|but|if|then|just|more|into|without|out|any|some|same|both|would|been|your|their|them|what|why|how|where|fix(?:es|ed)?|prefers?|avoids?|keeps?|rejects?|fails?|failed/,
);
const FOREIGN = wholeWords(
  /der|die|das|und|nicht|wir|ich|ist|ein|eine|mit|für|auf|el|los|las|que|para|con|del|nous|vous|est|les|des|une|pour|dans|sur|pas|il|che|non(?!-)|della/,
);
/** More of the kind, for a part of a sentence: too short for the others to stand in it. */
const FOREIGN_ALSO = wholeWords(
  /bitte|keine?|kein|immer|nie|aber|weil|wenn|beim?|zum|zur|dem|den|von|sind|wird|werden|hat|haben|auch|noch|nur|le|la|du|au|aux|vient|avec|sont|toujours|jamais|merci|mais|quand|cette|ce|cet|siempre|nunca|pero|porque|cuando|está|hay|usar?|sempre|anche|quando|viene|una|uno/,
);
/** English words of code tell nothing about what is around it. */
const INLINE_CODE = /`[^`\n]*`/g;
const LETTERS = /\p{L}+/gu;

const count = (text: string, words: RegExp): number => text.match(words)?.length ?? 0;

export function isEnglish(whole: string): boolean {
  const text = whole.replace(INLINE_CODE, ' ');
  const words = text.match(LETTERS) ?? [];
  if (
    words.some((word) => /[^\p{Script=Latin}]/u.test(word)) &&
    words.filter((word) => /[^\p{Script=Latin}]/u.test(word)).length * 5 > words.length
  )
    return false;
  if (isInAnotherLanguage(text)) return false;
  const [found, foreign] = [count(text, ENGLISH), count(text, FOREIGN)];
  if (found > foreign) return true;
  // A few words may hold none of the small ones, and one of them be a name with marks.
  const marked = words.filter((word) => !isAscii(word)).length;
  return found === 0 && words.length <= 8 && foreign + count(text, FOREIGN_ALSO) === 0 && marked <= 1;
}

/** Whether a part of an English text is in another language: people switch between them. */
export const isForeign = (clause: string): boolean => {
  const foreign = count(clause, FOREIGN) + count(clause, FOREIGN_ALSO);
  return foreign > 1 && foreign > count(clause, ENGLISH);
};
