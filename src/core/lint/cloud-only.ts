import { cloudOnlyPaths } from '../file-kinds.js';
import { t, tPlural } from '../l10n.js';
import { range } from '../text.js';
import { firstLine } from '../text-edits.js';
import type { StoreRule } from './rule.js';

const NAMED = 4;

/** Memories that iCloud moved to the cloud. One finding for a store. */
export const cloudOnly: StoreRule = {
  code: 'cloud-only',
  severity: 'warning',
  on: 'store',
  *check({ index, facts }, only) {
    const away = cloudOnlyPaths(facts.others ?? []);
    const [first] = away;
    const path = index?.source.path ?? first;
    if (first === undefined || path === undefined || (only !== undefined && only !== path)) return;
    const names = `${away.slice(0, NAMED).join(', ')}${away.length > NAMED ? ', …' : ''}`;
    yield {
      path,
      range: index === undefined ? range(0, 0, 0, 0) : firstLine(index.lines),
      message: tPlural(
        away.length,
        'Only in iCloud: {names}. Claude Code can’t find this file, and Memdir doesn’t search it. In Finder, choose Download Now for the file and Keep Downloaded for the directory.',
        'Only in iCloud: {n} memories ({names}). Claude Code can’t find these files, and Memdir doesn’t search them. In Finder, choose Download Now for them and Keep Downloaded for the directory.',
        { names },
      ),
      related: away
        .slice(0, 50)
        .map((each) => ({ path: each, range: range(0, 0, 0, 0), message: t('Only in iCloud') })),
    };
  },
};
