/** Indexes whose loaded part is compared with what Claude Code puts before its model: its limits, what it strips, and bytes that people do not type. */
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
];
