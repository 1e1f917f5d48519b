/** Paragraphs and list items of a Markdown text. */
import { layoutOf } from '../../markdown/layout.js';
import { TextLines } from '../../text.js';

export interface ProseBlock {
  /** Offset in the text, UTF-16 units. */
  readonly start: number;
  /** One or more lines, without list marker and label. */
  readonly text: string;
}

/** Headings, tables, quotations, HTML, definitions, indented code, dates of logs. */
const NO_PROSE = /^(?: {0,3}(?:#{1,6}\s|\||>|<[a-z!/]|\[[^\]]+\]:|[-*_=]{3,}\s*$)| {4,}\S|\t)/i;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/;
/** `**Why:** `, `Why: ` */
const LABEL = /^\s*(?:(?:\*\*|__)[^*_\n]{1,40}(?:\*\*|__):?|(?:Why|How to apply|Reason|Context|Note|Fix|Cause):)\s+/;

export function* proseBlocks(text: string): Generator<ProseBlock> {
  const lines = new TextLines(text);
  const { kinds } = layoutOf(lines);
  let block: { readonly start: number; end: number } | undefined;
  const done = function* (): Generator<ProseBlock> {
    if (block !== undefined && block.end > block.start)
      yield { start: block.start, text: text.slice(block.start, block.end) };
    block = undefined;
  };
  for (let line = 0; line < lines.count; line++) {
    const written = lines.line(line);
    const start = lines.offset({ line, character: 0 });
    const item = ITEM.exec(written)?.[0] ?? '';
    if (kinds[line] !== 'text' || written.trim() === '' || (item === '' && NO_PROSE.test(written))) {
      yield* done();
      continue;
    }
    const label = LABEL.exec(written.slice(item.length))?.[0] ?? '';
    if (item !== '' || label !== '') yield* done();
    block ??= { start: start + item.length + label.length, end: start };
    block.end = start + written.length;
  }
  yield* done();
}
