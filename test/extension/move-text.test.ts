import { describe, expect, it } from 'vitest';

import type { MovePlan } from '../../src/core/stores/results.js';
import { movePreview, movesAnything, reportText } from '../../src/extension/stores/move-text.js';

const plan = (more: Partial<MovePlan> = {}): MovePlan => ({
  from: '/old',
  to: '/new',
  folder: '/f',
  files: [],
  indexes: [],
  notes: [],
  digest: 'd',
  ...more,
});

describe('the text of a move', () => {
  it('lists moved files, files already there, files left with the reason, and the lines added to the index', () => {
    const text = movePreview(
      plan({
        files: [
          { path: 'a.md', action: 'move', bytes: 1 },
          { path: 's.md', action: 'same', bytes: 2 },
          { path: 'c.md', action: 'stay', bytes: 3, why: 'Another one is there.' },
          { path: 'MEMORY.md', action: 'merge', bytes: 4 },
        ],
        indexes: [
          {
            path: 'MEMORY.md',
            before: '# x\r\n- b\r\n- b\r\n',
            after: '# x\r\n- b\r\n- b\r\n- a\r\n- b\r\n',
            added: 2,
          },
        ],
        notes: ['It is shared.'],
      }),
    );
    expect(text).toContain('Moves\n  a.md  (1 byte)');
    expect(text).toContain('with the same content\n  s.md');
    expect(text).toContain('2 entries added to MEMORY.md\n  - a\n  - b\n');
    expect(text).toContain('c.md: Another one is there.');
    expect(text).toContain('It is shared.');
  });

  it.each([
    ['one file', plan({ files: [{ path: 'a', action: 'move', bytes: 1 }] }), '1 file moves from /old to /new.', true],
    [
      'files that stay',
      plan({
        files: [
          { path: 'a', action: 'stay', bytes: 1 },
          { path: 'b', action: 'stay', bytes: 1 },
        ],
      }),
      '2 files stay where they are',
      false,
    ],
    ['nothing', plan(), '0 files move from /old', false],
  ])('summarizes %s', (_, planned, words, moves) => {
    expect(movePreview(planned)).toContain(words);
    expect(movesAnything(planned)).toBe(moves);
  });

  it('reports the moved files and names the first files left behind', () => {
    const stayed = ['a', 'b', 'c', 'd'].map((path) => ({ path, why: 'x' }));
    const report = { id: 'i', from: '/old', to: '/new', archive: '/x', moved: 1, same: 2, entries: 1, stayed };
    expect(reportText(report)).toBe(
      '1 file moved. 2 files were already there. 1 entry added to MEMORY.md. Not moved: a, b, c, ….',
    );
    expect(reportText({ ...report, same: 0, entries: 0, stayed: [] })).toBe('1 file moved.');
  });
});
