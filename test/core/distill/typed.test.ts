/** What people type: fast, in half sentences, in other languages, about others. */
import { expect, test } from 'vitest';

import { distillByRules, factFaults } from '../../../src/core/distill.js';

const of = (text: string): ReturnType<typeof distillByRules> =>
  distillByRules({ id: '1', at: '2026-03-11T14:05:00+01:00', source: 'command', text });

/** Written on Wednesday, 11 March 2026; the type and the text of what is kept of it. */
test.each([
  [
    'A friend of mine at Shopify said they disable Turbopack in CI because it leaks memory.',
    'failure',
    'At Shopify they disable Turbopack in CI because it leaks memory (2026-03-11).',
  ],
  [
    'my collegue at work says the redis cache is flushed every nite at 3, so sessions get lost',
    'failure',
    'The redis cache is flushed every nite at 3, so sessions get lost (2026-03-11).',
  ],
  [
    'we dont use yarn anymore, its pnpm now bcause of the workspaces',
    'context',
    'The project does not use yarn anymore, its pnpm now because of the workspaces (2026-03-11).',
  ],
  [
    'teh migration faild on staging cuz the column alredy exists',
    'failure',
    'The migration failed on staging because the column already exists (2026-03-11).',
  ],
  [
    'dont ever push to main directly, always make a PR',
    'pattern',
    `Don't ever push to main directly, always make a PR.`,
  ],
  ['pls allways run the linter before commiting', 'pattern', 'Always run the linter before committing.'],
  [
    'i think its the connection pool, it has only 5 connections and the worker takes 8',
    'context',
    'Possibly its the connection pool, it has only 5 connections and the worker takes 8 (2026-03-11).',
  ],
  [
    'so yeah long story short the webhook retries were duplicated because we didnt check the idempotency key lol',
    'failure',
    'The webhook retries were duplicated because the project did not check the idempotency key (2026-03-11).',
  ],
  [
    'The guy from AWS support told us that the NAT gateway drops idle connections after 350 seconds.',
    'failure',
    'The NAT gateway drops idle connections after 350 seconds (2026-03-11).',
  ],
  [
    '@mkr pointed out that `useEffect` runs twice in strict mode.',
    'failure',
    '`useEffect` runs twice in strict mode (2026-03-11).',
  ],
  [
    'Call +49 170 1234567 when the deploy is stuck; the deploy lock is in Redis under deploy:lock.',
    'context',
    'The deploy lock is in Redis under deploy:lock (2026-03-11).',
  ],
  [
    'We decided, after talking to Anna and Bob from platform, that the API gateway should not cache 404 responses.',
    'decision',
    'Decided: the API gateway should not cache 404 responses (2026-03-11).',
  ],
  [
    'I never said we should use Mongo; we use Postgres because of transactions.',
    'user',
    'The user never said the project should use Mongo; the project uses Postgres because of transactions.',
  ],
  [
    'It is not true that the scheduler runs in UTC, it runs in Europe/Berlin.',
    'context',
    'It is not true that the scheduler runs in UTC, it runs in Europe/Berlin (2026-03-11).',
  ],
  [
    'Nobody may deploy on Fridays except hotfixes.',
    'context',
    'Nobody may deploy on Fridays except hotfixes (2026-03-11).',
  ],
  [
    'The tests do not pass unless REDIS_URL is set.',
    'context',
    'The tests do not pass unless REDIS_URL is set (2026-03-11).',
  ],
  [
    `Turns out the bug wasn't in the parser but in the lexer: it drops the last token when the file has no newline.`,
    'failure',
    `The bug wasn't in the parser but in the lexer: it drops the last token when the file has no newline (2026-03-11).`,
  ],
  [
    `I've spent all of today debugging this: axios doesn't follow redirects on POST, use fetch for the login endpoint.`,
    'context',
    `Axios doesn't follow redirects on POST, use fetch for the login endpoint (2026-03-11).`,
  ],
  [
    `Last week's release broke the export for tenants with more than 10k rows.`,
    'failure',
    'The release of the week of 2026-03-02 broke the export for tenants with more than 10k rows.',
  ],
  [
    `We'll drop Node 18 support in the next release, planned for the end of next month.`,
    'failure',
    'Planned: drop Node 18 support in the next release, planned for the end of 2026-04.',
  ],
  [
    'Our customer Siemens needs the CSV export with semicolons because their Excel is German.',
    'context',
    'The customer Siemens needs the CSV export with semicolons because their Excel is German (2026-03-11).',
  ],
  [
    'My manager Laura wants the audit log to be kept for 90 days.',
    'context',
    'The manager wants the audit log to be kept for 90 days (2026-03-11).',
  ],
  [
    'Can you check why the build is slow? I suspect ts-loader, it runs type checks on every rebuild.',
    'context',
    'Possibly ts-loader, it runs type checks on every rebuild (2026-03-11).',
  ],
  [
    `no that's wrong, use the v2 endpoint, v1 was shut down last month`,
    'pattern',
    'Use the v2 endpoint, v1 was shut down in 2026-02.',
  ],
  [
    `Don't use \`any\`, we have a lint rule against it, and no default exports either.`,
    'pattern',
    `Don't use \`any\`, the project has a lint rule against it, and no default exports either.`,
  ],
  [
    'remember: staging db is read only from 22:00 to 06:00 UTC',
    'context',
    'Staging db is read only from 22:00 to 06:00 UTC (2026-03-11).',
  ],
  [
    `FYI: the feature flag new_checkout is on for 10% since Monday, don't remove the old code path before March 30.`,
    'context',
    `The feature flag new_checkout is on for 10% since 2026-03-09, don't remove the old code path before 2026-03-30.`,
  ],
  [
    `I'm a data scientist, not a backend dev, so please explain SQL indexes when you use them.`,
    'user',
    'The user is a data scientist, not a backend dev, so please explain SQL indexes when you use them.',
  ],
  [
    `She said that the queue shouldn't be purged, because billing events are in it.`,
    'context',
    `The queue shouldn't be purged, because billing events are in it (2026-03-11).`,
  ],
  [
    'They told me not to touch the `legacy/` folder until the audit is over.',
    'pattern',
    'Do not touch the `legacy/` folder until the audit is over.',
  ],
  [
    'The reason we pin numpy<2 is that pandas 2.1 wheels are not built against it.',
    'context',
    'The reason the project pins numpy<2 is that pandas 2.1 wheels are not built against it (2026-03-11).',
  ],
  [
    `After upgrading to Next 15 our middleware isn't called for static files anymore.`,
    'dependency',
    `After upgrading to Next 15 the middleware isn't called for static files anymore (2026-03-11).`,
  ],
  [
    `Tim's laptop crashed, so the demo is on my machine, port 3001.`,
    'failure',
    'The laptop crashed, so the demo is on the machine, port 3001 (2026-03-11).',
  ],
  [
    'Mr. Yamamoto from Fujitsu confirmed the SFTP host key changes on 2026-04-01.',
    'context',
    'A colleague confirmed the SFTP host key changes on 2026-04-01.',
  ],
  [
    'Es gibt kein Retry in RQ, therefore we moved to Celery.',
    'context',
    'Es gibt kein Retry in RQ, therefore the project moved to Celery (2026-03-11).',
  ],
  [
    `The docs at https://docs.example.com/auth say that tokens expire after 15 minutes, but in reality it's 10.`,
    'reference',
    `The docs at https://docs.example.com/auth say that tokens expire after 15 minutes, but in reality it's 10.`,
  ],
  [
    'its been 3 days and still the CI is red because of the flaky test_checkout, i hate it',
    'failure',
    'The CI is red because of the flaky test_checkout (2026-03-11).',
  ],
  [
    'You forgot to run prisma generate again. Always run it after changing the schema.',
    'pattern',
    'Always run prisma generate after changing the schema.',
  ],
  [
    `Stop adding comments everywhere, I don't want them unless the code is non obvious.`,
    'feedback',
    'Stop adding comments everywhere, the user does not want them unless the code is non obvious.',
  ],
  [
    'for now we only support English and German, Spanish comes in Q3',
    'context',
    'The project only supports English and German, Spanish comes in Q3 (2026-03-11).',
  ],
  [
    'The import job, which Kenji wrote back in 2019, assumes that all timestamps are JST.',
    'context',
    'The import job, which a colleague wrote back in 2019, assumes that all timestamps are JST (2026-03-11).',
  ],
  [
    'our deploy script needs AWS_PROFILE=prod otherwise it deploys to the sandbox account',
    'context',
    'The deploy script needs AWS_PROFILE=prod otherwise it deploys to the sandbox account (2026-03-11).',
  ],
  [
    'We could not get Playwright to work on Alpine, so the e2e image is Debian.',
    'context',
    'Could not get Playwright to work on Alpine, so the e2e image is Debian (2026-03-11).',
  ],
  [
    'we didnt add the index because the table is small, and we wont need it before 2027',
    'context',
    'Did not add the index because the table is small, and the project will not need it before 2027 (2026-03-11).',
  ],
  [
    `It crashed because I hadn't set NODE_OPTIONS, which raises the heap limit.`,
    'failure',
    'It crashed because the user had not set NODE_OPTIONS, which raises the heap limit (2026-03-11).',
  ],
  [
    `The exporter is slow since we aren't streaming the rows.`,
    'context',
    'The exporter is slow since the project is not streaming the rows (2026-03-11).',
  ],
  [
    `I can't reproduce it on Linux, only on macOS 15 with Rosetta.`,
    'context',
    'Cannot reproduce it on Linux, only on macOS 15 with Rosetta (2026-03-11).',
  ],
  [
    `We shouldn't have merged the schema change before the backfill was done, it left 200 orders without a currency.`,
    'pattern',
    'Should not have merged the schema change before the backfill was done, it left 200 orders without a currency.',
  ],
  [
    'My coworker says the certs are in Vault under `secret/tls`, not in the repo.',
    'context',
    'The certs are in Vault under `secret/tls`, not in the repo (2026-03-11).',
  ],
  [
    'Sarah and I found out that the mobile app caches the config for 24 hours.',
    'context',
    'The mobile app caches the config for 24 hours (2026-03-11).',
  ],
  [
    'Somebody from the data team deleted the `events_old` table, but it was backed up to s3://backups/events.',
    'context',
    'Somebody from the data team deleted the `events_old` table, but it was backed up to s3://backups/events (2026-03-11).',
  ],
  [
    `I was told by ops that port 8443 isn't open from the office network.`,
    'context',
    `Port 8443 isn't open from the office network (2026-03-11).`,
  ],
  [
    'Priya (PM) wants the release notes in Markdown, not in HTML.',
    'context',
    'A colleague (PM) wants the release notes in Markdown, not in HTML (2026-03-11).',
  ],
  [
    'The customer reported that invoices with a discount of 100% crash the PDF renderer.',
    'failure',
    'Invoices with a discount of 100% crash the PDF renderer (2026-03-11).',
  ],
  [
    'thx claude!! btw the api key rotates every 30 days so the client has to reload it',
    'context',
    'The api key rotates every 30 days so the client has to reload it (2026-03-11).',
  ],
  [
    'ugh the docker image is 2.3 GB bc of the cuda libs, alpine isnt an option as pytorch has no musl wheels',
    'context',
    `The docker image is 2.3 GB because of the cuda libs, alpine isn't an option as pytorch has no musl wheels (2026-03-11).`,
  ],
  [
    'Never mind the last message. The rate limit is 100 req/min per IP, not per user.',
    'context',
    'The rate limit is 100 req/min per IP, not per user (2026-03-11).',
  ],
  [
    `Lets keep the monolith for now; splitting it up costs too much, we'll revisit it in Q4.`,
    'decision',
    'Decided: keep the monolith; splitting it up costs too much, the project will revisit it in Q4 (2026-03-11).',
  ],
  [
    'We moved from Jenkins to GitHub Actions two months ago because nobody maintained the plugins.',
    'decision',
    'Moved from Jenkins to GitHub Actions in 2026-01 because nobody maintained the plugins.',
  ],
  [
    `Tomorrow at 9am the DB will be migrated, so don't deploy before noon.`,
    'context',
    `On 2026-03-12 at 9am the DB will be migrated, so don't deploy before noon.`,
  ],
  [
    'The feature was supposed to ship last Friday but the QA found a regression in the date picker.',
    'failure',
    'The feature was supposed to ship on 2026-03-06 but the QA found a regression in the date picker.',
  ],
  [
    'Every time I open the app in Safari the websocket reconnects in a loop, Chrome is fine.',
    'pattern',
    'Every time the user opens the app in Safari the websocket reconnects in a loop, Chrome is fine.',
  ],
  [
    `You're absolutely right, the lock file was the issue, thanks! We keep it in git from now on.`,
    'context',
    'The lock file was the issue. The project keeps it in git from now on (2026-03-11).',
  ],
  [
    'In my opinion GraphQL is overkill here, a simple REST endpoint is enough.',
    'context',
    'Possibly GraphQL is overkill here, a simple REST endpoint is enough (2026-03-11).',
  ],
  [
    'I hate YAML, but our k8s manifests are YAML so please keep the comments in there.',
    'context',
    'The k8s manifests are YAML so please keep the comments in there (2026-03-11).',
  ],
  [
    'Our SLA is 99.9%, alerts go to #oncall in Slack, the runbook is at https://wiki.example.com/runbook.',
    'reference',
    'The SLA is 99.9%, alerts go to #oncall in Slack, the runbook is at https://wiki.example.com/runbook.',
  ],
  [
    `If tests fail with EADDRINUSE kill the process on 3000 first, it's left over from the watcher.`,
    'failure',
    `If tests fail with EADDRINUSE kill the process on 3000 first, it's left over from the watcher (2026-03-11).`,
  ],
  [
    `Is there any reason why we still use moment? I'd say date-fns, it's tree-shakeable.`,
    'context',
    `Possibly date-fns, it's tree-shakeable (2026-03-11).`,
  ],
  [
    'Hey, quick one: our prod DB is Postgres 14, so no MERGE statement.',
    'context',
    'The prod DB is Postgres 14, so no MERGE statement (2026-03-11).',
  ],
  [
    `The old endpoint returns 200 with an error body. Don't trust the status code there.`,
    'failure',
    `The old endpoint returns 200 with an error body. Don't trust the status code there (2026-03-11).`,
  ],
  [
    'I prefer small commits, one per concern, with imperative messages.',
    'user',
    'The user prefers small commits, one per concern, with imperative messages.',
  ],
  [
    `I'm new to Rust, so explain lifetimes when they come up.`,
    'user',
    'The user is new to Rust, so explain lifetimes when they come up.',
  ],
  [
    'Dr. Chen told us the embeddings must be normalised before the cosine, otherwise the threshold of 0.8 makes no sense.',
    'pattern',
    'The embeddings must be normalised before the cosine, otherwise the threshold of 0.8 makes no sense.',
  ],
  [
    'the "Cannot find module" error only happens when you run tests from the root, cd into packages/api first',
    'failure',
    'The "Cannot find module" error only happens when you run tests from the root, cd into packages/api first (2026-03-11).',
  ],
  [
    `it was DNS. it's always DNS. the resolver in the container had ndots:5`,
    'pattern',
    `It was DNS. It's always DNS. The resolver in the container had ndots:5.`,
  ],
  [
    'Feature flags live in LaunchDarkly, except `beta_search`, which is an env var because of the edge runtime.',
    'context',
    'Feature flags live in LaunchDarkly, except `beta_search`, which is an env var because of the edge runtime (2026-03-11).',
  ],
  [
    'No idea who wrote this but the cron runs at 3am local time, not UTC, so it runs twice when DST ends.',
    'failure',
    'The cron runs at 3am local time, not UTC, so it runs twice when DST ends (2026-03-11).',
  ],
  [
    `He didn't approve the PR because the migration isn't reversible.`,
    'context',
    `A colleague didn't approve the PR because the migration isn't reversible (2026-03-11).`,
  ],
  [
    'We agreed with Tom from security that tokens live 15 minutes and refresh tokens 7 days.',
    'decision',
    'Decided: tokens live 15 minutes and refresh tokens 7 days (2026-03-11).',
  ],
  [
    'Neither the staging nor the preview environment has the Stripe webhook configured.',
    'context',
    'Neither the staging nor the preview environment has the Stripe webhook configured (2026-03-11).',
  ],
  [
    `We don't need to support IE11 any longer, Microsoft ended it in June 2022.`,
    'context',
    'The project does not need to support IE11 any longer, Microsoft ended it in June 2022 (2026-03-11).',
  ],
] as const)('%s', (text, type, fact) => {
  expect(of(text)).toEqual({ status: 'facts', facts: [{ text: fact, type }] });
  expect(factFaults(fact)).toEqual([]);
});

/** In another language, or about what is to be done now. */
test.each([
  'Wir haben entschieden, Celery statt RQ zu nehmen, weil RQ keine Retries hat.',
  'Der Build ist gestern fehlgeschlagen, weil die Node-Version in der CI noch 18 war.',
  'Bitte immer deutsche Commit-Messages schreiben.',
  'On a décidé de passer à pnpm parce que yarn ne gère pas bien les workspaces.',
  'Le build échoue sur Windows à cause des chemins trop longs.',
  'Decidimos usar Postgres en lugar de MySQL porque necesitamos JSONB.',
  'El despliegue falló ayer porque faltaba la variable DATABASE_URL.',
  'RQにはリトライがないので、Celeryを使うことにした。',
  '昨日デプロイが失敗した。DATABASE_URLが設定されていなかったため。',
  '我们决定使用 Celery 而不是 RQ,因为 RQ 没有重试机制。',
  'Мы решили использовать Celery вместо RQ, потому что в RQ нет повторов.',
  'why did you delete the index? put it back, the orders query needs it or it takes 4s',
  `Les tests échouent car la base n'est pas migrée.`,
  'Hay que usar siempre `pnpm`, nunca `npm`.',
  'このプロジェクトではnpmではなくpnpmを使ってください。',
  'Prego usa sempre TypeScript strict.',
])('keeps nothing of: %s', (text) => expect(of(text).status).toBe('nothing'));
