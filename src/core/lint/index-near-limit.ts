import { NEAR_LIMIT } from '../index/budget.js';
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
      ? `${budget.lines} of ${budget.limitLines} lines`
      : `${budget.units.toLocaleString('en')} of ${budget.limitUnits.toLocaleString('en')} characters`;
    yield {
      range: firstLine(lines),
      message: `This index uses ${used}. Past the limit Claude Code drops lines from the end, the newest entries first; shorten it before that happens.`,
    };
  },
};
