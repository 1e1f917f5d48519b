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
    const [limit, units] = [budget.limitUnits, budget.units].map((count) => count.toLocaleString('en'));
    const first = budget.loadedLines === 0;
    yield {
      range: wholeLine(lines, budget.cutLine),
      message: first
        ? `Claude Code loads only the first ${limit} characters of the first line of this index, which has ${units} characters: the rest is never seen. Give each memory a line of its own.`
        : `Claude Code loads only the first ${limit} characters of this index, which has ${units}: ` +
          `${plural(lost, 'line')} from here on ${lost === 1 ? 'is' : 'are'} never seen. Shorten the hooks or merge memories.`,
      fixes: sectionMoves(store),
    };
  },
};
