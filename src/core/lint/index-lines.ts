import { t, tPlural } from '../l10n.js';
import { wholeLine } from '../text-edits.js';
import { lostText } from './move-up.js';
import { cutFixes } from './rebalance.js';
import type { IndexRule } from './rule.js';

/** The index has more lines than are loaded. */
export const indexLines: IndexRule = {
  code: 'index-lines',
  severity: 'warning',
  on: 'index',
  *check({ budget, lines }, store) {
    // Where characters cut first, index-size reports the cut: there is one, so there is one finding.
    if (budget.cutLine === undefined || budget.loadedLines < budget.limitLines) return;
    const over = budget.lines - budget.loadedLines;
    yield {
      range: wholeLine(lines, budget.cutLine),
      message: [
        tPlural(
          over,
          'Not loaded from here on: 1 line over the {limit}-line limit.',
          'Not loaded from here on: {n} lines over the {limit}-line limit.',
          { limit: budget.limitLines },
        ),
        lostText(store),
        t('Move entries up, shorten the index or merge memories.'),
      ]
        .filter(Boolean)
        .join(' '),
      fixes: cutFixes(store),
    };
  },
};
