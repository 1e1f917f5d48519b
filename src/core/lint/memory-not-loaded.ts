import { NEAR_LIMIT } from '../index/budget.js';
import { t } from '../l10n.js';
import { filesBudgetOf } from '../stores/files-budget.js';
import { range } from '../text.js';
import { firstLine } from '../text-edits.js';
import type { StoreRule } from './rule.js';

/** Notes of the user that Copilot never sees, because the lines it loads of all files together are used up. */
export const memoryNotLoaded: StoreRule = {
  code: 'memory-not-loaded',
  severity: 'warning',
  on: 'store',
  *check({ info, files }) {
    const budget = filesBudgetOf(info, files);
    if (budget === undefined) return;
    const { lines, limitLines, cuts } = budget;
    const over = t('Copilot loads the first {limit} of the {lines} lines in these files.', {
      limit: limitLines,
      lines,
    });
    for (const [path, line] of Object.entries(cuts))
      yield {
        path,
        range: range(line, 0, line, files.get(path)?.lines.line(line).length ?? 0),
        message:
          line === 0
            ? t('Not loaded by Copilot. {cause} Shorten or merge the files before it.', { cause: over })
            : t('Not loaded by Copilot from this line on. {cause} Shorten this file or those before it.', {
                cause: over,
              }),
      };
    const [last] = [...files].filter(([, { source }]) => !source.path.includes('/')).slice(-1);
    if (Object.keys(cuts).length > 0 || lines < limitLines * NEAR_LIMIT || last === undefined) return;
    yield {
      path: last[0],
      range: firstLine(last[1].lines),
      severity: 'info',
      message: t(
        'Nearly full: these files have {lines} of the {limit} lines that Copilot loads. Shorten or merge them.',
        {
          lines,
          limit: limitLines,
        },
      ),
    };
  },
};
