import { describe, expect, it } from 'vitest';

import { applyChanges, type DreamStore } from '../../../src/core/dream/apply-changes.js';
import { checkAll } from '../../../src/core/dream/check.js';
import { ruleCandidates, ruleCandidateSteps } from '../../../src/core/dream/rule-candidates.js';
import { lint } from '../lint/store.js';
import { dated, dreamStore, INDEX, outcomeOf, PLAIN } from './store.js';

const store = (texts: Readonly<Record<string, string>>): DreamStore =>
  dreamStore({ ...PLAIN, 'MEMORY.md': INDEX, ...texts });

describe('a tidy store', () => {
  it('gives no proposal', () => {
    expect(outcomeOf(store({}))).toEqual({ titles: [], texts: new Map(), dropped: [] });
  });

  it('gives none when it was consolidated', () => {
    const messy = store({
      'MEMORY.md': `${INDEX}- [Gone](gone.md)\n- [Old](old.md) — old\n`,
      'old.md': dated('old', '2025-12-01', 'Invoices are rounded down to whole cents before tax is added to them.'),
      'new.md': dated('new', '2026-01-01', 'Invoices are rounded down to whole cents before tax is added to them.'),
      'logs/2026/01/2026-01-08.md': '## Retry queue\n- 10:00 Jobs stay in the queue for a day.\n',
      'logs/2026/01/2026-01-09.md': '## Retry queue\n- 11:00 Failed jobs go to the dead letters.\n',
    });
    const all = checkAll(messy, ruleCandidates(messy)).accepted.flatMap(({ candidate }) => candidate.changes);
    const after = applyChanges(messy, all);
    if ('fault' in after) throw new Error(after.fault);
    expect(outcomeOf({ ...after.store, facts: {} }).titles).toEqual([]);
    expect(lint(after.store).filter(({ severity }) => severity === 'error' || severity === 'warning')).toEqual([]);
  });
});

describe('lines of the index', () => {
  it('removes dead entries and lists missing memories, as separate proposals', () => {
    const { titles, texts } = outcomeOf(
      store({
        'MEMORY.md': `${INDEX}- [Gone](gone.md) — lost\n`,
        'extra.md': dated('extra', '2026-01-05', 'Something else entirely.'),
      }),
    );
    expect(titles).toEqual(['index: List extra.md in MEMORY.md', 'index: Remove 1 broken link from MEMORY.md']);
    expect(texts.get('MEMORY.md')).toBe(INDEX);
  });

  it('makes the linter’s safe repairs of targets that were misspelled', () => {
    const { titles, texts } = outcomeOf(store({ 'MEMORY.md': INDEX.replace('(links.md)', '(link.md)') }));
    expect(titles).toEqual(['index: Fix 1 line in MEMORY.md']);
    expect(texts.get('MEMORY.md')).toBe(INDEX);
  });

  it('lists only as many as fit into the loaded part', () => {
    const many = Object.fromEntries(
      Array.from({ length: 260 }, (_, at) => [
        `note-${at}.md`,
        dated(`note-${at}`, '2026-01-05', `Fact ${at} stands for itself: ${'abcdefghij'.charAt(at % 10)}${at}.`),
      ]),
    );
    const { titles, texts } = outcomeOf(store(many));
    expect(titles[0]).toMatch(/^index: List note-0\.md, note-1\.md/);
    expect(texts.get('MEMORY.md')?.trimEnd().split('\n')).toHaveLength(200);
  });

  it('lists no empty file', () => {
    expect(outcomeOf(store({ 'empty.md': '', 'blank.md': '---\n---\n\n' })).titles).toEqual([]);
  });

  it('leaves daily logs and the lock of consolidations alone', () => {
    expect(
      outcomeOf({
        ...store({ 'logs/2026/01/2026-01-09.md': '- 10:00 Shipped.\n' }),
        facts: { others: [{ path: '.consolidate-lock' }] },
      }).titles,
    ).toEqual([]);
  });
});

describe('versions', () => {
  const [old, next] = [
    dated('deploy', '2025-12-01', 'Deploy with ship prod.'),
    dated('deploy-v2', '2026-01-01', 'Deploy through the pipeline.', { more: 'supersedes: deploy.md' }),
  ];

  it('marks a memory that a newer one replaces, and passes on its entry', () => {
    const { titles, texts } = outcomeOf(
      store({ 'deploy.md': old, 'deploy-v2.md': next, 'MEMORY.md': `${INDEX}- [Deploy](deploy.md) — how\n` }),
    );
    expect(titles).toEqual(['superseded: Replace deploy.md with deploy-v2.md']);
    expect(texts.get('deploy.md')).toMatch(/superseded_by: "deploy-v2\.md"\ndeleted_at: 2026-01-10T/);
    expect(texts.get('deploy.md')).toContain('Deploy with ship prod.');
    expect(texts.get('MEMORY.md')).toBe(`${INDEX}- [Deploy v2](deploy-v2.md) — deploy-v2\n`);
  });

  it('takes an old version out of the index that is still listed, and only there', () => {
    const marked = old.replace('metadata:', 'superseded_by: deploy-v2.md\ndeleted_at: 2026-01-01\nmetadata:');
    const { titles, texts } = outcomeOf(
      store({
        'deploy.md': marked,
        'deploy-v2.md': next,
        'MEMORY.md': `${INDEX}- [Deploy](deploy.md) — how\n- [Two](deploy-v2.md) — now\n`,
      }),
    );
    expect(titles).toEqual(['superseded: Replace deploy.md with deploy-v2.md']);
    expect([...texts]).toEqual([['MEMORY.md', `${INDEX}- [Two](deploy-v2.md) — now\n`]]);
  });

  it('takes a forgotten memory out of the index', () => {
    const { texts } = outcomeOf(
      store({
        'deploy.md': old.replace('metadata:', 'deleted_at: 2026-01-01\nmetadata:'),
        'MEMORY.md': `${INDEX}- [Deploy](deploy.md) — how\n`,
      }),
    );
    expect([...texts]).toEqual([['MEMORY.md', INDEX]]);
  });

  it("joins two memories that replace the same one; the newer takes over the other's own lines", () => {
    const gone = old.replace('metadata:', 'deleted_at: 2025-12-20\nmetadata:');
    const other = dated('deploy-b', '2025-12-20', 'Deploy through the pipeline.\n\nRoll back with the previous tag.', {
      more: 'supersedes: deploy.md',
    });
    const { titles, texts } = outcomeOf(
      store({
        'deploy.md': gone,
        'deploy-v2.md': next,
        'deploy-b.md': other,
        'MEMORY.md': `${INDEX}- [A](deploy-v2.md) — a\n- [B](deploy-b.md) — b\n`,
      }),
    );
    expect(titles).toEqual(['superseded: Merge deploy-b.md into deploy-v2.md']);
    expect(texts.get('deploy-v2.md')).toBe(
      `${next}\nFrom deploy-b.md of 2025-12-20, another version of the same memory:\n\nRoll back with the previous tag.\n`,
    );
    expect(texts.get('deploy-b.md')).toContain('superseded_by: "deploy-v2.md"');
    expect(texts.get('MEMORY.md')).toBe(`${INDEX}- [A](deploy-v2.md) — a\n`);
  });

  it('leaves a chain with one end alone', () => {
    const done = old.replace('metadata:', 'superseded_by: deploy-v2.md\ndeleted_at: 2026-01-01\nmetadata:');
    expect(
      outcomeOf(
        store({ 'deploy.md': done, 'deploy-v2.md': next, 'MEMORY.md': `${INDEX}- [Two](deploy-v2.md) — now\n` }),
      ).titles,
    ).toEqual([]);
  });
});

describe('duplicates', () => {
  const body =
    'The nightly export runs at 02:00 and writes parquet files to the archive bucket. It must finish before the morning sync starts.';
  const listed = `${INDEX}- [Old](old.md) — old\n`;

  it('of the same words: the listed one stays', () => {
    const { titles, texts } = outcomeOf(
      store({
        'old.md': dated('old', '2025-12-01', `**${body}**`),
        'new.md': dated('new', '2026-01-01', body),
        'MEMORY.md': listed,
      }),
    );
    expect(titles).toEqual(['duplicate: Replace new.md with old.md']);
    expect([...texts.keys()]).toEqual(['new.md']);
  });

  it('nearly the same: the newer takes over lines of the older', () => {
    const newer = dated('new', '2026-01-01', body);
    const { titles, texts } = outcomeOf(
      store({
        'old.md': dated('old', '2025-12-01', `${body}\n\n- Owner of the job is the data team.`),
        'new.md': newer,
        'MEMORY.md': listed,
      }),
    );
    expect(titles).toEqual(['duplicate: Replace old.md with new.md']);
    expect(texts.get('new.md')).toBe(`${newer}\n- Owner of the job is the data team.\n`);
    expect(texts.get('MEMORY.md')).toBe(`${INDEX}- [New](new.md) — new\n`);
  });

  it.each([
    ['other values', body.replace('02:00', '04:00')],
    ['another subject', 'The weekly import reads parquet files.'],
  ])('not with %s', (_, other) => {
    expect(
      outcomeOf(
        store({
          'old.md': dated('old', '2025-12-01', body),
          'new.md': dated('new', '2026-01-01', other),
          'MEMORY.md': `${listed}- [New](new.md) — new\n`,
        }),
      ).titles,
    ).toEqual([]);
  });

  it('not of two agents', () => {
    const of = (name: string, agent: string): string => dated(name, '2026-01-01', body, { more: `agent_id: ${agent}` });
    expect(
      outcomeOf(
        store({ 'old.md': of('old', 'a'), 'new.md': of('new', 'b'), 'MEMORY.md': `${listed}- [New](new.md) — new\n` }),
      ).titles,
    ).toEqual([]);
  });

  it('of three one stays', () => {
    const { titles } = outcomeOf(
      store({
        'a.md': dated('a', '2025-12-01', body),
        'b.md': dated('b', '2025-12-02', body),
        'c.md': dated('c', '2025-12-03', body),
        'MEMORY.md': `${INDEX}- [C](c.md) — c\n`,
      }),
    );
    expect(titles).toEqual(['duplicate: Replace a.md with c.md', 'duplicate: Replace b.md with c.md']);
  });
});

it('an old memory is never proposed to be forgotten, whatever its type', () => {
  const old = (type: string): string => dated('login', '2020-10-01', 'The login is being moved.', { type });
  for (const type of ['context', 'project', 'decision', 'reference', 'handoff'])
    expect(
      outcomeOf(store({ 'login.md': old(type), 'MEMORY.md': `${INDEX}- [Login](login.md) — login\n` })).titles,
    ).toEqual([]);
});

describe('topics of daily logs', () => {
  const logs = (texts: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([day, text]) => [`logs/2026/01/2026-01-${day}.md`, text]));

  it('by heading: content of several days becomes one memory that names the days', () => {
    const { titles, texts } = outcomeOf(
      store(
        logs({
          '07': '## Flaky tests\n- 10:00 The login test waits for the mail server.\n',
          '08': '# Thursday\n### Flaky tests (2026-01-08)\n- [x] Use waitForMail, retries hide the failure.\n',
        }),
      ),
    );
    expect(titles).toEqual(['topic: Remember “Flaky tests” from 2026-01-07, 2026-01-08']);
    expect(texts.get('flaky-tests.md')).toContain(
      '# Flaky tests\n\n- The login test waits for the mail server. (2026-01-07)\n- Use waitForMail, retries hide the failure. (2026-01-08)\n\nFrom the daily logs of 2026-01-07, 2026-01-08.\n',
    );
    expect(texts.get('MEMORY.md')).toContain('](flaky-tests.md)');
  });

  it('writes the day of a line once, and a line once, where logs append their day', () => {
    const { texts } = outcomeOf(
      store(
        logs({
          '07': '## Billing\n- Invoices are rounded half even (2026-01-07).\n',
          '08': '## Billing\n- Invoices are rounded half even (2026-01-08).\n- Refunds are not rounded since the audit (2026-01-02).\n',
        }),
      ),
    );
    expect(texts.get('billing.md')).toContain(
      '# Billing\n\n- Invoices are rounded half even. (2026-01-07, 2026-01-08)\n- Refunds are not rounded since the audit (2026-01-02). (2026-01-08)\n\n',
    );
  });

  it('by repetition over three days, whatever the punctuation', () => {
    const { titles, texts } = outcomeOf(
      store(
        logs({
          '07': '- 09:00 Restart the emulator before device tests\n',
          '08': '* **Restart** the emulator before device tests.\n',
          '09': '- Standup\n- 9:05 AM - restart the emulator before device tests\n',
        }),
      ),
    );
    expect(titles).toEqual([
      'topic: Remember “restart the emulator before device tests” from 2026-01-07, 2026-01-08, 2026-01-09',
    ]);
    expect([...texts.values()].join('')).toContain(
      '- restart the emulator before device tests (2026-01-07, 2026-01-08, 2026-01-09)',
    );
  });

  it('adds only new lines to an existing memory on the topic', () => {
    const known = dated('flaky-tests', '2026-01-07', '- The login test waits for the mail server. (2026-01-07)');
    const { titles, texts } = outcomeOf(
      store({
        'flaky-tests.md': known,
        'MEMORY.md': `${INDEX}- [Flaky](flaky-tests.md) — x\n`,
        ...logs({
          '07': '## Flaky tests\n- The login test waits for the mail server.\n',
          '08': '## Flaky tests\n- Use waitForMail.\n',
        }),
      }),
    );
    expect(titles).toEqual(['topic: Add what the daily logs say to flaky-tests.md']);
    expect(texts.get('flaky-tests.md')).toBe(`${known}- Use waitForMail. (2026-01-08)\n`);
  });

  it.each([
    ['a heading of one day', { '07': '## Flaky tests\n- One.\n- Two.\n' }],
    [
      'headings that part a day',
      { '07': '## Notes\n- One thing happened.\n', '08': '## Notes\n- Another thing happened.\n' },
    ],
    [
      'a line of two days',
      { '07': '- Restart the emulator before device tests\n', '08': '- Restart the emulator before device tests\n' },
    ],
    ['a line that says little', { '07': '- Standup\n', '08': '- Standup\n', '09': '- Standup\n' }],
    [
      'code',
      {
        '07': '```\nnpm run test all files again\n```\n',
        '08': '```\nnpm run test all files again\n```\n',
        '09': '```\nnpm run test all files again\n```\n',
      },
    ],
    [
      'what a memory says',
      {
        '07': '- All about the git of this project.\n',
        '08': '- All about the git of this project.\n',
        '09': '- All about the git of this project.\n',
      },
    ],
  ])('not of %s', (_, texts) => {
    expect(outcomeOf(store(logs(texts))).titles).toEqual([]);
  });

  it('never with a secret', () => {
    const line = '- The deploy key is ghp_16C7e42F292c6912E7710c838347Ae178B4a for the whole team\n';
    const { titles, dropped } = outcomeOf(store(logs({ '07': line, '08': line, '09': line })));
    expect([titles, dropped]).toEqual([[], [expect.stringContaining('looks like a secret')]]);
  });
});

describe('a large store', () => {
  it('with many duplicates is checked in steps, at least one for each proposal', () => {
    const body = (at: number): string =>
      `The export ${at} runs at night and writes parquet files to archive ${at * 31}.`;
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) =>
        [['a', '2026-01-04'] as const, ['b', '2026-01-05'] as const].map(
          ([key, day]) => [`${key}${at}.md`, dated(`${key}${at}`, day, body(at))] as const,
        ),
      ).flat(),
    );
    const pieces = ruleCandidateSteps(dreamStore({ ...PLAIN, ...many }));
    let count = 0;
    let last = pieces.next();
    for (; last.done !== true; last = pieces.next()) count++;
    const duplicates = last.value.filter(({ kind }) => kind === 'duplicate');
    expect(duplicates).toHaveLength(60);
    expect(count).toBeGreaterThanOrEqual(60);
    expect(checkAll(dreamStore({ ...PLAIN, ...many }), duplicates).accepted).toHaveLength(60);
  });

  it('of 1,000 distinct memories gives no proposal but to make its index', () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [
        `n${at}.md`,
        dated(`n${at}`, '2026-01-05', `Fact ${at} of part ${at % 7}: it stands on its own ${at * 31}.`),
      ]),
    );
    expect(outcomeOf(dreamStore(many)).titles).toEqual(['index: Create MEMORY.md with 200 of 1000 memories']);
  });
});
