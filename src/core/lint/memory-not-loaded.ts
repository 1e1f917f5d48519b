import { NEAR_LIMIT } from '../index/budget.js';
import { plural } from '../plural.js';
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
    const over = `The files here have ${lines} lines together, and Copilot loads the first ${limitLines}.`;
    for (const [path, line] of Object.entries(cuts))
      yield {
        path,
        range: range(line, 0, line, files.get(path)?.lines.line(line).length ?? 0),
        message:
          line === 0
            ? `Not loaded by Copilot. ${over} Shorten or merge files that come before it.`
            : `Not loaded by Copilot from this line on. ${over} Shorten this file or those before it.`,
      };
    const [last] = [...files].filter(([, { source }]) => !source.path.includes('/')).slice(-1);
    if (Object.keys(cuts).length > 0 || lines < limitLines * NEAR_LIMIT || last === undefined) return;
    yield {
      path: last[0],
      range: firstLine(last[1].lines),
      severity: 'info',
      message: `Nearly full: the files here have ${plural(lines, 'line')} together, and Copilot loads the first ${limitLines}. Shorten or merge them.`,
    };
  },
};
