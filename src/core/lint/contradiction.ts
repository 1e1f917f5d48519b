import { t } from '../l10n.js';
import { truncate } from '../text.js';
import type { StoreRule } from './rule.js';

/** Two memories contradict each other, or are versions of one fact; reported on the older one. */
export const contradiction: StoreRule = {
  code: 'contradiction',
  severity: 'hint',
  on: 'store',
  *check({ facts, files }, only) {
    for (const { kind, conflict, newer, older } of facts.relations ?? []) {
      if (conflict === undefined || !files.has(older) || !files.has(newer) || (only !== undefined && only !== older))
        continue;
      const args = { newer, there: difference(conflict.newer.says), here: difference(conflict.older.says) };
      yield {
        path: older,
        range: conflict.older.range,
        message:
          kind === 'retold'
            ? t(
                'The newer {newer} may replace it: {there} there, {here} here. Claude Code may follow either one. Merge them, or note in both where each applies.',
                args,
              )
            : t(
                'Contradicts the newer {newer}: {there} there, {here} here. Claude Code may follow either one. Correct the wrong one, or note in both where each applies.',
                args,
              ),
        related: [{ path: newer, range: conflict.newer.range, message: t('Statement in the newer memory') }],
      };
    }
  },
};

/** A denial is described, a value is quoted. */
export const difference = (says: string): string =>
  says === 'no' ? t('denied') : says === 'yes' ? t('affirmed') : `“${truncate(says, 60)}”`;
