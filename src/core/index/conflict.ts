import type { TextLines } from '../text.js';
import type { Layout } from './layout.js';

/**
 * Lines that carry a git conflict marker at their very start. A line of seven equals signs alone is a heading's underline, so it counts
 * only inside an open conflict; markers inside a code fence are an example.
 */
export function conflictLines(lines: TextLines, layout: Layout): number[] {
  const result: number[] = [];
  let open = false;
  for (let line = 0; line < lines.count; line++) {
    if (layout.kinds[line] === 'fence') continue;
    const text = lines.line(line);
    if (/^<{7}(?: |$)/.test(text)) open = true;
    else if (/^>{7}(?: |$)/.test(text)) open = false;
    else if (!open || !/^(?:={7}$|\|{7}(?: |$))/.test(text)) continue;
    result.push(line);
  }
  return result;
}
