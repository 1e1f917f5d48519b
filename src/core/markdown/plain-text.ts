import { truncate } from '../text.js';

/** Markdown as plain text, line by line, so that offsets keep their line of the file. */

/** UTF-16 units of a line that are converted. */
const LONGEST_LINE = 10_000;
const FENCE = /^(?:```|~~~)/;
/** Labels that every memory of a kind has and that carry no information. */
const LABEL =
  /^\s*(?:[-*>]\s*)?(?:\*\*|__)?\s*(?:why|how to apply|rule|context|details?|summary|notes?)\s*:?\s*(?:\*\*|__)?\s*:?\s*/i;
const BOILERPLATE =
  /^\s*(?:[-*>]\s*|#{1,6}\s*)?(?:\*\*|__)\s*(?:why|how to apply|rule|context|details?|summary|notes?)\s*:?\s*(?:\*\*|__)\s*:?|^\s*#{1,6}\s*(?:why|how to apply|rule|context|details?|summary|notes?)\s*:?\s*$/i;
const DATE = /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?\b/g;

/**
 * A line without markup: link text for links, no emphasis, bullets, heading marks, table bars, code ticks or tags
 * (except those in code).
 */
export function plainLine(line: string): string {
  const folded = line.slice(0, LONGEST_LINE).replace(/\s+/g, ' ').trim();
  if (FENCE.test(folded) || /^[ |:*_=-]*$/.test(folded)) return '';
  return folded
    .replace(/<!--[^>]{0,2000}-->/g, ' ')
    .replace(/^(?:> ?)*(?:#{1,6} |[-*+] (?:\[[ xX]\] )?|\d{1,3}[.)] )?/, '')
    .replace(
      /!?\[\[([^\][\n|]{1,300})(?:\|([^\][\n]{1,300}))?\]\]/g,
      (_all, target: string, label: string | undefined) => label ?? target,
    )
    .replace(/!?\[([^\][\n]{1,500})\]\([^()\n]{0,2000}\)/g, '$1')
    .replace(/(`[^`\n]{1,2000}`)|<\/?[a-zA-Z][^<>\n]{0,300}>/g, (_tag, code: string | undefined) => code ?? ' ')
    .replace(/\*\*|__|~~|`+/g, '')
    .replace(/(^|[ (])[*_](?=\S)/g, '$1')
    .replace(/(\S)[*_](?=[ .,;:!?)]|$)/g, '$1')
    .replace(/[ |]+/g, ' ')
    .trim();
}

/** Like {@link plainLine}, for embedding: also without dates and common labels. */
export function embeddableLine(line: string): string {
  const telling = BOILERPLATE.test(line) ? line.replace(LABEL, '').replace(/^\s*#{1,6}.*$/, '') : line;
  return plainLine(telling.replace(DATE, ' '));
}

/** `user_prefersDarkMode-v2` -> `user prefers Dark Mode v2`. */
export const nameWords = (name: string): string =>
  name
    .replace(DATE, ' ')
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ')
    .replace(/[-_./:]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Stars around words, and not those of a glob such as `src/*.ts`. */
const EMPHASIS = /(?<![\p{L}\p{N}/.*])\*+(?=[^\s*./])|(?<=[^\s*/])\*+(?!\.?[\p{L}\p{N}/*])/gu;

/** The first sentence of a memory's text, without markup, at most 150 units; empty when there is none. */
export function firstSentence(body: string): string {
  for (const line of body.slice(0, 4_000).split(/\r\n|\r|\n/)) {
    const text = line
      .replace(/^[\uFEFF\s>#*+-]+/, '')
      .replace(/[`[\]]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
      .replace(EMPHASIS, '')
      .trim();
    if (!/[\p{L}\p{N}]/u.test(text) || /^(?:```|~~~|<!--)/.test(line.trim())) continue;
    const sentence = /^.*?[.!?。！？](?=\s|$)/.exec(text)?.[0] ?? text;
    return truncate(sentence, 150).trim();
  }
  return '';
}
