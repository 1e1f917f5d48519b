/** Positions as an editor counts them: its text has no byte order mark, which the text of a file may begin with. */
import { BOM, type Range } from '../core/text.js';

/** A range in the text of a file, as the editor counts it. */
export const editorRange = (text: string, range: Range): Range => (text.startsWith(BOM) ? withoutBom(range) : range);

/** A range of a file with a byte order mark, counted without it. */
export function withoutBom({ start, end }: Range): Range {
  const shift = ({ line, character }: Range['start']): Range['start'] => ({
    line,
    character: line === 0 ? Math.max(0, character - 1) : character,
  });
  return { start: shift(start), end: shift(end) };
}
