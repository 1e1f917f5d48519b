import { LIMIT_LINES, LIMIT_UNITS } from '../../core/index/budget.js';
import { t } from '../../core/l10n.js';
import { grouped } from '../../core/numbers.js';
import { isSamePath } from '../../core/paths.js';
import type { IndexBudget } from '../../core/problem.js';
import type { StoreView } from '../../core/results.js';

/** The line where Claude Code stops reading an index, and the text of its marker. */
export interface Cut {
  /** First line that is not loaded, from 0. */
  readonly line: number;
  /** Line whose end shows the text, from 0. */
  readonly mark: number;
  readonly text: string;
}

/** Undefined for an index that is loaded completely. */
export function cutOf({ cutLine, loadedLines }: Pick<IndexBudget, 'cutLine' | 'loadedLines'>): Cut | undefined {
  if (cutLine === undefined) return undefined;
  const byLines = loadedLines >= LIMIT_LINES;
  return {
    line: cutLine,
    mark: Math.max(0, cutLine - 1),
    text: `── ${byLines ? t('Not loaded below this line ({limit}-line limit)', { limit: LIMIT_LINES }) : t('Not loaded below this line ({limit}-character limit)', { limit: grouped(LIMIT_UNITS) })} ──`,
  };
}

/** The cut in a note that is loaded together with others. By its real path. */
export function noteCut(views: readonly StoreView[], file: string): Cut | undefined {
  for (const { store, filesBudget } of views)
    for (const [path, line] of Object.entries(filesBudget?.cuts ?? {}))
      if (isSamePath(`${store.path}/${path}`, file))
        return {
          line,
          mark: Math.max(0, line - 1),
          text: `── ${t('Not loaded below this line: Copilot loads {limit} lines of all these files', { limit: filesBudget?.limitLines ?? 0 })} ──`,
        };
  return undefined;
}
