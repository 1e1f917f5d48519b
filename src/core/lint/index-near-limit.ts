import { NEAR_LIMIT } from '../index/budget.js';
import { t } from '../l10n.js';
import { grouped } from '../numbers.js';
import { firstLine } from '../text-edits.js';
import type { IndexRule } from './rule.js';

/** The index is loaded whole, but close to a limit. */
export const indexNearLimit: IndexRule = {
  code: 'index-near-limit',
  severity: 'info',
  on: 'index',
  *check({ budget, lines }) {
    if (budget.cutLine !== undefined) return;
    const nearLines = budget.lines >= budget.limitLines * NEAR_LIMIT;
    if (!nearLines && budget.units < budget.limitUnits * NEAR_LIMIT) return;
    const used = nearLines
      ? t('{count} of {limit} lines', { count: budget.lines, limit: budget.limitLines })
      : t('{count} of {limit} characters', {
          count: grouped(budget.units),
          limit: grouped(budget.limitUnits),
        });
    yield {
      range: firstLine(lines),
      message: t(
        'Nearly full: this index uses {used}. Past the limit, Claude Code drops lines from the end. Shorten it before that happens.',
        { used },
      ),
    };
  },
};
