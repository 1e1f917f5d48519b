/** Places of a file as the editor counts them. */
import { BOM, type Range } from '../core/text.js';

/** An editor knows no byte order mark: on the first line of a file that has one, it counts from behind it. */
export function editorRange(text: string, range: Range): Range {
  if (!text.startsWith(BOM)) return range;
  const shift = ({ line, character }: Range['start']): Range['start'] => ({
    line,
    character: line === 0 ? Math.max(0, character - 1) : character,
  });
  return { start: shift(range.start), end: shift(range.end) };
}
