import { listsMemories } from '../file-kinds.js';
import type { IndexFile } from '../index/index-file.js';
import { t } from '../l10n.js';
import { grouped } from '../numbers.js';
import { firstLine } from '../text-edits.js';
import { sectionMoves } from './move-section.js';
import type { IndexRule } from './rule.js';

/** Lines that introduce the index or head a table of entries do not count as content. */
const ALLOWED_LINES = 3;
/** UTF-16 units that an introduction of few lines may have. */
const ALLOWED_UNITS = 1_000;

/**
 * An index with notes beside its entries. An index without entries is a notebook on purpose, as those of sub-agents.
 */
export const indexContent: IndexRule = {
  code: 'index-content',
  severity: 'hint',
  on: 'index',
  *check(index, store) {
    if (!listsMemories(store.info) || index.entries.length === 0) return;
    const content = contentOf(index);
    const units = content.reduce((sum, line) => sum + index.lines.line(line).length + 1, 0);
    if (content.length <= ALLOWED_LINES && units <= ALLOWED_UNITS) return;
    yield {
      range: firstLine(index.lines),
      message: t(
        'Index contains notes: {lines} lines ({units} of {all} characters). Claude Code loads them in every session, and they take the place of entries. Move them to a memory with one entry here.',
        {
          lines: content.length,
          units: grouped(units),
          all: grouped(index.budget.units),
        },
      ),
      fixes: sectionMoves(store),
    };
  },
};

/** Content lines without continuation lines of entries and conflict markers. */
function contentOf({ contentLines, conflictLines, entries, lines }: IndexFile): number[] {
  const belongs = new Set(entries.filter(({ mention }) => !mention).map(({ line }) => line));
  const markers = new Set(conflictLines);
  return contentLines.filter((line) => {
    if (markers.has(line)) return false;
    const spilled = belongs.has(line - 1) && /^\s{2,}(?![-*+]\s|\d{1,9}[.)]\s|`{3}|~{3})\S/.test(lines.line(line));
    if (spilled) belongs.add(line);
    return !spilled;
  });
}
