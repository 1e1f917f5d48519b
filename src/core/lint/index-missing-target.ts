import type { IndexEntry, IndexFile } from '../index-file.js';
import type { Fix } from '../problem.js';
import { nearestPaths } from '../resolve.js';
import { fix, removeLines, replace } from './edits.js';
import { retarget } from './retarget.js';
import { GROUP_ABOVE, type IndexRule, type LintStore } from './rule.js';
import { linksOn, resolvedEntries, storeNames } from './store-names.js';

/** An entry names a file that is not there. */
export const indexMissingTarget: IndexRule = {
  code: 'index-missing-target',
  severity: 'warning',
  on: 'index',
  *check(index, store) {
    const missing = resolvedEntries(store).filter(({ entry, at }) => at.found === undefined && !at.folder && isEntry(entry));
    // Looking for near names is worth it for a few slips, not for a store whose files were left behind.
    const suggest = missing.length <= GROUP_ABOVE;
    for (const { entry } of missing) {
      yield {
        range: entry.targetRange,
        message: `${entry.path ?? entry.target} does not exist in this memory directory: Claude Code follows this entry to nothing. Correct the name or remove the entry.`,
        fixes: fixesFor(entry, index, store, suggest),
      };
    }
  },
};

/** File names in back-ticks and wiki links in running text may mean anything. */
const isEntry = (entry: IndexEntry): boolean => entry.form === 'markdown' || entry.form === 'raw-space' || (entry.form === 'wiki' && !entry.mention);

function fixesFor(entry: IndexEntry, index: IndexFile, store: LintStore, suggest: boolean): Fix[] {
  const { path } = index.source;
  const near = suggest ? nearestPaths(entry.path ?? entry.target, storeNames(store)) : [];
  const unlisted = near.filter((candidate) => !resolvedEntries(store).some(({ at }) => at.found === candidate.path));
  const fixes = unlisted.map(({ path: to, obvious }) =>
    fix(`Change the target to ${to}`, path, [retarget(entry, to, index.lines)], { safe: obvious, preferred: obvious }),
  );
  const sure = fixes.some((each) => each.safe);
  return [...fixes, removal(entry, index, { safe: !sure, preferred: !sure })];
}

/** Takes the whole line when it is this entry's alone; otherwise the link becomes plain text. */
function removal(entry: IndexEntry, index: IndexFile, options: { safe: boolean; preferred: boolean }): Fix {
  const { path } = index.source;
  const { lines } = index;
  const here = linksOn(index, entry.line);
  const onLine = here.entries.filter((other) => !other.mention);
  const text = lines.line(entry.line);
  const listed = /^\uFEFF?\s*(?:[-*+]|\d{1,9}[.)]|\|)\s/.test(text);
  const outside = here.outside.some((other) => other.kind !== 'anchor');
  if (!listed || entry.mention || onLine.length !== 1 || outside) {
    return fix('Turn this link into plain text', path, [replace(entry.linkRange, entry.title)], options);
  }
  return fix('Remove this entry', path, [removeLines(lines, entry.line, lastLineOf(entry.line, index))], options);
}

/** Last line of the list item: hooks spill over to indented lines that are neither items nor links themselves. */
function lastLineOf(line: number, index: IndexFile): number {
  const { lines } = index;
  const indent = /^\s*/.exec(lines.line(line))?.[0].length ?? 0;
  let last = line;
  while (last + 1 < lines.count) {
    const next = lines.line(last + 1);
    const lead = /^\s*/.exec(next)?.[0].length ?? 0;
    if (next.trim() === '' || lead < indent + 2 || /^\s*(?:[-*+]|\d{1,9}[.)]|`{3}|~{3}|<!--|#|\|)/.test(next)) break;
    if (linksOn(index, last + 1).entries.length > 0) break;
    last++;
  }
  return last;
}
