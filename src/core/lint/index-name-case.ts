import { INDEX_NAME } from '../index/index-file.js';
import { resolvedEntries } from '../index/resolved-entries.js';
import { retarget } from '../index/retarget.js';
import { t } from '../l10n.js';
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
        ? t(
            'Wrong case: this index is named {path}, but Claude Code reads {index}. On Linux, it isn’t loaded. Rename it.',
            {
              path,
              index: INDEX_NAME,
            },
          )
        : t(
            'Second index: Claude Code reads {index}, not {path}, and other systems can’t store both. Move what you need into {index} and delete this file.',
            { index: INDEX_NAME, path },
          );
    const rename: Fix = {
      title: t('Rename to {name}', { name: INDEX_NAME }),
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
      message: t(
        'Wrong case: the file is named {path}. Claude Code opens it on Windows and macOS but can’t find it on Linux. Use the exact file name.',
        { path: at.found },
      ),
      fixes: [
        fix(t('Change to {name}', { name: at.found }), index.source.path, [retarget(entry, at.found, index.lines)], {
          safe: true,
          preferred: true,
        }),
      ],
    };
  }
}
