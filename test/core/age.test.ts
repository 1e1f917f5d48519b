import { describe, expect, it } from 'vitest';

import { ageDays, ageWords, dateInName, freshnessWarning, parseDate } from '../../src/core/age.js';
import { typeTable } from '../../src/core/memory-types.js';
import { parseMemory } from '../../src/core/parse-memory.js';
import { source } from './cases/cases.js';

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);

describe('effective date', () => {
  const all =
    'modified: 2026-02-02\nupdated: 2026-02-03\ncreated: 2026-02-04\nmetadata:\n  modified: 2026-02-01T00:00:00.000Z';
  it.each([
    ['metadata.modified', all, '2026-02-01'],
    ['modified', all.replace('  modified', '  other'), '2026-02-02'],
    ['updated', 'updated_at: 2026-02-03\ncreated: 2026-02-04', '2026-02-03'],
    ['updated', 'created: 2026-02-04\nmetadata:\n  updated: 2026-02-03', '2026-02-03'],
    ['created', 'created: 2026-02-04', '2026-02-04'],
    ['created', 'date: "2026-02-04"', '2026-02-04'],
    ['created', 'modified: 2026-02-30\nupdated: soon\ncreated: 2026-02-04', '2026-02-04'],
    ['file name', 'modified: 2026-13-01', '2026-02-05'],
    ['file name', 'name: x', '2026-02-05'],
  ])('comes from %s', (dateSource, block, date) => {
    const { memory } = parseMemory(source('logs/2026-02-05-note.md', `---\n${block}\n---\n`), {
      types: typeTable(),
      storeKind: 'main',
    });
    expect(memory).toMatchObject({ dateSource, dateMs: day(date) });
  });

  it('falls back to the time of the file', () => {
    const { memory } = parseMemory(source('note.md', 'Text'), { types: typeTable(), storeKind: 'main' });
    expect(memory).toMatchObject({ dateSource: 'file time', dateMs: day('2026-01-02') });
  });

  it.each([
    ['2026-01-15', '2026-01-15T00:00:00.000Z'],
    ['2026/1/5', '2026-01-05T00:00:00.000Z'],
    ['2026-01-15 10:20', '2026-01-15T10:20:00.000Z'],
    ['2026-08-01T10:00:00.123456Z', '2026-08-01T10:00:00.123Z'],
    ['2026-08-01T10:00:00+02:00', '2026-08-01T08:00:00.000Z'],
    ['2026-08-01 10:00:00 -0530', '2026-08-01T15:30:00.000Z'],
    ['1769904000000', '2026-02-01T00:00:00.000Z'],
    ['1769904000', '2026-02-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('reads %s', (text, iso) => {
    expect(new Date(parseDate(text) ?? Number.NaN).toISOString()).toBe(iso);
  });

  it.each([
    '',
    'yesterday',
    '2026',
    '2026-02-30',
    '2025-02-29',
    '2026-00-10',
    '2026-01-15T25:00',
    '15.01.2026',
    '2026-01-15 or so',
    '0000-01-01',
  ])('does not take %j for a date', (text) => {
    expect(parseDate(text)).toBeUndefined();
  });

  it.each([
    ['a/2026-03-19.md', '2026-03-19'],
    ['project_2026_03_19_plan.md', '2026-03-19'],
    ['plan-20260319.md', '2026-03-19'],
    ['from-2026-03-18-to-2026-03-19.md', '2026-03-19'],
    ['2026-03-19/note.md', undefined],
    ['2026-13-19.md', undefined],
    ['id-120260319.md', undefined],
    ['99990101.md', undefined],
  ])('of %s is %s', (path, date) => {
    expect(dateInName(path)).toBe(date === undefined ? undefined : day(date));
  });
});

describe('age', () => {
  it('is counted in days with fractions and never below 0', () => {
    expect(ageDays({ dateMs: day('2026-01-01') }, day('2026-01-02') + 43_200_000)).toBe(1.5);
    expect(ageDays({ dateMs: day('2026-01-02') }, day('2026-01-01'))).toBe(0);
  });

  it.each([
    [0, 'today'],
    [0.99, 'today'],
    [1, 'yesterday'],
    [1.99, 'yesterday'],
    [2, '2 days ago'],
    [400.5, '400 days ago'],
  ])('%d days is %s', (days, words) => {
    expect(ageWords(days)).toBe(words);
  });

  it('gets a freshness warning from the age of two days on', () => {
    expect(freshnessWarning(1.9)).toBeUndefined();
    expect(freshnessWarning(Number.NaN)).toBeUndefined();
    expect(freshnessWarning(12.7)).toMatch(/12 days old.*point-in-time.*current code/s);
  });
});
