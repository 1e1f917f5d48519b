/** Which day a weekday means, by tense, mood and clause: at lint, in drafts and in the daily log, which ask the same functions. */
import { describe, expect, it } from 'vitest';

import { absoluteDate } from '../../src/core/absolute-date.js';
import { datedText } from '../../src/core/dated-text.js';
import { relativePhrases } from '../../src/core/relative-phrases.js';
import { DAY_MS } from '../../src/core/units.js';
import { runs } from '../support/fuzz.js';

/** A Sunday. */
const WRITTEN = Date.UTC(2026, 10, 29);
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const rows = (table: string): string[] =>
  table
    .trim()
    .split('\n')
    .map((row) => row.trim());

/** Each names Thursday: 2026-12-03 is the one to come. */
const AHEAD = rows(`
  Merges are frozen after Thursday because branch 2.4 is cut.
  No merges after Thursday, mobile cuts release branch 2.4.
  Merge freeze starts on Thursday because mobile cuts a branch.
  Merge freeze after Thursday
  Merge freeze begins Thursday
  Freeze from Thursday on, no exceptions.
  The freeze starts Thursday.
  The deadline for the security audit is Thursday at noon.
  The deadline is Thursday.
  Everything must be merged by Thursday.
  After Thursday, freeze all non-critical merges.
  The release branch is cut on Thursday.
  The SOC 2 audit is Thursday.
  On Thursday the exchange moves to the new data centre.
  Thursday the exchange moves to the new data centre.
  Do not merge after Thursday.
  Don't merge anything after Thursday.
  Nothing gets merged after Thursday.
  Hold all deploys until Thursday.
  Wait until Thursday before rotating the key.
  We will switch the DNS on Thursday.
  We'll switch the DNS on Thursday.
  The vendor will deliver on Thursday.
  We are going to migrate the database on Thursday.
  The team plans to ship 3.0 on Thursday.
  We plan to drop Node 18 on Thursday.
  The cutover is scheduled for Thursday.
  The launch is planned for Thursday.
  The launch was postponed to Thursday.
  The demo moved to Thursday.
  The review slipped to Thursday.
  The report is due Thursday.
  The report is due on Thursday.
  The report is due by Thursday.
  The certificate expires on Thursday.
  The trial ends Thursday.
  The old API is switched off on Thursday.
  The old endpoints are removed on Thursday.
  Support for TLS 1.0 ends on Thursday.
  The maintenance window opens on Thursday at 22:00.
  Jane is out from Thursday.
  Ann is back on Thursday.
  The office is closed on Thursday.
  The database goes read-only on Thursday.
  The new pricing takes effect on Thursday.
  The new CI goes live on Thursday.
  Ship the fix before Thursday.
  Please finish the migration before Thursday.
  Rotate the signing key by Thursday.
  The vendor promised a fix by Thursday.
  Marketing asked for the numbers by Thursday.
  We agreed to freeze until Thursday.
  We decided to release on Thursday.
  They want to launch on Thursday.
  Legal must sign off before Thursday.
  QA has to retest everything by Thursday.
  The key should be revoked by Thursday.
  Starting Thursday, every change needs two reviews.
  As of Thursday the endpoint returns 410.
  From Thursday on, staging uses PostgreSQL 17.
  From Thursday, staging uses PostgreSQL 17.
  The branch is frozen until Thursday.
  Code freeze until Thursday.
  Feature freeze from Thursday.
  The endpoint can be deleted after Thursday.
  The flag may be removed after Thursday.
  The backfill needs to be done by Thursday.
  The index gets rebuilt on Thursday.
  The worker queue gets migrated on Thursday.
  The beta begins on Thursday.
  The embargo lifts after the freeze on Thursday.
  Reviews are suspended until Thursday.
  Release 2.4 ships on Thursday.
  Release 2.4 is out on Thursday.
  No deploys until Thursday, the load balancer is replaced.
  Stop all experiments by Thursday.
  Prepare the rollback plan before Thursday.
  The contractor leaves on Thursday.
  The migration starts on Thursday because the vendor needs a week.
  Thursday: no deploys, the auditors are here.
  Deadline: Thursday
  Deadline for the audit: Thursday.
  Finish the audit no later than Thursday.
  The exam for the ISO certificate is on Thursday.
  The meeting with the bank is on Thursday.
  The DNS record will be deleted after Thursday.
  The old cluster is shut down on Thursday.
`);

/** 2026-11-26 is the one that is over. */
const BACK = rows(`
  The deploy broke on Thursday because the token expired.
  On Thursday the deploy broke because the token expired.
  Since Thursday the linter reports 300 errors.
  The linter reports 300 errors since Thursday.
  We deployed the API to production on Thursday.
  The API was deployed to production on Thursday.
  We agreed on Thursday to freeze everything.
  Released Thursday.
  Version 2.3 was released on Thursday.
  The outage on Thursday was caused by DNS.
  We had to roll back on Thursday.
  Tests failed on Thursday, so the fixtures must be rewritten.
  Customers complained after Thursday.
  It worked before Thursday.
  The cache was flushed on Thursday.
  The team met on Thursday and chose Kafka.
  The migration ran on Thursday and took four hours.
  Someone deleted the bucket on Thursday.
  The certificate expired on Thursday.
  The freeze began on Thursday.
  The freeze ended Thursday.
  The disk filled up on Thursday.
  The build went red on Thursday.
  Payments were down on Thursday from 10 to 12.
  We lost two hours of data on Thursday.
  The vendor sent the fix on Thursday.
  We found the leak on Thursday.
  The key leaked on Thursday and was revoked.
  We switched to pnpm on Thursday.
  The schema changed on Thursday.
  The retry limit was raised on Thursday.
  On Thursday we moved the jobs to Celery.
  On Thursday, the pool ran out of connections.
  They rotated the key on Thursday.
  The team decided on Thursday that Redis goes.
  The incident started on Thursday at 03:10.
  The PR was merged on Thursday although CI was red.
  The runner hung on Thursday.
  A colleague upgraded the driver on Thursday.
  Staging has been down since Thursday.
`);

/** Nobody can tell: the words stay, with the day on which they were written. */
const UNKNOWN = rows(`
  The service was down until Thursday.
  The nightly job runs on Thursday.
  Deploys go out on Thursday.
  We finished it by Thursday.
  The queue was frozen until Thursday.
  Standup on Thursday with the platform team.
  The on-call rota: Ann on Thursday.
  The backup runs on Thursday.
  We cut over on Thursday week.
`);

/** No day of any week in particular, or one that needs no help. */
const NONE = rows(`
  Never deploy on Thursday.
  The build breaks every Thursday.
  Reviews are on Thursdays.
  Open from Monday to Thursday.
  The Thursday meeting is in room 4.
  The report is due every month by Thursday.
  The job always runs on Thursday.
  Each Thursday the index is rebuilt.
  On Thursday, 2026-12-03, the branch is cut.
  The cron runs weekly on Thursday.
  Usually Ann deploys on Thursday.
  Thursday-only features are behind a flag.
`);

/** What holds on any day, terms, and names. */
const ANY_DAY = rows(`
  The dashboard shows data of last week by default.
  The chart shows last month's revenue.
  The report compares this month with last month.
  The widget compares last week and this week.
  The API returns orders from last month only.
  The filter defaults to this week.
  The exporter reads the data of yesterday and writes it to S3.
  The job must only delete logs of last year.
  Invoices are due in 30 days.
  An invoice is due in 30 days.
  A token expires in 7 days.
  Sessions expire in 7 days.
  Deleted users are purged in 30 days.
  Timesheets are due by the end of the week.
  The editor uses the Tomorrow Night theme.
  The Today view lists open tasks.
  Open the Last Month report.
  Black Friday traffic is ten times higher.
  Patch Tuesday updates are installed by WSUS.
`);

/** Of certain things and days all the same. */
const CERTAIN: [string, string][] = [
  ['Last week the report showed the wrong totals.', 'In the week of 2026-11-16 the report showed the wrong totals.'],
  ['The outage of last week was caused by DNS.', 'The outage of the week of 2026-11-16 was caused by DNS.'],
  ['Next week the filter defaults to 30 days.', 'In the week of 2026-11-30 the filter defaults to 30 days.'],
  ['The certificate expires in 30 days.', 'The certificate expires on 2026-12-29.'],
  ['The cert of api.example.org runs out in ten days.', 'The cert of api.example.org runs out on 2026-12-09.'],
  ['The old cluster is removed ten days from now.', 'The old cluster is removed on 2026-12-09.'],
  ['Merge it by the end of the week.', 'Merge it by the end of the week ending 2026-11-29.'],
  [
    'All services must use Vault by the end of next week.',
    'All services must use Vault by the end of the week ending 2026-12-06.',
  ],
  ['The trial runs until the end of the month.', 'The trial runs until the end of 2026-11.'],
  ['The licence is due before the end of the year.', 'The licence is due before the end of 2026.'],
  ['Tomorrow we switch the DNS.', 'On 2026-11-30 we switch the DNS.'],
  ['It broke on Thursday last week.', 'It broke on Thursday in the week of 2026-11-16.'],
  ['Next week on Thursday the branch is cut.', 'In the week of 2026-11-30 on Thursday the branch is cut.'],
  ['This coming Thursday the branch is cut.', 'On 2026-12-03 the branch is cut.'],
  ['The branch is cut this coming Sunday.', 'The branch is cut on 2026-12-06.'],
  ['This past Sunday the build broke.', 'On 2026-11-22 the build broke.'],
];

const dated = (text: string, written = WRITTEN): string => datedText(text, written).text;

describe('a weekday', () => {
  it.each(AHEAD)('looks ahead: %s', (text) => {
    expect(dated(text)).toMatch(/\b2026-12-03\b(?!.*Thursday)/);
  });
  it.each(BACK)('looks back: %s', (text) => {
    expect(dated(text)).toMatch(/\b2026-11-26\b(?!.*Thursday)/);
  });
  it.each(UNKNOWN)('stays, with the day of writing, where it cannot be told: %s', (text) => {
    expect(dated(text)).toContain('Thursday (said on 2026-11-29, a Sunday)');
  });
  it.each(NONE)('is left alone: %s', (text) => {
    expect(dated(text)).toBe(text);
  });

  it.each(ANY_DAY)('and a period are left alone where any is meant: %s', (text) => {
    expect(dated(text)).toBe(text);
  });
  it.each(CERTAIN)('and a period are dates where one is meant: %s', (text, expected) => {
    expect(dated(text)).toBe(expected);
  });

  it.each([
    ['next Thursday the branch is cut', '2026-12-03'],
    ['last Thursday the branch was cut', '2026-11-26'],
    ['The branch is cut this Thursday.', '2026-12-03'],
    ['The branch was cut this Thursday.', '2026-11-26'],
    ["Since Thursday's upgrade it is slow.", "since 2026-11-26's upgrade"],
    ['On Monday we agreed to freeze until Thursday.', '2026-12-03'],
    ['On Monday we agreed to freeze until Thursday.', '2026-11-23'],
  ])('%s: %s', (text, expected) => {
    expect(dated(text).toLowerCase()).toContain(expected);
  });

  it('means the same day once its date was written', () => {
    for (const text of [...AHEAD, ...BACK, ...UNKNOWN])
      expect(dated(dated(text), WRITTEN + 40 * DAY_MS)).toBe(dated(text));
  });
});

it.each([...AHEAD, ...BACK].map((text) => text.replaceAll('Thursday', 'Sunday')))(
  'a weekday that is the day of writing is neither: %s',
  (text) => {
    expect(dated(text)).not.toContain('2026-11-22');
    expect(dated(text)).not.toContain('2026-12-06');
    expect(dated(text)).toContain('(said on 2026-11-29, a Sunday)');
  },
);

describe('on any day of writing', () => {
  const days = Array.from({ length: Math.max(28, runs(84)) }, (_, at) => WRITTEN + at * DAY_MS);

  it('no weekday becomes a date of another weekday, and none lies on the wrong side', () => {
    for (const written of days) {
      for (const name of WEEKDAYS) {
        for (const text of [...AHEAD, ...BACK]) {
          for (const phrase of relativePhrases(text.replaceAll('Thursday', name), { plans: true })) {
            const date = absoluteDate(phrase, written);
            if (date === undefined || phrase.text !== name) continue;
            const ms = Date.parse(date);
            expect(WEEKDAYS[new Date(ms).getUTCDay()]).toBe(name);
            if (phrase.direction === 'ahead') expect(ms).toBeGreaterThan(written);
            else expect(ms).toBeLessThan(written);
          }
        }
      }
    }
  });
});
