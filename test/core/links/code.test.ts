/** Code and comments contain no links, neither for an index nor for a memory. */
import { describe, expect, it } from 'vitest';

import { parseIndex } from '../../../src/core/index/index-file.js';
import { memoryLinks } from '../../../src/core/links/memory-links.js';
import { linkLines } from '../../../src/core/markdown/link-lines.js';
import { TextLines } from '../../../src/core/text.js';
import { source } from '../cases/cases.js';

const LINK = '[B](b.md)';

/** What is written, and how many links it has. */
const TEXTS: readonly (readonly [string, string, number])[] = [
  ['a link', `See ${LINK}.`, 1],
  ['a code span', `See \`${LINK}\`.`, 0],
  ['a code span of two ticks', `See \`\`${LINK} \` \`\`.`, 0],
  ['a tick without another', `See \` ${LINK}.`, 1],
  ['an escaped tick', `See \\\`${LINK}\`.`, 1],
  ['a code span over two lines', `See \`some\n${LINK} code\`.`, 0],
  ['a code span over two lines, and a link after it', `See \`some\ncode\` ${LINK}.`, 1],
  ['ticks of two paragraphs', `See \`some\n\n${LINK} code\`.`, 1],
  ['ticks of two items', `- one \`\n- ${LINK} \``, 1],
  ['ticks before a heading', `one \`\n# ${LINK} \``, 1],
  ['rows of a table', `| a \` | b |\n| ${LINK} | \` |`, 1],
  ['a fence', `\`\`\`\n${LINK}\n\`\`\``, 0],
  ['a fence of tildes', `~~~ md\n${LINK}\n~~~`, 0],
  ['a fence that never ends', `\`\`\`\n${LINK}`, 0],
  ['a fence in an item', `- text\n\n  \`\`\`\n  ${LINK}\n  \`\`\``, 0],
  ['a fence that begins an item', `- \`\`\`\n  ${LINK}\n  \`\`\`\n`, 0],
  ['after a fence that begins an item', `- \`\`\`\n  code\n  \`\`\`\n- ${LINK}`, 1],
  ['after an item whose fence never ends', `- \`\`\`\n  code\n- ${LINK}`, 1],
  ['a fence in a quotation', `> \`\`\`\n> ${LINK}\n> \`\`\``, 0],
  ['after a quotation whose fence never ends', `> \`\`\`\n> code\n\n${LINK}`, 1],
  ['indented code', `Text.\n\n    ${LINK}`, 0],
  ['indented code of a tab', `Text.\n\n\t${LINK}`, 0],
  ['indented code after a heading', `# Title\n    ${LINK}`, 0],
  ['an indented line of a paragraph', `Text\n    ${LINK}`, 1],
  ['a nested item', `- one\n    - ${LINK}`, 1],
  ['a nested item after a blank line', `- one\n\n    - ${LINK}`, 1],
  ['a nested item of a numbered list', `1. one\n\n    ${LINK}`, 1],
  ['indented code of an item', `- one\n\n      ${LINK}`, 0],
  ['indented code after a list that a fence ends', `- one\n\n\`\`\`\ncode\n\`\`\`\n\n    ${LINK}`, 0],
  ['indented code after a list that a comment ends', `- one\n\n<!-- end -->\n\n    ${LINK}`, 0],
  ['a paragraph of an item after its fence', `- one\n\n  \`\`\`\n  code\n  \`\`\`\n\n    ${LINK}`, 1],
  ['code that begins an item', `-     ${LINK}`, 0],
  ['an item with its text far off', `-    ${LINK}`, 1],
  ['a comment', `<!-- ${LINK} -->`, 0],
  ['a comment over several lines', `<!--\n${LINK}\n-->`, 0],
  ['a comment within a line', `See <!-- ${LINK} --> it.`, 0],
  ['a comment that begins within a line', `See <!-- here\n${LINK}\n--> it.`, 0],
  ['after a comment on the line of its end', `<!--\nx --> ${LINK}`, 1],
  ['a comment that never ends', `<!-- ${LINK}`, 1],
  ['pre', `<pre>\n${LINK}\n\n${LINK}\n</pre>`, 0],
  ['after pre', `<pre>\nx\n</pre>\n\n${LINK}`, 1],
  ['pre with attributes, in capitals', `<PRE class="x">\n${LINK}\n</PRE>`, 0],
  ['a script', `<script>\n${LINK}\n</script>`, 0],
  ['a word like pre', `<prefix>\n${LINK}`, 1],
  ['a link whose text is code', '[`B`](b.md)', 1],
  ['a link with a tick in its text and its target', 'See [a ` b](b.md ` c).', 0],
];

describe('links in code', () => {
  it.each(TEXTS)('a memory: %s', (_, text, count) => {
    expect(memoryLinks(new TextLines(text))).toHaveLength(count);
    expect(memoryLinks(new TextLines(text.replaceAll('\n', '\r\n')))).toHaveLength(count);
    expect(memoryLinks(new TextLines(text.replaceAll(LINK, '[[b]]')))).toHaveLength(count);
  });

  it.each(TEXTS)('an index: %s', (_, text, count) => {
    expect(parseIndex(source('MEMORY.md', `# Index\n\n${text}`)).entries).toHaveLength(count);
  });

  it('keeps the columns of what it leaves', () => {
    const text = `See \`some\ncode\` ${LINK}.`;
    expect(memoryLinks(new TextLines(text))[0]?.range).toEqual({
      start: { line: 1, character: 10 },
      end: { line: 1, character: 14 },
    });
    expect(linkLines(new TextLines(text)).map((line) => line?.length)).toEqual([9, 16]);
  });

  it.each([
    ['ticks', '`'.repeat(20_000)],
    ['ticks of many lengths', Array.from({ length: 600 }, (_, at) => '`'.repeat(at % 60)).join('x\n')],
    ['comments that never end', '<!-- x\n'.repeat(5_000)],
    ['items', '- x\n'.repeat(5_000)],
    ['nested items', Array.from({ length: 500 }, (_, at) => `${'  '.repeat(at)}- x`).join('\n')],
    ['quotations', '> > > x\n'.repeat(3_000)],
  ])('reads %s', (_, text) => {
    expect(linkLines(new TextLines(text))).toHaveLength(new TextLines(text).count);
  });
});
