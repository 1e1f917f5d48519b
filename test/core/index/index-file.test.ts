import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type IndexFile, isIndexName, parseIndex } from '../../../src/core/index/index-file.js';
import { runs } from '../../support/fuzz.js';
import { caseText, source } from '../cases/cases.js';

const parse = (text: string): IndexFile => parseIndex(source('MEMORY.md', text));
const paths = (text: string): (string | undefined)[] => parse(text).entries.map(({ path }) => path);

it('knows the index by its exact name', () => {
  expect(['MEMORY.md', 'memory.md', 'team/MEMORY.md'].map(isIndexName)).toEqual([true, false, false]);
});

describe('spellings of links', () => {
  it.each([
    ['- [a](a.md) — x', 'a.md', 'a', ' — ', 'x'],
    ['- [a](the%20brief.md): x', 'the brief.md', 'a', ': ', 'x'],
    ['- [a](<the brief.md>) -- x', 'the brief.md', 'a', ' -- ', 'x'],
    ['- [a](the brief.md) - x', 'the brief.md', 'a', ' - ', 'x'],
    ['* [a](./sub/b.md#part "title") – x', 'sub/b.md', 'a', ' – ', 'x'],
    ['- **[a](a.md)** (user) — x', 'a.md', 'a', ' — ', 'x'],
    ['- [**a**](a.md)', 'a.md', 'a', '', ''],
    ['  1. [x] [a](a.md) — x', 'a.md', 'a', ' — ', 'x'],
    ['| [a](a.md) | x | y |', 'a.md', 'a', ' | ', 'x | y'],
    ['- [[a]] — x', 'a.md', 'a', ' — ', 'x'],
    ['- [[a|Title]]', 'a|Title', 'Title', '', ''],
    ['- `a.md` — x', 'a.md', 'a.md', ' — ', 'x'],
    ['- [a [b]](a.md) — x', 'a.md', 'a [b]', ' — ', 'x'],
    ['- [a](a_(1).md) — x', 'a_(1).md', 'a', ' — ', 'x'],
    ['- [a](a\\_b.md) — x', 'a_b.md', 'a', ' — ', 'x'],
    ['- [a](100%.md)', '100%.md', 'a', '', ''],
    ['- [a](x/../b.md)', 'b.md', 'a', '', ''],
  ])('%s', (line, path, title, separator, hook) => {
    const [entry] = parse(line).entries;
    expect(entry).toMatchObject({
      title,
      separator,
      hook,
      mention: false,
      ...(line.includes('|Title') ? {} : { path }),
    });
  });

  it.each([
    ['[a](../a.md)', 'outside'],
    ['[a](/a.md)', 'outside'],
    ['[a](~/a.md)', 'outside'],
    ['[a](C:\\a.md)', 'outside'],
    ['[a](..%2F..%2Fa.md)', 'outside'],
    ['[a](\\\\\\\\server\\\\a.md)', 'outside'],
    ['[a](//server/a.md)', 'outside'],
    ['[a](%2Fetc/a.md)', 'outside'],
    ['[a](file:///a.md)', 'scheme'],
    ['[a](command:x)', 'scheme'],
    ['[a](#x)', 'anchor'],
    ['[a]()', 'anchor'],
    ['![a](a.md)', 'image'],
    ['[a](sub/)', 'folder'],
    ['[a](a.png)', 'file'],
  ])('%s is no entry but %s', (text, kind) => {
    expect(parse(text)).toMatchObject({ entries: [], outside: [{ kind }] });
  });

  it('tells entries from mentions', () => {
    const marks = (text: string): boolean[] => parse(text).entries.map(({ mention }) => mention);
    expect(marks('- [a](a.md) · [b](b.md) — see [c](c.md) and [[d]]')).toEqual([false, false, true, true]);
    expect(marks('See also [[a]] and `b.md`')).toEqual([true, true]);
    expect(marks('text before [a](a.md)')).toEqual([false]);
  });

  it('marks the target and the link alone', () => {
    const [entry] = parse('- [a](<b c.md> "t") — x').entries;
    expect(entry).toMatchObject({
      targetRange: { start: { character: 7 }, end: { character: 13 } },
      linkRange: { start: { character: 2 }, end: { character: 19 } },
    });
  });
});

describe('text without entries', () => {
  it.each([
    ['fence', '```\n[a](a.md)\n```\n'],
    ['tilde fence', '~~~ x\n[a](a.md)\n~~~\n'],
    ['comment', '<!--\n[a](a.md)\n-->\n'],
    ['inline comment', 'x <!-- [a](a.md) -->\n'],
    ['front matter', '---\nx: "[a](a.md)"\n---\n'],
    ['code span', '`[a](a.md)`'],
    ['escape', '\\[a](a.md)'],
    ['unclosed', '[a](a.md'],
    ['prose in parentheses', '[a](not a file)'],
  ])('%s', (_, text) => {
    expect(paths(text)).toEqual([]);
  });

  it('resumes after them', () => {
    expect(paths('```\n[a](a.md)\n```\n<!-- [b](b.md) --> [c](c.md)\n[d](d.md)')).toEqual(['c.md', 'd.md']);
  });
});

it('finds conflict markers at the start of lines only', () => {
  expect(parse(caseText('33-merge-conflict', 'MEMORY.md')).conflictLines).toEqual([3, 5, 7]);
  expect(parse('Heading\n=======\n `<<<<<<< HEAD`\n    <<<<<<< HEAD\n```\n<<<<<<< HEAD\n```\n').conflictLines).toEqual(
    [],
  );
});

it('separates content from entries', () => {
  expect(parse(caseText('36-index-holds-content', 'MEMORY.md')).contentLines).toEqual([3, 4, 6, 8, 11]);
});

it('scans 10,000 units of a line and says so', () => {
  const index = parse(`${'x'.repeat(10_000)}[a](a.md)\n[b](b.md)\n`);
  expect(index.cappedLines).toEqual([0]);
  expect(index.entries.map(({ path }) => path)).toEqual(['b.md']);
});

describe('any text', () => {
  const piece = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '`',
    '<',
    '>',
    '!',
    '\\',
    '"',
    ' ',
    '\n',
    '\r',
    '\r\n',
    '- ',
    '| ',
    '---\n',
    '```',
    '<!--',
    '-->',
    '[[',
    ']]',
    '[a](b.md)',
    'a',
    '\uFEFF',
    '\uD800',
    '%',
    '%2F',
    '../',
    '<<<<<<< ',
    '*',
  );
  it('is read, with every range inside it', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
        const index = parse(parts.join(''));
        for (const { target, targetRange, linkRange } of index.entries) {
          const text = index.lines.line(targetRange.start.line);
          expect(text.slice(targetRange.start.character, targetRange.end.character)).toBe(target);
          expect(linkRange.start.character).toBeLessThan(linkRange.end.character);
          expect(linkRange.end.character).toBeLessThanOrEqual(text.length);
        }
        expect(index.budget.loadedUnits).toBeLessThanOrEqual(index.budget.units);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
