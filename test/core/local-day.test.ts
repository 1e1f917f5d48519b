/** Dates and days on the user's clock, in zones far from UTC and on days of 23 and 25 hours. */
import { afterEach, describe, expect, it } from 'vitest';

import { ageDays, ageWords, dateInName, parseDate } from '../../src/core/age.js';
import { localDay } from '../../src/core/local-day.js';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('a date of the front matter', () => {
  it.each([
    ['America/Los_Angeles', '2026-03-19', '2026-03-19T07:00:00.000Z'],
    ['America/Los_Angeles', '2026-03-19T14:05:00', '2026-03-19T21:05:00.000Z'],
    ['America/Los_Angeles', '2026-03-19 14:05', '2026-03-19T21:05:00.000Z'],
    ['America/Los_Angeles', '2026-03-19T14:05:00Z', '2026-03-19T14:05:00.000Z'],
    ['America/Los_Angeles', '2026-03-19T14:05:00 UTC', '2026-03-19T14:05:00.000Z'],
    ['America/Los_Angeles', '2026-03-19T14:05:00+09:00', '2026-03-19T05:05:00.000Z'],
    ['Pacific/Kiritimati', '2026-03-19', '2026-03-18T10:00:00.000Z'],
    ['Asia/Kathmandu', '2026-03-19T00:15:00.250', '2026-03-18T18:30:00.250Z'],
    // Midnight does not exist on this day.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ])('in %s: %s is %s', (tz, text, iso) => {
    process.env.TZ = tz;
    expect(new Date(parseDate(text) ?? NaN).toISOString()).toBe(iso);
  });

  it.each(['2026-02-30', '2026-13-01', '2025-02-29', '2026-03-19T24:30', 'soon', '2026', 'March 19'])(
    'that is none: %s',
    (text) => expect(parseDate(text)).toBeUndefined(),
  );

  it('is that of a file name', () => {
    process.env.TZ = 'Pacific/Kiritimati';
    expect(localDay(dateInName('logs/2026-03-19.md') ?? NaN)).toBe('2026-03-19');
  });
});

describe('an age', () => {
  it.each([
    ['Europe/Berlin', '2026-03-18T23:50', '2026-03-19T00:10', 'yesterday'],
    ['Europe/Berlin', '2026-03-19T00:10', '2026-03-19T23:50', 'today'],
    ['Europe/Berlin', '2026-03-17T23:50', '2026-03-19T00:10', '2 days ago'],
    // Clocks go forward on the 29th, and back on 25 October.
    ['Europe/Berlin', '2026-03-28', '2026-03-30T00:30', '2 days ago'],
    ['Europe/Berlin', '2026-10-25T00:05', '2026-10-25T23:55', 'today'],
    ['Europe/Berlin', '2026-10-24T23:55', '2026-10-25T00:05', 'yesterday'],
    ['Pacific/Kiritimati', '2026-03-19', '2026-03-19T00:01', 'today'],
    ['Pacific/Niue', '2026-03-19', '2026-03-19T23:59', 'today'],
    ['Pacific/Niue', '2026-03-19', '2026-03-20T00:01', 'yesterday'],
    ['Europe/Berlin', '2026-03-20', '2026-03-19T12:00', 'today'],
  ])('in %s: of %s at %s is %s', (tz, written, at, words) => {
    process.env.TZ = tz;
    const [dateMs, now] = [parseDate(written) ?? NaN, parseDate(at) ?? NaN];
    expect(ageWords(ageDays({ dateMs }, now))).toBe(words);
  });

  it('grows with time, on days of 23 and 25 hours, too', () => {
    process.env.TZ = 'Europe/Berlin';
    for (const day of ['2026-03-27', '2026-10-23']) {
      const start = parseDate(day) ?? NaN;
      let before = 0;
      for (let now = start; now < start + 5 * 86_400_000; now += 600_000) {
        const age = ageDays({ dateMs: start + 3_000_000 }, now);
        expect(age).toBeGreaterThanOrEqual(before);
        before = age;
      }
    }
  });
});
