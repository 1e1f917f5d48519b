import { filesOf, listsMemories } from '../file-kinds.js';
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
        message:
          'This memory does not say when and how it applies, as others here do, so Claude Code has to guess. Add a line such as "**How to apply:** where it counts, and what to do there".',
      };
    }
  },
};
