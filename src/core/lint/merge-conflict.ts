import { t } from '../l10n.js';
import { conflictLines } from '../markdown/conflict-markers.js';
import { layoutOf } from '../markdown/layout.js';
import type { TextLines } from '../text.js';
import { wholeLine } from '../text-edits.js';
import type { MemoryRule } from './rule.js';

/** A memory contains markers of an unfinished merge. */
export const mergeConflict: MemoryRule = {
  code: 'merge-conflict',
  severity: 'error',
  on: 'memory',
  *check({ lines, source }) {
    const [first, ...others] = markersOf(lines);
    if (first === undefined) return;
    yield {
      range: wholeLine(lines, first),
      message: t(
        'Git conflict marker. Claude Code reads both sides as they are. Finish the merge; until then, Memdir won’t change this file.',
      ),
      related: others.map((line) => ({
        path: source.path,
        range: wholeLine(lines, line),
        message: t('Conflict marker'),
      })),
    };
  },
};

/** Conflict markers at the start of lines; one search excludes most files. */
export const markersOf = (lines: TextLines): readonly number[] =>
  lines.text.includes('<<<<<<<') || lines.text.includes('>>>>>>>') ? conflictLines(lines, layoutOf(lines)) : [];
