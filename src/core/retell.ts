/**
 * Texts for people that are saved and shown later by another process: saved in English, shown in the reader's language. The message behind a saved text is
 * found by comparing its words with the messages of the program.
 */
import { bundleInUse, bundleOfProgram, type LanguageBundle, say } from './l10n.js';
import { memo } from './memo.js';

/** What this program said, in English: for a file that programs in other languages read too. */
export const inEnglish = (text: string): string => through(text, bundleOfProgram(), toEnglish);

/** What a program kept by {@link inEnglish}, in the language of this one. A text that no message gave stays as it is. */
export const retell = (text: string): string => through(text, bundleInUse(), fromEnglish);

/** A message as it is searched: the words around its placeholders. */
interface Form {
  readonly parts: readonly string[];
  readonly names: readonly string[];
  /** English. */
  readonly message: string;
}

interface Forms {
  /** The English message by its whole text, of those without placeholders. */
  readonly whole: ReadonlyMap<string, string>;
  /** The others, those with the most words first. */
  readonly filled: readonly Form[];
  readonly say: (message: string, values: Readonly<Record<string, string>>) => string;
}

/** Letters around placeholders from which on a message is told apart from any other text; a Chinese or Japanese one tells as much as {@link DENSE}. */
const TELLING = 6;
const DENSE = 3;
/** Messages within messages, as a reason in a sentence. */
const MOST_DEEP = 4;
const PLACEHOLDER = /\{(\w+)\}/;

const formsOf = (said: readonly (readonly [text: string, message: string])[], how: Forms['say']): Forms => ({
  whole: new Map(said.filter(([text]) => !PLACEHOLDER.test(text))),
  filled: said
    .filter(([text]) => PLACEHOLDER.test(text))
    .map(([text, message]) => ({ ...partsOf(text), message }))
    .filter(({ parts }) => lettersOf(parts) >= TELLING)
    .sort((a, b) => lettersOf(b.parts) - lettersOf(a.parts)),
  say: how,
});

/** `split` gives words and names by turns. */
function partsOf(text: string): Pick<Form, 'parts' | 'names'> {
  const pieces = text.split(PLACEHOLDER);
  return { parts: pieces.filter((_, at) => at % 2 === 0), names: pieces.filter((_, at) => at % 2 === 1) };
}

function lettersOf(parts: readonly string[]): number {
  const letters = parts.join('').match(/\p{L}/gu) ?? [];
  return letters.reduce((sum, letter) => sum + (letter > '\u2e80' ? DENSE : 1), 0);
}

const fromEnglish = memo((bundle: LanguageBundle) =>
  formsOf(
    Object.keys(bundle).map((message) => [message, message]),
    say,
  ),
);
const toEnglish = memo((bundle: LanguageBundle) =>
  formsOf(
    Object.entries(bundle).map(([message, text]) => [text, message]),
    (message, values) => message.replaceAll(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name),
  ),
);

function through(text: string, bundle: LanguageBundle | undefined, of: (bundle: LanguageBundle) => Forms): string {
  return bundle === undefined ? text : told(text, of(bundle), MOST_DEEP);
}

/** The text told again as one message, else as several with a space between. */
function told(text: string, forms: Forms, deep: number): string {
  const one = toldAsOne(text, forms, deep);
  if (one !== undefined || deep === 0) return one ?? text;
  const ends = [...text.matchAll(/[.!?…。！？]["”」)]? (?=\S)/g)].map(({ 0: end, index }) => index + end.length);
  for (const end of ends.reverse()) {
    const first = toldAsOne(text.slice(0, end - 1), forms, deep);
    if (first !== undefined) return `${first} ${told(text.slice(end), forms, deep - 1)}`;
  }
  return text;
}

function toldAsOne(text: string, forms: Forms, deep: number): string | undefined {
  const whole = forms.whole.get(text);
  if (whole !== undefined) return forms.say(whole, {});
  for (const { parts, names, message } of forms.filled) {
    const values = valuesIn(text, parts);
    if (values === undefined) continue;
    const retold = values.map((value) => (deep === 0 ? value : told(value, forms, deep - 1)));
    return forms.say(message, Object.fromEntries(names.map((name, at) => [name, retold[at] ?? ''])));
  }
  return undefined;
}

/** The values of the placeholders; undefined when the words around them are others. */
function valuesIn(text: string, parts: readonly string[]): readonly string[] | undefined {
  const [first = '', ...rest] = parts;
  const last = rest.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const values: string[] = [];
  let from = first.length;
  for (const [at, part] of rest.entries()) {
    const end = at === rest.length - 1 ? text.length - part.length : text.indexOf(part, from + 1);
    if (end <= from) return undefined;
    values.push(text.slice(from, end));
    from = end + part.length;
  }
  return values;
}
