import type { IndexEntry } from '../index-file.js';
import { fix, removeLines } from './edits.js';
import type { IndexRule } from './rule.js';
import { resolvedEntries } from './store-names.js';

/** One file is listed twice. Titles may repeat. */
export const indexDuplicate: IndexRule = {
  code: 'index-duplicate',
  severity: 'info',
  on: 'index',
  *check(index, store) {
    const first = new Map<string, IndexEntry>();
    for (const { entry, at } of resolvedEntries(store)) {
      const path = at.found ?? entry.path;
      if (path === undefined || entry.mention || entry.form === 'code') continue;
      const earlier = first.get(path);
      if (earlier === undefined) {
        first.set(path, entry);
        continue;
      }
      const same = index.lines.line(earlier.line).trim() === index.lines.line(entry.line).trim() && earlier.line !== entry.line;
      yield {
        range: entry.linkRange,
        message: `${path} is already listed on line ${earlier.line + 1}; the second entry costs room in the index and tells Claude Code nothing new.`,
        related: [{ path: index.source.path, range: earlier.linkRange, message: 'First entry' }],
        fixes: same ? [fix('Remove this repeated line', index.source.path, [removeLines(index.lines, entry.line, entry.line)], { safe: true, preferred: true })] : [],
      };
    }
  },
};
