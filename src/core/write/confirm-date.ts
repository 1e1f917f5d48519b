/** The edit that dates a memory anew, because a person checked that it is still true. */
import { statedDates } from '../age.js';
import { isOneLine } from '../lint/metadata.js';
import { localDay } from '../local-day.js';
import type { ParsedFile } from '../parsed-file.js';
import type { TextEdit } from '../text.js';
import { insertLineAfter, replace } from '../text-edits.js';

/** In the precision of the date that is there; `modified` with today's day where none is. Undefined for a file without front matter that can be read. */
export function confirmDate(file: ParsedFile, now: number): TextEdit | undefined {
  const { frontMatter, lines } = file;
  if (frontMatter.state !== 'yaml' || frontMatter.range === undefined) return undefined;
  const stated = statedDates(frontMatter.fields)[0]?.field;
  if (stated !== undefined) {
    if (!isOneLine(stated)) return undefined;
    const quote = { single: "'", double: '"' }[stated.style as string] ?? '';
    const date = /\d:\d/.test(stated.text ?? '') ? new Date(now).toISOString() : localDay(now);
    return replace(stated.valueRange, `${quote}${date}${quote}`);
  }
  const nested = frontMatter.fields.findLast(({ path }) => path.startsWith('metadata.'));
  if (nested !== undefined && isOneLine(nested)) {
    const { line, character } = nested.keyRange.start;
    const indent = lines.line(line).slice(0, character);
    if (indent.trim() === '') return insertLineAfter(lines, line, `${indent}modified: ${localDay(now)}`);
  }
  return insertLineAfter(lines, frontMatter.range.end.line - 1, `modified: ${localDay(now)}`);
}
