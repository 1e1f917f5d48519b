/** Comments of an index that Claude Code loads, because they are in a list item, a quote or another block of HTML. */
import { Lexer } from 'marked';

import { frontMatterLines } from '../markdown/layout.js';
import { memo } from '../memo.js';
import type { TextLines } from '../text.js';

/** Marks of blocks in blocks, from which the parser would take long: no index is written so. */
const DEEP = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){100}/m;
/** UTF-16 units; of a longer index no comment counts as one of these. */
const LONGEST = 200_000;

/**
 * Whether a line is in a comment of the top level, which Claude Code takes out. Its blocks are those of this parser up to 18.0.12; later versions see
 * some of them otherwise.
 */
export const isTopComment = memo((lines: TextLines): ((line: number) => boolean) => {
  if (lines.text.length > LONGEST || DEEP.test(lines.text)) return () => true;
  const top = topComments(lines);
  return (line) => top.has(line);
});

function topComments(lines: TextLines): ReadonlySet<number> {
  let line = frontMatterLines(lines);
  const text = line < lines.count ? lines.text.slice(lines.offset({ line, character: 0 })) : '';
  const read = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n|\r/g, '\n')
    .replaceAll('\0', '');
  const top = new Set<number>();
  for (const { type, raw } of blocksOf(read)) {
    const count = lineEnds(raw);
    if (type === 'html' && raw.trimStart().startsWith('<!--') && raw.includes('-->'))
      for (let at = 0; at < count + Number(!raw.endsWith('\n')); at++) top.add(line + at);
    line += count;
  }
  return top;
}

const lexed = (text: string): readonly Block[] => new Lexer({ gfm: false }).blockTokens(text);
type Block = Readonly<Record<'type' | 'raw', string>>;

/** A comment right below the mark of a quote ends it, also an indented one, which this parser takes for text of the quote. */
function blocksOf(text: string): readonly Block[] {
  const blocks = lexed(text);
  if (!blocks.some(({ type }) => type === 'blockquote')) return blocks;
  const lines = text.split('\n');
  let first = 0;
  for (const { type, raw } of blocks) {
    const end = first + lineEnds(raw) + 1;
    for (let at = first + 1; type === 'blockquote' && at < Math.min(end, lines.length); at++)
      if (/^ {0,3}>|^<!--/.test(lines[at - 1] ?? '')) lines[at] = lines[at]?.replace(/^ {1,3}(?=<!--)/, '') ?? '';
    first = end - 1;
  }
  const ended = lines.join('\n');
  return ended === text ? blocks : lexed(ended);
}

const lineEnds = (text: string): number => text.split('\n').length - 1;
