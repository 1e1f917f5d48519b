import type { TextEdit } from '../text.js';
import { firstLine, fix, insertLineAfter, replace } from './edits.js';
import type { MemoryRule, ParsedFile } from './rule.js';

/** Front matter that is opened and never closed. */
export const frontmatterUnclosed: MemoryRule = {
  code: 'frontmatter-unclosed',
  severity: 'error',
  on: 'memory',
  *check(file) {
    if (file.frontMatter.state !== 'unclosed') return;
    const dots = file.frontMatter.wrongFence !== undefined;
    yield {
      range: file.frontMatter.range ?? firstLine(file.lines),
      message: `The front matter is not closed${dots ? ': "..." does not end it' : ''}. Claude Code takes the whole file for text and knows neither name, description nor type. Close it with a line "---".`,
      fixes: [fix(dots ? 'Replace "..." by "---"' : 'Close the front matter', file.source.path, [closing(file)], { preferred: true })],
    };
  },
};

/** After the last line that looks like part of it. */
function closing({ frontMatter, lines }: ParsedFile): TextEdit {
  if (frontMatter.wrongFence !== undefined) return replace(frontMatter.wrongFence, '---');
  let last = frontMatter.range?.start.line ?? 0;
  while (last + 1 < lines.count && /^(?:["'\w][^:#]{0,100}:(?:\s|$)|[ \t]+\S|- )/.test(lines.line(last + 1))) last++;
  return insertLineAfter(lines, last, '---');
}
