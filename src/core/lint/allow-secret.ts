/** Writing down that a value which looks like a secret may stay. */
import type { Field } from '../frontmatter/frontmatter.js';
import type { Layout } from '../markdown/layout.js';
import { lineEnd, type Range, type TextEdit, type TextLines } from '../text.js';
import { insert } from '../text-edits.js';

const MARK = 'memdir: allow secret';
/** UTF-16 units of a line in which the mark is still looked for. */
const LONGEST = 19_000;

/**
 * The comment for a place in the text: behind its line, or before what goes over several lines, in the way comments are written there.
 * `field` is that of the front matter it lies in. Undefined where a comment would become part of the value.
 */
export function allowEdit(lines: TextLines, { kinds }: Layout, at: Range, field?: Field): TextEdit | undefined {
  const { line } = at.start;
  const text = lines.line(line);
  const several = at.end.line !== line;
  const kind = kinds[line];
  if (
    kind === 'front' &&
    (several || field === undefined || field.style === 'block' || field.valueRange.end.line !== line)
  )
    return undefined;
  if (text.length > LONGEST || (several && kind === 'comment')) return undefined;
  const words = kind === 'comment' ? MARK : kind === 'text' ? `<!-- ${MARK} -->` : `# ${MARK}`;
  const blank = /^\uFEFF?[ \t]*/.exec(text)?.[0] ?? '';
  if (several)
    return insert(
      { line, character: blank.startsWith('\uFEFF') ? 1 : 0 },
      `${blank.replace('\uFEFF', '')}${words}${lineEnd(lines.text)}`,
    );
  return insert({ line, character: text.trimEnd().length }, ` ${words}`);
}
