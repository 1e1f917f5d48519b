import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type DiffLine, editsBetween, sideBySide, unifiedDiff } from '../../src/core/diff.js';
import { applyEdits } from '../../src/core/text.js';
import { runs } from '../support/fuzz.js';

describe('edits between two texts', () => {
  it('turn one text into the other, for any two texts', () => {
    const line = fc.oneof(
      fc.constantFrom('- [A](a.md)', '', 'é', '🚲', '🚃'),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r', '')), { maxLength: 12 })
      .map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(text, text, (before, after) => applyEdits(before, editsBetween(before, after)) === after),
      { numRuns: runs(500) },
    );
  });

  it.each([
    [
      'a word',
      'one\ntwo\nthree\n',
      'one\ntoo\nthree\n',
      [{ range: { start: { line: 1, character: 1 }, end: { line: 1, character: 2 } }, newText: 'o' }],
    ],
    [
      'a new line in CRLF',
      'a\r\nb\r\n',
      'a\r\nx\r\nb\r\n',
      [{ range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } }, newText: 'x\r\n' }],
    ],
    [
      'a symbol of two units',
      'a🚲b',
      'a🚃b',
      [{ range: { start: { line: 0, character: 1 }, end: { line: 0, character: 3 } }, newText: '🚃' }],
    ],
  ])('touch only %s', (_what, before, after, edits) => {
    expect(editsBetween(before, after)).toEqual(edits);
  });
});

describe('a unified diff', () => {
  it('names the file, and /dev/null for a missing one', () => {
    expect(unifiedDiff('m/a.md', 'one\ntwo\n', 'one\n2\n')).toBe(
      '--- m/a.md\n+++ m/a.md\n@@ -1,2 +1,2 @@\n one\n-two\n+2',
    );
    expect(unifiedDiff('m/a.md', undefined, 'one\n')).toBe('--- /dev/null\n+++ m/a.md\n@@ -0,0 +1,1 @@\n+one');
    expect(unifiedDiff('m/a.md', 'same', 'same')).toBe('');
  });
});

describe('two texts beside each other', () => {
  const told = (line: DiffLine | undefined): string =>
    line === undefined
      ? '-'
      : `${String(line.line)} ${line.parts.map(({ text, alone }) => (alone ? `<${text}>` : text)).join('')}`;
  const rows = (left: string, right: string): string[] =>
    sideBySide(left, right).map((row) => `${told(row.left)} | ${told(row.right)}`);

  it.each<[string, string, string[]]>([
    ['', '', []],
    ['a\n', 'a\n', ['1 a | 1 a']],
    ['a\nb\n', 'a\n', ['1 a | 1 a', '2 <b> | -']],
    ['a', 'a\nb', ['1 a | 1 a', '- | 2 <b>']],
    ['after 90 seconds\n', 'after 60 seconds\n', ['1 after <90> seconds | 1 after <60> seconds']],
    ['x\r\ny\r\n', 'y\n', ['1 <x> | -', '2 y | 1 y']],
    ['a\nold\nb', 'a\nnew one\nmore\nb', ['1 a | 1 a', '2 <old> | 2 <new one>', '- | 3 <more>', '3 b | 4 b']],
  ])('%j and %j', (left, right, expected) => {
    expect(rows(left, right)).toEqual(expected);
  });

  it('have every line once on its side, and are marked alone where they differ, for any two texts', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b b', 'c 1', 'c 2', ''), { maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (left, right) => {
        const compared = sideBySide(left, right);
        const side = (of: 'left' | 'right'): string[] =>
          compared.flatMap((row) =>
            row[of] === undefined ? [] : [row[of].parts.map(({ text: part }) => part).join('')],
          );
        const lines = (whole: string): string[] =>
          whole
            .replace(/\n$/, '')
            .split('\n')
            .filter((_, __, all) => whole !== '' || all.length > 1);
        expect(side('left')).toEqual(lines(left));
        expect(side('right')).toEqual(lines(right));
        for (const row of compared) {
          const alone = [row.left, row.right].some((line) => line?.parts.some((part) => part.alone));
          expect(row.same).toBe(row.left !== undefined && row.right !== undefined && !alone);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});
