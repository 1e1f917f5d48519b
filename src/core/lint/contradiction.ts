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
        message: `The newer ${newer} says otherwise (${difference(conflict.newer.says)}) than this memory (${difference(conflict.older.says)}), and Claude Code may follow either. Correct the one that is wrong, or say in both where each holds.`,
        related: [{ path: newer, range: conflict.newer.range, message: 'What the newer memory says' }],
      };
    }
  },
};

/** A denial is described, a value is quoted. */
const difference = (says: string): string =>
  says === 'no' ? 'it denies this' : says === 'yes' ? 'it affirms this' : `“${truncate(says, 60)}”`;
