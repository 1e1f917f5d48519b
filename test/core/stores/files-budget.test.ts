import { expect, it } from 'vitest';

import { filesBudgetOf } from '../../../src/core/stores/files-budget.js';

const USER = { kind: 'copilot', scope: 'user', path: '/home/me/memories' } as const;
/** A text of a number of lines as Copilot counts them: the end after the last line feed is one. */
const text = (lines: number): string => 'x\n'.repeat(lines - 1);
const budget = (files: Record<string, number>, info: Parameters<typeof filesBudgetOf>[0] = USER) =>
  filesBudgetOf(
    info,
    new Map(
      Object.entries(files).map(([path, lines]) => [
        path,
        { source: { path, text: text(lines), encoding: 'utf8', stamp: { modifiedMs: 0, size: 0, hash: '' } } },
      ]),
    ),
  );

it.each([
  ['one file to the last line', { 'a.md': 199 }, 200, {}],
  ['one line more', { 'a.md': 200 }, 201, { 'a.md': 199 }],
  ['a cut in the second file', { 'a.md': 150, 'b.md': 60 }, 212, { 'b.md': 48 }],
  ['only the name of the second one fits', { 'a.md': 198, 'b.md': 1 }, 201, { 'b.md': 0 }],
  ['none of the third', { 'a.md': 100, 'b.md': 100, 'c.md': 5 }, 208, { 'b.md': 98, 'c.md': 0 }],
  ['capitals come first', { 'a.md': 199, 'Z.md': 10 }, 211, { 'a.md': 188 }],
  ['folders and files with a dot do not count', { 'a.md': 199, '.b.md': 50, 'c/d.md': 50 }, 200, {}],
] as const)('%s', (_, files, lines, cuts) => expect(budget(files)).toEqual({ lines, limitLines: 200, cuts }));

it('has the order of Windows there', () =>
  expect(budget({ 'a.md': 199, 'Z.md': 10 }, { ...USER, path: String.raw`C:\me\memories` })?.cuts).toEqual({
    'Z.md': 0,
  }));

it('is that of the notes of a user alone', () =>
  expect(budget({ 'a.md': 300 }, { ...USER, scope: 'repository' })).toBeUndefined());
