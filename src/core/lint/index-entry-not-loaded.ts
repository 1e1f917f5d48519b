import { resolvedEntries } from '../index/resolved-entries.js';
import { sectionMoves } from './move-section.js';
import type { IndexRule } from './rule.js';

/** A memory is listed below the cut. */
export const indexEntryNotLoaded: IndexRule = {
  code: 'index-entry-not-loaded',
  severity: 'warning',
  on: 'index',
  *check({ budget }, store) {
    if (budget.cutLine === undefined) return;
    const loaded = new Set<string>();
    for (const { entry, at } of resolvedEntries(store)) {
      if (at.found === undefined) continue;
      if (entry.loaded) loaded.add(at.found);
      else if (!entry.mention && !loaded.has(at.found)) {
        yield {
          range: entry.linkRange,
          message: `This entry is listed but past the cut: Claude Code loads the index only up to line ${budget.cutLine}, so it does not know of ${at.found}. Move the entry up or shorten the index.`,
          fixes: sectionMoves(store),
        };
      }
    }
  },
};
