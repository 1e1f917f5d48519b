import { wholeLine } from '../text-edits.js';
import type { MemoryRule } from './rule.js';

/** Lines from the top of a file that Claude Code reads when it scans memories. */
const SCANNED_LINES = 30;

/** Front matter that ends below the scanned part of a file. */
export const frontmatterLong: MemoryRule = {
  code: 'frontmatter-long',
  severity: 'warning',
  on: 'memory',
  *check({ frontMatter, lines }) {
    const end = frontMatter.state === 'yaml' ? frontMatter.range?.end.line : undefined;
    if (end === undefined || end < SCANNED_LINES) return;
    yield {
      range: wholeLine(lines, end),
      message:
        `The front matter ends on line ${end + 1}. Claude Code scans the first ${SCANNED_LINES} lines of each memory to choose what to recall, finds no end there, and knows neither ` +
        `name, description nor type of this one. Keep it to ${SCANNED_LINES} lines: write lists on one line, and move what is prose into the text.`,
    };
  },
};
