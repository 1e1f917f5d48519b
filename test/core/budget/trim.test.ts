import { describe, expect, it } from 'vitest';

import { budgetLines } from '../../../src/core/budget/lines.js';
import type { TrimReason } from '../../../src/core/budget/results.js';
import { trimChoices, trimEdits } from '../../../src/core/budget/trim.js';
import type { ParsedStore } from '../../../src/core/parsed-store.js';
import { applyEdits } from '../../../src/core/text.js';
import { storeOfTexts } from '../lint/store.js';

const memory = (name: string, created: string, body = 'Text.'): string =>
  `---\nname: ${name}\ndescription: What ${name} is\ntype: project\ncreated: ${created}\n---\n\n${body}\n`;

const LONG = 'why the long one is long, '.repeat(10);
const INDEX = [
  '<!-- kept -->',
  '# Memory',
  '',
  '- [New](new.md) — what new is',
  '- [Old](old.md) — what old is',
  '- [Gone](gone.md) — nothing is there',
  `- [Long](long.md) — ${LONG}`,
  '- [Old again](old.md) — what old is',
  '',
].join('\n');

const store = (index = INDEX): ParsedStore =>
  storeOfTexts({
    'MEMORY.md': index,
    'new.md': memory('new', '2026-01-08'),
    'old.md': memory('old', '2025-01-08'),
    'long.md': memory('long', '2025-12-31', LONG),
  });

const titles = (reason: TrimReason, uses: ReadonlyMap<string, number> = new Map()): string[] =>
  trimChoices(store(), uses)
    .filter((choice) => choice.reason === reason)
    .map(({ title, how }) => `${title}, ${how}`);

describe('what to trim of an index', () => {
  it.each<[TrimReason, string[]]>([
    ['broken', ['Gone, remove']],
    ['duplicated', ['Old again, remove']],
    ['biggest', ['Long, shorten']],
    ['unused', ['Old, remove', 'Old again, remove']],
    ['oldest', ['Old, remove', 'Old again, remove', 'Long, remove', 'New, remove']],
  ])('%s', (reason, expected) => {
    expect(titles(reason)).toEqual(expected);
  });

  it('what was used is not unused', () => {
    expect(titles('unused', new Map([['old.md', 1]]))).toEqual([]);
  });

  it('nothing of an index with conflict markers', () => {
    expect(trimChoices(store(`${INDEX}<<<<<<< ours\n`), new Map())).toEqual([]);
  });

  it('the edits remove and shorten what was chosen, and nothing else', () => {
    const made = trimEdits(store(), [
      { line: 5, how: 'remove' },
      { line: 6, how: 'shorten' },
      { line: 7, how: 'remove' },
      { line: 7, how: 'shorten' },
    ]);
    expect(Object.keys(made)).toEqual(['MEMORY.md']);
    const after = applyEdits(INDEX, made['MEMORY.md'] ?? []).split('\n');
    expect(after.slice(0, 5)).toEqual(INDEX.split('\n').slice(0, 5));
    expect(after[5]).toMatch(/^- \[Long\]\(long\.md\) — why the long one is long.{0,150}$/);
    expect(after.slice(6)).toEqual(['']);
  });

  it('lines that are no entries are left alone', () => {
    expect(
      trimEdits(store(), [
        { line: 1, how: 'remove' },
        { line: 99, how: 'shorten' },
      ]),
    ).toEqual({});
  });
});

describe('the lines of an index', () => {
  it('tell what is loaded, long and broken', () => {
    const found = store();
    if (found.index === undefined) throw new Error('The store has no index.');
    const lines = budgetLines(found, found.index);
    expect(lines.map(({ state }) => state)).toEqual(['stripped', ...new Array<string>(8).fill('loaded')]);
    expect(lines.flatMap(({ long }, at) => (long ? [at] : []))).toEqual([6]);
    expect(lines.flatMap(({ broken }, at) => (broken ? [at] : []))).toEqual([5]);
  });

  it('are cut after 200', () => {
    const found = store(Array.from({ length: 230 }, (_, at) => `- note ${at}`).join('\n'));
    if (found.index === undefined) throw new Error('The store has no index.');
    expect(budgetLines(found, found.index).findIndex(({ state }) => state === 'cut')).toBe(200);
  });

  it('show no secret', () => {
    const key = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
    const found = store(`- the token is ${key}\n`);
    if (found.index === undefined) throw new Error('The store has no index.');
    expect(JSON.stringify(budgetLines(found, found.index))).not.toContain(key);
  });
});
