/** Signs written otherwise: percent signs of URLs, escapes of JSON and of programs, entities of HTML, quotes within quotes. */
import type { TextChange } from './mapped-text.js';

/** A run of backslashes is looked at from its first one alone: from each of them the time would be that of its length squared. */
const ESCAPE =
  /(?<!\\)\\+(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|(["'/`])|([nrt]))|%([2-7][0-9a-fA-F])|&#(\d{2,5});|&#[xX]([0-9a-fA-F]{2,5});|&(amp|quot|apos|lt|gt);|\\\r?\n/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };
const ENDS: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: '\t' };

/** Each escape of the text with what it stands for. A line end after a backslash is left out, as shells do. */
export function* escapes(text: string): Generator<TextChange> {
  if (!/[\\%&]/.test(text)) return;
  for (const match of text.matchAll(ESCAPE)) {
    const [shown, four, braces, two, quoted, end, percent, decimal, hex, entity] = match;
    const code =
      decimal === undefined ? Number.parseInt(four ?? braces ?? two ?? percent ?? hex ?? '', 16) : Number(decimal);
    const reads = Number.isNaN(code)
      ? entity === undefined
        ? (quoted ?? (end === undefined ? '' : ENDS[end]))
        : ENTITIES[entity]
      : code >= 0x20 && code < 0x7f
        ? String.fromCharCode(code)
        : undefined;
    if (reads !== undefined) yield { start: match.index, end: match.index + shown.length, reads };
  }
}
