import { containsMemories, isDailyLog, isNamedLikeIndex } from '../file-kinds.js';
import { t, tPlural } from '../l10n.js';
import { memo } from '../memo.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import { range } from '../text.js';
import { firstLine } from '../text-edits.js';
import type { StoreRule } from './rule.js';

/**
 * Memory files whose front matter Claude Code reads when it looks for relevant memories, most recently changed first.
 */
const SCANNED = 200;
const NAMED = 3;

/** More memories than are scanned: the oldest are never offered. */
export const tooManyFiles: StoreRule = {
  code: 'too-many-files',
  severity: 'warning',
  on: 'store',
  *check(store, only) {
    const { info, index } = store;
    if (store.files.size <= SCANNED || !containsMemories(info)) return;
    const { count: scanned, left } = scannedOf(store.files);
    const [oldest] = left;
    const path = index?.source.path ?? oldest?.source.path;
    if (oldest === undefined || (only !== undefined && only !== path)) return;
    const names = left
      .slice(0, NAMED)
      .map((file) => file.source.path)
      .join(', ');
    yield {
      path,
      range: index === undefined ? range(0, 0, 0, 0) : firstLine(index.lines),
      message: tPlural(
        left.length,
        'Too many memories: {scanned}. Claude Code scans only the {limit} that changed last, so it misses the oldest one: {names}. Merge related memories and remove outdated ones.',
        'Too many memories: {scanned}. Claude Code scans only the {limit} that changed last, so it misses the {n} oldest: {names}. Merge related memories and remove outdated ones.',
        { scanned, limit: SCANNED, names: `${names}${left.length > NAMED ? ', …' : ''}` },
      ),
      related: left
        .slice(0, 50)
        .map(({ source }) => ({ path: source.path, range: range(0, 0, 0, 0), message: t('Not scanned') })),
    };
  },
};

/** Number of competing files, and those that are left out, oldest first. */
const scannedOf = memo(
  (files: ParsedStore['files']): { readonly count: number; readonly left: readonly ParsedFile[] } => {
    const all = [...files.values()].filter(isScanned).sort(byTime);
    return { count: all.length, left: all.slice(SCANNED).reverse() };
  },
);

const isScanned = ({ source }: ParsedFile): boolean =>
  source.unreadable === undefined && !isNamedLikeIndex(source.path) && !isDailyLog(source.path);

const byTime = (a: ParsedFile, b: ParsedFile): number =>
  b.source.stamp.modifiedMs - a.source.stamp.modifiedMs || (a.source.path < b.source.path ? -1 : 1);
