import { describe, expect, it } from 'vitest';

import { datedMarkdown } from '../../../src/core/dated-text.js';
import { reword } from '../../../src/core/distill/reword/reword.js';

/** A Sunday. */
const DAY = Date.parse('2026-11-29T00:00:00Z');
const reworded = (text: string): string => reword(datedMarkdown(text, DAY).text).text;

const CHANGED: readonly (readonly [text: string, after: string])[] = [
  [
    'I love that cron jobs run in CET now, @jake changed it yesterday.',
    'Cron jobs run in CET now, a colleague changed it on 2026-11-28.',
  ],
  [
    'I spent 3 hours yesterday, @jake found that idle_timeout kills long polls.',
    'On 2026-11-28, a colleague found that idle_timeout kills long polls.',
  ],
  ['We decided to use Celery because RQ lost jobs.', 'Decided: use Celery because RQ lost jobs.'],
  [
    'Our API gateway is Kong 3.4, and we run it in eu-west-1.',
    'The API gateway is Kong 3.4, and the project runs it in eu-west-1.',
  ],
  ['I am frustrated that the CI takes 25 minutes on main.', 'The CI takes 25 minutes on main.'],
  [
    'I prefer integration tests that hit a real database.',
    'The user prefers integration tests that hit a real database.',
  ],
  [
    'Prior incident: Peter dropped the prod table on 2026-03-01.',
    'Prior incident: a colleague dropped the prod table on 2026-03-01.',
  ],
  // Who is to be asked cannot be left out; what reaches a person can.
  [
    'Contact jane.doe@example.com for access to the staging cluster.',
    'Contact [e-mail address] for access to the staging cluster.',
  ],
  // Structure and labels stay.
  [
    '**Why:** we got burned last quarter when mocked tests passed but the prod migration failed.\n\n- Our gateway is Kong 3.4.\n',
    '**Why:** Got burned in 2026-Q3 when mocked tests passed but the prod migration failed.\n\n- The gateway is Kong 3.4.\n',
  ],
  ['We thought about using Nx but decided against it.', 'Thought about using Nx but decided against it.'],
  // A sentence goes on in the next line.
  ['We deploy to staging\nonly if tests pass.', 'The project deploys to staging only if tests pass.'],
  [
    'Note that we do not run\nthe migrations on startup.\nOur gateway is Kong 3.4.',
    'The project does not run the migrations on startup.\nThe gateway is Kong 3.4.',
  ],
];

const UNTOUCHED: readonly string[] = [
  // Lines that may be sentences of their own, and a hard break.
  'Port 8080\nWe use Go here',
  'We set `FOO=1`\\\nand we set BAR=2.',
  // What the rules would turn into something else.
  'We rarely, if ever, force push.',
  'We sometimes, not always, squash.',
  'We only rarely deploy.',
  'Why do we use Nx?',
  'If we hit the limit, we back off.',
  'I asked Bob to stop using Redis, he refused.',
  'Bob claims the API is slow, but it is not.',
  'Requests from us are trusted; others are not.',
  'Our timeout is 30s, mine is 60s.',
  'Integration tests must hit a real database, not mocks.',
  'User prefers concise answers, in at most five lines.',
  'The user loves dark mode in diagrams.',
  // The sentence is about who it is.
  'Anna (PM) owns the release process; ask her before deploying.',
  "The user's name is Maria, she is a staff engineer.",
  'Ask Peter before touching billing.',
  // A reason, although it tells a feeling.
  'He got annoyed with long summaries.',
  // The agent itself may be meant.
  'Last time I ran the migration twice, the index of `orders` was locked.',
  'The user said: "I hate emojis in commits".',
  'Let me know when the tests fail on main.',
  'Mail of the jobs comes from no-reply@shop.example and deploy@shop.example.',
  // Code, commands, headings, tables, quotations, links.
  '1. Run `git config user.email me@example.com` before pushing.\n2. Then `git commit -s -m "our fix"`.\n',
  '## My notes on our API\n\n| who | what |\n| --- | --- |\n| me | we deploy |\n\n> I said so.\n',
  '```python\n@app.route("/")\ndef my_view(): return us  # we, I, jane@example.com\n```\n',
  'See [[kong]] and [our docs](docs/kong.md) before we change it.',
  '    $ ssh me@build.example.com\n',
  'Use `@Transactional` on our_service.save(), never on I/O code.',
  '私たちは PostgreSQL 16 を使う。',
  'Wir nutzen pnpm, weil npm die Workspaces nicht auflöst.',
];

describe('a memory without names, first person and feelings', () => {
  it.each(CHANGED)('%s', (text, after) => expect(reworded(text)).toBe(after));

  it.each(UNTOUCHED)('leaves what it is not sure of: %s', (text) => {
    expect(reworded(text)).toBe(text);
  });

  it('tells each change, and leaves every other byte of a long memory', () => {
    const text =
      '# Release\r\n\r\nReleases are cut on Tuesdays.\r\nOur pipeline tags them `v1.2.3`.\r\n\r\n* one\r\n  two `we`\r\n\r\n---\r\n<!-- I -->\r\nEnd\r\n';
    const { text: after, changes, personal } = reword(text);
    expect(changes).toEqual([
      { before: 'Our pipeline tags them `v1.2.3`.', after: 'The pipeline tags them `v1.2.3`.' },
    ]);
    expect(after).toBe(text.replace('Our pipeline', 'The pipeline'));
    expect(personal).toBe(true);
  });
});
