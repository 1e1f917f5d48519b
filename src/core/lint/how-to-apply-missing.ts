import { filesOf, listsMemories } from '../file-kinds.js';
import { t } from '../l10n.js';
import { conventionOf, isHabit } from './convention.js';
import { openingText } from './metadata.js';
import type { StoreRule } from './rule.js';

/** Feedback or a project that does not say how to apply it, in a store that does so. */
export const howToApplyMissing: StoreRule = {
  code: 'how-to-apply-missing',
  severity: 'hint',
  on: 'store',
  *check(store, only) {
    if (!listsMemories(store.info) || !isHabit(store, 'how')) return;
    for (const [path, file] of filesOf(store, only)) {
      const { applies, how } = conventionOf(file);
      if (!applies || how) continue;
      yield {
        path,
        range: openingText(file),
        message: t(
          'Doesn’t say how to apply it, unlike other memories here. Claude Code has to guess. Add a line such as "**How to apply:** when it applies and what to do".',
        ),
      };
    }
  },
};
