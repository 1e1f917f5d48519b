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
        message:
          'Git conflict marker: Claude Code loads it and both sides as they stand. Finish the merge; Memdir does not change this file before that.',
      };
    }
  },
};
