import { t } from '../l10n.js';
import { truncate } from '../text.js';
import type { StoreRule } from './rule.js';

/** Two memories contradict each other; reported on the older one. */
export const contradiction: StoreRule = {
  code: 'contradiction',
  severity: 'hint',
  on: 'store',
  *check({ facts, files }, only) {
    for (const { conflict, newer, older } of facts.relations ?? []) {
      if (conflict === undefined || !files.has(older) || !files.has(newer) || (only !== undefined && only !== older))
        continue;
      yield {
        path: older,
        range: conflict.older.range,
        message: t(
          'Contradicts the newer {newer}: {there} there, {here} here. Claude Code may follow either one. Correct the wrong one, or note in both where each applies.',
          { newer, there: difference(conflict.newer.says), here: difference(conflict.older.says) },
        ),
        related: [{ path: newer, range: conflict.newer.range, message: t('Statement in the newer memory') }],
      };
    }
  },
};

/** A denial is described, a value is quoted. */
const difference = (says: string): string =>
  says === 'no' ? t('denied') : says === 'yes' ? t('affirmed') : `“${truncate(says, 60)}”`;
