/** Any subset of the proposals can be applied and loses nothing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { applyChanges, type DreamStore } from '../../../src/core/dream/apply-changes.js';
import { checkAll, MOST_LOST } from '../../../src/core/dream/check.js';
import { ruleCandidates } from '../../../src/core/dream/rule-candidates.js';
import { unitsOf } from '../../../src/core/dream/statement-coverage.js';
import { LIMIT_LINES } from '../../../src/core/index/budget.js';
import { resolveEntry } from '../../../src/core/index/resolved-entries.js';
import { namesOf } from '../../../src/core/links/resolve.js';
import { RelationIndex } from '../../../src/core/similarity/relation-index.js';
import { runs } from '../../support/fuzz.js';
import { CASES_WITH_FILES, caseStore } from '../lint/store.js';
import { dated, dreamStore, INDEX, PLAIN } from './store.js';

const BODIES = [
  'The nightly export runs at 02:00 and writes parquet files to the archive bucket. It must finish before the morning sync starts.',
  'The nightly export runs at 02:00 and writes parquet files to the archive bucket. It must finish before the morning sync starts.\n\n- The data team owns it.',
  'Deploys go through the pipeline, never by hand.',
  'The login is being moved.',
];

interface Made {
  readonly body: string;
  readonly day: number;
  readonly type: string;
  readonly supersedes: number | null;
  readonly year: string;
  readonly listed: boolean;
  readonly gone: boolean;
}

const memory: fc.Arbitrary<Made> = fc.record({
  body: fc.constantFrom(...BODIES),
  day: fc.integer({ min: 1, max: 9 }),
  type: fc.constantFrom('reference', 'context'),
  supersedes: fc.option(fc.integer({ min: 0, max: 7 })),
  year: fc.constantFrom('2024', '2026'),
  listed: fc.boolean(),
  gone: fc.boolean(),
});
const logs = fc.array(
  fc.array(
    fc.constantFrom(
      '## Flaky tests',
      '## Notes',
      '- 10:00 The login test waits for mail.',
      '- Restart the emulator before device tests.',
      '- Standup',
      '```',
    ),
    { maxLength: 6 },
  ),
  { maxLength: 5 },
);

function storeFrom(memories: readonly Made[], days: readonly (readonly string[])[], plain: boolean): DreamStore {
  const files = memories.map(({ body, day, type, supersedes, year, gone }, at) => {
    const more = [
      ...(supersedes === null ? [] : [`supersedes: m${supersedes}.md`]),
      ...(gone ? ['deleted_at: 2026-01-01'] : []),
    ].join('\n');
    return [
      `m${at}.md`,
      dated(`m${at}`, `${year}-01-0${day}`, body, { type, ...(more === '' ? {} : { more }) }),
    ] as const;
  });
  const entries = memories.flatMap(({ listed }, at) => (listed ? [`- [M${at}](m${at}.md) — x\n`] : [])).join('');
  return dreamStore({
    ...(plain ? PLAIN : {}),
    ...Object.fromEntries(files),
    ...Object.fromEntries(days.map((lines, at) => [`logs/2026/01/2026-01-0${at + 1}.md`, `${lines.join('\n')}\n`])),
    'MEMORY.md': `${plain ? INDEX : ''}${entries}- [Gone](gone.md)\n`,
  });
}

/** Sentences of all files, forgotten ones included, as one set. */
const sentences = ({ files }: DreamStore): Set<string> =>
  new Set([...files.values()].flatMap(({ memory: { body } }) => unitsOf(body).map(({ key }) => key)));

/** Targets of the index, dead ones included, each once. */
const listed = ({ index, files }: DreamStore): number =>
  new Set(
    (index?.entries ?? [])
      .filter(({ mention }) => !mention)
      .map((entry) => resolveEntry(entry, namesOf(files)).found ?? entry.target),
  ).size;

function expectSound(store: DreamStore, chosen: readonly boolean[]): void {
  const { accepted } = checkAll(store, ruleCandidates(store));
  const made = applyChanges(
    store,
    accepted.filter((_, at) => chosen[at % chosen.length] ?? true).flatMap(({ candidate }) => candidate.changes),
  );
  if ('fault' in made) throw new Error(made.fault);
  expect([...made.store.files.keys()]).toEqual(expect.arrayContaining([...store.files.keys()]));
  const after = sentences(made.store);
  expect([...sentences(store)].filter((key) => !after.has(key))).toEqual([]);
  if (store.index?.budget.cutLine === undefined) expect(made.store.index?.budget.cutLine).toBeUndefined();
  expect(listed(store) - listed(made.store)).toBeLessThanOrEqual(listed(store) * MOST_LOST);
  for (const [path, file] of store.files)
    if (made.store.files.get(path)?.source.text !== file.source.text) expect(path).not.toMatch(/^logs\//);
}

describe('any subset of proposals', () => {
  it('keeps MEMORY.md within the loaded part, all of them together too', () => {
    const full = Array.from(
      { length: LIMIT_LINES - 3 - INDEX.trimEnd().split('\n').length },
      (_, at) => `Line ${at}.\n`,
    ).join('');
    const topics = Object.fromEntries(
      ['Flaky tests', 'Slow builds', 'Lost mails', 'Old clients']
        .flatMap((topic, at) => ['07', '08'].map((day) => [topic, at, day] as const))
        .map(([topic, at, day]) => [
          `logs/2026/01/2026-01-${day}-${at}.md`,
          `## ${topic}\n- Seen on ${day} by number ${at}.\n`,
        ]),
    );
    const store = dreamStore({
      ...PLAIN,
      ...topics,
      'orphan.md': dated('orphan', '2026-01-05', 'Nobody lists this.'),
      'MEMORY.md': `${full}${INDEX}`,
    });
    const { accepted, dropped } = checkAll(store, ruleCandidates(store));
    const made = applyChanges(
      store,
      accepted.flatMap(({ candidate }) => candidate.changes),
    );
    if ('fault' in made) throw new Error(made.fault);
    expect(accepted.map(({ candidate: { kind } }) => kind)).toEqual(['index', 'topic', 'topic']);
    expect(made.store.index?.budget.cutLine).toBeUndefined();
    expect(dropped.map(({ reason }) => reason)).toEqual(
      Array.from(
        { length: 2 },
        () =>
          expect.stringMatching(
            /^With the other proposals, MEMORY\.md would be longer than Claude Code loads \(201 lines, \d+ characters\)\.$/,
          ) as string,
      ),
    );
  });

  it('fits together, removes no file and no sentence', () => {
    fc.assert(
      fc.property(
        fc.array(memory, { maxLength: 8 }),
        logs,
        fc.boolean(),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
        (memories, days, plain, chosen) => {
          expectSound(storeFrom(memories, days, plain), chosen);
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it.each(CASES_WITH_FILES)('of the case %s (%s) is sound', async (name, directory) => {
    const store = await caseStore(name, directory);
    expectSound({ ...store, facts: { relations: new RelationIndex().update(store.files) } }, [true]);
  });
});
