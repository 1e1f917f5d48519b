import { describe, expect, it } from 'vitest';

import { typeTable } from '../../../src/core/memory-types.js';
import { parseMemory } from '../../../src/core/parse-memory.js';
import type { ParsedFile } from '../../../src/core/parsed-file.js';
import type { Relation } from '../../../src/core/parsed-store.js';
import { RelationIndex } from '../../../src/core/similarity/relation-index.js';
import { source } from '../cases/cases.js';
import { caseStore } from '../lint/store.js';
import { AGREEING, CONTRADICTING, type Pair } from './pairs.js';

const CONTEXT = { types: typeTable(), storeKind: 'main' } as const;

function memory(path: string, body: string, more = '', day = 1): ParsedFile {
  const date = `2026-01-${String(day).padStart(2, '0')}`;
  return parseMemory(
    source(
      path,
      `---\nname: ${path.replace('.md', '')}\ndescription: about it\ncreated: ${date}\n${more}---\n\n${body}\n`,
    ),
    CONTEXT,
  );
}

const filesOf = (...files: readonly ParsedFile[]): Map<string, ParsedFile> =>
  new Map(files.map((file) => [file.source.path, file]));
const relate = (...files: readonly ParsedFile[]): readonly Relation[] => new RelationIndex().update(filesOf(...files));
const pairFiles = ([[a, textA], [b, textB]]: Pair): ParsedFile[] => [
  memory(`${a}.md`, textA, '', 1),
  memory(`${b}.md`, textB, '', 2),
];
const conflicts = (pair: Pair): readonly Relation[] =>
  relate(...pairFiles(pair)).filter(({ conflict }) => conflict !== undefined);

const found = CONTRADICTING.filter((pair) => conflicts(pair).length > 0).length;
const wrong = AGREEING.filter((pair) => conflicts(pair).length > 0).length;

describe(`contradictions: recall ${found} of ${CONTRADICTING.length}, ${wrong} of ${AGREEING.length} pairs that agree told wrongly`, () => {
  it.each(CONTRADICTING)('are found: %j and %j', (...pair) => {
    expect(conflicts(pair)).toMatchObject([{ older: `${pair[0][0]}.md`, newer: `${pair[1][0]}.md` }]);
  });

  it.each(AGREEING)('are not reported: %j and %j', (...pair) => {
    expect(relate(...pairFiles(pair))).toEqual([]);
  });

  it('are found among many other memories', () => {
    const all = [...CONTRADICTING, ...AGREEING].flatMap(([[, a], [, b]], at) => [
      memory(`x${at}-${at}.md`, `Words ${at}.\n\n${a}`),
      memory(`y${at}-${at}.md`, `Other ${at}.\n\n${b}`),
    ]);
    const pair = pairFiles(CONTRADICTING[0] as Pair);
    const told = relate(...all, ...pair).filter(
      ({ older, newer }) => older === 'api-port.md' && newer === 'api-port-update.md',
    );
    expect(told).toHaveLength(1);
  });

  it('name the sentence of each', () => {
    const files = [
      memory('port.md', 'First this. The API listens on port 8080. And that.', '', 1),
      memory('port-new.md', '- The API listens on port 9090.', '', 2),
    ];
    const [relation] = relate(...files);
    const text = (
      file: ParsedFile | undefined,
      at: NonNullable<Relation['conflict']>['newer'] | undefined,
    ): string | undefined =>
      at && file?.lines.text.slice(file.lines.offset(at.range.start), file.lines.offset(at.range.end));
    expect([text(files[0], relation?.conflict?.older), text(files[1], relation?.conflict?.newer)]).toEqual([
      'The API listens on port 8080.',
      'The API listens on port 9090.',
    ]);
    expect([relation?.conflict?.older.says, relation?.conflict?.newer.says]).toEqual(['8080', '9090']);
  });
});

const RULE =
  'Booking tests run against a real PostgreSQL, never against mocks, because mocks hid a migration that was broken and nobody saw it before the release of the winter prices.';

describe('near duplicates', () => {
  it.each([
    ['the same text', RULE, RULE],
    ['a sentence more', RULE, `${RULE} Ask first.`],
    ['other line breaks and marks', RULE, `- **Booking tests** run against\n  ${RULE.slice(18)}`],
    ['other capitals', RULE, RULE.toUpperCase()],
    [
      'one word put otherwise in a long text',
      `${RULE} ${'It costs a minute more in the pipeline, and that is what it is worth to everyone here who has seen it.'}`,
      `${RULE.replace('broken', 'faulty')} ${'It costs a minute more in the pipeline, and that is what it is worth to everyone here who has seen it.'}`,
    ],
    [
      'text without blanks',
      '予約のテストは必ず本物のデータベースで実行する。モックは使わない。',
      '予約のテストは必ず本物のデータベースで実行する。モックは使わない。以上',
    ],
  ])('%s', (_, older, newer) => {
    expect(relate(memory('tests.md', older, '', 1), memory('testing.md', newer, '', 2))).toMatchObject([
      { kind: 'duplicate', older: 'tests.md', newer: 'testing.md' },
    ]);
  });

  it.each([
    ['little text', 'Text.', 'Text.'],
    [
      'another rule',
      RULE,
      'Logs carry rider ids, never names, mail addresses or positions, because logs are kept for ninety days.',
    ],
    [
      'half of it',
      RULE,
      `${RULE.slice(0, 90)} and so on for another reason that has nothing to do with the first, namely that it is slow.`,
    ],
    [
      'one pattern about two things',
      'The station harbour has a pump, a map and a light, and the owner of the kiosk beside it has the key to the box.',
      'The station castle has a pump, a map and a light, and the owner of the kiosk beside it has the key to the box.',
    ],
    [
      'one pattern with other values',
      'Call the hotline at 5500 when a dock is stuck, then write the number of the dock into the sheet and wait for the mail.',
      'Call the hotline at 7700 when a dock is stuck, then write the number of the dock into the sheet and wait for the mail.',
    ],
  ])('not: %s', (_, older, newer) => {
    expect(
      relate(memory('harbour.md', older, '', 1), memory('castle.md', newer, '', 2)).filter(
        ({ kind }) => kind === 'duplicate',
      ),
    ).toEqual([]);
  });

  it.each([
    ['replaced', 'superseded_by: testing', ''],
    ['forgotten', 'deleted_at: 2026-01-02', ''],
    ['replaced by name', '', 'supersedes: tests'],
    ['replaced by path', '', 'supersedes: tests.md'],
  ])('not with a version that is %s', (_, older, newer) => {
    const line = (text: string): string => (text === '' ? '' : `${text}\n`);
    expect(relate(memory('tests.md', RULE, line(older), 1), memory('testing.md', RULE, line(newer), 2))).toEqual([]);
  });

  it('not of daily logs', () => {
    expect(relate(memory('logs/2026/01/2026-01-01.md', RULE), memory('logs/2026/01/2026-01-02.md', RULE))).toEqual([]);
  });
});

describe('the cases', () => {
  it.each([
    ['37-duplicates', 'memory'],
    ['20-slow-regex', 'memory'],
    ['28-link-escapes-directory', 'repo/.claude/memory'],
    ['24-wikilink-resolution', 'memory'],
    ['46-do-not-regenerate', 'memory'],
    ['49-unknown-and-distill-types', 'memory'],
  ])('%s has no memories that say the same', async (name, directory) => {
    expect(new RelationIndex().update((await caseStore(name, directory)).files)).toEqual([]);
  });

  it('50: topics that are written to one pattern, and a long log', () => {
    const topics = Array.from({ length: 900 }, (_, at) =>
      memory(`topic_${at}.md`, `${`word${at % 97} word${at % 89} `.repeat(120)}\n[[topic-${(at * 7) % 900}]]`),
    );
    expect(relate(...topics, memory('big-log.md', 'line of a log that nobody trimmed\n'.repeat(30_000)))).toEqual([]);
  });

  it('50: and one of them copied', () => {
    const topic = (at: number): string =>
      Array.from({ length: 60 }, (_, word) => `word${(at * 9_973 + word * word * (at + 31)) % 4_999}`).join(' ');
    const files = Array.from({ length: 900 }, (_, at) => memory(`topic_${at}.md`, topic(at)));
    expect(relate(...files, memory('copy.md', `${topic(17)} and more`, '', 3))).toMatchObject([
      { older: 'topic_17.md', newer: 'copy.md', kind: 'duplicate' },
    ]);
  });
});

describe('incremental update', () => {
  it('follows changed, new and removed memories, whatever the order', () => {
    const [a, b] = pairFiles(CONTRADICTING[0] as Pair);
    const [c, d] = [memory('tests.md', RULE), memory('testing.md', RULE, '', 2)];
    const relations = new RelationIndex();
    if (!a || !b) throw new Error('No pair');
    const all = filesOf(a, b, c, d);
    const first = relations.update(all);
    expect(first).toHaveLength(2);
    expect(relations.update(new Map(all))).toBe(first);
    all.set('testing.md', memory('testing.md', 'Something else altogether, about which nothing is known.', '', 2));
    expect(relations.update(all).map(({ kind }) => kind)).toEqual(['related']);
    all.delete(a.source.path);
    expect(relations.update(all)).toEqual([]);
    all.set('testing.md', d);
    all.set(a.source.path, a);
    expect(relations.update(all)).toEqual(first);
  });

  it('compares no memory with all others', () => {
    const many = Array.from({ length: 3_000 }, (_, at) =>
      memory(`note-${at}.md`, `The service listens on port ${8000 + at}. ${RULE}`),
    );
    expect(relate(...many).length).toBeLessThan(3_000);
  });
});

it.each(['a ', '12 ', 'not ', 'x. ', '`a` is `b` ', '東', 'a instead of b '])(
  'takes no more than linear time on a text of %s',
  (part) => {
    const body = part.repeat(Math.ceil(1_000_000 / part.length));
    expect(relate(memory('a.md', body), memory('b.md', `${body}x`)).length).toBeLessThanOrEqual(1);
  },
);
