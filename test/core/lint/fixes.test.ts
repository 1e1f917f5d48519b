import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeFixes } from '../../../src/core/lint/fixes.js';
import { runs } from '../../support/fuzz.js';
import { applyEdits, range, type TextEdit } from '../../../src/core/text.js';

const edit = (start: number, end: number, newText: string): TextEdit => ({ range: range(0, start, 0, end), newText });
const merged = (edits: readonly TextEdit[], strict?: boolean): readonly TextEdit[] => mergeFixes(edits.map((each) => ({ edits: { 'a.md': [each] } })), strict).edits['a.md'] ?? [];

/** Each pair looked at: what the search among neighbours must agree with. */
function plainly(edits: readonly TextEdit[], strict: boolean): TextEdit[] {
  const at = ({ range: { start, end } }: TextEdit): [number, number] => [start.character, end.character];
  return edits.reduce<TextEdit[]>((kept, one) => {
    const [start, end] = at(one);
    const collides = kept.some((other) => {
      const [from, to] = at(other);
      if (start === end && from === to) return start === from && (strict || one.newText === other.newText);
      return start < to && from < end;
    });
    return collides ? kept : [...kept, one];
  }, []);
}

describe('many fixes as one edit', () => {
  it('takes what does not touch the same text, first come first served', () => {
    const one = fc.tuple(fc.nat(20), fc.nat(4), fc.constantFrom('x', 'y', '')).map(([start, length, text]) => edit(start, Math.min(20, start + length), text));
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), fc.boolean(), (edits, strict) => {
        const taken = merged(edits, strict);
        expect(taken).toEqual(plainly(edits, strict));
        applyEdits('abcdefghijklmnopqrst', taken);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('leaves a fix of several files as a whole when one of its edits collides', () => {
    const first = { edits: { 'a.md': [edit(0, 5, 'x')] } };
    const second = { edits: { 'b.md': [edit(0, 1, 'y')], 'a.md': [edit(4, 6, 'z')] } };
    expect(mergeFixes([first, second])).toEqual({ edits: first.edits, taken: [first] });
  });
});
