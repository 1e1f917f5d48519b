import { LIMIT_LINES, LIMIT_UNITS } from '../budget.js';
import type { IndexFile } from '../index-file.js';
import type { Fix } from '../problem.js';
import type { TextEdit } from '../text.js';
import { entryAppender } from './append-entry.js';
import { firstLine } from './edits.js';
import type { LintStore, ParsedFile, StoreRule } from './rule.js';
import { filesOf, indexFolder, isDailyLog, isIndexLike, resolvedEntries } from './store-names.js';

/** A memory that the index does not list. */
export const indexOrphan: StoreRule = {
  code: 'index-orphan',
  severity: 'warning',
  on: 'store',
  *check(store, only) {
    const files = filesOf(store, only);
    if (files.length === 0 || !listsMemories(store)) return;
    const listed = new Set<string>();
    for (const { at } of resolvedEntries(store)) if (at.found !== undefined) listed.add(at.found);
    const { index } = store;
    const append = index === undefined ? undefined : entryAppender(index);
    for (const [path, file] of files) {
      if (listed.has(path) || !belongsInIndex(path, file, store)) continue;
      yield {
        path,
        range: rangeOf(file),
        message: 'MEMORY.md does not list this memory, so Claude Code does not learn at the start of a session that it exists. Add an entry for it.',
        fixes: index === undefined || append === undefined || !canBeLinked(path) ? [] : [addition(index, append(path, file.memory))],
      };
    }
  },
};

/** Sub-agents keep notes in the index itself, and logs have none. A store without any index is reported elsewhere, unless its index only has a wrong name. */
function listsMemories(store: LintStore): boolean {
  const { kind } = store.info;
  if (kind === 'agent' || kind === 'logs' || kind === 'session') return false;
  return store.index !== undefined || [...store.files.keys()].some((path) => path.toLowerCase() === 'memory.md');
}

function belongsInIndex(path: string, file: ParsedFile, store: LintStore): boolean {
  if (isIndexLike(path) || isDailyLog(path)) return false;
  const { memory, source } = file;
  if (memory.deletedMs !== undefined || memory.supersededBy !== undefined || source.unreadable !== undefined) return false;
  return indexFolder(path, store) === '';
}

/** No link reaches a name with a backslash or a control character: every reader takes them for something else. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const canBeLinked = (path: string): boolean => !/[\\\u0000-\u001f\u007f]/.test(path);

/** The value of `name`, else the first line. */
function rangeOf(file: ParsedFile): ReturnType<typeof firstLine> {
  const name = file.frontMatter.fields.find((field) => field.path === 'name');
  return name !== undefined && name.text !== undefined && name.text !== '' ? name.valueRange : firstLine(file.lines);
}

/** Safe as long as the new line itself will be loaded. */
function addition(index: IndexFile, edit: TextEdit): Fix {
  const fits = index.budget.lines + 1 <= LIMIT_LINES && index.budget.units + edit.newText.length <= LIMIT_UNITS;
  const title = fits ? 'Add an entry to MEMORY.md' : 'Add an entry to MEMORY.md (past the part that is loaded)';
  return { title, edits: { [index.source.path]: [edit] }, safe: fits, preferred: true };
}
