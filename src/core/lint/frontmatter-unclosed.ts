import { t } from '../l10n.js';
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
      message: dots
        ? t(
            'Front matter isn’t closed: "..." doesn’t end it. Claude Code reads the whole file as text and sees no name, description or type. Close it with a "---" line.',
          )
        : t(
            'Front matter isn’t closed. Claude Code reads the whole file as text and sees no name, description or type. Close it with a "---" line.',
          ),
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
    return { title: t('Replace "..." with "---"'), edit: replace(frontMatter.wrongFence, '---') };
  let last = frontMatter.range?.start.line ?? 0;
  while (last + 1 < lines.count && isPart(lines.line(last + 1))) last++;
  const next = last + 1 < lines.count ? lines.line(last + 1) : '';
  return MEANT.test(next)
    ? {
        title: t('Replace "{line}" with "---"', { line: next.trim() }),
        edit: replace(wholeLine(lines, last + 1), '---'),
      }
    : { title: t('Close the front matter'), edit: insertLineAfter(lines, last, '---') };
}

const isPart = (line: string): boolean =>
  /^(?:["'\w][^:#]{0,100}:(?:\s|$)|[ \t]+\S|- )/.test(line) && !MEANT.test(line);
