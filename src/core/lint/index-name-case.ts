import { INDEX_NAME } from '../index/index-file.js';
import { resolvedEntries } from '../index/resolved-entries.js';
import { retarget } from '../index/retarget.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix } from '../problem.js';
import { firstLine } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import type { Finding, StoreRule } from './rule.js';

/** The index, or a link in it, has other letter case than its file. */
export const indexNameCase: StoreRule = {
  code: 'index-name-case',
  severity: 'warning',
  on: 'store',
  *check(store) {
    yield* misnamedIndexes(store);
    yield* misspelledLinks(store);
  },
};

function* misnamedIndexes(store: ParsedStore): Iterable<Finding> {
  for (const [path, file] of store.files) {
    if (path === INDEX_NAME || path.toUpperCase() !== INDEX_NAME.toUpperCase()) continue;
    const message =
      store.index === undefined
        ? `This index is named ${path}; Claude Code reads ${INDEX_NAME}, and on Linux loads nothing of this one. Rename it.`
        : `Claude Code reads ${INDEX_NAME} beside it, not ${path}, and other systems cannot keep both. Move what is still needed into ${INDEX_NAME} and delete this file.`;
    const rename: Fix = {
      title: `Rename it to ${INDEX_NAME}`,
      edits: {},
      renames: { [path]: INDEX_NAME },
      safe: false,
      preferred: true,
    };
    yield { path, range: firstLine(file.lines), message, fixes: store.index === undefined ? [rename] : [] };
  }
}

function* misspelledLinks(store: ParsedStore): Iterable<Finding> {
  const { index } = store;
  if (index === undefined) return;
  for (const { entry, at } of resolvedEntries(store)) {
    if (at.found === undefined || at.how !== 'case') continue;
    yield {
      path: index.source.path,
      range: entry.targetRange,
      message: `The file is ${at.found}: the target differs only in upper and lower case, so Claude Code opens it on Windows and macOS and does not find it on Linux. Write the name as the file has it.`,
      fixes: [
        fix(`Change the target to ${at.found}`, index.source.path, [retarget(entry, at.found, index.lines)], {
          safe: true,
          preferred: true,
        }),
      ],
    };
  }
}
