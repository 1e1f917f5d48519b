import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { editsBetween, unifiedDiff } from '../../src/core/diff.js';
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
