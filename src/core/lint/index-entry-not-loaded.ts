import { t, tPlural } from '../l10n.js';
import { lostEntries } from './move-up.js';
import { cutFixes } from './rebalance.js';
import type { IndexRule } from './rule.js';

/** Memories are listed below the cut: one finding over their lines, so that a fix is at hand on each, and a single mark is shown. */
export const indexEntryNotLoaded: IndexRule = {
  code: 'index-entry-not-loaded',
  severity: 'hint',
  on: 'index',
  *check({ budget, source }, store) {
    const lost = lostEntries(store);
    const [first] = lost;
    const last = lost.at(-1);
    if (budget.cutLine === undefined || first === undefined || last === undefined) return;
    yield {
      range: { start: first.linkRange.start, end: last.linkRange.end },
      message: tPlural(
        lost.length,
        'Not loaded: 1 entry is below line {line}, where Claude Code stops reading. Move it up or shorten the index.',
        'Not loaded: {n} entries are below line {line}, where Claude Code stops reading. Move them up or shorten the index.',
        { line: budget.cutLine },
      ),
      fixes: cutFixes(store),
      related: lost
        .slice(1)
        .map(({ linkRange }) => ({ path: source.path, range: linkRange, message: t('Not loaded either') })),
    };
  },
};
