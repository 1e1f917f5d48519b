import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mergeFixes, safeFix } from '../../../src/core/lint/merge-fixes.js';
import { applyEdits, range, type TextEdit } from '../../../src/core/text.js';
import { runs } from '../../support/fuzz.js';
import { applied, lint, storeOfTexts } from './store.js';

const edit = (start: number, end: number, newText: string): TextEdit => ({ range: range(0, start, 0, end), newText });
const merged = (edits: readonly TextEdit[], strict?: boolean): readonly TextEdit[] =>
  mergeFixes(
    edits.map((each) => ({ edits: { 'a.md': [each] } })),
    strict,
  ).edits['a.md'] ?? [];

/** Reference implementation that compares every pair. */
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

describe('merging fixes', () => {
  it('takes fixes that do not collide, in order', () => {
    const one = fc
      .tuple(fc.nat(20), fc.nat(4), fc.constantFrom('x', 'y', ''))
      .map(([start, length, text]) => edit(start, Math.min(20, start + length), text));
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

describe('safe fixes of one store together', () => {
  const memory = (name: string, body = 'Widgets are stacked by weight.'): string =>
    `---\nname: ${name}\ndescription: Where the widgets of ${name} are kept\ntype: reference\n---\n\n${body}\n`;
  const fixedOnce = (texts: Readonly<Record<string, string>>): string => {
    const store = storeOfTexts(texts);
    const fixes = lint(store).flatMap((problem) => safeFix(problem.fixes) ?? []);
    return (
      applied(store, { title: '', edits: mergeFixes(fixes, true).edits, safe: true, preferred: true }).index?.source
        .text ?? ''
    );
  };

  it('do not list a file that a misspelt entry is corrected to', () => {
    expect(
      fixedOnce({ 'MEMORY.md': '- [Rack](storage-rak.md) — the rack\n', 'storage-rack.md': memory('storage-rack') }),
    ).toBe('- [Rack](storage-rack.md) — the rack\n');
  });

  it('correct one of two misspelt entries that mean the same file', () => {
    const texts = {
      'MEMORY.md': '- [Rack](storage-rak.md) — the rack\n- [Again](storage-rackk.md) — the rack again\n',
      'storage-rack.md': memory('storage-rack'),
    };
    expect(fixedOnce(texts)).toBe(
      '- [Rack](storage-rack.md) — the rack\n- [Again](storage-rackk.md) — the rack again\n',
    );
  });

  it.each([
    ['by its name where another memory is named like its file', 'Rack-Two', 'rack-two'],
    ['by its path where neither is its alone', 'RACK', undefined],
  ] as const)('spell a wiki link so that it leads where it did: %s', (_what, written, expected) => {
    const store = storeOfTexts({
      'MEMORY.md': '',
      'rack.md': memory('rack-two'),
      'other.md': memory('rack'),
      'from.md': memory('from', `See [[${written}]].`),
    });
    const fixes = lint(store)
      .filter(({ code }) => code === 'wikilink-unresolved')
      .flatMap(({ fixes: offered }) => offered);
    expect(fixes.map(({ edits }) => edits['from.md']?.[0]?.newText)).toEqual(expected === undefined ? [] : [expected]);
  });

  it.each([
    [
      'an orphan gets an entry',
      '- [A](a.md) — the rack\n',
      'index-orphan',
      '- [A](a.md) — the rack\n- [B](b.md) — Where the widgets of b are kept\n',
    ],
    [
      'a broken link in a line that says more becomes text',
      '- [A](a.md) — the rack\n- [B](b.md) — b\n- Never on Friday, see [old](long-gone.md)\n',
      'index-missing-target',
      '- [A](a.md) — the rack\n- [B](b.md) — b\n- Never on Friday, see old\n',
    ],
    [
      'a target in other case is corrected',
      '- [A](A.md) — the rack\n- [B](b.md) — b\n',
      'index-name-case',
      '- [A](a.md) — the rack\n- [B](b.md) — b\n',
    ],
    [
      'a target without its extension gets it',
      '- [A](a) — the rack\n- [B](b.md) — b\n',
      'index-link-form',
      '- [A](a.md) — the rack\n- [B](b.md) — b\n',
    ],
    [
      'a repeated line goes',
      '- [A](a.md) — the rack\n- [B](b.md) — b\n- [A](a.md) — the rack\n',
      'index-duplicate',
      '- [A](a.md) — the rack\n- [B](b.md) — b\n',
    ],
  ])('are made in the index unasked: %s', (_what, index, code, expected) => {
    const texts = { 'MEMORY.md': index, 'a.md': memory('a'), 'b.md': memory('b') };
    expect(
      lint(storeOfTexts(texts))
        .filter((problem) => safeFix(problem.fixes) !== undefined)
        .map((problem) => problem.code),
    ).toEqual([code]);
    expect(fixedOnce(texts)).toBe(expected);
  });

  it.each([
    ['frontmatter-yaml', 'description: Deploy: on Tuesdays', 'description: "Deploy: on Tuesdays"'],
    ['frontmatter-comment-cut', 'description: Issue #42 of the rack', 'description: "Issue #42 of the rack"'],
    ['frontmatter-value-type', 'description: 2026-01-15', 'description: "2026-01-15"'],
    [
      'type-unknown',
      'description: The widgets on the rack\ntype: Reference',
      'description: The widgets on the rack\ntype: reference',
    ],
    ['invisible-characters', 'description: The widg\u200Bets on the rack', 'description: The widgets on the rack'],
  ])('are made in a memory unasked: %s', (code, written, expected) => {
    const text = (fields: string): string =>
      `---\nname: a\n${fields}${fields.includes('type:') ? '' : '\ntype: reference'}\n---\n\nWidgets are stacked by weight.\n`;
    const fixes = lint(storeOfTexts({ 'a.md': text(written) }))
      .filter((problem) => problem.code === code)
      .flatMap((problem) => safeFix(problem.fixes) ?? []);
    expect(fixes).toHaveLength(1);
    expect(applyEdits(text(written), mergeFixes(fixes).edits['a.md'] ?? [])).toBe(text(expected));
  });
});
