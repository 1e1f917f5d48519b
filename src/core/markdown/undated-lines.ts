/** The prose of a text that no heading dates. */
import type { TextLines } from '../text.js';
import { type ProseLine, proseLines } from './prose.js';

const HEADING = /^ {0,3}#{1,6}\s/;

/** Prose lines outside sections whose heading names a day, from which their words count. */
export function* undatedLines(
  lines: TextLines,
  fromLine: number,
  wanted: (text: string) => boolean,
): Generator<ProseLine> {
  let dated = false;
  for (const each of proseLines(lines, fromLine, (text) => HEADING.test(text) || wanted(text))) {
    if (HEADING.test(each.text)) dated = /\b\d{4}-\d{2}-\d{2}\b/.test(each.text);
    if (!dated) yield each;
  }
}
