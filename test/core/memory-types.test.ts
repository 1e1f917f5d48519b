import { describe, expect, it } from 'vitest';

import {
  BUILT_IN_TYPES,
  nearestType,
  shapeOf,
  survival,
  typeTable,
  UNKNOWN_TYPE,
} from '../../src/core/memory-types.js';

const table = typeTable();

/** Age in days at which survival falls to 0.1. */
const staleAt = (type: string): number => {
  let days = 0;
  while (survival(days, shapeOf(type, table)) >= 0.1) days += 0.1;
  return days;
};

describe('survival', () => {
  it.each([
    ['decision', 1, 0.98],
    ['decision', 30, 0.05],
    ['pattern', 30, 0.72],
    ['user', 0, 1],
  ])('of a %s %d days old is about %d', (type, days, expected) => {
    expect(survival(days, shapeOf(type, table))).toBeCloseTo(expected, 2);
  });

  it.each([
    ['context', 14, 16],
    ['decision', 24, 30],
    ['failure', 58, 64],
    ['pattern', 180, 250],
    ['dependency', 270, 330],
  ])('of a %s is stale after %d to %d days', (type, from, to) => {
    expect(staleAt(type)).toBeGreaterThanOrEqual(from);
    expect(staleAt(type)).toBeLessThanOrEqual(to);
  });

  it.each([...Object.keys(BUILT_IN_TYPES), 'unknown'])('of %s only ever falls, from 1 to 0', (type) => {
    const values = [0, 1, 10, 100, 1000, 100_000].map((days) => survival(days, shapeOf(type, table)));
    expect(values[0]).toBe(1);
    expect([...values].sort((a, b) => b - a)).toEqual(values);
    expect(values.at(-1)).toBeCloseTo(0, 5);
    expect(survival(-5, shapeOf(type, table))).toBe(1);
  });
});

describe('the table', () => {
  it('takes further types and answers for unknown ones, names of object members included', () => {
    const own = { level: 'short-term', scaleDays: 3, shape: 2 } as const;
    expect(shapeOf('sprint', typeTable({ sprint: own }))).toBe(own);
    for (const type of ['sprint', 'constructor', '__proto__', '']) expect(shapeOf(type, table)).toBe(UNKNOWN_TYPE);
  });
});

describe('nearest type', () => {
  it.each([
    ['Feedback', 'feedback'],
    [' user ', 'user'],
    ['decisions', 'decision'],
    ['feedbak', 'feedback'],
    ['porject', 'project'],
    ['usr', 'user'],
    ['refrences', 'reference'],
    ['handoff', 'project'],
    ['convention', 'pattern'],
    ['architecture', undefined],
    ['feature', undefined],
    ['use case', undefined],
    ['constructor', undefined],
    ['', undefined],
    ['x'.repeat(1000), undefined],
  ])('%j is %s', (word, type) => {
    expect(nearestType(word, table)).toBe(type);
  });

  it('knows the types of the settings and does not guess between two', () => {
    const shape = UNKNOWN_TYPE;
    expect(nearestType('sprnt', typeTable({ sprint: shape }))).toBe('sprint');
    expect(nearestType('cat', { car: shape, can: shape })).toBeUndefined();
    expect(nearestType('handoff', { user: shape })).toBeUndefined();
  });
});
