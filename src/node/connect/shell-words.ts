/** Commands of one line as a shell takes it apart: enough to see which programs it starts. */

export interface ShellWord {
  /** Without quotes. Backslashes of Windows paths are forward slashes. */
  readonly words: readonly string[];
  /** Whether more belongs to it: its output goes elsewhere, a remark or an operator stands behind it. */
  readonly more: boolean;
}

const WORD = String.raw`(?:\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|[^\s'"\\&|;<>()])+`;
const TOKEN = new RegExp(
  String.raw`[^\S\n]*(?:(?<redirect>(?:\d+|&)?(?:>>?\|?|<{1,3})&?[^\S\n]*(?:${WORD})?)|(?<remark>#[^\n]*)|(?:\|[|&]?|&&?|;+|[\n()])|(?<word>${WORD}))`,
  'y',
);

/** Its commands, those without a word left out. Empty for a line that no shell takes (a quote that stays open). */
export function splitShellWords(line: string): ShellWord[] {
  const parts: { words: string[]; more: boolean }[] = [{ words: [], more: false }];
  const text = line.trim();
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
    const { redirect, remark, word } = TOKEN.exec(text)?.groups ?? {};
    if (TOKEN.lastIndex === 0) return [];
    const part = parts.at(-1) as (typeof parts)[number];
    if (word !== undefined) part.words.push(plain(word));
    else part.more = true;
    if (word === undefined && redirect === undefined && remark === undefined) parts.push({ words: [], more: false });
  }
  return parts.filter(({ words }) => words.length > 0);
}

/** Behind a backslash in front of a letter stands a name on Windows, not a letter that needs none. */
const plain = (word: string): string =>
  word.replace(
    /\\([\s\S])|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"/g,
    (_, escaped: string | undefined, single: string | undefined, double: string | undefined) =>
      escaped !== undefined
        ? /[\w.]/.test(escaped)
          ? `/${escaped}`
          : escaped
        : (single ?? (double ?? '').replace(/\\(["\\$`])/g, '$1')),
  );
