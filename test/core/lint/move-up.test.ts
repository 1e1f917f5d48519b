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

const cutFix = (store: ReturnType<typeof indexOf>, title: RegExp) =>
  found(store, 'index-entry-not-loaded')[0]?.fixes.find((fix) => title.test(fix.title));
const moveUp = (store: ReturnType<typeof indexOf>) => cutFix(store, /^Move /);
const linesAfter = (store: ReturnType<typeof indexOf>, title: RegExp): string[] => {
  const fix = cutFix(store, title);
  return (fix === undefined ? '' : (applied(store, fix).index?.source.text ?? '')).split('\n');
};

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

describe('rebalancing', () => {
  const REBALANCE = /^Rebalance/;

  it('keeps used memories and new ones, in their order, and every line', () => {
    const store = indexOf(LIMIT_LINES + 3);
    const used = { ...store, facts: { uses: new Map([['n0.md', 5]]) } };
    expect(cutFix(used, REBALANCE)).toMatchObject({
      title: 'Rebalance MEMORY.md by use, age and length…',
      safe: false,
      preferred: false,
      confirm: true,
    });
    const after = linesAfter(used, REBALANCE);
    expect([...after].sort()).toEqual([...(store.index?.source.text.split('\n') ?? [])].sort());
    // n0 is the oldest and the only used one: others of the oldest go below the cut.
    expect(after[0]).toBe(line(0));
    expect(after.slice(1, 3)).toEqual([line(4), line(5)]);
    expect(after.slice(LIMIT_LINES, -1)).toEqual([1, 2, 3].map(line));
  });

  it('is not offered where the loaded entries are the newer ones', () => {
    expect(
      cutFix(
        indexOf(LIMIT_LINES + 3, (n) => n),
        REBALANCE,
      ),
    ).toBeUndefined();
  });

  it('loads the shorter entry of two that are equal otherwise', () => {
    const store = indexOf(
      LIMIT_LINES + 1,
      () => 3,
      (n) => (n === 7 ? `${line(n)}, at length` : line(n)),
    );
    expect(linesAfter(store, REBALANCE).at(-2)).toBe(`${line(7)}, at length`);
  });

  it('loads no fewer lines than before', () => {
    const store = indexOf(
      230,
      (n) => 230 - n,
      (n) => `${line(n)} ${'x'.repeat(n % 7 === 0 ? 180 : 90)}`,
    );
    const fix = cutFix(store, REBALANCE);
    const after = fix === undefined ? undefined : applied(store, fix);
    expect(after?.index?.budget.loadedLines).toBeGreaterThanOrEqual(store.index?.budget.loadedLines ?? 0);
  });
});

describe('shortening the longest entries', () => {
  it('cuts at most ten at once, and loses no text', () => {
    const tail = (n: number): string => ` Part ${n} of it is longer, and says when it is needed.`.repeat(4);
    const store = indexOf(LIMIT_LINES + 1, undefined, (n) => (n < 12 ? `${line(n)}.${tail(n)}` : line(n)));
    const fix = cutFix(store, /^Shorten/);
    expect([fix?.title, fix?.confirm, fix?.safe]).toEqual(['Shorten the 10 longest entries…', true, false]);
    const after = fix === undefined ? store : applied(store, fix);
    const long = (each: typeof store): number =>
      (each.index?.source.text ?? '').split('\n').filter(({ length }) => length > 200).length;
    expect([long(store), long(after)]).toEqual([12, 2]);
    for (let n = 0; n < 12; n++) {
      const told = (after.index?.source.text ?? '') + (after.files.get(`n${n}.md`)?.source.text ?? '');
      expect(told).toContain(tail(n).trim());
    }
  });
});
