import { plural } from '../plural.js';
import { wholeLine } from '../text-edits.js';
import { sectionMoves } from './move-section.js';
import type { IndexRule } from './rule.js';

/** The first 200 lines of the index hold more text than is loaded. */
export const indexSize: IndexRule = {
  code: 'index-size',
  severity: 'warning',
  on: 'index',
  *check({ budget, lines }, store) {
    const within = Math.min(budget.lines, budget.limitLines);
    if (budget.cutLine === undefined || budget.loadedLines >= within) return;
    const lost = budget.lines - budget.loadedLines;
    yield {
      range: wholeLine(lines, budget.cutLine),
      message:
        `Claude Code loads only the first ${budget.limitUnits.toLocaleString('en')} characters of this index, which has ${budget.units.toLocaleString('en')}: ` +
        `${plural(lost, 'line')} from here on ${lost === 1 ? 'is' : 'are'} never seen. Shorten the hooks or merge memories.`,
      fixes: sectionMoves(store),
    };
  },
};
