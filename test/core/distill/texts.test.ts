import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Observation } from '../../../src/core/capture/observation.js';
import { distillByRules, factFaults } from '../../../src/core/distill.js';
import { runs } from '../../support/fuzz.js';

const of = (text: string, more: Partial<Observation> = {}): Observation => ({
  id: '1',
  at: '2026-03-11T14:05:00+01:00',
  source: 'command',
  text,
  ...more,
});

/** What somebody writes on Wednesday, 11 March 2026; the type and the text of what is kept of it. */
const KEPT: readonly (readonly [string, string, string])[] = [
  [
    'Ugh, spent three hours with Marco yesterday chasing this, so frustrating! Turns out the auth middleware swallows 401 responses and returns 200 with an empty body, so the retry logic never kicks in.',
    'failure',
    'The auth middleware swallows 401 responses and returns 200 with an empty body, so the retry logic never kicks in (2026-03-10).',
  ],
  [
    'I spent three hours on this with Dave, it was so frustrating, but it turns out the auth middleware swallows 401s and the client never refreshes its token.',
    'failure',
    'The auth middleware swallows 401s and the client never refreshes its token (2026-03-11).',
  ],
  [
    'Hey team, after 3 hours of debugging I finally found that our auth middleware catches the 401 and returns 200 instead. Priya was super annoyed lol',
    'failure',
    'The auth middleware catches the 401 and returns 200 instead (2026-03-11).',
  ],
  [
    'We decided to use Celery instead of RQ because of retries.',
    'decision',
    'Decided: use Celery instead of RQ because of retries (2026-03-11).',
  ],
  ['Celery instead of RQ because of retries', 'decision', 'Celery instead of RQ because of retries (2026-03-11).'],
  [
    'ok so we went with Celery over RQ because RQ has no retries',
    'decision',
    'Decided: Celery over RQ because RQ has no retries (2026-03-11).',
  ],
  [
    'We chose PostgreSQL over MongoDB yesterday since we need transactions.',
    'decision',
    'Chose PostgreSQL over MongoDB on 2026-03-10 since the project needs transactions.',
  ],
  ['We use Postgres 15 in production.', 'context', 'The project uses Postgres 15 in production (2026-03-11).'],
  ['I prefer short answers without emoji.', 'user', 'The user prefers short answers without emoji.'],
  [
    `I'm a backend developer with ten years of Go and new to React.`,
    'user',
    'The user is a backend developer with ten years of Go and new to React.',
  ],
  [
    'Always run `npm run lint` before committing, the CI fails otherwise.',
    'pattern',
    'Always run `npm run lint` before committing, the CI fails otherwise.',
  ],
  [
    `Don't use mocks for the database in integration tests.`,
    'pattern',
    `Don't use mocks for the database in integration tests.`,
  ],
  [
    'Never deploy on Fridays because the on-call rotation changes then.',
    'pattern',
    'Never deploy on Fridays because the on-call rotation changes then.',
  ],
  [
    'I fixed the race condition in the connection pool by adding a mutex around `acquire()`.',
    'failure',
    'Fixed the race condition in the connection pool by adding a mutex around `acquire()` (2026-03-11).',
  ],
  [
    'We moved the session store from Redis to Postgres last week because Redis lost sessions on failover.',
    'decision',
    'Moved the session store from Redis to Postgres in the week of 2026-03-02 because Redis lost sessions on failover.',
  ],
  [
    'The staging dashboard is at https://grafana.example.com/d/abc123.',
    'reference',
    'The staging dashboard is at https://grafana.example.com/d/abc123.',
  ],
  ['Bugs are tracked in Linear, project INGEST.', 'reference', 'Bugs are tracked in Linear, project INGEST.'],
  [
    `We can't upgrade React to 19 until the design system supports it.`,
    'dependency',
    'Cannot upgrade React to 19 until the design system supports it (2026-03-11).',
  ],
  [
    'Maria said that the billing service times out when the invoice has more than 500 lines.',
    'failure',
    'The billing service times out when the invoice has more than 500 lines (2026-03-11).',
  ],
  ['@bob told me the deploy key expires next Friday.', 'context', 'The deploy key expires on 2026-03-20.'],
  [
    'Honestly I think the memory leak comes from the event listeners in `useSocket`.',
    'failure',
    'Possibly the memory leak comes from the event listeners in `useSocket` (2026-03-11).',
  ],
  [
    'We need to pin numpy to 1.26 because pandas 2.0 breaks with 2.x.',
    'dependency',
    'Need to pin numpy to 1.26 because pandas 2.0 breaks with 2.x (2026-03-11).',
  ],
  [
    'Upgraded TypeScript from 5.4 to 5.6 today; `moduleResolution` must be `bundler` now.',
    'dependency',
    'Upgraded TypeScript from 5.4 to 5.6 on 2026-03-11; `moduleResolution` must be `bundler` now.',
  ],
  ['The release branch is frozen until March 20.', 'project', 'The release branch is frozen until 2026-03-20.'],
  [`We'll drop support for Node 18 next month.`, 'failure', 'Planned: drop support for Node 18 in 2026-04.'],
  [
    'It took me two days to figure out that the flaky test depends on the timezone of the CI runner.',
    'failure',
    'The flaky test depends on the timezone of the CI runner (2026-03-11).',
  ],
  [
    'The reason was that the Docker layer cache ignored the lock file.',
    'context',
    'The Docker layer cache ignored the lock file (2026-03-11).',
  ],
  [
    'Unfortunately the migration 0042 failed in production because the column was not nullable.',
    'failure',
    'The migration 0042 failed in production because the column was not nullable (2026-03-11).',
  ],
  [
    'My colleague Jan suggested to use a read replica for reports.',
    'context',
    'Proposed: use a read replica for reports (2026-03-11).',
  ],
  [
    'The user table has 40 million rows, so adding a column with a default locks it for minutes.',
    'context',
    'The user table has 40 million rows, so adding a column with a default locks it for minutes (2026-03-11).',
  ],
  [
    'You should never call `save()` inside the signal handler; it recurses.',
    'pattern',
    'Never call `save()` inside the signal handler; it recurses.',
  ],
  [
    'our API returns snake_case but the frontend expects camelCase, we convert in `src/api/client.ts`',
    'context',
    'The API returns snake_case but the frontend expects camelCase, the project converts in `src/api/client.ts` (2026-03-11).',
  ],
  [
    'The tests were failing on main since yesterday because GitHub rotated its SSH host key.',
    'failure',
    'The tests were failing on main since 2026-03-10 because GitHub rotated its SSH host key.',
  ],
  [
    'FYI: the nightly job runs at 02:00 UTC and takes 45 minutes.',
    'context',
    'The nightly job runs at 02:00 UTC and takes 45 minutes (2026-03-11).',
  ],
  [
    'I was confused why the build was slow: webpack was building source maps for vendor bundles.',
    'context',
    'Webpack was building source maps for vendor bundles (2026-03-11).',
  ],
  [
    `Let's use feature flags for the new checkout, the old one stays until Q3.`,
    'decision',
    'Decided: use feature flags for the new checkout, the old one stays until Q3 (2026-03-11).',
  ],
  [
    'We agreed that all timestamps are stored as UTC.',
    'decision',
    'Decided: all timestamps are stored as UTC (2026-03-11).',
  ],
  ['We are migrating from Jest to Vitest.', 'context', 'The project is migrating from Jest to Vitest (2026-03-11).'],
  [
    'Our monorepo uses pnpm workspaces, and each package has its own tsconfig.',
    'context',
    'The monorepo uses pnpm workspaces, and each package has its own tsconfig (2026-03-11).',
  ],
  [`I don't want you to add comments to obvious code.`, 'feedback', 'Do not add comments to obvious code.'],
  [
    'he said the websocket drops after 60 seconds because nginx has proxy_read_timeout 60s',
    'failure',
    'The websocket drops after 60 seconds because nginx has proxy_read_timeout 60s (2026-03-11).',
  ],
  [
    'Thanks to Sarah we know that the S3 bucket is in eu-central-1 and not in us-east-1.',
    'context',
    'The S3 bucket is in eu-central-1 and not in us-east-1 (2026-03-11).',
  ],
  [
    'It turned out that DST made the cron job run twice on Sunday.',
    'failure',
    'DST made the cron job run twice on 2026-03-08.',
  ],
  [
    'Just learned that SQLite locks the whole database on write, so the importer must batch its inserts.',
    'pattern',
    'SQLite locks the whole database on write, so the importer must batch its inserts.',
  ],
  [
    'I finally understood why the cache misses: the key contains the locale.',
    'context',
    'Understood why the cache misses: the key contains the locale (2026-03-11).',
  ],
  [
    'We had to disable HTTP/2 on the proxy because the old load balancer drops frames.',
    'failure',
    'Had to disable HTTP/2 on the proxy because the old load balancer drops frames (2026-03-11).',
  ],
  [
    `So basically the webhook handler isn't idempotent and Stripe retries it, which created duplicate orders. What a mess!`,
    'failure',
    `The webhook handler isn't idempotent and Stripe retries it, which created duplicate orders (2026-03-11).`,
  ],
  [
    'We never run migrations automatically in production.',
    'pattern',
    'Never run migrations automatically in production.',
  ],
  [
    'I always use rebase instead of merge for feature branches.',
    'user',
    'The user always uses rebase instead of merge for feature branches.',
  ],
  [
    'Please always answer in English and keep explanations short.',
    'feedback',
    'Always answer in English and keep explanations short.',
  ],
  ['Stop adding emojis to commit messages.', 'feedback', 'Stop adding emojis to commit messages.'],
  ['From now on use `uv` instead of `pip` for this repo.', 'pattern', 'Use `uv` instead of `pip` for this repo.'],
  [
    'my boss wants us to freeze the API until the audit in June',
    'project',
    'Freeze the API until the audit in June (2026-03-11).',
  ],
  [
    'The audit is on 2026-06-01, all endpoints need authentication by then.',
    'context',
    'The audit is on 2026-06-01, all endpoints need authentication by then.',
  ],
  [
    'As discussed with Peter and Anna, the search index will be rebuilt every night.',
    'context',
    'The search index will be rebuilt every night (2026-03-11).',
  ],
  [
    'Tom Miller broke the build by removing the lint step.',
    'failure',
    'A colleague broke the build by removing the lint step (2026-03-11).',
  ],
  [
    'According to Lisa the old endpoint is still called by the mobile app.',
    'context',
    'The old endpoint is still called by the mobile app (2026-03-11).',
  ],
  [
    'Hi Claude! The project uses Python 3.12 and poetry; run tests with `poetry run pytest -x`.',
    'context',
    'The project uses Python 3.12 and poetry; run tests with `poetry run pytest -x` (2026-03-11).',
  ],
  [
    "I'm so happy that it works now!!! The fix was to set `SameSite=None` on the session cookie.",
    'context',
    'The fix was to set `SameSite=None` on the session cookie (2026-03-11).',
  ],
  [
    'The problem was the proxy buffering: nginx buffers server-sent events unless `X-Accel-Buffering: no` is set.',
    'context',
    'The proxy buffering: nginx buffers server-sent events unless `X-Accel-Buffering: no` is set (2026-03-11).',
  ],
  [
    `After two days of pain we realized that Alpine's musl resolver doesn't support search domains.`,
    'context',
    `Alpine's musl resolver doesn't support search domains (2026-03-11).`,
  ],
  ['I think we should rewrite everything in Rust.', 'context', 'Proposed: rewrite everything in Rust (2026-03-11).'],
  [
    'We use trunk-based development, and every merge to main is deployed automatically.',
    'context',
    'The project uses trunk-based development, and every merge to main is deployed automatically (2026-03-11).',
  ],
  [
    'In our codebase all money amounts are integers in cents.',
    'context',
    'In the codebase all money amounts are integers in cents (2026-03-11).',
  ],
  [
    'Yesterday evening the production database ran out of disk space because the WAL archive was never cleaned.',
    'failure',
    'On 2026-03-10 the production database ran out of disk space because the WAL archive was never cleaned.',
  ],
  [
    'The rate limit of the GitHub API is 5000 requests per hour for our app.',
    'context',
    'The rate limit of the GitHub API is 5000 requests per hour for the app (2026-03-11).',
  ],
  [
    'Last month we replaced Elasticsearch with Postgres full text search; it saved us 400 euros a month.',
    'decision',
    'In 2026-02: replaced Elasticsearch with Postgres full text search; it saved 400 euros a month.',
  ],
  [
    '3 weeks ago the vendor deprecated the v1 endpoints.',
    'context',
    'In the week of 2026-02-16 the vendor deprecated the v1 endpoints.',
  ],
  [
    'Two days ago I bumped axios to 1.7.4 because of CVE-2024-39338.',
    'dependency',
    'On 2026-03-09: bumped axios to 1.7.4 because of CVE-2024-39338.',
  ],
  [
    `We're blocked on the design review until Friday.`,
    'context',
    'The project is blocked on the design review until 2026-03-13.',
  ],
  [
    'The login flow uses PKCE, tokens are kept in memory and refreshed 60 seconds before expiry.',
    'context',
    'The login flow uses PKCE, tokens are kept in memory and refreshed 60 seconds before expiry (2026-03-11).',
  ],
  [
    "don't touch generated files in `src/gen`, they're overwritten by `make proto`",
    'pattern',
    "Don't touch generated files in `src/gen`, they're overwritten by `make proto`.",
  ],
  [
    `Our CI runs on self-hosted runners, Docker isn't available there.`,
    'context',
    `The CI runs on self-hosted runners, Docker isn't available there (2026-03-11).`,
  ],
  [
    'Feature flag `new-checkout` is on for 10% of users since March 3.',
    'context',
    'Feature flag `new-checkout` is on for 10% of users since 2026-03-03.',
  ],
  [
    'Note to self: the S3 client needs `forcePathStyle` for MinIO.',
    'context',
    'The S3 client needs `forcePathStyle` for MinIO (2026-03-11).',
  ],
  [
    `You can't use top-level await in the worker because it's bundled as IIFE.`,
    'pattern',
    `Do not use top-level await in the worker because it's bundled as IIFE.`,
  ],
  ['I was wrong, the timeout is 30 seconds, not 60.', 'failure', 'The timeout is 30 seconds, not 60 (2026-03-11).'],
  [
    'We tried Redis streams but they were too slow, so we stayed with Kafka.',
    'context',
    'Tried Redis streams but they were too slow, so the project stayed with Kafka (2026-03-11).',
  ],
  [
    'The API key is sk_live_4eC39HqLyjWDarjtT1zdp7dc and goes into the env.',
    'context',
    'The API key is [masked: Stripe access token] and goes into the env (2026-03-11).',
  ],
  [
    'She pushed a hotfix that sets the pool size to 20.',
    'context',
    'A colleague pushed a hotfix that sets the pool size to 20 (2026-03-11).',
  ],
  [
    'Nobody knows why but restarting the scheduler fixes the stuck jobs.',
    'failure',
    'Restarting the scheduler fixes the stuck jobs (2026-03-11).',
  ],
  [
    'This morning at 9 the deploy failed: the image had no curl for the health check.',
    'failure',
    'On 2026-03-11 at 9 the deploy failed: the image had no curl for the health check.',
  ],
  ['the team agreed on conventional commits', 'decision', 'Decided: conventional commits (2026-03-11).'],
  [
    'Honestly, I hate YAML. Indentation in `values.yaml` must be two spaces or Helm fails silently.',
    'failure',
    'Indentation in `values.yaml` must be two spaces or Helm fails silently (2026-03-11).',
  ],
  [`I'd like you to run the full test suite before pushing.`, 'pattern', 'Run the full test suite before pushing.'],
  [
    'We store sessions in Redis with a TTL of 24 hours, and the cleanup job runs at 3 am.',
    'context',
    'The project stores sessions in Redis with a TTL of 24 hours, and the cleanup job runs at 3 am (2026-03-11).',
  ],
  [
    "There's a race between `init()` and the first request, we saw it in staging on Monday.",
    'failure',
    "There's a race between `init()` and the first request, the project saw it in staging on 2026-03-09.",
  ],
  ['The ticket is SHOP-1234.', 'context', 'The ticket is SHOP-1234 (2026-03-11).'],
  [
    'Docs for the payment API live in Confluence under PAY.',
    'reference',
    'Docs for the payment API live in Confluence under PAY.',
  ],
  [
    'Ugh, I spent three hours with Marco yesterday on the auth middleware: it swallows 401 responses, so the retry never runs.',
    'failure',
    'The auth middleware swallows 401 responses, so the retry never runs (2026-03-10).',
  ],
  [
    'I just spent an hour chasing why `npm ci` fails on Alpine: sharp has no musl binary for that version.',
    'failure',
    'Why `npm ci` fails on Alpine: sharp has no musl binary for that version (2026-03-11).',
  ],
];

const LEFT: readonly (readonly [string, string])[] = [
  ['thanks, looks good!', 'It is shorter than 20 characters.'],
  ['How does the cache work?', 'No sentence of it states a fact.'],
  ['Please fix the login page.', 'No sentence of it states a fact.'],
  ['Can you add a test for the parser?', 'No sentence of it states a fact.'],
  ['The weather is nice today and I had lunch with Tom.', 'It says nothing technical.'],
  ['I love this codebase! The naming is great.', 'No sentence of it states a fact.'],
  ['I had a terrible morning, the train was late.', 'It says nothing technical.'],
  [
    'Contact me at jane.doe@example.com or +49 170 1234567 if the build server is down.',
    'No sentence of it states a fact.',
  ],
  [
    'Wir haben gestern entschieden, Celery statt RQ zu nehmen.',
    'It is not in English: rules read English only, a language model reads more.',
  ],
  ['It works on my machine.', 'No sentence of it states a fact.'],
  ['lol that was dumb, sorry', 'It says nothing technical.'],
  ['ok do it', 'It is shorter than 20 characters.'],
  ['Let me know if you need more info about the server.', 'No sentence of it states a fact.'],
  ['Any idea why webpack is slow?', 'No sentence of it states a fact.'],
  ['Email john@corp.example when the certificate expires.', 'No sentence of it states a fact.'],
  [
    'Und dann haben wir den Server neu gestartet.',
    'It is not in English: rules read English only, a language model reads more.',
  ],
  [
    '今日はRedisからPostgresに移行しました。',
    'It is not in English: rules read English only, a language model reads more.',
  ],
  [
    'Gestern ist der Build kaputtgegangen, weil npm die Lockdatei ignoriert hat.',
    'It is not in English: rules read English only, a language model reads more.',
  ],
  ['The user asked to change the button color to blue.', 'No sentence of it states a fact.'],
  ['Spent two days on the memory leak in the renderer.', 'No sentence of it states a fact.'],
];

describe('Texts distilled by rules', () => {
  test.each(KEPT)('keeps of: %s', (text, type, fact) => {
    expect(distillByRules(of(text))).toEqual({ status: 'facts', facts: [{ text: fact, type }] });
  });

  test.each(LEFT)('keeps nothing of: %s', (text, reason) => {
    expect(distillByRules(of(text))).toEqual({ status: 'nothing', reason });
  });

  test('counts dates from the day on the clock of who observed', () => {
    const text = 'The cache was cleared yesterday.';
    const factAt = (at: string): unknown => distillByRules(of(text, { at }));
    expect(factAt('2026-03-11T00:30:00+01:00')).toMatchObject({
      facts: [{ text: 'The cache was cleared on 2026-03-10.' }],
    });
    expect(factAt('2026-03-10T23:30:00Z')).toMatchObject({ facts: [{ text: 'The cache was cleared on 2026-03-09.' }] });
    expect(factAt('soon')).toEqual({ status: 'nothing', reason: 'Its time cannot be read.' });
  });

  test('reads dates of digits as they are written where the observer lives', () => {
    const text = 'The certificate of the proxy expires on 3/4/2026.';
    expect(distillByRules(of(text, { locale: 'en-US' }))).toMatchObject({
      facts: [{ text: 'The certificate of the proxy expires on 2026-03-04.' }],
    });
    expect(distillByRules(of(text, { locale: 'en-GB' }))).toMatchObject({
      facts: [{ text: 'The certificate of the proxy expires on 2026-04-03.' }],
    });
  });

  test('takes the three sentences with most to say', () => {
    const text =
      'The API is nice. The parser fails on `\\u0000` in JSON bodies. We had a long day. Retries of the client use exponential backoff. Deploys need the flag `--wait`. The proxy caches redirects for 24 hours.';
    expect(distillByRules(of(text))).toMatchObject({
      facts: [
        {
          text: 'The parser fails on `\\u0000` in JSON bodies. Deploys need the flag `--wait`. The proxy caches redirects for 24 hours (2026-03-11).',
        },
      ],
    });
  });

  test('leaves alone what is too short, too long, or was recalled from memory', () => {
    expect(distillByRules(of('db is down'))).toEqual({
      status: 'nothing',
      reason: 'It is shorter than 20 characters.',
    });
    expect(distillByRules(of('The cache of the API is flushed. '.repeat(300)))).toEqual({
      status: 'nothing',
      reason: 'It is longer than 8000 characters.',
    });
    expect(distillByRules(of('The cache of the API is flushed.'.repeat(2)), { most: 40 })).toEqual({
      status: 'nothing',
      reason: 'It is longer than 40 characters.',
    });
  });

  test('never holds a secret, and masks it before anything else', () => {
    const found = distillByRules(
      of(
        'The staging API token is ghp_16C7e42F292c6912E7710c838347Ae178B4a and the client reads it from the environment.',
      ),
    );
    expect(JSON.stringify(found)).not.toContain('ghp_');
  });

  test('whatever is written, a fact has none of the faults that facts are checked for', () => {
    const words = fc.constantFrom(
      'I',
      'we',
      'our',
      'yesterday',
      'Marco',
      'said',
      'that',
      'the',
      'cache',
      'API',
      'fails',
      'because',
      'frustrating',
      'hours',
      'spent',
      'us',
      'last week',
      'jane@example.com',
      '@bob',
      'use',
      'instead of',
      'Celery',
      '`x()`',
      ',',
      '.',
      '!',
      '\n',
      'and',
      'but',
      'finally',
      'my',
      'server',
      'me',
      'told',
      '+49 170 1234567',
      'next Friday',
      'deploys',
      'don\u2019t',
      'love',
      'it',
    );
    fc.assert(
      fc.property(fc.array(words, { minLength: 3, maxLength: 40 }), (parts) => {
        const found = distillByRules(of(parts.join(' ')));
        if (found.status === 'facts') for (const { text } of found.facts) expect(factFaults(text)).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('Faults of facts', () => {
  test.each([
    ['Celery is used instead of RQ because of retries.', []],
    ['', ['is empty']],
    ['I use Celery.', ['speaks in the first person']],
    ['Use our cache.', ['speaks in the first person']],
    ['I/O is slow on us-east-1.', []],
    ['The cache fails, which is frustrating.', ['tells a feeling']],
    ['The cache failed yesterday.', ['holds a date that is only true today']],
    ['Marco said the cache fails.', ['names a person']],
    ['Ask jane@example.com about the cache.', ['holds an e-mail address']],
    ['Call +49 170 1234567 when the server is down.', ['holds a phone number']],
    ['The cache belongs to @bob.', ['holds a handle']],
    ['`@types/node` and `@app.route("/")` are code.', []],
    ['One. Two. Three. Four.', ['has more than 3 sentences']],
    ['Wir nutzen Celery.', ['speaks in the first person']],
    ['The token is ghp_16C7e42F292c6912E7710c838347Ae178B4a.', ['holds a secret']],
    ['x'.repeat(1_001), ['is longer than 1000 characters']],
  ] as const)('%s', (text, faults) => {
    expect(factFaults(text)).toEqual(faults);
  });

  test('knows the names it is given', () => {
    expect(factFaults('The cache of krzysztof is cold.', { names: ['Krzysztof'] })).toEqual(['names a person']);
  });
});
