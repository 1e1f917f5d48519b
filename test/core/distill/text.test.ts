/** What becomes of texts that people write: the contracts that the benchmark does not show. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import type { Observation } from '../../../src/core/capture/observation.js';
import { distillByRules } from '../../../src/core/distill/distill.js';
import { factFaults } from '../../../src/core/distill/fact-faults.js';
import { runs } from '../../support/fuzz.js';

const observation = (text: string, more: Partial<Observation> = {}): Observation => ({
  id: '1',
  at: '2026-03-11T14:05:00+01:00',
  source: 'command',
  text,
  ...more,
});
const shown = (text: string, more?: Partial<Observation>): string => {
  const found = distillByRules(observation(text, more));
  return found.status === 'facts' ? found.facts.map((fact) => `${fact.type}: ${fact.text}`).join('\n') : found.reason;
};

test.each([
  [
    'Prefer small pull requests. Whenever a change touches more than ten files, split it.',
    'feedback: Prefer small pull requests. Whenever a change touches more than ten files, split it.',
  ],
  [
    'Stop adding docstrings to private helpers, we already have too much noise.',
    'feedback: Stop adding docstrings to private helpers, the project already has too much noise.',
  ],
  [
    'Always squash merge requests for the billing repository because bisecting takes hours otherwise. This applies to hotfixes as well.',
    'pattern: Always squash merge requests for the billing repository because bisecting takes hours otherwise. This applies to hotfixes as well.',
  ],
  ['Stop adding docstrings to private helpers, thanks a lot!', 'feedback: Stop adding docstrings to private helpers.'],
  [
    'I am a botanist, new to TypeScript, so explain types',
    'user: The user is a botanist, new to TypeScript, so explain types.',
  ],
  [
    'Hi, I am a botanist, new to TypeScript, so explain types',
    'user: The user is a botanist, new to TypeScript, so explain types.',
  ],
  [
    'I am a designer, unfamiliar with SQL, so explain joins.',
    'user: The user is a designer, unfamiliar with SQL, so explain joins.',
  ],
  ['I am tired, new to TypeScript, so explain types', 'user: The user is new to TypeScript, so explain types.'],
  [
    'I work as a nurse, new to Python, so explain errors.',
    'user: The user works as a nurse, new to Python, so explain errors.',
  ],
  ["I'm new to TypeScript, so explain types.", 'user: The user is new to TypeScript, so explain types.'],
  [
    'I have never used Docker, so explain each command.',
    'user: The user has never used Docker, so explain each command.',
  ],
  ["I've never used Kubernetes.", 'user: The user has never used Kubernetes.'],
  [
    "As a designer I don't know SQL, explain queries.",
    'user: As a designer the user does not know SQL, explain queries.',
  ],
  [
    'As a designer, I need explanations of backend code.',
    'user: As a designer, the user needs explanations of backend code.',
  ],
  [
    'As an experiment I moved the cache to Redis and p99 dropped.',
    'pattern: Moved the cache to Redis and p99 dropped (2026-03-11).',
  ],
  ["I'm an hour in and found that the retry loop never ends.", 'failure: The retry loop never ends (2026-03-11).'],
  [
    'I am familiar with this bug: the parser drops the last line.',
    'failure: The parser drops the last line (2026-03-11).',
  ],
  ["I'm a lawyer; explain the types in plain words.", 'user: The user is a lawyer; explain the types in plain words.'],
  [
    "I'm the product manager, not a developer, so explain diffs.",
    'user: The user is the product manager, not a developer, so explain diffs.',
  ],
  [
    'We are a small team, new to Terraform, so explain modules.',
    'user: The project is a small team, new to Terraform, so explain modules.',
  ],
  [
    "I'm a backend engineer, ten years of Go, but I have never touched React.",
    'user: The user is a backend engineer, ten years of Go, but the user has never touched React.',
  ],
  [
    "I'm a backend engineer with ten years of Go, but I have never touched React.",
    'user: The user is a backend engineer with ten years of Go, but the user has never touched React.',
  ],
  [
    'Root cause: the connection pool was exhausted because the retry loop never released connections.',
    'failure: Root cause: the connection pool was exhausted because the retry loop never released connections (2026-03-11).',
  ],
  [
    'We forgot about closing the connection in finally.',
    'failure: Forgot about closing the connection in finally (2026-03-11).',
  ],
  [
    'Sigh, Marco is annoyed because the cache key ignores the locale.',
    'pattern: The cache key ignores the locale (2026-03-11).',
  ],
  [
    'Talked about it and decided to keep Celery because RQ has no retries.',
    'decision: Decided: keep Celery because RQ has no retries (2026-03-11).',
  ],
  ['We decided not to use GraphQL.', 'decision: Decided: do not use GraphQL (2026-03-11).'],
  ['We use Postgres 15 in production.', 'dependency: The project uses Postgres 15 in production (2026-03-11).'],
  ['I prefer short answers without emoji.', 'user: The user prefers short answers without emoji.'],
  ["We'll drop support for Node 18 next month.", 'project: Planned: drop support for Node 18 in 2026-04.'],
  ['I think we should rewrite everything in Rust.', 'context: Proposed: rewrite everything in Rust (2026-03-11).'],
  [
    'Honestly I think the memory leak comes from the event listeners in `useSocket`.',
    'failure: Possibly the memory leak comes from the event listeners in `useSocket` (2026-03-11).',
  ],
  [
    'Never deploy on Fridays because the on-call rotation changes then.',
    'pattern: Never deploy on Fridays because the on-call rotation changes then.',
  ],
  [
    'The staging dashboard is at https://grafana.example.com/d/abc123.',
    'reference: The staging dashboard is at https://grafana.example.com/d/abc123.',
  ],
])('%s', (text, fact) => expect(shown(text)).toBe(fact));

test.each([
  ['Tests use factory_boy, not fixtures', 'pattern'],
  ['PostgreSQL 16 on RDS in production', 'dependency'],
  ['Python 3.12 minimum for all services', 'dependency'],
  ['Services run on Java 21', 'dependency'],
  ['Deploy freeze until Thursday', 'project'],
  ['Merge freeze begins on Thursday.', 'project'],
  ['We use Redis for session storage because Memcached lost sessions on restart.', 'decision'],
  ['The project loses events because the queue is not durable.', 'failure'],
  ['Attachments are compressed with zstd before upload', 'pattern'],
  ['The reindex of products runs tonight.', 'context'],
  ['The webhook endpoint currently points at the old cluster.', 'context'],
  ['We could shard the events table by tenant, I think.', 'pattern'],
])('what lasts has a type that lasts, what passes has one that fades: %s', (text, type) =>
  expect(shown(text).split(':')[0]).toBe(type),
);

test.each([
  ['no, always use pnpm here, never npm', 'feedback: Always use pnpm here, never npm.'],
  [
    'nope, we do not mock the database in tests, use testcontainers',
    'feedback: The project does not mock the database in tests, use testcontainers.',
  ],
  [
    'Actually use `httpx` not `requests`, everything here is async',
    'feedback: Use `httpx` not `requests`, everything here is async.',
  ],
])('a user corrects an agent: %s', (text, fact) => expect(shown(text, { source: 'transcript' })).toBe(fact));

describe('leaves alone', () => {
  test.each([
    ['db is down', 'It is shorter than 20 characters.'],
    ['The cache of the API is flushed. '.repeat(300), 'It is longer than 8000 characters.'],
    ['Thanks, that looks good. Great!', 'It is small talk.'],
    ['thanks, looks good! thanks!', 'It is small talk.'],
    ['Vielen Dank, das passt so!', 'It is small talk.'],
    ['The weather is nice today and I had lunch with Tom.', 'It says nothing technical.'],
    ['I live in Berlin, near the office.', 'It says nothing technical.'],
    ['How does the cache work?', 'No sentence of it states a fact.'],
    ['Please fix the login page.', 'No sentence of it states a fact.'],
    ['The user asked to change the button color to blue.', 'No sentence of it states a fact.'],
    ['Spent two days on the memory leak in the renderer.', 'No sentence of it states a fact.'],
    ['My sister broke the build by pushing to main.', 'No sentence of it states a fact.'],
    ['Email john@corp.example when the certificate expires.', 'No sentence of it states a fact.'],
    ...[
      'Wir haben gestern entschieden, Celery statt RQ zu nehmen.',
      '今日はRedisからPostgresに移行しました。',
      'Gisteren besloten we dat de export alleen op maandag draait.',
      'hace dos meses cambiamos a Postgres 16',
      'il y a trois jours le quota a été augmenté à 40 Go',
      'I går besluttede vi at eksporten kun kører om mandagen',
      'Ontem decidimos que a exportação só roda às segundas',
      'Wczoraj zdecydowaliśmy, że eksport działa tylko w poniedziałki',
      'Dün dışa aktarmanın yalnızca pazartesi çalışmasına karar verdik',
      '昨天我们决定导出只在星期一运行。',
    ].map((text): [string, string] => [
      text,
      'It is not in English: rules read English only, a language model reads more.',
    ]),
  ])('%s', (text, reason) => expect(distillByRules(observation(text))).toEqual({ status: 'nothing', reason }));

  it('what is longer than a limit that is given', () =>
    expect(distillByRules(observation('The cache of the API is flushed.'.repeat(2)), { most: 40 })).toEqual({
      status: 'nothing',
      reason: 'It is longer than 40 characters.',
    }));
});

describe('dates', () => {
  test.each([
    ['The cache was cleared yesterday.', 'The cache was cleared on 2026-03-10.'],
    ['The deploy key expires next Friday.', 'The deploy key expires on 2026-03-20.'],
    ['The release branch is frozen until March 20.', 'The release branch is frozen until 2026-03-20.'],
    [
      'On Monday the deploy broke because the token of the registry expired.',
      'On 2026-03-09 the deploy broke because the token of the registry expired.',
    ],
    [
      'The build breaks every Monday because the renewal job runs on Sunday night.',
      'The build breaks every Monday because the renewal job runs on Sunday night (2026-03-11).',
    ],
    ['The backup job runs on Mondays at 03:00.', 'The backup job runs on Mondays at 03:00.'],
    [
      'Thursday is the code freeze for the iOS app.',
      'Thursday is the code freeze for the iOS app (said on 2026-03-11, a Wednesday).',
    ],
    ['We are cutting the release branch on Thursday.', 'The project is cutting the release branch on 2026-03-12.'],
    ['After Thursday, freeze all non-critical merges', 'After 2026-03-12, freeze all non-critical merges.'],
    [
      'The release was due Friday but slipped.',
      'The release was due Friday (said on 2026-03-11, a Wednesday) but slipped.',
    ],
    [
      'In 3 weeks the old /v1 endpoints are switched off.',
      'In the week of 2026-03-30 the old /v1 endpoints are switched off.',
    ],
    [
      'In 5 minutes the cache is warm again after a restart.',
      'In 5 minutes the cache is warm again after a restart (2026-03-11).',
    ],
    [
      "Since Tuesday's upgrade the linter reports 300 new errors.",
      'Since the 2026-03-10 upgrade the linter reports 300 new errors.',
    ],
  ])('%s', (text, fact) => expect(shown(text)).toMatch(new RegExp(`: ${fact.replace(/[.()/]/g, '\\$&')}$`)));

  it('are counted from the day on the clock of the observer', () => {
    const at = (time: string): string => shown('The cache was cleared yesterday.', { at: time });
    expect(at('2026-03-11T00:30:00+01:00')).toContain('on 2026-03-10.');
    expect(at('2026-03-10T23:30:00Z')).toContain('on 2026-03-09.');
    expect(at('soon')).toBe('Its time cannot be read.');
  });

  it('of digits are read as they are written where the observer lives', () => {
    const text = 'The certificate of the proxy expires on 3/4/2026.';
    expect(shown(text, { locale: 'en-US' })).toContain('on 2026-03-04.');
    expect(shown(text, { locale: 'en-GB' })).toContain('on 2026-04-03.');
  });
});

it('keeps the three sentences with most to say', () =>
  expect(
    shown(
      'The API is nice. The parser fails on `\\u0000` in JSON bodies. We had a long day. Retries of the client use exponential backoff. Deploys need the flag `--wait`. The proxy caches redirects for 24 hours.',
    ),
  ).toBe(
    'failure: The parser fails on `\\u0000` in JSON bodies. Deploys need the flag `--wait`. The proxy caches redirects for 24 hours (2026-03-11).',
  ));

describe('secrets and what is pasted', () => {
  it('a secret is masked before anything else', () =>
    expect(
      shown(
        'The staging API token is ghp_16C7e42F292c6912E7710c838347Ae178B4a and the client reads it from the environment.',
      ),
    ).not.toContain('ghp_'));

  it('a pasted .env leaves no value', () => {
    const pasted =
      'Here is my .env:\nPORT=3000\nJWT_SECRET=correct-horse-battery-staple\nDATABASE_URL=postgres://shop:hunter2!x@db.internal/shop\n\nThe worker fails because REDIS_URL is missing.';
    expect(shown(pasted)).toBe('failure: The worker fails because REDIS_URL is missing (2026-03-11).');
  });

  it('a password in plain words is no fact', () =>
    expect(shown('the db password is hunter2-Prod!9 and the staging user is shop_ro')).toBe(
      'pattern: The staging user is shop_ro (2026-03-11).',
    ));

  it('of a block of code its error stays', () =>
    expect(
      shown(
        'The import crashes:\n```\nTraceback (most recent call last):\n  File "a.py", line 8, in parse\nIndexError: list index out of range\n```\nRows need 3 columns.',
      ),
    ).toContain('`IndexError: list index out of range`'));
});

it('has no fault in a fact, whatever is written', () => {
  const words = fc.constantFrom(
    ...'I|we|our|yesterday|Marco|said|that|the|cache|API|fails|because|frustrating|hours|spent|us|last week|jane@example.com|@bob|use|instead of|Celery|`x()`|,|.|!|\n|and|but|finally|my|server|me|told|+49 170 1234567|next Friday|deploys|don\u2019t|love|it'.split(
      '|',
    ),
  );
  fc.assert(
    fc.property(fc.array(words, { minLength: 3, maxLength: 40 }), (parts) => {
      const found = distillByRules(observation(parts.join(' ')));
      if (found.status === 'facts') for (const { text } of found.facts) expect(factFaults(text)).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});

it.each([
  'a, '.repeat(2_600),
  'I said that '.repeat(650),
  'we decided and '.repeat(530),
  '('.repeat(7_900),
  `cache ${'so very '.repeat(980)}`,
  'talked to Marco and '.repeat(395),
  'a.b.c-'.repeat(1_300),
])('takes a moment for a long text of %j', (text) => {
  const start = performance.now();
  distillByRules(observation(text));
  expect(performance.now() - start).toBeLessThan(2_000);
});
