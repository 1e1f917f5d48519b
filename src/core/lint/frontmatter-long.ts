import { t } from '../l10n.js';
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
      message: t(
        'Front matter too long: it ends on line {line}. Claude Code scans only the first {limit} lines of a memory, so it doesn’t see this one’s name, description or type. Shorten it to {limit} lines.',
        { line: end + 1, limit: SCANNED_LINES },
      ),
    };
  },
};
