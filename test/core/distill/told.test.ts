import { expect, test } from 'vitest';

import { distillByRules } from '../../../src/core/distill.js';

const of = (text: string): ReturnType<typeof distillByRules> =>
  distillByRules({ id: '1', at: '2026-11-28T16:00:00+00:00', source: 'command', text });

/** What people tell on Saturday, 28 November 2026, and what is kept of it. */
test.each([
  // Names that begin with a dot stay as they are.
  [
    'Put the fixtures in test/fixtures, never in .cache because the cleaner wipes it.',
    'Put the fixtures in test/fixtures, never in .cache because the cleaner wipes it.',
  ],
  [
    'Source .env before you run the worker, otherwise REDIS_URL is missing.',
    'Source .env before you run the worker, otherwise REDIS_URL is missing (2026-11-28).',
  ],
  [
    'Use .env.example as the template. .env is never committed.',
    'Use .env.example as the template. .env is never committed.',
  ],
  [
    'The config is read from ~/.config/acme/config.toml, then from ./acme.toml.',
    'The config is read from ~/.config/acme/config.toml, then from ./acme.toml (2026-11-28).',
  ],
  [
    'We upgraded .NET 6 to .NET 8 last week because support ends.',
    'Upgraded .NET 6 to .NET 8 in the week of 2026-11-16 because support ends.',
  ],
  [
    'The bug was caused by me forgetting an await in saveInvoice().',
    'The bug was caused by forgetting an await in saveInvoice() (2026-11-28).',
  ],
  // When somebody said or decided it.
  [
    'We decided yesterday to keep sessions in Redis instead of JWT because logout must be immediate.',
    'Decided: keep sessions in Redis instead of JWT because logout must be immediate (2026-11-27).',
  ],
  [
    'Anna and I agreed on Wednesday that the SDK stays on axios 1.x.',
    'Decided: the SDK stays on axios 1.x (2026-11-25).',
  ],
  [
    "Priya told me this morning that the staging database gets wiped every Sunday at 3am, so don't put anything there you need.",
    "The staging database gets wiped every Sunday at 3am, so don't put anything there you need (2026-11-28).",
  ],
  [
    "I've decided, after talking with Nadia and Pierre for two hours, that we keep the monorepo.",
    'Decided: the project keeps the monorepo (2026-11-28).',
  ],
  [
    'Today I learned: `COPY --link` breaks when the target dir is a symlink.',
    '`COPY --link` breaks when the target dir is a symlink (2026-11-28).',
  ],
  [
    'Last night at 2am the backup job filled the disk of db-1.',
    'On 2026-11-28 at 2am the backup job filled the disk of db-1.',
  ],
  [
    'In 3 weeks the old /v1 endpoints are switched off.',
    'In the week of 2026-12-14 the old /v1 endpoints are switched off.',
  ],
  [
    'In 5 minutes the cache is warm again after a restart.',
    'In 5 minutes the cache is warm again after a restart (2026-11-28).',
  ],
  // People, and how they are reached.
  [
    'The auth middleware swallows 401s and returns 200 with an empty body. thanks Sarah for pointing at it',
    'The auth middleware swallows 401s and returns 200 with an empty body (2026-11-28).',
  ],
  [
    'My email is jane.doe@acme.io and you can call me at +1 415 555 0100 if the deploy breaks. The deploy job needs the AWS_REGION variable.',
    'The deploy job needs the AWS_REGION variable (2026-11-28).',
  ],
  ['my phone is 555-0100, but anyway the limit for uploads is 25 MB', 'The limit for uploads is 25 MB (2026-11-28).'],
  [
    "I'm Tom, I do mostly backend in Kotlin, but I'm new to React.",
    'The user does mostly backend in Kotlin, but the user is new to React.',
  ],
  [
    'Shout-out to Miguel, he found that the Docker image is 2 GB because we copy .git into it.',
    'The Docker image is 2 GB because the project copies .git into it (2026-11-28).',
  ],
  [
    'Our DBA Ingrid insists every new table gets a created_at column with a timezone.',
    'The DBA insists every new table gets a created_at column with a timezone (2026-11-28).',
  ],
  [
    'Our CTO, Rachel Green, requires SOC2 evidence for each deploy.',
    'The CTO requires SOC2 evidence for each deploy (2026-11-28).',
  ],
  [
    'Bugs of the payments team are in Linear project PAY, ask Lena if you lack access.',
    'Bugs of the payments team are in Linear project PAY (2026-11-28).',
  ],
  [
    "Yeah, no, the rate limiter isn't per user, it's per IP. Bob misread the code.",
    "The rate limiter isn't per user, it's per IP. A colleague misread the code (2026-11-28).",
  ],
  [
    "Sarah's on-call this week, alerts from `edge-3` can be ignored until the disk is swapped.",
    'A colleague is on-call in the week of 2026-11-23, alerts from `edge-3` can be ignored until the disk is swapped.',
  ],
  ['Dan, our SRE, wants all pods to have memory limits.', 'The SRE wants all pods to have memory limits (2026-11-28).'],
  [
    "Mike, who left in May, was the only one knowing the deploy script; it's in ops/deploy.sh.",
    "A colleague was the only one knowing the deploy script; it's in ops/deploy.sh (2026-11-28).",
  ],
  // How a sentence begins.
  [
    'When I run `make dev` twice, port 3000 is taken and the second one exits with code 98.',
    'When the user runs `make dev` twice, port 3000 is taken and the second one exits with code 98 (2026-11-28).',
  ],
  [
    'I just merged the PR that moves the image resizing into a Lambda.',
    'Merged the PR that moves the image resizing into a Lambda (2026-11-28).',
  ],
  [
    'You were right, the leak was in the event listener of Navbar.tsx.',
    'The leak was in the event listener of Navbar.tsx (2026-11-28).',
  ],
  [
    "Since Tuesday's upgrade the linter reports 300 new errors.",
    'Since the 2026-11-24 upgrade the linter reports 300 new errors.',
  ],
  [
    "Do you know why prod uses Node 20? It's because the Lambda runtime has no 22 layer yet.",
    'The Lambda runtime has no 22 layer yet (2026-11-28).',
  ],
  // English of few small words.
  ["He's right: `lodash.merge` mutates its first argument.", '`lodash.merge` mutates its first argument (2026-11-28).'],
  ['Staging needs 16 GB RAM per runner.', 'Staging needs 16 GB RAM per runner (2026-11-28).'],
  // Asked, yet a fact.
  [
    'Can you remember that we deploy from the release/* branches only?',
    'The project deploys from the release/* branches only (2026-11-28).',
  ],
  ["let's use zod for validation everywhere, ok?", 'Decided: use zod for validation everywhere (2026-11-28).'],
  ['He said the queue should be FIFO. We went with FIFO.', 'The queue should be FIFO. Decided: FIFO (2026-11-28).'],
  // Feelings and fillers go, the fact beside them stays.
  [
    "Okay so apparently, and I can't believe this, `git clean -xdf` deleted my .env.",
    '`git clean -xdf` deleted the .env (2026-11-28).',
  ],
  [
    "Ok I'm an idiot, the env var was DATABASE_URI not DATABASE_URL.",
    'The env var was DATABASE_URI not DATABASE_URL (2026-11-28).',
  ],
  ['Please, for the love of god, never use `any` in this codebase.', 'Never use `any` in this codebase.'],
  [
    "I've no idea why, but `npm ci` only works with --legacy-peer-deps here.",
    '`npm ci` only works with --legacy-peer-deps here (2026-11-28).',
  ],
  [
    "Omar's migration script never set the default, hence the NULLs in prod since last Thursday.",
    'The migration script never set the default, hence the NULLs in prod since 2026-11-26.',
  ],
  [
    'I hate hate hate YAML. Anyway: the helm chart needs `replicaCount: 3` or the PDB blocks node drains.',
    'The helm chart needs `replicaCount: 3` or the PDB blocks node drains (2026-11-28).',
  ],
  [
    'this was a nightmare but the fix was simple: set `sslmode=require`',
    'The fix was simple: set `sslmode=require` (2026-11-28).',
  ],
  [
    "That took me all afternoon!! The reason was that TypeScript's `paths` are not rewritten by esbuild in transform mode.",
    "TypeScript's `paths` are not rewritten by esbuild in transform mode (2026-11-28).",
  ],
  [
    "We've been seeing ECONNRESET from the Redis proxy since Monday, and the fix was keepAlive: 30000.",
    'The project has been seeing ECONNRESET from the Redis proxy since 2026-11-23, and the fix was keepAlive: 30000.',
  ],
  [
    'Why is the linter complaining? Oh I see, because the rule `no-shadow` is on in CI but not locally.',
    'The rule `no-shadow` is on in CI but not locally.',
  ],
])('%s', (text, fact) => {
  const distilled = of(text);
  expect(distilled.status === 'facts' ? distilled.facts.map((each) => each.text) : distilled).toEqual([fact]);
});
