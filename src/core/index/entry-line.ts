import { type RawLink, scanLinks } from '../markdown/link-scanner.js';

/** A link with its description and separator. */
export interface LineLink extends RawLink {
  readonly mention: boolean;
  readonly separator: string;
  readonly hook: string;
}

/** Text that may precede an entry on its line: indent, quote, bullet or number, task box, table bar, emphasis. */
const LEAD = /^\uFEFF?[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?:\[[ xX]\]\s+)?\|?\s*[*_~]*$/;
/** Text that may separate two entries of one line. */
const BETWEEN = /^[\s*_~]*(?:[·,;/|&+•→]|and|or)?[\s*_~]*$/i;
/** Closing emphasis, a note in parentheses such as the type, then the separator. */
const AFTER = /^[*_~]{0,3}(?:\s*\([^()]{0,80}\)(?=\s*(?:—|–|-|:)))?(\s*(?:—|–|--|-|:|\|)\s*|\s+)?/;

/** Text before or between entries is short; a longer one is prose and is not matched. */
const LEAD_MAX = 200;
const BETWEEN_MAX = 40;

/**
 * Links of a line, each with its description, and whether it is an entry or a mention in running text.
 */
export function scanLine(text: string): LineLink[] {
  const links = scanLinks(text);
  const mentions = mentionFlags(text, links);
  const last = mentions.lastIndexOf(false);
  const end = contentEnd(text);
  return links.map((link, at) => ({
    ...link,
    mention: mentions[at] === true,
    ...(at === last ? hookOf(text.slice(link.end, Math.max(end, link.end))) : { separator: '', hook: '' }),
  }));
}

/**
 * A markdown link that comes first is an entry; a wiki link or code span only at the start of its line. All links after
 * a description are mentions.
 */
function mentionFlags(text: string, links: readonly RawLink[]): boolean[] {
  let ended = false;
  return links.map((link, at) => {
    const previous = links[at - 1];
    if (previous !== undefined) ended ||= !matches(BETWEEN, text.slice(previous.end, link.start), BETWEEN_MAX);
    else if (link.form === 'wiki' || link.form === 'code') ended = !matches(LEAD, text.slice(0, link.start), LEAD_MAX);
    return ended;
  });
}

const matches = (pattern: RegExp, text: string, longest: number): boolean =>
  text.length <= longest && pattern.test(text);

function hookOf(rest: string): { separator: string; hook: string } {
  const match = AFTER.exec(rest);
  const written = match?.[1] ?? '';
  const hook = rest.slice(match?.[0].length ?? 0);
  return { separator: written.trim() === '' || hook === '' ? '' : written, hook };
}

/** Length of a line without trailing blank space and table bars. */
function contentEnd(text: string): number {
  let end = text.length;
  while (end > 0 && ' \t|\u00a0'.includes(text.charAt(end - 1))) end--;
  return end;
}
