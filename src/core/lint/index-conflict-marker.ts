import { t } from '../l10n.js';
import { wholeLine } from '../text-edits.js';
import type { IndexRule } from './rule.js';

/** The index contains markers of an unfinished merge. */
export const indexConflictMarker: IndexRule = {
  code: 'index-conflict-marker',
  severity: 'error',
  on: 'index',
  *check({ conflictLines, lines }) {
    for (const line of conflictLines) {
      yield {
        range: wholeLine(lines, line),
        message: t(
          'Git conflict marker. Claude Code loads both sides as they are. Finish the merge; until then, Memdir won’t change this file.',
        ),
      };
    }
  },
};
