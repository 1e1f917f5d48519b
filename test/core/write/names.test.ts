import { describe, expect, it } from 'vitest';

import { firstSentence } from '../../../src/core/markdown/plain-text.js';
import { slugOfSentence } from '../../../src/core/write/names.js';

const nameOf = (fact: string): string => slugOfSentence(firstSentence(fact));

const NAMES: readonly (readonly [fact: string, name: string])[] = [
  // No dates, whole or truncated.
  [
    'Since 2026-03-11 the nightly build of the shop fails because of the expired signing certificate.',
    'nightly-build-of-shop-fails',
  ],
  ['On 11 March 2026 the login page returned 500 to all users.', 'login-page-returned-500-to-users'],
  ['In March 2026 the team moved from Jenkins to GitHub Actions.', 'team-moved-from-jenkins-to-github-actions'],
  ['At 14:05 on 2026-03-11 the deploy failed.', 'deploy-failed'],
  ['The branch is cut on Monday (said on 2026-11-30, a Monday).', 'branch-cut-on-monday'],
  ['Decided: use Celery instead of RQ because of retries (2026-03-11).', 'celery-instead-of-rq'],
  // The small words that join others, and what limits them.
  ['Deploys happen on Tuesdays and Thursdays only.', 'deploys-happen-on-tuesdays-and-thursdays-only'],
  [
    'The nightly import of the warehouse stock hangs when the lock file is left behind.',
    'nightly-import-of-warehouse-stock-hangs',
  ],
  // Each word once, and no reason.
  ['Use Celery instead of RQ: RQ loses jobs.', 'celery-instead-of-rq'],
  ['We deploy on Tuesdays only, because support is fully staffed that day.', 'deploy-on-tuesdays-only'],
  // Not whom every sentence is about.
  ['The project deploys on Tuesdays only, because support is fully staffed that day.', 'deploys-on-tuesdays-only'],
  ['The user prefers tabs over spaces.', 'prefers-tabs-over-spaces'],
  ['The freeze ends on March 3rd, 2026 at 9:30 am.', 'freeze-ends'],
  ['Redis 7.2 is required (2026-0', 'redis-7-2-required'],
  // Nor what its author calls it or answers.
  ['Failure: CI failed because the failure message of the linter was too long.', 'ci-failed'],
  ['The team decided that the project is called Aurora.', 'project-called-aurora'],
  ['We have decided to move the cron jobs to Temporal.', 'move-cron-jobs-to-temporal'],
  ['Yes, exactly like that: one bundled PR for refactors in this area.', 'one-bundled-pr-for-refactors-in-area'],
  ['We are in the middle of renaming the package billing to invoicing.', 'renaming-package-billing-to-invoicing'],
  // What joins a date goes with it.
  ['The GDPR export must be finished by 30 January 2027; legal reviews it on 20 January.', 'gdpr-export-finished'],
  // A phrase that is cut goes as a whole.
  [
    'I am a data engineer with ten years of Postgres, new to React and to its hooks.',
    'data-engineer-with-ten-years-of-postgres',
  ],
  [
    'Dashboards for latency are at https://grafana.example.com/d/abc123/latency in the folder Booking.',
    'dashboards-for-latency-at-grafana-example-com',
  ],
  ["Don't add comments that repeat the code.", 'dont-add-comments-that-repeat-code'],
  ['Antworte immer auf Deutsch, auch wenn der Code englisch kommentiert ist.', 'antworte-immer-auf-deutsch'],
  // The first clause of a script without blanks.
  ['ヤマトの追跡番号は12桁で、最後の桁はチェックデジットです。', 'ヤマトの追跡番号は12桁'],
  ['我们决定使用 PostgreSQL 而不是 MySQL，因为需要 PostGIS 扩展。', 'postgresql-而不是-mysql'],
  ['We ship with ヤマト運輸 to Japan.', 'ship-with-ヤマト運輸-to-japan'],
  // No half clause, no dangling word.
  [
    'Never run migrations against the replica; always go through the primary of the cluster in eu-west-1.',
    'never-run-migrations-against-replica',
  ],
  [
    'Tests of the importer take 12 minutes because they do not share the database container.',
    'tests-of-importer-take-12-minutes',
  ],
  [
    'Deploys to production happen only on Tuesdays between 10:00 and 12:00.',
    'deploys-to-production-happen-only-on-tuesdays',
  ],
  [
    'The payment service retries failed webhooks with exponential backoff up to 24 hours.',
    'payment-service-retries-failed-webhooks',
  ],
  ['Use pnpm, not npm: the workspace protocol of the monorepo needs it.', 'pnpm-not-npm'],
  ['Die Builds laufen nur mit Java 21 und mit der neuen Version von Gradle.', 'die-builds-laufen-nur-mit-java-21'],
  // The distinctive part of a path, a test or a URL.
  [
    'src/auth/middleware.ts swallows 401 and returns 200 to the client since the upgrade to Express 5.',
    'middleware-ts-swallows-401-and-returns-200-to-client',
  ],
  [
    'pytest test "tests/billing/test_invoices.py::test_rounding" failed: AssertionError (2026-03-11).',
    'pytest-test-test-rounding-failed',
  ],
  ['https://docs.example.com/very/long/path describes how tokens rotate.', 'docs-example-com-describes-tokens-rotate'],
  ['Read/write splitting is done by ProxySQL on port 6033.', 'read-write-splitting-done-by-proxysql-on-port-6033'],
  // Fallbacks.
  ['2026-03-11', '2026-03-11'],
  ['May the force be with the build.', 'force-with-build'],
  ['The version of Node that the build uses is 22.', 'version-of-node-that-build-uses-22'],
  ['设置缓存的过期时间为 24 小时。', '设置缓存的过期时间为-24-小时'],
];

describe('the name of a fact', () => {
  it.each(NAMES)('%s', (fact, name) => expect(nameOf(fact)).toBe(name));

  it('of any sentence is a slug of at most 60 characters without a dash at its ends', () => {
    for (const [fact] of NAMES) {
      for (let end = 1; end <= fact.length; end++)
        expect(nameOf(fact.slice(0, end))).toMatch(/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,58}[\p{L}\p{N}])?)?$/u);
    }
  });
});

it('a word as long as a file has its name at once', () => {
  expect(slugOfSentence(`Keep ${'a'.repeat(500_000)} for good`)).toMatch(/^keep-a{40,60}$/);
  expect(slugOfSentence(`Keep ${'-'.repeat(500_000)} apart from ${'x'.repeat(500_000)}`)).toMatch(
    /^keep-apart-from-x{40,60}$/,
  );
});
