import { describe, expect, it } from 'vitest';

import { INJECTED_BYTES } from '../../../src/core/inject/injection-cut.js';
import { lintMemoryFile } from '../../../src/core/lint/lint.js';
import type { ParsedStore } from '../../../src/core/parsed-store.js';
import type { Problem, ProblemCode } from '../../../src/core/problem.js';
import { applied, brief, CASES_WITH_FILES, caseStore, covered, infoOf, lint, storeOfTexts } from './store.js';

/** A memory of 2026-03-12, a Thursday. */
const memory = (body: string, { type = 'project', dates = 'created: 2026-03-12' } = {}): string =>
  `---\nname: a\ndescription: about it\ntype: ${type}\n${dates}\n---\n\n${body}\n`;
const march = (texts: Readonly<Record<string, string>>): ParsedStore => ({
  ...storeOfTexts(texts),
  now: Date.UTC(2026, 2, 20),
});
const only = (store: ParsedStore, code: ProblemCode): Problem[] =>
  lint(store).filter((problem) => problem.code === code);

const BODY: readonly ProblemCode[] = [
  'why-missing',
  'how-to-apply-missing',
  'relative-date',
  'over-injection-limit',
  'derivable',
];
const lintFile = (store: ParsedStore, at: number): Problem[] =>
  [...store.files.values()].slice(at, at + 1).flatMap((file) => lintMemoryFile(file, store, {}));

/** The text after the first fix of each problem of a code. */
function repaired(text: string, code: ProblemCode): string | undefined {
  const store = march({ 'a.md': text });
  return applied(store, ...only(store, code).flatMap(({ fixes }) => fixes.slice(0, 1))).files.get('a.md')?.source.text;
}

describe('relative dates', () => {
  it.each([
    ['We moved it yesterday.', 'We moved it 2026-03-11.'],
    [
      'Today the switch was made, as of today it is live.',
      '2026-03-12 the switch was made, as of 2026-03-12 it is live.',
    ],
    ['Released the day before yesterday!', 'Released 2026-03-10!'],
    ['Broken since two days ago.', 'Broken since 2026-03-10.'],
    ['Fixed 10 days ago', 'Fixed 2026-03-02'],
    ['Last week the tests failed', 'The week of 2026-03-02 the tests failed'],
    ['Decided 3 weeks ago.', 'Decided the week of 2026-02-16.'],
    ['Two months ago we left it.', '2026-01 we left it.'],
    ['The freeze begins next Friday.', 'The freeze begins 2026-03-20.'],
    ["Last Monday's outage", "2026-03-09's outage"],
    ['The certificate expires in 3 weeks.', 'The certificate expires in the week of 2026-03-30.'],
    ['It will go live in 5 days.', 'It will go live on 2026-03-17.'],
    ['Launch is planned in a month.', 'Launch is planned in 2026-04.'],
    ['Due next quarter.', 'Due 2026-Q2.'],
    ['Rewritten last year.', 'Rewritten 2025.'],
    ['The merge freeze begins Friday.', 'The merge freeze begins 2026-03-13.'],
    ['A few days ago the key changed.', 'Around 2026-03-09 the key changed.'],
    ['- **Status:** deployed last night', '- **Status:** deployed 2026-03-11'],
  ])('%s', (before, after) => {
    expect(repaired(memory(before), 'relative-date')).toBe(memory(after));
  });

  it.each([
    'This takes 3 weeks and runs every 2 days.',
    'Keep logs of the last 30 days.',
    'Delete what is older than 5 days ago.',
    'Reviews are answered in two days.',
    'Answer within 30 days.',
    "Use today's date as the file name.",
    'Call `yesterday()` in tests.',
    'She said "do it tomorrow".',
    '> yesterday it broke',
    '```\nlast week\n```',
    'See [last week](notes.md) and https://x.invalid/last-week for more.'.replace('last week', 'notes'),
    'The component today-view and todayISO.',
    'Open last-week.md.',
    'Yesterday (2026-03-11) it broke.',
    'On March 11, yesterday, it broke.',
    'Never deploy on Friday.',
    'The report is due every month by Friday.',
    'Convert relative dates such as yesterday to absolute dates.',
    '## 2026-03-11\n\nYesterday we changed it.',
    'Open from Monday to Friday.',
    'The last week of the sprint is for tests.',
    'Do not put off until tomorrow.',
    'Retries in a day or so are fine.',
    '<!-- yesterday -->',
    'It runs as root today.',
    'The parser skips it today; later it must not.',
    'Reverted next morning.',
    'Tokens expire in 60 days.',
    'The section THIS WEEK.',
    'In 5 years they are going to regret it.',
    'today and tomorrow alike',
    'The next month is preselected.',
    'Zmiana była wczoraj.',
  ])('leaves alone: %s', (body) => {
    expect(only(march({ 'a.md': memory(body) }), 'relative-date')).toEqual([]);
  });

  it.each([
    ['feedback', 'Come back tomorrow, or ask by Thursday.'],
    ['reference', 'It can be built tomorrow.'],
  ])('in a rule mean any day: %s', (type, body) => {
    expect(only(march({ 'a.md': memory(body, { type }) }), 'relative-date')).toEqual([]);
  });

  it('have exact ranges, name their source and ask for a missing date', () => {
    const store = march({ 'a.md': memory('We `x` ship it tomorrow, this sprint.', { dates: 'modified: 2026-03-12' }) });
    const found = only(store, 'relative-date');
    expect(found.map((problem) => [covered(store, problem), problem.fixes.map(({ title }) => title)])).toEqual([
      ['tomorrow', ['Change to 2026-03-13']],
      ['this sprint', []],
    ]);
    expect(found[0]?.message).toContain('“tomorrow” meant 2026-03-13 when this was written (2026-03-12)');
    expect(found[1]?.message).toContain('“this sprint” is only correct on the day it was written');
  });

  it.each([
    ['created', 'created: 2026-03-12', 'yesterday', true],
    ['created and changed on one day', 'created: 2026-03-12\nmodified: 2026-03-12T08:00:00Z', 'yesterday', true],
    ['changed later', 'created: 2026-03-12\nmodified: 2026-03-19', 'yesterday', false],
    ['only changed', 'modified: 2026-03-12', 'yesterday', false],
    ['only file time', 'tags: x', 'yesterday', false],
    ['a week', 'created: 2026-03-12', 'last week', false],
    ['nowadays', 'created: 2026-03-12', 'today', false],
  ])('are safe to change only when the day is certain: %s', (_, dates, phrase, safe) => {
    expect(
      only(march({ 'a.md': memory(`Changed ${phrase}.`, { dates }) }), 'relative-date').map(
        ({ fixes }) => fixes[0]?.safe,
      ),
    ).toEqual([safe]);
  });

  it.each(['Frozen since yesterday', '"Frozen since yesterday"', "'Frozen since yesterday'"])(
    'are found in the description %s',
    (description) => {
      const text = memory('Text.').replace('about it', description);
      expect(repaired(text, 'relative-date')).toBe(text.replace('yesterday', '2026-03-11'));
    },
  );

  it('keep CRLF and the byte order mark', () => {
    const text = `\uFEFF${memory('Moved yesterday.')}`.replaceAll('\n', '\r\n');
    expect(repaired(text, 'relative-date')).toBe(text.replace('yesterday', '2026-03-11'));
  });
});

describe('stale memories', () => {
  it.each([
    ['context', '2026-03-06', 0],
    ['context', '2026-03-04', 1],
    ['project', '2025-09-25', 0],
    ['project', '2025-09-15', 1],
    ['feedback', '2025-03-01', 0],
    ['feedback', '2025-01-20', 1],
    ['user', '2024-01-01', 0],
    ['handoff', '2020-01-01', 1],
    ['decision', '2025-09-25', 0],
    ['decision', '2025-09-15', 1],
    ['failure', '2025-10-01', 0],
  ])('%s of %s: %s', (type, date, times) => {
    expect(only(march({ 'a.md': memory('Text.', { type, dates: `modified: ${date}` }) }), 'stale')).toHaveLength(times);
  });

  it('state their age, and can be confirmed in their date format', () => {
    const text = memory('Text.', { type: 'project', dates: 'metadata: \n  modified: "2025-03-01T10:00:00Z"' });
    const store = march({ 'a.md': text });
    const [problem] = only(store, 'stale');
    expect(problem).toMatchObject({
      severity: 'hint',
      message: expect.stringContaining('Updated 384 days ago. Review it') as string,
    });
    expect(problem && covered(store, problem)).toBe('"2025-03-01T10:00:00Z"');
    expect(problem?.fixes[0]?.safe).toBe(false);
    expect(repaired(text, 'stale')).toBe(text.replace('2025-03-01T10:00:00Z', '2026-03-20T00:00:00.000Z'));
  });

  it('state a fact without a likelihood, and are grouped', () => {
    const old = (count: number): Problem[] =>
      only(
        {
          ...march(
            Object.fromEntries(
              Array.from({ length: count }, (_, at) => [
                `m${at}.md`,
                memory('Text.', { dates: 'modified: 2025-01-01' }),
              ]),
            ),
          ),
        },
        'stale',
      );
    expect(old(1)[0]?.message).toBe('Updated 443 days ago. Review it: update, forget, or mark as still true.');
    expect(old(3)).toHaveLength(3);
    expect(old(60).map(({ message, related }) => [message.slice(0, 25), related?.length])).toEqual([
      ['60 problems of this kind:', 59],
    ]);
  });

  it('that are known only by their file have no date to change', () => {
    const store = { ...storeOfTexts({ 'a.md': memory('Text.', { dates: 'tags: x' }) }), now: Date.UTC(2027, 0, 1) };
    expect(only(store, 'stale').map(({ fixes, range }) => [fixes, range.start.line])).toEqual([[[], 0]]);
  });
});

it('a memory names a day that was ahead when it was written and has passed', () => {
  const dates = 'modified: 2026-03-01';
  const found = (body: string): readonly string[] =>
    only(march({ 'a.md': memory(body, { type: 'decision', dates }) }), 'stale').map(({ message }) => message);
  expect(found('Deploy freeze until 2026-03-15.')).toEqual([
    '2026-03-15 has passed since it was updated. Review it: update, forget, or mark as still true.',
  ]);
  for (const body of ['Decided on 2026-02-15.', 'Freeze until 2026-03-25.', 'See `log-2026-03-15`.', 'On 2026-03-99.'])
    expect(found(body), body).toEqual([]);
});

describe('memories over the injection limit', () => {
  it.each([
    ['bytes', 'x'.repeat(INJECTED_BYTES), undefined],
    ['one byte more', 'x'.repeat(INJECTED_BYTES) + 'yz', 'yz'],
    ['lines', Array.from({ length: 200 }, (_, at) => `line ${at}`).join('\n'), undefined],
    ['one line more', Array.from({ length: 201 }, (_, at) => `line ${at}`).join('\n'), 'line 200'],
    ['characters of three bytes', '記'.repeat(1365) + 'a', undefined],
    ['not within a character', '記'.repeat(1365) + '憶', '憶'],
    ['not within a pair', 'a'.repeat(4094) + '😀', '😀'],
    ['CRLF counts', 'ab\r\n'.repeat(201), 'ab'],
  ])('%s', (_, body, rest) => {
    const store = march({ 'a.md': memory(body) });
    expect(only(store, 'over-injection-limit').map((problem) => covered(store, problem))).toEqual(
      rest === undefined ? [] : [rest],
    );
  });

  it('say what is left out, that a write is answered with an error, and what to do', () => {
    expect(only(march({ 'a.md': memory('line\n'.repeat(201)) }), 'over-injection-limit')[0]?.message).toBe(
      'Cut here when recalled: Claude Code gets 200 of 201 lines. Writing to a file of this length also returns an error. Put what matters first, or split the memory.',
    );
  });
});

describe('the reason and how to apply', () => {
  const note = (body: string, type = 'feedback'): string => memory(body, { type });
  const habit = Object.fromEntries(
    ['b', 'c', 'd'].map((name) => [
      `${name}.md`,
      note('Say less.\n\n**Why:** nobody reads it.\n\n**How to apply:** in reviews.').replace(
        'name: a',
        `name: ${name}`,
      ),
    ]),
  );
  const missing = (body: string, texts = habit, type = 'feedback'): string[] =>
    lint(march({ 'a.md': note(body, type), ...texts }))
      .filter(({ code, path }) => path === 'a.md' && /why|how/.test(code))
      .map(({ code }) => code);
  const both = ['why-missing', 'how-to-apply-missing'];

  it.each([
    ['Say less.', both],
    ['Use the staging account.\n\n**Why:** costs.', ['how-to-apply-missing']],
    ['Use it.\n\n**How to apply:** in tests.', ['why-missing']],
    ['Use it because it is cheap.', ['how-to-apply-missing']],
    ['Whys are hard: how so.', both],
    ['Say whyever it is.', both],
  ])('missed where others give them: %s', (body, codes) => {
    expect(missing(body)).toEqual(codes);
    expect(missing(`Decided: ${body}`, habit, 'project')).toEqual(codes);
  });

  it.each([
    'The staging server is at 10.0.0.7.',
    'Version 4 ships with Node 24.',
    'Reviews are on Thursdays, at noon.',
  ])('asks no reason for a plain fact of a project: %s', (body) => {
    expect(missing(body, habit, 'project')).toEqual(['how-to-apply-missing']);
  });

  it.each([
    'We chose SQLite.',
    'Postgres was rejected.',
    'Use pnpm instead of npm.',
    'Merges must be squashed.',
    'Wir haben uns für Vue entschieden.',
    'The old API is no longer served.',
  ])('asks it for a decision of a project: %s', (body) => {
    expect(missing(body, habit, 'project')).toEqual(both);
  });

  it.each([
    'x\n\nWhy: y\n\nHow to apply: z',
    'x\n\n## Why\n\ny\n\n## How to apply\n\nz',
    'x. **Why:** y. **How to apply:** z',
    '- **Reason**: y\n- **Applies to:** z',
    'x\n\n**Why this matters:** y\n**How to apply it:** z',
    'x\n\n**Begründung:** y\n**Anwendung:** z',
    'x\n\n__Rationale:__ y\n__Usage:__ z',
    'x\n\n*Why:* y\n*How to apply:* z',
    'x\n\nWhy? y\n\nIn practice: z',
    'x\r\n\r\n**Why:** y\r\n**How:** z',
    '> **Why** — y\n> **How** — z',
    'x\n\n**Why (from the incident):** y\n**How to apply:** z',
    '항상 테스트를 먼저 실행한다.',
    '提交前先跑测试。',
    'Сначала тесты.',
    '# One\n\nx\n\n# Two\n\ny',
    'x'.repeat(4_001),
  ])('are there, or not asked for: %j', (body) => {
    expect(missing(body)).toEqual([]);
  });

  it.each([
    ['Never amend a commit that was pushed.', ['why-missing']],
    ['- Always run npm test first.', ['why-missing']],
    ['The staging account is shared.', []],
    ['Never amend, since others build on it.', []],
    [`Never x. ${'y '.repeat(200)}`, []],
  ])('without the habit only a bare rule wants a reason: %s', (body, codes) => {
    expect(missing(body, {})).toEqual(codes);
  });

  it.each([
    ['user', 'main'],
    ['reference', 'main'],
    ['decision', 'main'],
    ['feedback', 'agent'],
  ] as const)('are not asked of type %s in a store of kind %s', (type, kind) => {
    const store = storeOfTexts({ 'a.md': note('Never do it.', type), ...habit }, infoOf(kind));
    expect(lint(store).filter(({ code, path }) => path === 'a.md' && both.includes(code))).toEqual([]);
  });

  it('are marked at the first line of the text', () => {
    const store = march({ 'a.md': `\uFEFF${note('  Say less.  \nMore.')}`.replaceAll('\n', '\r\n'), ...habit });
    expect(
      only(store, 'why-missing').map((problem) => [problem.path, problem.severity, covered(store, problem)]),
    ).toEqual([['a.md', 'hint', 'Say less.']]);
  });
});

describe('content of the project', () => {
  const list = (count: number, line: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => line(at)).join('\n');
  it.each([
    ['directory tree', `Layout:\n\n\`\`\`\nsrc\n${list(8, (at) => `├── part${at}.ts`)}\n│   └── last.ts\n\`\`\``],
    ['list of files', list(10, (at) => `- \`src/core/part-${at}.ts\``)],
    ['list of files', list(10, (at) => `drwxr-xr-x  2 me me 4096 Jan  1 00:00 part${at}`)],
    ['commit log', `Recent work:\n${list(6, (at) => `- a1b2c3${at} Fix part ${at} of the parser`)}`],
    ['commit log', list(3, (at) => `commit ${'0a'.repeat(20)}\nAuthor: A <a@x.invalid>\nDate:   Mon Jan ${at + 1}\n`)],
    [
      'list of packages or scripts',
      `\`\`\`json\n{\n"dependencies": {\n${list(8, (at) => `    "pack-${at}": "^1.${at}.0",`)}\n}\n}\n\`\`\``,
    ],
    ['list of packages or scripts', `Pinned versions of the service:\n${list(8, (at) => `- package-${at}@1.${at}.0`)}`],
    ['code', `The parser:\n\n\`\`\`ts\n${list(30, (at) => `const value${at} = compute(${at});`)}\n\`\`\``],
  ])('is named: %s (%#)', (what, body) => {
    expect(
      only(march({ 'a.md': memory(body) }), 'derivable').map(({ message, fixes, severity }) => [
        /^Mostly (?:an? )?(.*?)\. /.exec(message)?.[1] === what,
        fixes,
        severity,
      ]),
    ).toEqual([[true, [], 'hint']]);
  });

  it.each([
    ['prose', list(10, (at) => `Part ${at} of the parser must not be touched without asking.`)],
    [
      'files with what is known of each',
      list(10, (at) => `- \`src/core/part-${at}.ts\` — parses part ${at}, slow on long lines`),
    ],
    ['few files', list(4, (at) => `- src/part-${at}.ts`) + '\n\n' + 'These belong together.\n'.repeat(5)],
    ['one commit', `Broken since a1b2c3d Fix the parser.\n${'It shows on long lines only.\n'.repeat(6)}`],
    ['a short example', `Use this form:\n\n\`\`\`ts\n${list(8, (at) => `call(${at});`)}\n\`\`\``],
    [
      'code with as much text',
      `${list(20, (at) => `Reason ${at} for it.`)}\n\`\`\`\n${list(30, (at) => `step ${at}`)}\n\`\`\``,
    ],
    ['words in a list', list(12, (at) => `- word${at}`)],
    ['links', list(12, (at) => `- [[memory-${at}]]`)],
    ['values', list(8, (at) => `- port ${at}: ${8000 + at}`)],
  ])('is not: %s', (_, body) => {
    expect(only(march({ 'a.md': memory(body) }), 'derivable')).toEqual([]);
  });
});

it('long lines and long files are looked at to the end or to their cap', () => {
  const bodies = [
    'yesterday '.repeat(10_000),
    'in a '.repeat(20_000),
    '` '.repeat(50_000),
    '[['.repeat(50_000),
    '**why '.repeat(20_000),
    '├── a\n'.repeat(20_000),
    `${' '.repeat(100_000)}x`,
  ];
  const store = march(
    Object.fromEntries(bodies.map((body, at) => [`${at}.md`, memory(body).replace('name: a', `name: n${at}`)])),
  );
  const found = bodies.map(
    (_, at) =>
      new Set(BODY.flatMap((code) => (lintFile(store, at).some((problem) => problem.code === code) ? [code] : []))),
  );
  expect(found.map((codes) => [...codes].join(' '))).toEqual([
    'relative-date over-injection-limit',
    'over-injection-limit',
    'over-injection-limit',
    'over-injection-limit',
    'over-injection-limit',
    'over-injection-limit derivable',
    '',
  ]);
});

describe('in the cases', () => {
  it.each(CASES_WITH_FILES)('%s %s: nothing of what these rules look for', async (name, directory) => {
    const codes: readonly string[] = BODY;
    const found = lint(await caseStore(name, directory)).filter(({ code }) => codes.includes(code));
    expect(brief(found)).toEqual(name.startsWith('20') ? ['ok.md:7 over-injection-limit'] : []); // its line of 60,000 brackets
  });
});
