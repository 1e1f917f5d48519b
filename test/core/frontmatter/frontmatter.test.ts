import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fieldOf, type FrontMatter, parseFrontMatter, quoteScalar } from '../../../src/core/frontmatter/frontmatter.js';
import { applyEdits, type Range, TextLines } from '../../../src/core/text.js';
import { runs } from '../../support/fuzz.js';
import { caseText } from '../cases/cases.js';

const front = (block: string, body = 'Body.\n'): string => `---\n${block}\n---\n${body}`;
const texts = (parsed: FrontMatter): Record<string, string | undefined> =>
  Object.fromEntries(parsed.fields.map((field) => [field.path, field.text]));
const slice = (text: string, { start, end }: Range): string => {
  const lines = new TextLines(text);
  return text.slice(lines.offset(start), lines.offset(end));
};
/** Applies every fix that quotes a value. */
const quoted = (text: string): string =>
  applyEdits(
    text,
    parseFrontMatter(text).faults.flatMap(({ quote }) =>
      quote ? [{ range: quote.range, newText: quoteScalar(quote.value) }] : [],
    ),
  );

describe('states', () => {
  it.each([
    ['no front matter', '# Title\n\nText.\n', 'none'],
    ['empty text', '', 'none'],
    ['only an opening', '---', 'none'],
    ['a rule above prose', '---\n\nProse without an end.\n', 'none'],
    ['empty block', '---\n---\nBody', 'yaml'],
    ['yaml named', '---yaml\nname: x\n---\n', 'yaml'],
    ['blanks after the fences', '---  \nname: x\n---\t\nBody', 'yaml'],
    ['flow map', front('{ name: x }'), 'yaml'],
    ['javascript', '---js\n({})\n---\n', 'executable'],
    ['coffee with blanks', '--- coffee \nx\n---\n', 'executable'],
    ['name of an object member', '---constructor\nx\n---\n', 'executable'],
    ['code never closed', '---json\n{}\n', 'executable'],
    ['four dashes', '----\nname: x\n----\n', 'none'],
    ['text after the dashes', '--- a title ---\nname: x\n---\n', 'none'],
    ['indented', '  ---\nname: x\n---\n', 'none'],
    ['list', front('- a\n- b'), 'not-a-map'],
    ['heading between rules', front('\n# Title\n'), 'not-a-map'],
    ['rule further down', '---\nname: x\n\nThe end is missing: really.\n\nProse.\n\n---\n\nMore.\n', 'unclosed'],
    ['blank lines first', '\n \n---\nname: x\n---\n', 'late'],
    ['lone carriage returns', '---\rname: x\r---\rBody', 'yaml'],
  ] as const)('%s', (_what, text, state) => {
    expect(parseFrontMatter(text).state).toBe(state);
  });

  it.each(['a.md', 'b.md'])('case 11: %s is unclosed and stays body', (file) => {
    const text = caseText('11-unclosed-frontmatter', file);
    expect(parseFrontMatter(text)).toMatchObject({
      state: 'unclosed',
      fields: [],
      bodyOffset: 0,
      bodyLine: 0,
      range: { start: { line: 0 }, end: { line: 0, character: 3 } },
    });
  });

  it('case 11: names the line of dots that does not close, the end of the file, and the late start', () => {
    expect(parseFrontMatter(caseText('11-unclosed-frontmatter', 'a.md')).wrongFence).toBeUndefined();
    expect(parseFrontMatter(caseText('11-unclosed-frontmatter', 'b.md')).wrongFence).toEqual({
      start: { line: 4, character: 0 },
      end: { line: 4, character: 3 },
    });
    const closed = caseText('11-unclosed-frontmatter', 'c.md');
    expect(parseFrontMatter(closed)).toMatchObject({ state: 'yaml', bodyOffset: closed.length });
    expect(parseFrontMatter(caseText('11-unclosed-frontmatter', 'd.md'))).toMatchObject({
      state: 'late',
      range: { start: { line: 2 } },
      bodyOffset: 0,
    });
  });

  it.each([
    ['a.md', 'not-a-map'],
    ['b.md', 'none'],
    ['c.md', 'none'],
  ])('case 13: %s keeps its whole text and is never invalid YAML', (file, state) => {
    expect(parseFrontMatter(caseText('13-rule-is-not-frontmatter', file))).toMatchObject({
      state,
      fields: [],
      faults: [],
      bodyOffset: 0,
    });
  });

  it('case 17: code is never evaluated, a function tag never makes a function', () => {
    for (const file of ['a.md', 'b.md'])
      expect(parseFrontMatter(caseText('17-js-frontmatter', file))).toMatchObject({ state: 'executable', fields: [] });
    const tagged = parseFrontMatter(caseText('17-js-frontmatter', 'c.md'));
    expect(fieldOf(tagged, 'name')).toMatchObject({ text: undefined });
    expect(texts(tagged)).toMatchObject({ description: 'tag', type: 'user' });
    expect(tagged.faults).toMatchObject([{ kind: 'tag', range: { start: { line: 1, character: 6 } } }]);
    expect(globalThis).not.toHaveProperty('__memdir_case17');
  });
});

describe('values and ranges', () => {
  it('keeps dates, numbers and booleans as they are written', () => {
    const parsed = parseFrontMatter(front('a: 2026-01-15\nb: 007\nc: yes\nd: ~\ne: 1e3\nf:\ng: ""'));
    expect(texts(parsed)).toEqual({ a: '2026-01-15', b: '007', c: 'yes', d: '~', e: '1e3', f: '', g: '' });
    expect(parsed.fields.map((field) => field.style)).toEqual([
      'plain',
      'plain',
      'plain',
      'plain',
      'plain',
      'none',
      'double',
    ]);
  });

  it('gives the exact range of keys and values, quotes and tags included', () => {
    const text = front(
      'name: "it\\"s"\ntype:   user  # note\nlist: [a, "b"]\nlong: |\n  one\n  two\nlast: !x y\nempty:',
    );
    const parsed = parseFrontMatter(text);
    expect(parsed.fields.map((field) => [slice(text, field.keyRange), slice(text, field.valueRange)])).toEqual([
      ['name', '"it\\"s"'],
      ['type', 'user'],
      ['list', '[a, "b"]'],
      ['long', '|\n  one\n  two'],
      ['last', '!x y'],
      ['empty', ''],
    ]);
    expect(fieldOf(parsed, 'list')?.list).toEqual(['a', 'b']);
    expect(fieldOf(parsed, 'empty')?.valueRange.start).toEqual({ line: 8, character: 6 });
  });

  it('case 09: reaches keys below metadata', () => {
    const parsed = parseFrontMatter(caseText('09-nested-metadata', 'a.md'));
    expect(texts(parsed)).toMatchObject({
      metadata: undefined,
      'metadata.type': 'feedback',
      'metadata.modified': '2026-08-01T10:00:00.000Z',
    });
    expect(fieldOf(parsed, 'metadata.triggers')?.list).toEqual(['alpha']);
    expect(parsed.faults).toEqual([]);
  });

  it.each([
    ['a.md', 'follow-up of change', '#12 before release', 33],
    ['b.md', '', '#9 is blocked', 13],
  ])('case 07: %s shows what the comment cuts off', (file, text, cut, character) => {
    const field = fieldOf(parseFrontMatter(caseText('07-inline-hash', file)), 'description');
    expect(field).toMatchObject({
      text,
      cut: { text: cut, range: { start: { line: 2, character }, end: { line: 2, character: character + cut.length } } },
    });
  });

  it('case 07: reports no cut without a blank before the hash, nor after a closing quote', () => {
    expect(fieldOf(parseFrontMatter(caseText('07-inline-hash', 'c.md')), 'description')).toMatchObject({
      text: 'language is C#, room#4 and "#quoted"',
      cut: undefined,
    });
    expect(fieldOf(parseFrontMatter(front('description: "x" # note')), 'description')).toMatchObject({
      text: 'x',
      cut: undefined,
    });
  });

  it('case 15: a byte order mark and CRLF change nothing but the first column', () => {
    const text = caseText('15-bom-crlf', 'a.md');
    const parsed = parseFrontMatter(text);
    const plain = parseFrontMatter(text.slice(1).replaceAll('\r\n', '\n'));
    expect(parsed.fields).toEqual(plain.fields);
    expect(parsed.range).toEqual({ start: { line: 0, character: 1 }, end: { line: 4, character: 3 } });
    expect(text.slice(parsed.bodyOffset)).toBe('\r\nFirst needle-gamma line.\r\nSecond line.\r\n');
    expect(texts(parseFrontMatter('---\r\na: |\r\n  x\r\n  y\r\nb: z\r\n---\r\n'))).toEqual({ a: 'x\ny\n', b: 'z' });
  });
});

describe('faults', () => {
  it.each([
    ['a.md', 2, 26, 'description', ':'],
    ['b.md', 1, 10, 'name', ':'],
    ['c.md', 2, 23, 'description', 'quote'],
  ])(
    'case 06: %s has one fault on the character to blame, and quoting repairs it',
    (file, line, character, field, named) => {
      const text = caseText('06-unquoted-colon', file);
      const parsed = parseFrontMatter(text);
      expect(parsed.faults).toMatchObject([
        { kind: 'yaml', range: { start: { line, character }, end: { line, character: character + 1 } } },
      ]);
      expect(parsed.faults[0]?.message).toContain(`“${field}”`);
      expect(parsed.faults[0]?.message).toContain(named);
      const repaired = parseFrontMatter(quoted(text));
      expect(repaired.faults).toEqual([]);
      expect(texts(repaired)).toEqual(texts(parsed));
      expect(new TextLines(quoted(text)).count).toBe(new TextLines(text).count);
    },
  );

  it.each([
    ['reserved character', 'description: @me', '@me', 1, 13],
    ['emphasis', 'description: *bold* text', '*bold* text', 1, 13],
    ['alias that is not defined', 'description: *bold', '*bold', 1, 13],
    ['local tag', 'description: !important read', '!important read', 1, 13],
    ['quote never closed', 'description: "open', 'open', 1, 13],
    ['dash', 'description: - item', '- item', 1, 13],
    ['backslashes', 'description: "C:\\path"', 'C:\\path', 1, 16],
    ['below metadata', 'metadata:\n  note: a: b', 'a: b', 2, 9],
    ['on a continuation line', 'description: one\n  two: three', 'one two: three', 2, 5],
    ['a date for a name', 'name: 2026-01-15', '2026-01-15', 1, 6],
    ['a number for a description', 'description: 42', '42', 1, 13],
  ])('%s is named and repaired by quoting', (_what, block, value, line, character) => {
    const text = front(`${block}\ntype: user`);
    const parsed = parseFrontMatter(text);
    expect(parsed.faults).toMatchObject([{ quote: { value }, range: { start: { line, character } } }]);
    expect(fieldOf(parsed, 'type')?.text).toBe('user');
    const repaired = parseFrontMatter(quoted(text));
    expect(repaired.faults).toEqual([]);
    expect(Object.values(texts(repaired))).toContain(value);
  });

  it.each([
    ['stray line', 'name: x\nno colon here\ntype: user', 'yaml', 2, 'neither'],
    ['document marker', 'name: x\n--- y\ntype: user', 'yaml', 2, 'neither'],
    ['tab', 'metadata:\n\tnote: y\ntype: user', 'yaml', 2, 'tab'],
    ['duplicate', 'type: user\ntype: project', 'yaml', 2, 'twice'],
    ['list for a name', 'name: [a, b]\ntype: user', 'value-type', 1, 'list'],
    ['map for a description', 'description: {a: b}\ntype: user', 'value-type', 1, 'map'],
    ['metadata that is text', 'metadata: x\ntype: user', 'value-type', 1, 'metadata'],
  ])('%s is one fault and costs no other field', (_what, block, kind, line, word) => {
    const parsed = parseFrontMatter(front(block));
    expect(parsed.faults).toMatchObject([{ kind, range: { start: { line } } }]);
    expect(parsed.faults[0]?.message).toContain(word);
    expect(fieldOf(parsed, 'type')?.text).toBe('user');
  });

  it('keeps both values of a duplicate key, the first one effective', () => {
    expect(parseFrontMatter(front('name: a\nname: b')).fields.map((field) => field.text)).toEqual(['a', 'b']);
  });

  it('finds a second block of front matter, not a rule around prose', () => {
    expect(parseFrontMatter(front('name: a', '\n---\nname: b\ntype: user\n---\nBody')).faults).toMatchObject([
      { kind: 'double', range: { start: { line: 4 }, end: { line: 7, character: 3 } } },
    ]);
    expect(parseFrontMatter(front('name: a', '\n---\nNote: prose\nand more\n---\nBody')).faults).toEqual([]);
  });

  it.each(['bomb.md', 'cycle.md'])('case 18: aliases of %s are one fault and are never followed', (file) => {
    const parsed = parseFrontMatter(caseText('18-yaml-alias-bomb', file));
    expect(parsed.faults).toMatchObject([{ kind: 'alias' }]);
    expect(texts(parsed)).toMatchObject({ name: file.replace('.md', ''), type: 'project' });
    expect(JSON.stringify(parsed).length).toBeLessThan(10_000);
  });

  it('reads a broken text the same way every time', () => {
    const text = front('name: a: b\ntype: [');
    expect(parseFrontMatter(text)).toEqual(parseFrontMatter(text));
    expect(parseFrontMatter(text).faults.length).toBeGreaterThan(0);
  });
});

describe('any text', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '---',
      '...',
      '---js',
      '',
      ' ',
      '\uFEFF',
      'name: x',
      'metadata:',
      '  type: user',
      '\t- a',
      '- b',
      '# c',
      'a: &x [*x]',
      '<<: *x',
      'k: "',
      "k: 'a'b",
      '? q',
      ': v',
      '%YAML 1.1',
      '--- !!map',
    ),
    fc.string({ unit: fc.constantFrom(...'-:#"\'[]{}&*!|>%@`\\ \tab\u00e9\ud83d\ude00') }),
    fc.string({ unit: 'binary' }),
  );
  const document = fc
    .tuple(fc.constantFrom('---', '\uFEFF---', '', '---yaml'), fc.array(line), fc.constantFrom('\n', '\r\n', '\r'))
    .map(([open, lines, end]) => [open, ...lines, '---', 'Body'].join(end));

  it('never throws, and every range lies in the text', () => {
    fc.assert(
      fc.property(fc.oneof(document, fc.string()), (text) => {
        const parsed = parseFrontMatter(text);
        const lines = new TextLines(text);
        const ranges = [
          ...parsed.fields.flatMap((field) => [field.keyRange, field.valueRange, field.cut?.range]),
          ...parsed.faults.flatMap((fault) => [fault.range, fault.quote?.range]),
          parsed.range,
        ];
        for (const found of ranges) {
          if (!found) continue;
          expect(lines.offset(found.start)).toBeLessThanOrEqual(lines.offset(found.end));
          expect(found.end.line).toBeLessThan(lines.count);
        }
        expect(lines.position(parsed.bodyOffset).line).toBe(parsed.bodyLine);
        if (parsed.state !== 'yaml') expect(text.slice(parsed.bodyOffset)).toBe(text.replace(/^\uFEFF/, ''));
      }),
      { numRuns: runs(2000), examples: [['---\n: &-\t\n---\nBody'], ['---\na: &x \n---\n']] },
    );
  });

  it('a value of any text is kept, fixed by quoting where invalid, and no other field is lost', () => {
    const value = fc
      .string({ unit: fc.constantFrom(...'-:#"\'[]{}&*!|>%@`\\, ab\u00e9') })
      .filter((text) => text.trim() !== '' && !text.includes('#'));
    fc.assert(
      fc.property(value, (written) => {
        const text = front(`name: before\ndescription: ${written}\ntype: user`);
        const parsed = parseFrontMatter(text);
        expect(texts(parsed)).toMatchObject({ name: 'before', type: 'user' });
        const fault = parsed.faults.find(({ quote }) => quote);
        if (!fault?.quote) return;
        const repaired = parseFrontMatter(quoted(text));
        expect(repaired.faults).toEqual([]);
        expect(fieldOf(repaired, 'description')?.text).toBe(fault.quote.value);
      }),
      { numRuns: runs(2000), examples: [['{}: !'], ['[]: *x'], ['{}: {}: !'], ['"a": &']] },
    );
  });

  it('quoting any text reads back as that text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parsed = parseFrontMatter(front(`name: ${quoteScalar(text)}`));
        expect(fieldOf(parsed, 'name')?.text).toBe(text.replace(/\r\n?/g, '\n'));
      }),
    );
  });

  it.each([
    ['blank lines', '\n'.repeat(500_000)],
    ['valid keys', 'k: v\n'.repeat(100_000)],
    ['broken keys', 'a: b: c\n'.repeat(60_000)],
    ['open brackets', `a: ${'['.repeat(500_000)}`],
    ['commas', `a: [${','.repeat(500_000)}`],
    ['anchors', `a: ${'&a '.repeat(150_000)}`],
    ['quotes', `a: "x" ${'"'.repeat(500_000)}`],
    ['one long line', `a: ${'x '.repeat(250_000)}`],
    ['broken metadata', `metadata:\n${'  x: y: z\n'.repeat(50_000)}`],
  ])('takes half a megabyte of %s', (_what, block) => {
    const parsed = parseFrontMatter(front(`name: x\n${block}`));
    expect(fieldOf(parsed, 'name')?.text).toBe('x');
    expect(parsed.faults.length).toBeLessThan(300);
  });
});
