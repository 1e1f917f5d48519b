import { plural } from '../plural.js';
import { wholeLine } from '../text-edits.js';
import { sectionMoves } from './move-section.js';
import type { IndexRule } from './rule.js';

/** The index has more lines than are loaded. */
export const indexLines: IndexRule = {
  code: 'index-lines',
  severity: 'warning',
  on: 'index',
  *check({ budget, lines }, store) {
    if (budget.cutLine === undefined || budget.lines <= budget.limitLines) return;
    const over = budget.lines - budget.limitLines;
    yield {
      range: wholeLine(lines, budget.cutLine),
      message: `Claude Code loads only the first ${budget.limitLines} lines of this index: ${plural(over, 'line')} from here on ${over === 1 ? 'is' : 'are'} never seen. Shorten the index or merge memories.`,
      fixes: sectionMoves(store),
    };
  },
};
