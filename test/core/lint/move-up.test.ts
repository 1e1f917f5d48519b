import { describe, expect, it } from 'vitest';

import { LIMIT_LINES } from '../../../src/core/index/budget.js';
import type { Problem } from '../../../src/core/problem.js';
import { applied, lint, storeOfTexts } from './store.js';

/** A memory last changed `days` days before the store is looked at. */
const memory = (name: string, days: number): string =>
  `---\nname: ${name}\ndescription: about ${name}\nmetadata:\n  type: user\n  modified: ${new Date(Date.UTC(2026, 0, 10 - days)).toISOString()}\n---\n\nText.\n`;

const line = (n: number): string => `- [N${n}](n${n}.md) — about n${n}`;

/** An index of `count` entries, the first line of it the oldest memory unless `days` says otherwise. */
function indexOf(count: number, days: (n: number) => number = (n) => count - n, lines = line) {
  const names = Array.from({ length: count }, (_, n) => n);
  return storeOfTexts({
    'MEMORY.md': `${names.map(lines).join('\n')}\n`,
    ...Object.fromEntries(names.map((n) => [`n${n}.md`, memory(`n${n}`, days(n))])),
  });
}

const found = (store: ReturnType<typeof indexOf>, code: Problem['code']): Problem[] =>
  lint(store).filter((problem) => problem.code === code);

const moveUp = (store: ReturnType<typeof indexOf>) =>
  found(store, 'index-lines')[0]?.fixes.find(({ title }) => title.startsWith('Move '));

describe('a cut index', () => {
  it('is one warning at the cut that names what is lost, and one hint below', () => {
    const store = indexOf(LIMIT_LINES + 700);
    const problems = lint(store).filter(({ code }) => code.startsWith('index-'));
    expect(problems.map(({ code, severity, range }) => [code, severity, range.start.line])).toEqual([
      ['index-lines', 'warning', LIMIT_LINES],
      ['index-entry-not-loaded', 'hint', LIMIT_LINES],
    ]);
    expect(problems[0]?.message).toBe(
      'Not loaded from here on: 700 lines over the 200-line limit. ' +
        'Memories lost: n200.md, n201.md, n202.md and 697 more. Move entries up, shorten the index or merge memories.',
    );
    expect(problems[1]?.range.end.line).toBe(LIMIT_LINES + 699);
  });

  it('is one finding too where lines and characters are both over', () => {
    const long = indexOf(LIMIT_LINES + 50, undefined, (n) => `${line(n)} ${'x'.repeat(150)}`);
    expect(
      lint(long)
        .filter(({ code }) => code === 'index-lines' || code === 'index-size')
        .map(({ code }) => code),
    ).toEqual(['index-size']);
  });
});

describe('moving entries up', () => {
  it('lets the newest entries change places with the oldest, and keeps every line', () => {
    const store = indexOf(LIMIT_LINES + 3);
    const fix = moveUp(store);
    expect(fix).toMatchObject({
      title: 'Move 3 newer entries into the loaded part, in place of older ones',
      safe: false,
      preferred: true,
    });
    const before = store.index?.source.text.split('\n') ?? [];
    const after = (fix === undefined ? '' : (applied(store, fix).index?.source.text ?? '')).split('\n');
    expect([...after].sort()).toEqual([...before].sort());
    expect(after.slice(0, 3)).toEqual([202, 201, 200].map(line));
    expect(after.slice(LIMIT_LINES, -1).sort()).toEqual([0, 1, 2].map(line));
    expect(after.slice(3, LIMIT_LINES)).toEqual(before.slice(3, LIMIT_LINES));
  });

  it('is not offered where the loaded memories are the newer ones', () => {
    expect(moveUp(indexOf(LIMIT_LINES + 3, (n) => n))).toBeUndefined();
  });

  it('leaves numbers in their places', () => {
    const store = indexOf(LIMIT_LINES + 1, undefined, (n) => line(n).replace('-', `${n + 1}.`));
    const fix = moveUp(store);
    const text = fix === undefined ? '' : (applied(store, fix).index?.source.text ?? '');
    expect(text.split('\n')[0]).toBe('1. [N200](n200.md) — about n200');
    expect(text.split('\n')[LIMIT_LINES]).toBe('201. [N0](n0.md) — about n0');
  });

  it('leaves entries alone that have text or items below them', () => {
    const store = indexOf(LIMIT_LINES + 1, undefined, (n) => (n === 0 ? `${line(n)}\n  and its second line` : line(n)));
    const fix = moveUp(store);
    const text = fix === undefined ? '' : (applied(store, fix).index?.source.text ?? '');
    expect(text.split('\n').slice(0, 2)).toEqual([line(0), '  and its second line']);
    expect(text.split('\n')[2]).toBe(line(200));
  });
});
