import { descriptionRange, foldPunctuation, isOnlyEntryOnLine } from '../index/entry-description.js';
import type { IndexEntry, IndexFile } from '../index/index-file.js';
import { pointerLines } from '../index/pointer.js';
import { resolvedEntries } from '../index/resolved-entries.js';
import { t } from '../l10n.js';
import type { Fix } from '../problem.js';
import { insert, removeLines, replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import type { IndexRule } from './rule.js';

/** A file listed twice. Titles may repeat; the two sides of an unfinished merge mostly list the same files. */
export const indexDuplicate: IndexRule = {
  code: 'index-duplicate',
  severity: 'info',
  on: 'index',
  *check(index, store) {
    if (index.conflictLines.length > 0) return;
    const first = new Map<string, IndexEntry>();
    for (const { entry, at } of resolvedEntries(store)) {
      const path = at.found ?? entry.path;
      if (path === undefined || entry.mention || entry.form === 'code') continue;
      const earlier = first.get(path);
      if (earlier === undefined) {
        first.set(path, entry);
        continue;
      }
      yield {
        range: entry.linkRange,
        message: t(
          'Duplicate entry: {path} is already listed on line {line}. It takes up space in the index. Keep one of the two.',
          {
            path,
            line: earlier.line + 1,
          },
        ),
        related: [{ path: index.source.path, range: earlier.linkRange, message: t('First entry') }],
        fixes: repair(earlier, entry, index),
      };
    }
  },
};

/** Equal lines: the second is removed. Different lines: the first takes over the text that only the second has. */
function repair(first: IndexEntry, second: IndexEntry, index: IndexFile): Fix[] {
  const { lines, source } = index;
  const gone = pointerLines(second, index);
  if (first.line === second.line || gone === undefined) return [];
  const removal = removeLines(lines, gone.first, gone.last);
  if (gone.last === second.line && lines.line(first.line).trim() === lines.line(second.line).trim())
    return [fix(t('Remove this duplicate line'), source.path, [removal], { safe: true, preferred: true })];
  if (!isOnlyEntryOnLine(first, index) || !isOnlyEntryOnLine(second, index) || gone.last > second.line) return [];
  const hook = mergedHook(first, second);
  const at = descriptionRange(first, index);
  const end = { line: first.line, character: lines.line(first.line).trimEnd().length };
  const written = at === undefined ? insert(end, `${second.separator || ' — '}${hook}`) : replace(at, hook);
  return [
    fix(t('Merge the two entries'), source.path, hook === first.hook ? [removal] : [written, removal], {
      preferred: true,
    }),
  ];
}

/** Both descriptions, and the second title where it differs; text that one contains is not repeated. */
function mergedHook(first: IndexEntry, second: IndexEntry): string {
  const said = foldPunctuation(`${first.title} ${first.target} ${first.hook}`);
  const title = said.includes(foldPunctuation(second.title)) ? '' : second.title;
  const hook = said.includes(foldPunctuation(second.hook)) ? '' : second.hook;
  if (title === '' && hook !== '' && foldPunctuation(second.hook).includes(foldPunctuation(first.hook)))
    return second.hook;
  const more = [title, hook].filter((text) => text !== '').join(': ');
  return [first.hook, more].filter((text) => text !== '').join('; ');
}
