/** The lines of an index as the budget sees them. */
import { LONGEST_ENTRY } from '../index/entry-description.js';
import type { IndexFile } from '../index/index-file.js';
import { resolvedEntries } from '../index/resolved-entries.js';
import { layoutOf } from '../markdown/layout.js';
import type { ParsedStore } from '../parsed-store.js';
import { maskForDisplay } from '../secrets/secrets.js';
import type { BudgetLine, BudgetLineState } from './results.js';

/** UTF-16 units of a line that are shown. */
const SHOWN_UNITS = 400;

export function budgetLines(store: ParsedStore, index: IndexFile): readonly BudgetLine[] {
  const entries = resolvedEntries(store).filter(({ entry }) => !entry.mention);
  const listed = new Set(entries.map(({ entry }) => entry.line));
  const broken = new Set([
    ...index.conflictLines,
    ...entries.filter(({ at }) => at.found === undefined).map(({ entry }) => entry.line),
  ]);
  const { kinds } = layoutOf(index.lines);
  const { cutLine = Infinity } = index.budget;
  const stateOf = (line: number): BudgetLineState => {
    if (kinds[line] === 'front' || kinds[line] === 'comment') return 'stripped';
    return line >= cutLine ? 'cut' : 'loaded';
  };
  return Array.from({ length: index.lines.count }, (_, line) => {
    const text = index.lines.line(line);
    return {
      // Masked before it is cut: half of a secret is no longer recognised.
      text: maskForDisplay(text).slice(0, SHOWN_UNITS).toWellFormed(),
      units: text.length,
      state: stateOf(line),
      long: listed.has(line) && text.length > LONGEST_ENTRY,
      broken: broken.has(line),
    };
  });
}
