import { describe, expect, it } from 'vitest';

import { type HealthCheck, healthLines, inArea } from '../../src/core/health.js';

const ok = (check: string, more: Partial<HealthCheck> = {}): HealthCheck => ({
  check,
  ok: true,
  detail: check,
  ...more,
});
const failed = (check: string, more: Partial<HealthCheck> = {}): HealthCheck => ({
  check,
  ok: false,
  detail: `${check} failed`,
  fix: `fix ${check}`,
  ...more,
});

describe('lines of health', () => {
  it.each<[string, readonly HealthCheck[], readonly object[]]>([
    ['none', [], []],
    ['an area that nobody named', [ok('Node')], [{ area: 'machine', ok: true, detail: 'Node' }]],
    [
      'the first of an area, where all is well',
      inArea('index', [ok('Index'), ok('Words', { fix: 'never shown' })]),
      [{ area: 'index', ok: true, detail: 'Index' }],
    ],
    [
      'what failed first',
      inArea('index', [ok('Index'), failed('Words'), failed('Vectors')]),
      [{ area: 'index', ok: false, detail: 'Words failed', fix: 'fix Words' }],
    ],
    [
      'areas in their order, checks of their own area among others',
      [...inArea('agents', [ok('Agents')]), ...inArea('index', [ok('Index'), ok('Next', { area: 'models' })])],
      [
        { area: 'index', ok: true, detail: 'Index' },
        { area: 'models', ok: true, detail: 'Next' },
        { area: 'agents', ok: true, detail: 'Agents' },
      ],
    ],
  ])('are of %s', (_, checks, lines) => {
    expect(
      healthLines(checks).map(({ checks: own, check: _, ...line }) => (expect(own.length).toBeGreaterThan(0), line)),
    ).toEqual(lines);
  });
});
