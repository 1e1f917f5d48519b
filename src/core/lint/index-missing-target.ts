import type { IndexEntry, IndexFile } from '../index-file.js';
import type { Fix } from '../problem.js';
import { nearestPaths } from '../resolve.js';
import { fix } from './edits.js';
import { entryRemoval } from './remove-entry.js';
import { retarget } from './retarget.js';
import { GROUP_ABOVE, type IndexRule, type LintStore } from './rule.js';
import { resolvedEntries, storeNames } from './store-names.js';

/** An entry names a file that is not there. */
export const indexMissingTarget: IndexRule = {
  code: 'index-missing-target',
  severity: 'warning',
  on: 'index',
  *check(index, store) {
    const missing = resolvedEntries(store).filter(({ entry, at }) => at.found === undefined && !at.folder && isEntry(entry));
    // A few slips are corrected. So many mean that the files were left behind: near names say nothing then, and nobody wants the entries gone unasked.
    const few = missing.length <= GROUP_ABOVE;
    for (const { entry } of missing) {
      yield {
        range: entry.targetRange,
        message: `${entry.path ?? entry.target} does not exist in this memory directory: Claude Code follows this entry to nothing. Correct the name or remove the entry.`,
        fixes: fixesFor(entry, index, store, few),
      };
    }
  },
};

/** File names in back-ticks and wiki links in running text may mean anything. */
const isEntry = (entry: IndexEntry): boolean => entry.form === 'markdown' || entry.form === 'raw-space' || (entry.form === 'wiki' && !entry.mention);

function fixesFor(entry: IndexEntry, index: IndexFile, store: LintStore, few: boolean): Fix[] {
  const { path } = index.source;
  const near = few ? nearestPaths(entry.path ?? entry.target, storeNames(store)) : [];
  const unlisted = near.filter((candidate) => !resolvedEntries(store).some(({ at }) => at.found === candidate.path));
  const fixes = unlisted.map(({ path: to, obvious }) =>
    fix(`Change the target to ${to}`, path, [retarget(entry, to, index.lines)], { safe: obvious, preferred: obvious }),
  );
  const sure = fixes.some((each) => each.safe);
  return [...fixes, removal(entry, index, { safe: few && !sure, preferred: !sure })];
}

function removal(entry: IndexEntry, index: IndexFile, options: { safe: boolean; preferred: boolean }): Fix {
  const { edit, lines } = entryRemoval(entry, index);
  return fix(lines === undefined ? 'Turn this link into plain text' : 'Remove this entry', index.source.path, [edit], options);
}
