import { describe, expect, it } from 'vitest';

import { typeTable } from '../../../src/core/memory-types.js';
import { parseMemory } from '../../../src/core/parse-memory.js';
import { eventDays, memoriesBetween } from '../../../src/core/timeline/days.js';
import { eventsOf, type Known } from '../../../src/core/timeline/events.js';
import type { Timeline } from '../../../src/core/timeline/results.js';

const at = (day: string, hour = 12): number => new Date(`2026-${day}T${String(hour).padStart(2, '0')}:00:00`).getTime();
const file = (fields: readonly string[], modified: string, path = 'note.md') =>
  parseMemory(
    {
      path,
      text: ['---', 'name: note', ...fields, '---', 'Text.', ''].join('\n'),
      encoding: 'utf8',
      stamp: { modifiedMs: at(modified), size: 1, hash: '' },
    },
    { types: typeTable(), storeKind: 'main' },
  );
const told = (fields: readonly string[], modified: string, known: Known = {}, path?: string): string[] =>
  eventsOf(file(fields, modified, path), known)
    .map(({ kind, ms }) => `${new Date(ms).getMonth() + 1}-${new Date(ms).getDate()} ${kind}`)
    .sort();

describe('events of a memory', () => {
  it.each<[string, readonly string[], string, Known, readonly string[]]>([
    ['the file alone', [], '03-05', {}, ['3-5 added']],
    ['a date of its own', ['created: 2026-03-01'], '03-05', {}, ['3-1 added', '3-5 changed']],
    ['the same day twice', ['created: 2026-03-05'], '03-05', {}, ['3-5 added']],
    [
      'created and modified',
      ['created: 2026-03-01', 'modified: 2026-03-03'],
      '03-03',
      {},
      ['3-1 added', '3-3 changed'],
    ],
    ['a copy older than its date', ['modified: 2026-03-03'], '03-01', {}, ['3-1 added', '3-3 changed']],
    [
      'reads',
      [],
      '03-05',
      { readsMs: [at('03-07'), at('03-06'), at('03-06', 15)] },
      ['3-5 added', '3-6 used', '3-7 used'],
    ],
    ['forgotten', ['created: 2026-03-01', 'deleted_at: 2026-03-09'], '03-09', {}, ['3-1 added', '3-9 forgotten']],
    [
      'replaced',
      ['created: 2026-03-01', 'deleted_at: 2026-03-09', 'superseded_by: new'],
      '03-09',
      {},
      ['3-1 added', '3-9 superseded'],
    ],
    [
      'replaced without a date',
      ['created: 2026-03-01', 'superseded_by: new'],
      '03-01',
      { replacedMs: at('03-08') },
      ['3-1 added', '3-8 superseded'],
    ],
  ])('with %s', (_, fields, modified, known, events) => {
    expect(told(fields, modified, known)).toEqual(events);
  });

  it('begin with a date in the name of the file', () => {
    expect(told([], '03-05', {}, '2026-02-01-note.md')).toEqual(['2-1 added', '3-5 changed']);
  });
});

const memory = (id: string, current = true): Timeline['memories'][number] => ({
  id,
  path: `/${id}`,
  name: id,
  type: 'project',
  store: 's',
  dateMs: 0,
  current,
  uses: 0,
});

describe('days and ranges', () => {
  const timeline: Pick<Timeline, 'events' | 'memories'> = {
    memories: [memory('a'), memory('b'), memory('gone', false)],
    events: [
      { kind: 'added', memory: 0, ms: at('03-01', 1) },
      { kind: 'added', memory: 1, ms: at('03-01', 23) },
      { kind: 'used', memory: 0, ms: at('03-02') },
      { kind: 'forgotten', memory: 2, ms: at('03-02') },
    ],
  };

  it('count each kind by day', () => {
    expect(eventDays(timeline)).toEqual([
      { ms: at('03-01', 0), counts: { added: 2 } },
      { ms: at('03-02', 0), counts: { used: 1, forgotten: 1 } },
    ]);
  });

  it.each([
    ['03-01', '03-02', [0, 1]],
    ['03-02', '03-03', [0]],
    ['03-03', '03-04', []],
  ])('hold the memories from %s to %s that are current, each once', (from, to, found) => {
    expect(memoriesBetween(timeline, at(from, 0), at(to, 0) + 86_399_999)).toEqual(found);
  });
});
