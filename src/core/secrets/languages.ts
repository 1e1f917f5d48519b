/** Passwords beside a word for them that is not written in ASCII letters. */
import { isPasswordLike } from './value-checks.js';

/** Japanese, Chinese, Korean, Russian and Ukrainian, Polish, Swedish, Turkish, Arabic, Hebrew, Thai, Hindi, Vietnamese, Greek. */
const LABELS =
  '\u30d1\u30b9(?:\u30ef\u30fc\u30c9|\u30d5\u30ec\u30fc\u30ba)|\u6697\u8a3c\u756a\u53f7|\u5bc6\u7801|\u5bc6\u78bc|\u53e3\u4ee4|\ube44\ubc00\ubc88\ud638|\uc554\ud638|\u043f\u0430\u0440\u043e\u043b[\u044c\u044f\u0435]|has\u0142[oa]|l\u00f6senord(?:et)?|\u015fifre(?:si)?|\u0643\u0644\u0645\u0629 (?:\u0627\u0644\u0645\u0631\u0648\u0631|\u0627\u0644\u0633\u0631)|\u05e1\u05d9\u05e1\u05de\u05d4|\u0e23\u0e2b\u0e31\u0e2a\u0e1c\u0e48\u0e32\u0e19|\u092a\u093e\u0938\u0935\u0930\u094d\u0921|m\u1eadt kh\u1ea9u|\u03ba\u03c9\u03b4\u03b9\u03ba\u03cc\u03c2';
const BETWEEN =
  '["\'`*]{0,3}(?:[ \\t]{0,3}[:=\uff1a\uff1d][ \\t]{0,3}|[ \\t]{0,2}(?:\u306f|\u662f|\u4e3a|\u70ba|\u2014|-|\u00e9|\u00e8|\u00e4r|er|on|jest|to|je|adalah|es|est|ist|lautet|is)(?:[ \\t]{1,3}|(?<=[\u306f\u662f\u4e3a\u70ba]))|[ \\t]{1,2})["\'`*\u300c]{0,3}';
const LABELLED = new RegExp(`(?:${LABELS})${BETWEEN}([!-~]{6,100})`, 'giu');

/** Every label holds a letter of these; the dashes, quotes and signs that English text has beyond ASCII are not among them. */
const FOREIGN = /[\u00c0-\u1fff\u3040-\ud7ff]/;

/** Letters with digits or signs only: what is said in words of a language cannot be told from the password. */
export function localizedPasswords(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  if (!FOREIGN.test(text)) return found;
  for (const { 0: match, 1: given = '', index } of text.matchAll(LABELLED)) {
    const value = /^[^"'`<>|]*/.exec(given)?.[0].replace(/[.,;:)]+$/, '') ?? '';
    const start = index + match.length - given.length;
    if (
      value.length >= 6 &&
      /\d/.test(value) &&
      /[a-z]/i.test(value) &&
      isPasswordLike(value) &&
      !/^\$|^[[{<(]|^[\w-]+\.[a-z]{1,4}$|\/\w+\//.test(value)
    )
      found.push({ start, end: start + value.length });
  }
  return found;
}
