import { expect, test } from 'vitest';

import { distillByRules } from '../../../src/core/distill.js';

const of = (text: string): ReturnType<typeof distillByRules> =>
  distillByRules({ id: '1', at: '2026-03-11T14:05:00+01:00', source: 'command', text });

/** What chatty people write on Wednesday, 11 March 2026; the type and the text of what is kept of it. */
test.each([
  [
    'Me and Sam pair-programmed the importer rewrite, and it no longer reads the whole file into memory.',
    'context',
    'Pair-programmed the importer rewrite, and it no longer reads the whole file into memory (2026-03-11).',
  ],
  [
    'Will and I agreed not to retry on 409 because the server already applied the write.',
    'decision',
    'Decided: do not retry on 409 because the server already applied the write (2026-03-11).',
  ],
  [
    `Anh's patch removes the N+1 query in \`OrderList\`.`,
    'context',
    'The patch removes the N+1 query in `OrderList` (2026-03-11).',
  ],
  [
    'Xochitl pointed out that the JWT secret must never be shared between staging and production.',
    'pattern',
    'The JWT secret must never be shared between staging and production.',
  ],
  [
    'Thanks Bjorn! The Kafka consumer no longer commits offsets before processing.',
    'context',
    'The Kafka consumer no longer commits offsets before processing (2026-03-11).',
  ],
  [
    `We don't use Redis for sessions any more.`,
    'context',
    'The project does not use Redis for sessions any more (2026-03-11).',
  ],
  ['We no longer support Python 3.8.', 'context', 'The project no longer supports Python 3.8 (2026-03-11).'],
  [
    `I don't think we should cache the token in localStorage.`,
    'context',
    'Proposed: do not cache the token in localStorage (2026-03-11).',
  ],
  [
    'We have not migrated the billing tables yet.',
    'context',
    'The project has not migrated the billing tables yet (2026-03-11).',
  ],
  [
    `It isn't the database that is slow, it's the serializer.`,
    'context',
    `It isn't the database that is slow, it's the serializer (2026-03-11).`,
  ],
  ['We decided not to use GraphQL.', 'decision', 'Decided: do not use GraphQL (2026-03-11).'],
  [
    `Let's not upgrade to React 19 until the router supports it.`,
    'decision',
    'Decided: do not upgrade to React 19 until the router supports it (2026-03-11).',
  ],
  [
    'If the webhook fails twice we drop the event, unless it is a refund.',
    'failure',
    'If the webhook fails twice the project drops the event, unless it is a refund (2026-03-11).',
  ],
  [
    'Without the `--legacy-peer-deps` flag our install fails.',
    'failure',
    'Without the `--legacy-peer-deps` flag the install fails (2026-03-11).',
  ],
  [
    'The deploy was rolled back the day before yesterday since the health check timed out.',
    'failure',
    'The deploy was rolled back on 2026-03-09 since the health check timed out.',
  ],
  [
    'Two weeks ago we switched from Webpack to Vite.',
    'decision',
    'In the week of 2026-02-23: switched from Webpack to Vite.',
  ],
  ['The cert expires in 10 days.', 'context', 'The cert expires on 2026-03-21.'],
  [
    'We ship v2 in three weeks, then the old endpoint goes away.',
    'context',
    'The project ships v2 in the week of 2026-03-30, then the old endpoint goes away.',
  ],
  [
    'By EOD tomorrow the feature flag `new_cart` has to be removed.',
    'context',
    'By EOD on 2026-03-12 the feature flag `new_cart` has to be removed.',
  ],
  ['The outage on 5/6 was caused by the DNS TTL.', 'failure', 'The outage on 2025-05-06 was caused by the DNS TTL.'],
  [
    'Half an hour ago the primary failed over to the replica.',
    'failure',
    'On 2026-03-11 the primary failed over to the replica.',
  ],
  [
    'Why does the build fail on Node 22? Because `node-sass` has no binary for it.',
    'context',
    '`node-sass` has no binary for it (2026-03-11).',
  ],
  [
    'The error was "I cannot find your module" and came from the loader.',
    'failure',
    'The error was "I cannot find your module" and came from the loader (2026-03-11).',
  ],
  [
    `Got this:\n\nTypeError: Cannot read properties of undefined (reading 'id')\n    at getUser (/home/ann/shop/src/user.ts:12:5)\n    at main (/home/ann/shop/src/index.ts:3:1)\n\nwhich happens because the session middleware runs after the router.`,
    'context',
    `TypeError: Cannot read properties of undefined (reading 'id'). This happens because the session middleware runs after the router (2026-03-11).`,
  ],
  [
    `## Decision\n\n- Use Postgres advisory locks for the scheduler\n- No Redis\n- Reason: one less service to run\n`,
    'pattern',
    'Use Postgres advisory locks for the scheduler. No Redis. Reason: one less service to run.',
  ],
  [
    `Deploy steps:\n- run \`make migrate\`\n- never run \`make seed\` in production\n- ping Oksana if the canary fails`,
    'pattern',
    'Never run `make seed` in production.',
  ],
  [
    `Jamal's laptop has the only copy of the signing key, so the release build works only there.`,
    'context',
    'The laptop has the only copy of the signing key, so the release build works only there (2026-03-11).',
  ],
  [
    'Rohan from infra told us that port 25 is blocked by the cloud provider.',
    'context',
    'Port 25 is blocked by the cloud provider (2026-03-11).',
  ],
  [
    'According to Mei-Ling, the payment gateway rejects amounts with more than two decimals.',
    'failure',
    'The payment gateway rejects amounts with more than two decimals (2026-03-11).',
  ],
  [
    'Chase wrote the scheduler, and it leaks a file descriptor per job.',
    'failure',
    'A colleague wrote the scheduler, and it leaks a file descriptor per job (2026-03-11).',
  ],
  [
    'Grant access to the bucket only via the IAM role.',
    'context',
    'Grant access to the bucket only via the IAM role (2026-03-11).',
  ],
  [
    'Mark the test as flaky instead of deleting it.',
    'decision',
    'Mark the test as flaky instead of deleting it (2026-03-11).',
  ],
  [
    'Rob and Frank think the index on `orders.created_at` is unused.',
    'context',
    'Possibly the index on `orders.created_at` is unused (2026-03-11).',
  ],
  [
    'Summer broke the build by committing without running codegen.',
    'failure',
    'A colleague broke the build by committing without running codegen (2026-03-11).',
  ],
  [
    'I love how fast esbuild is, our build went from 40s to 2s.',
    'context',
    'The build went from 40s to 2s (2026-03-11).',
  ],
  [
    'Happy Friday! The load test shows p99 of 340ms at 2k rps.',
    'context',
    'The load test shows p99 of 340ms at 2k rps (2026-03-11).',
  ],
  [
    'good news: the memory leak is gone after we upgraded to undici 6.21',
    'dependency',
    'The memory leak is gone after the project upgraded to undici 6.21 (2026-03-11).',
  ],
  [
    `Sadly the feature flag service doesn't support percentages, so we hash the user id ourselves.`,
    'context',
    `The feature flag service doesn't support percentages, so the project hashes the user id (2026-03-11).`,
  ],
  [
    'I swear to god this linter is driving me nuts, it flags `any` in generated files.',
    'context',
    'It flags `any` in generated files (2026-03-11).',
  ],
  [
    `We've been bitten by this before: \`Date.parse\` treats date-only strings as UTC.`,
    'context',
    '`Date.parse` treats date-only strings as UTC (2026-03-11).',
  ],
  [
    `I'd rather have one big PR than five small ones for refactors in this area.`,
    'context',
    'The user would rather have one big PR than five small ones for refactors in this area (2026-03-11).',
  ],
  [`You can't call \`setState\` in render, it loops.`, 'pattern', 'Do not call `setState` in render, it loops.'],
  [
    `you must not edit files in \`gen/\`, they're overwritten by protoc`,
    'pattern',
    `Do not edit files in \`gen/\`, they're overwritten by protoc.`,
  ],
  [
    `We couldn't reproduce the crash on ARM, only on x86 with AVX-512.`,
    'failure',
    'Could not reproduce the crash on ARM, only on x86 with AVX-512 (2026-03-11).',
  ],
  [
    `I haven't found a way to disable telemetry in the CLI.`,
    'user',
    'The user has not found a way to disable telemetry in the CLI.',
  ],
  [
    `Our users can't upload files larger than 25 MB because nginx limits the body.`,
    'context',
    `The users can't upload files larger than 25 MB because nginx limits the body (2026-03-11).`,
  ],
  [
    'None of our services may talk to the database of another service directly.',
    'context',
    'None of the services may talk to the database of another service directly (2026-03-11).',
  ],
  [
    'It works on my machine but not in CI as the locale there is C.',
    'context',
    'It works on the machine but not in CI as the locale there is C (2026-03-11).',
  ],
  [
    'The bug is ours: we send `null` where the schema wants a string.',
    'failure',
    `The bug is the project's: the project sends \`null\` where the schema wants a string (2026-03-11).`,
  ],
  [
    `Tomás noticed that the index rebuild doesn't finish if autovacuum is off.`,
    'context',
    `The index rebuild doesn't finish if autovacuum is off (2026-03-11).`,
  ],
  [
    'Dr. Okafor from the data team said the model must be retrained whenever the schema of `events` changes.',
    'pattern',
    'The model must be retrained whenever the schema of `events` changes.',
  ],
  [
    'On Monday we will cut the release branch; until then only bug fixes may be merged.',
    'failure',
    'On 2026-03-16: planned: cut the release branch; until then only bug fixes may be merged.',
  ],
  [
    'Rolled back to 1.8.2 this morning, 1.9.0 corrupts the search index.',
    'failure',
    'Rolled back to 1.8.2 on 2026-03-11, 1.9.0 corrupts the search index.',
  ],
  [
    `Yesterday's deploy broke the login for SSO users.`,
    'failure',
    'The 2026-03-10 deploy broke the login for SSO users.',
  ],
  [
    'As of today all new services must use gRPC instead of REST.',
    'decision',
    'As of 2026-03-11 all new services must use gRPC instead of REST.',
  ],
  [
    'We lost 3 hours of events during the outage because the dead letter queue was full.',
    'failure',
    'Lost 3 hours of events during the outage because the dead letter queue was full (2026-03-11).',
  ],
  [
    'The migration took 6 hours, so it must never run during business hours.',
    'failure',
    'The migration took 6 hours, so it must never run during business hours (2026-03-11).',
  ],
  [
    `TIL \`git worktree\` can't check out the same branch twice.`,
    'failure',
    `\`git worktree\` can't check out the same branch twice (2026-03-11).`,
  ],
  [
    `I told Kwame that we can't drop the column because reports still read it.`,
    'failure',
    'Cannot drop the column because reports still read it (2026-03-11).',
  ],
  [
    'WARNING: do NOT run `flushall` on the shared Redis, other teams store sessions there.',
    'pattern',
    'Do NOT run `flushall` on the shared Redis, other teams store sessions there.',
  ],
  [
    `I'm working with Nikolai on the OAuth flow and we found that refresh tokens are single-use.`,
    'context',
    'The user is working on the OAuth flow and the project found that refresh tokens are single-use (2026-03-11).',
  ],
  [
    'Please remember that our API must stay backwards compatible for 12 months.',
    'pattern',
    'The API must stay backwards compatible for 12 months.',
  ],
  [`I can't stress enough that the lockfile must be committed.`, 'pattern', 'The lockfile must be committed.'],
  [
    `We're on-call this week, so deploys need our approval.`,
    'context',
    'The project is on-call in the week of 2026-03-09, so deploys need the approval.',
  ],
  [
    'I see that the Dockerfile copies node_modules, which breaks native modules on Alpine.',
    'failure',
    'The Dockerfile copies node_modules, which breaks native modules on Alpine (2026-03-11).',
  ],
] as const)('%s', (text, type, fact) => {
  expect(of(text)).toEqual({ status: 'facts', facts: [{ text: fact, type }] });
});

/** Questions, tasks and whom to ask. */
test.each([
  `What's the default timeout of axios?`,
  'Can you make the button blue?',
  'Fix the failing test in `cart.spec.ts`.',
  'Refactor the parser so that it never throws.',
  `1. Build the image\n2. Push it to ECR\n3. Run \`kubectl rollout restart deploy/api\``,
  'Contact Thandiwe at thandi@corp.example or +27 82 555 0199 when the SFTP server blocks our IP.',
  'Remind me to rotate the API keys tomorrow.',
  'Maybe the cache is stale?',
  `Hope you're well! Quick q: is the \`users\` table partitioned?`,
])('keeps nothing of: %s', (text) => {
  expect(of(text).status).toBe('nothing');
});
