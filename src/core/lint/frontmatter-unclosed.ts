import type { ParsedFile } from '../parsed-file.js';
import type { TextEdit } from '../text.js';
import { firstLine, insertLineAfter, replace, wholeLine } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import type { MemoryRule } from './rule.js';

/** Front matter that is opened and never closed. */
export const frontmatterUnclosed: MemoryRule = {
  code: 'frontmatter-unclosed',
  severity: 'error',
  on: 'memory',
  *check(file) {
    if (file.frontMatter.state !== 'unclosed') return;
    const dots = file.frontMatter.wrongFence !== undefined;
    const { title, edit } = closing(file);
    yield {
      range: file.frontMatter.range ?? firstLine(file.lines),
      message: `The front matter is not closed${dots ? ': "..." does not end it' : ''}. Claude Code takes the whole file for text and knows neither name, description nor type. Close it with a line "---".`,
      fixes: [fix(title, file.source.path, [edit], { preferred: true })],
    };
  },
};

/**
 * A line meant as the closing fence: too many dashes, indented ones, dashes changed by an editor, rules of other
 * notations.
 */
const MEANT = /^[ \t]*(?:-{2,}|[–—]{1,3}|={3,}|\+{3,}|~{3,})[ \t]*$/;

/** Replaces the line meant as the closing fence; else inserts one after the last line that looks like front matter. */
function closing({ frontMatter, lines }: ParsedFile): { title: string; edit: TextEdit } {
  if (frontMatter.wrongFence !== undefined)
    return { title: 'Replace "..." by "---"', edit: replace(frontMatter.wrongFence, '---') };
  let last = frontMatter.range?.start.line ?? 0;
  while (last + 1 < lines.count && isPart(lines.line(last + 1))) last++;
  const next = last + 1 < lines.count ? lines.line(last + 1) : '';
  return MEANT.test(next)
    ? { title: `Replace "${next.trim()}" by "---"`, edit: replace(wholeLine(lines, last + 1), '---') }
    : { title: 'Close the front matter', edit: insertLineAfter(lines, last, '---') };
}

const isPart = (line: string): boolean =>
  /^(?:["'\w][^:#]{0,100}:(?:\s|$)|[ \t]+\S|- )/.test(line) && !MEANT.test(line);
