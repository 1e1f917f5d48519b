import { describe, expect, it } from 'vitest';

import { logPath, withDates, withLogEntry } from '../../../src/core/write/log-entry.js';

const AT = Date.UTC(2026, 2, 11, 14, 5); // a Wednesday

describe('an entry of a daily log', () => {
  it('goes to the file of its day', () => {
    expect(logPath(AT)).toBe('logs/2026/03/2026-03-11.md');
  });

  it.each([
    ['nothing', undefined, 'Shipped.', '- 14:05 Shipped.\n', 0],
    ['an empty file', '', 'Shipped.', '- 14:05 Shipped.\n', 0],
    ['entries', '- 09:00 Began.\n', 'Shipped.', '- 09:00 Began.\n- 14:05 Shipped.\n', 1],
    ['a last line without an end', '# Day\n- 09:00 Began.', 'Shipped.', '# Day\n- 09:00 Began.\n- 14:05 Shipped.\n', 2],
    [
      'the line ends of Windows',
      '- 09:00 Began.\r\n',
      'Shipped.\nTwice.',
      '- 09:00 Began.\r\n- 14:05 Shipped.\r\n  Twice.\r\n',
      1,
    ],
    ['several lines', undefined, 'Shipped.\n\n- first\n- second', '- 14:05 Shipped.\n\n  - first\n  - second\n', 0],
  ])('is added to %s', (_, log, entry, text, line) => {
    expect(withLogEntry(log, entry, AT)).toEqual({ text, line });
  });

  it.each([
    ['We switched yesterday.', 'We switched on 2026-03-10.'],
    ['Yesterday the deploy failed.', 'On 2026-03-10 the deploy failed.'],
    ['Launch is planned for tomorrow.', 'Launch is planned for 2026-03-12.'],
    ['Fixed it two days ago.', 'Fixed it on 2026-03-09.'],
    ['Release due next week.', 'Release due the week of 2026-03-16.'],
    ['Renamed `yesterday()` in `today.ts`.', 'Renamed `yesterday()` in `today.ts`.'],
    ['Shipped on 2026-03-01.', 'Shipped on 2026-03-01.'],
    ['Began yesterday.\nEnds here.', 'Began on 2026-03-10.\nEnds here.'],
  ])('means the same later: %s', (text, expected) => {
    expect(withDates(text, AT)).toBe(expected);
  });
});
