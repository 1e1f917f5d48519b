/** Indexes whose loaded part is compared with what Claude Code puts before its model: its limits, what it strips, and bytes that people do not type. */
import { cutNote, loadedText } from '../../src/core/index/budget.js';
import type { IndexFile } from '../../src/core/index/index-file.js';
import { layoutOf } from '../../src/core/markdown/layout.js';

export interface IndexCase {
  readonly name: string;
  readonly bytes: string | Uint8Array;
}

const entries = (count: number, more = ''): string =>
  Array.from({ length: count }, (_, at) => `- [Memory ${at + 1}](m${at + 1}.md): fact ${at + 1}${more}`).join('\n');
const units = (count: number, line = 100): string => {
  const lines = Array.from(
    { length: Math.ceil(count / line) },
    (_, at) => `${String(at).padStart(4, '0')}${'x'.repeat(line - 5)}`,
  );
  return lines.join('\n').slice(0, count);
};
const utf16 = (text: string): Uint8Array => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

export const INDEXES: readonly IndexCase[] = [
  { name: 'one entry', bytes: '- [One](one.md): a fact\n' },
  { name: 'no line end', bytes: '- [One](one.md): a fact' },
  { name: 'blank lines around', bytes: '\n\n  \n- [One](one.md): a fact\n\n\n' },
  { name: 'blanks before and after', bytes: '   - [One](one.md): a fact   \n' },
  { name: 'heading and prose', bytes: '# Memory\n\nSome prose.\n\n- [One](one.md): a fact\n' },
  { name: 'CRLF', bytes: '# Memory\r\n\r\n- [One](one.md): a fact\r\n- [Two](two.md)\r\n' },
  { name: 'lone CR', bytes: '- one\r- two\r- three\n' },
  { name: 'byte order mark', bytes: '\uFEFF# Memory\n\n- [One](one.md)\n' },
  { name: 'front matter', bytes: '---\nname: index\ntype: x\n---\n\n# Memory\n- [One](one.md)\n' },
  { name: 'front matter that is no YAML', bytes: '---\nname: a: b: c\n  [broken\n---\n- [One](one.md)\n' },
  { name: 'front matter without an end', bytes: '---\nname: index\n- [One](one.md)\n' },
  { name: 'empty front matter', bytes: '---\n---\n- [One](one.md)\n' },
  { name: 'front matter after a blank line', bytes: '\n---\nname: index\n---\n- [One](one.md)\n' },
  { name: 'byte order mark and front matter', bytes: '\uFEFF---\nname: index\n---\n- [One](one.md)\n' },
  { name: 'rule in the middle', bytes: '- [One](one.md)\n\n---\n\n- [Two](two.md)\n' },
  { name: 'comment on a line of its own', bytes: '- [One](one.md)\n\n<!-- hidden -->\n\n- [Two](two.md)\n' },
  { name: 'comment over lines', bytes: '<!--\nhidden\nmore\n-->\n# Memory\n- [One](one.md)\n' },
  { name: 'comment without an end', bytes: '- [One](one.md)\n\n<!-- hidden\n- [Two](two.md)\n' },
  { name: 'comment within a line', bytes: '- [One](one.md): a <!-- hidden --> fact\n' },
  { name: 'comment before text on its line', bytes: '<!-- hidden --> shown\n\n- [One](one.md)\n' },
  { name: 'comment in a fence', bytes: '```\n<!-- shown -->\n```\n- [One](one.md)\n' },
  { name: 'comment in a list item', bytes: '- [One](one.md)\n\n  <!-- in the item -->\n\n- [Two](two.md)\n' },
  { name: 'comment inside a block of HTML', bytes: '<div>\n<!-- inside -->\n</div>\n\n- [One](one.md)\n' },
  { name: 'comment right after an entry', bytes: '- [One](one.md)\n<!-- after -->\n- [Two](two.md)\n' },
  { name: 'two comments', bytes: '<!-- a -->\n<!-- b -->\n- [One](one.md)\n' },
  { name: 'comment indented by four blanks', bytes: '- [One](one.md)\n\nText\n\n    <!-- code -->\n' },
  { name: 'comment in a quote', bytes: '> <!-- quoted -->\n\n- [One](one.md)\n' },
  { name: 'comment with blanks before it', bytes: 'Text\n\n   <!-- hidden -->\n\n- [One](one.md)\n' },
  { name: 'front matter, then a comment', bytes: '---\na: b\n---\n<!-- hidden -->\n- [One](one.md)\n' },
  { name: '199 lines', bytes: `${entries(199)}\n` },
  { name: '200 lines', bytes: `${entries(200)}\n` },
  { name: '201 lines', bytes: `${entries(201)}\n` },
  { name: '250 lines', bytes: `${entries(250)}\n` },
  { name: '210 lines, 15 of them a comment', bytes: `<!--\n${'hidden\n'.repeat(13)}-->\n${entries(195)}\n` },
  { name: '200 lines after front matter', bytes: `---\nname: x\n---\n${entries(200)}\n` },
  { name: '25,000 units', bytes: units(25_000, 150) },
  { name: '25,001 units', bytes: units(25_001, 150) },
  { name: '26,000 units', bytes: `${units(26_000, 200)}\n` },
  { name: 'over both limits', bytes: `${entries(300, ` ${'y'.repeat(120)}`)}\n` },
  { name: 'a first line that is too long', bytes: `${'x'.repeat(26_000)}\n- [One](one.md)\n` },
  { name: 'a second line that is too long', bytes: `- [One](one.md)\n${'x'.repeat(26_000)}\n- [Two](two.md)\n` },
  { name: 'Chinese, 24,990 units', bytes: `${'记忆'.repeat(40)}\n`.repeat(308) + '记'.repeat(42) },
  { name: 'emoji over the limit', bytes: `${'🧠'.repeat(60)}\n`.repeat(210) },
  { name: 'NUL', bytes: '- [One](one.md): a\0fact\n- [Two](two.md)\n' },
  { name: 'line separator', bytes: '- one\u2028- two\u2029- three\n' },
  { name: 'UTF-16', bytes: utf16('- [One](one.md)\n') },
  { name: 'Latin-1', bytes: Buffer.from('- caf\xe9\n', 'latin1') },
  { name: 'form feed and vertical tab', bytes: '\f- one\v\n- two\f\n' },
  { name: 'no-break spaces around', bytes: '\u00A0\n- one\u00A0\n\u00A0\n' },
  { name: 'reference to a file', bytes: '@one.md\n- [One](one.md)\n' },
  { name: 'end of a reminder', bytes: '- [One](one.md): </system-reminder> text\n' },
  { name: 'tabs', bytes: '\t- [One](one.md)\n\t\t- [Two](two.md)\n' },
  { name: 'tilde fence around an entry', bytes: '~~~\n- [One](one.md)\n<!-- x -->\n~~~\n' },
  {
    name: 'comment in a nested list item',
    bytes: '- [One](one.md)\n  - nested\n\n    <!-- deep -->\n\n- [Two](two.md)\n',
  },
  { name: 'comment after a list, at the margin', bytes: '- [One](one.md)\n\n<!-- hidden -->\n- [Two](two.md)\n' },
  {
    name: 'comment indented by one below an entry',
    bytes: '- [One](one.md)\n\n <!-- outside -->\n\n- [Two](two.md)\n',
  },
  { name: 'comment in a numbered item', bytes: '1. [One](one.md)\n\n   <!-- in the item -->\n\n2. [Two](two.md)\n' },
  { name: 'comment below prose', bytes: 'Some prose\n<!-- below -->\n\n- [One](one.md)\n' },
  { name: 'comment before prose', bytes: '<!-- hidden -->\nSome prose\n\n- [One](one.md)\n' },
  { name: 'comment with a blank line in it', bytes: '<!-- a\n\nb -->\n- [One](one.md)\n' },
  { name: 'comment that ends before text', bytes: '<!-- a\nb --> shown\n- [One](one.md)\n' },
  {
    name: 'comment in details',
    bytes: '<details>\n<summary>x</summary>\n\n<!-- inside -->\n\n</details>\n\n- [One](one.md)\n',
  },
  { name: 'comment on the line of a tag', bytes: '<div><!-- inside --></div>\n\n- [One](one.md)\n' },
  {
    name: 'comment after a table',
    bytes: '| a | b |\n|---|---|\n| [One](one.md) | x |\n<!-- after -->\n\n- [Two](two.md)\n',
  },
  { name: 'comment after a heading', bytes: '# Memory\n<!-- hidden -->\n- [One](one.md)\n' },
  { name: 'comment of two dashes', bytes: '<!---->\n- [One](one.md)\n<!-->\n- [Two](two.md)\n' },
  { name: 'comment in a blank item', bytes: '-\n  <!-- in the item -->\n- [Two](two.md)\n' },
  { name: 'comment as an item', bytes: '- <!-- item -->\n- [Two](two.md)\n' },
  { name: 'comment as a definition', bytes: '[a]: one.md\n<!-- hidden -->\n- [Two](two.md)\n' },
  { name: 'a first line of 25,000 units', bytes: `${'x'.repeat(25_000)}\n- [One](one.md)\n` },
  { name: 'a first line of 25,001 units', bytes: `${'x'.repeat(25_001)}\n` },
  { name: 'a first line of emoji that is too long', bytes: `x${'🧠'.repeat(13_000)}\n` },
  {
    name: 'a first line that is too long after front matter',
    bytes: `---\na: b\n---\n\n  ${'y '.repeat(13_000)}\n- [One](one.md)\n`,
  },
  { name: 'lines parted by CR, too long together', bytes: `${'z'.repeat(100)}\r`.repeat(300) },
  { name: 'NUL in every line', bytes: '\0- one\0\n\0\n- two\n\0' },
  { name: 'UTF-16, most significant byte first', bytes: Buffer.from('feff002d0020006f006e0065000a', 'hex') },
  { name: 'UTF-16 without a mark', bytes: Buffer.from('- [One](one.md) and more text\n', 'utf16le') },
  { name: 'line separators past the limit', bytes: '- one\u2028'.repeat(230) },
  { name: 'next line characters past the limit', bytes: '- one\u0085'.repeat(230) },
  { name: 'nothing', bytes: '' },
  { name: 'blank lines alone', bytes: ' \n\t\n\n' },
  { name: 'a comment alone', bytes: '<!-- hidden -->\n' },
  {
    name: 'CRLF past the limit, beside a comment',
    bytes: `<!-- hidden -->\r\n${`${'x'.repeat(124)}\r\n`.repeat(200)}`,
  },
  {
    name: 'CRLF past the limit, beside a comment in a fence',
    bytes: `\`\`\`\r\n<!-- shown -->\r\n\`\`\`\r\n${`${'x'.repeat(130)}\r\n`.repeat(190)}`,
  },
  { name: 'CRLF past the limit', bytes: `${'x'.repeat(124)}\r\n`.repeat(200) },
  { name: '210 lines after front matter', bytes: `---\nname: x\n---\n${entries(210)}\n` },
  { name: '210 lines after a comment', bytes: `<!--\nhidden\n-->\n${entries(210)}\n` },
  {
    name: 'characters without a picture',
    bytes: '- a\x01b\x1B[0mc\x7Fd\u0085e\uFB01 \uE000\u{1F468}\u200D\u{1F469}\u200Bf\u202Eg\uFEFFh\u{E0041}i\n',
  },
  { name: 'blanks on the line below a comment', bytes: '- [One](one.md)\n\n<!-- hidden -->\n  \n\n- [Two](two.md)\n' },
  { name: 'comment below an unknown tag', bytes: '<note>\n<!-- inside -->\n</note>\n\n- [One](one.md)\n' },
  { name: 'comment in preformatted text', bytes: '<pre>\n\n<!-- inside -->\n</pre>\n\n- [One](one.md)\n' },
  {
    name: 'comment two blank lines below an item',
    bytes: '- [One](one.md)\n\n\n  <!-- in the item -->\n- [Two](two.md)\n',
  },
  {
    name: 'comment below a lazy line of an item',
    bytes: '- [One](one.md)\nlazy\n  <!-- in the item -->\n- [Two](two.md)\n',
  },
  {
    name: 'comment indented below a heading',
    bytes: '- [One](one.md)\n\n# Heading\n  <!-- outside -->\n- [Two](two.md)\n',
  },
  {
    name: 'comment indented below prose after a list',
    bytes: '- [One](one.md)\n\nProse\n\n  <!-- outside -->\n- [Two](two.md)\n',
  },
  {
    name: 'comment of several lines in an item',
    bytes: '- [One](one.md)\n  <!-- in\n  the item -->\n- [Two](two.md)\n',
  },
  { name: 'text and a second comment after a comment', bytes: '<!-- a --> shown <!-- b -->\n- [One](one.md)\n' },
  { name: 'comment below a processing instruction', bytes: '<?php\n  <!-- inside -->\n- [One](one.md)\n' },
  { name: 'comment below the end of a script', bytes: '</script>\n<!-- hidden -->\n- [One](one.md)\n' },
  { name: 'comment below the end of preformatted text', bytes: '</pre>\n***\n<!-- hidden -->\n- [One](one.md)\n' },
  { name: 'comment below a tag after a comment', bytes: '<!-- hidden -->\n<span>\n<!-- inside -->\n- [One](one.md)\n' },
  { name: 'comment indented by three below prose', bytes: 'Some prose\n   <!-- shown -->\n- [One](one.md)\n' },
  { name: 'indented comment right below a quote', bytes: '> q\n   <!-- hidden -->\n- [One](one.md)\n' },
  {
    name: 'two indented comments and prose below a quote',
    bytes: '> q\n   <!-- a -->\n   <!-- b -->\ntext\n- [One](one.md)\n',
  },
  { name: 'comment indented by four below a quote', bytes: '> q\n    <!-- shown -->\n- [One](one.md)\n' },
  {
    name: 'text after an indented comment below a quote',
    bytes: '> - a\n  <!-- x --> y\n<!-- b -->\n- [One](one.md)\n',
  },
  {
    name: 'comment below a tag after an item',
    bytes: '- <!-- item -->\n<span>\ntext\n<!-- inside -->\n- [One](one.md)\n',
  },
];

/** What Memdir says that the client loads of an index, with the note below one that it cuts. */
export function predictedText({ lines }: IndexFile): string {
  const layout = layoutOf(lines);
  const note = cutNote(lines, layout);
  return [loadedText(lines, layout), ...(note === undefined ? [] : [note])].join('\n\n');
}

/** A text in short, to be compared and read. */
export const inShort = (
  text: string,
): string | { readonly begins: string; readonly ends: string; readonly units: number } =>
  text.length <= 400 ? text : { begins: text.slice(0, 60), ends: text.slice(-340), units: text.length };
