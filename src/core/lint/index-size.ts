import { t, tPlural } from '../l10n.js';
import { grouped } from '../numbers.js';
import { wholeLine } from '../text-edits.js';
import { lostText } from './move-up.js';
import { cutFixes } from './rebalance.js';
import type { IndexRule } from './rule.js';

/** The first 200 lines of the index contain more text than is loaded. */
export const indexSize: IndexRule = {
  code: 'index-size',
  severity: 'warning',
  on: 'index',
  *check({ budget, lines }, store) {
    const within = Math.min(budget.lines, budget.limitLines);
    if (budget.cutLine === undefined || budget.loadedLines >= within) return;
    const lost = budget.lines - budget.loadedLines;
    const [limit = '', units = ''] = [budget.limitUnits, budget.units].map(grouped);
    const first = budget.loadedLines === 0;
    yield {
      range: wholeLine(lines, budget.cutLine),
      message: first
        ? t(
            'Line 1 is too long: Claude Code loads only the first {limit} characters of the first line of this index, which has {units}. Give each memory a line of its own.',
            { limit, units },
          )
        : [
            tPlural(
              lost,
              'Not loaded from here on: 1 line over the limit of {limit} characters (the index has {units}).',
              'Not loaded from here on: {n} lines over the limit of {limit} characters (the index has {units}).',
              { limit, units },
            ),
            lostText(store),
            t('Shorten the hooks, move entries up or merge memories.'),
          ]
            .filter(Boolean)
            .join(' '),
      fixes: cutFixes(store),
    };
  },
};
