/** Proposals that must be refused, also when rules make them. */
import { describe, expect, it } from 'vitest';

import type { DreamCandidate, DreamChange, DreamStore } from '../../../src/core/dream/apply-changes.js';
import { dated, dreamStore, INDEX, outcomeOf, PLAIN } from './store.js';

const candidate = (more: Partial<DreamCandidate> & Pick<DreamCandidate, 'changes'>): DreamCandidate => ({
  kind: 'merge',
  by: 'rules',
  title: 'A change',
  reason: 'Because.',
  sources: ['api.md'],
  ...more,
});
const text = (path: string, before: string | undefined, after: string): DreamChange => ({
  do: 'text',
  path,
  before,
  after,
});
const BASE = { ...PLAIN, 'MEMORY.md': INDEX };
const bodied = (body: string): string => dated('joined', '2026-01-10', body);
const verdict = (store: DreamStore, ...candidates: readonly DreamCandidate[]): readonly string[] =>
  outcomeOf(store, candidates).dropped;

const API = 'All about the api of this project.';
const BUILD = 'All about the build of this project.';

describe('a proposal is refused', () => {
  const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
  const retire = (path: string, by?: string): DreamChange => ({
    do: 'retire',
    path,
    ...(by === undefined ? {} : { by }),
  });
  it.each<readonly [string, Partial<DreamCandidate> & Pick<DreamCandidate, 'changes'>, string]>([
    [
      'that cites no source',
      { sources: [], changes: [{ do: 'list', paths: ['api.md'] }] },
      'It doesn’t name its sources',
    ],
    [
      'that cites a source which is not there',
      { sources: ['nowhere.md'], changes: [text('new.md', undefined, bodied(API))] },
      'Its source “nowhere.md” doesn’t exist',
    ],
    [
      'that cites a source outside',
      { sources: ['../api.md'], changes: [text('new.md', undefined, bodied(API))] },
      'doesn’t exist',
    ],
    [
      'that writes outside the store',
      { changes: [text('../new.md', undefined, bodied(API))] },
      'isn’t a valid location for a memory',
    ],
    [
      'that writes to an absolute path',
      { changes: [text('/etc/new.md', undefined, bodied(API))] },
      'isn’t a valid location for a memory',
    ],
    [
      'that writes no markdown',
      { changes: [text('new.sh', undefined, 'echo')] },
      'isn’t a valid location for a memory',
    ],
    [
      'that writes to a hidden folder',
      { changes: [text('.git/hooks.md', undefined, bodied(API))] },
      'isn’t a valid location for a memory',
    ],
    [
      'that writes a name Windows keeps',
      { changes: [text('con.md', undefined, bodied(API))] },
      'isn’t a valid location for a memory',
    ],
    [
      'that writes a daily log',
      { changes: [text('logs/2026/01/2026-01-02.md', undefined, '- x\n')] },
      'isn’t a valid location for a memory',
    ],
    [
      'that changes a daily log',
      { changes: [text('logs/2026/01/2026-01-09.md', '- 10:00 Shipped it.\n', '- 10:00 Did not.\n')] },
      'daily log, which Memdir never changes',
    ],
    [
      'that makes another index',
      { changes: [text('sub/MEMORY.md', undefined, '- x\n')] },
      'isn’t a valid location for a memory',
    ],
    [
      'that was made from another text',
      { changes: [text('api.md', 'something else', 'x')] },
      'changed after the proposal was made',
    ],
    [
      'that would overwrite a memory',
      { changes: [text('api.md', undefined, bodied(API))] },
      'changed after the proposal was made',
    ],
    ['that changes nothing', { changes: [{ do: 'list', paths: ['api.md'] }] }, 'changes nothing'],
    ['that retires what is not there', { changes: [retire('nowhere.md')] }, 'no'],
    ['that forgets what still holds', { changes: [retire('api.md')] }, '“All about the api of this project.”'],
    [
      'that lets a memory stand for another about something else',
      { changes: [retire('api.md', 'build.md')] },
      'no memory would contain anymore',
    ],
    [
      'that drops a sentence of a memory',
      { changes: [text('api.md', PLAIN['api.md'], dated('api', '2026-01-05', 'All about nothing.'))] },
      'no memory would contain anymore',
    ],
    [
      'that loses a number in a merge',
      {
        sources: ['hours.md'],
        changes: [
          text('new.md', undefined, bodied('Support answers within some hours on weekdays in winter.')),
          retire('hours.md', 'new.md'),
        ],
      },
      '“Support answers within 4 hours',
    ],
    [
      'that turns a denial round',
      {
        sources: ['never.md'],
        changes: [
          text('new.md', undefined, bodied('Push to the main branch of the shop on Fridays.')),
          retire('never.md', 'new.md'),
        ],
      },
      '“Never push',
    ],
    [
      'that holds a secret',
      { changes: [text('new.md', undefined, bodied(`The key is ${secret}.`))] },
      'looks like a secret',
    ],
    [
      'that adds a secret to the index',
      { sources: ['MEMORY.md'], changes: [text('MEMORY.md', INDEX, `${INDEX}- key ${secret}\n`)] },
      'looks like a secret',
    ],
  ])('%s', (_, more, reason) => {
    const store = dreamStore({
      ...BASE,
      'logs/2026/01/2026-01-09.md': '- 10:00 Shipped it.\n',
      'hours.md': dated('hours', '2026-01-05', 'Support answers within 4 hours on weekdays in winter.'),
      'never.md': dated('never', '2026-01-05', 'Never push to the main branch of the shop on Fridays.'),
    });
    const other = candidate({
      title: 'Another',
      sources: ['build.md', 'cache.md'],
      changes: [
        text('both.md', undefined, bodied(`${BUILD}\n\nAll about the cache of this project.`)),
        retire('build.md', 'both.md'),
        retire('cache.md', 'both.md'),
      ],
    });
    const { titles, dropped } = outcomeOf(store, [candidate(more), other]);
    expect(dropped).toEqual([expect.stringContaining(reason)]);
    expect(titles, 'The others stand.').toEqual(['merge: Another']);
  });
});

describe('a statement is covered by other words', () => {
  it.each([
    ['in the same words with other punctuation', 'Support answers within 4 hours; on weekdays, in winter!'],
    ['inside a longer sentence', 'As of 2026, support answers within 4 hours on weekdays in winter, and not at night.'],
    ['with fillers changed', 'Support answers on weekdays within 4 hours during winter.'],
    ['as a list', '- Support\n- answers within 4 hours on weekdays in winter'],
  ])('%s', (_, body) => {
    const store = dreamStore({
      ...BASE,
      'hours.md': dated('hours', '2026-01-05', 'Support answers within 4 hours on weekdays in winter.'),
    });
    expect(
      verdict(
        store,
        candidate({
          sources: ['hours.md'],
          changes: [text('new.md', undefined, bodied(body)), { do: 'retire', path: 'hours.md', by: 'new.md' }],
        }),
      ),
    ).toEqual([]);
  });

  it('but not by words from all over a text', () => {
    const store = dreamStore({
      ...BASE,
      'hours.md': dated('hours', '2026-01-05', 'Staging tokens expire quickly after midnight.'),
    });
    const scattered =
      'Staging is in Paris.\n\nEvery token is blue.\n\nBatteries expire.\n\nRun quickly.\n\nSleep after midnight.';
    expect(
      verdict(
        store,
        candidate({
          sources: ['hours.md'],
          changes: [text('new.md', undefined, bodied(scattered)), { do: 'retire', path: 'hours.md', by: 'new.md' }],
        }),
      ),
    ).toHaveLength(1);
  });
});

describe('the same words with another meaning', () => {
  it.each<readonly [string, string, string]>([
    [
      'numbers that changed places',
      'The access tokens of the shop backend live for 15 minutes by default. The refresh tokens of the shop backend live for 30 days by default.',
      'The access tokens of the shop backend live for 30 days by default. The refresh tokens of the shop backend live for 15 minutes by default.',
    ],
    [
      'numbers that changed places in one sentence',
      'The api listens on port 8080 and the docs listen on port 9090.',
      'The api listens on port 9090 and the docs listen on port 8080.',
    ],
    ['names that changed places', 'Alice owns billing. Bob owns shipping.', 'Bob owns billing. Alice owns shipping.'],
    [
      'a denial that was put in',
      'Pushing to the main branch of the shop on Fridays is allowed.',
      'Pushing to the main branch of the shop on Fridays is not allowed.',
    ],
    [
      'a denial before the very same words',
      'Push hotfixes of the shop on Fridays.',
      'Never push hotfixes of the shop on Fridays.',
    ],
    [
      'a denial that changed places',
      'Deploy the shop on Fridays, not on Mondays.',
      'Deploy the shop on Mondays, not on Fridays.',
    ],
    [
      'a name in code that is another',
      'Requests to the archive bucket go through retryQueue of the sync worker.',
      'Requests to the archive bucket go through retryQueues of the sync worker.',
    ],
    [
      'a name in backticks that is another',
      'Requests to the archive bucket go through `relay` of the sync worker.',
      'Requests to the archive bucket go through `relays` of the sync worker.',
    ],
    [
      'another word in place of one',
      'Backups of the archive bucket are kept by the EU data team of the shop.',
      'Backups of the archive bucket are kept by the US data team of the shop.',
    ],
    [
      'a number more',
      'Support answers within 4 hours on weekdays in winter.',
      'Support answers within 4 to 8 hours on weekdays in winter.',
    ],
  ])('are refused: %s', (_, before, body) => {
    const store = dreamStore({ ...BASE, 'a.md': dated('a', '2026-01-05', before) });
    const { titles, dropped } = outcomeOf(store, [
      candidate({
        sources: ['a.md'],
        changes: [text('new.md', undefined, bodied(body)), { do: 'retire', path: 'a.md', by: 'new.md' }],
      }),
    ]);
    expect([titles, dropped]).toEqual([
      [],
      [expect.stringContaining('contains text that no memory would contain anymore')],
    ]);
  });
});

describe('files that no proposal may use', () => {
  const same = 'Invoices are rounded down to whole cents before tax is added to them.';
  const conflict = `${dated('b', '2026-01-06', same)}<<<<<<< HEAD\nA\n=======\nB\n>>>>>>> other\n`;
  it('with merge conflicts are neither changed nor used as a replacement', () => {
    const store = dreamStore({ ...BASE, 'a.md': dated('a', '2026-01-05', same), 'b.md': conflict });
    expect(
      verdict(
        store,
        candidate({ sources: ['a.md', 'b.md'], changes: [{ do: 'retire', path: 'a.md', by: 'b.md' }] }),
        candidate({ sources: ['a.md', 'b.md'], changes: [{ do: 'retire', path: 'b.md', by: 'a.md' }] }),
      ),
    ).toEqual(Array<string>(2).fill('b.md contains merge conflicts. Resolve them, then check again.'));
  });

  it('behind a link out of the directory never replace one inside', () => {
    const plain = dreamStore({
      ...BASE,
      'a.md': dated('a', '2026-01-05', same),
      'b.md': dated('b', '2026-01-06', same),
    });
    const b = plain.files.get('b.md');
    if (b === undefined) throw new Error('b.md doesn’t exist.');
    const store = {
      ...plain,
      files: new Map([...plain.files, ['b.md', { ...b, source: { ...b.source, linkTarget: '/elsewhere/b.md' } }]]),
    };
    expect(
      verdict(store, candidate({ sources: ['a.md', 'b.md'], changes: [{ do: 'retire', path: 'a.md', by: 'b.md' }] })),
    ).toEqual(['b.md is a link that points outside the memory directory.']);
  });
});

describe('entries of the index', () => {
  const lines = (names: readonly string[]): string =>
    names.map((name) => `- [${name}](${name}.md) — ${name}\n`).join('');
  const gone = (count: number): string[] => Array.from({ length: count }, (_, at) => `gone-${at}`);
  const unlist = (names: readonly string[]): DreamCandidate =>
    candidate({
      kind: 'index',
      sources: ['MEMORY.md'],
      changes: [{ do: 'unlist', targets: names.map((name) => `${name}.md`) }],
    });

  it.each([
    [3, 0],
    [4, 0],
    [5, 1],
    [12, 1],
  ])('%i of 12 and themselves that lead to nothing: refused %i times', (count, refused) => {
    expect(
      verdict(dreamStore({ ...PLAIN, 'MEMORY.md': INDEX + lines(gone(count)) }), unlist(gone(count))),
    ).toHaveLength(refused);
  });

  it('counts what was accepted before', () => {
    const store = dreamStore({ ...PLAIN, 'MEMORY.md': INDEX + lines(gone(5)) });
    const { titles, dropped } = outcomeOf(store, [
      unlist(['gone-0', 'gone-1']),
      unlist(['gone-2', 'gone-3']),
      unlist(['gone-2', 'gone-3', 'gone-4']),
    ]);
    expect([titles.length, dropped]).toEqual([2, [expect.stringContaining('with the other proposals')]]);
  });

  it('replaced by the same one in two proposals count as one loss', () => {
    const same = (day: string): string => dated('same', day, 'One and the same thing.');
    const store = dreamStore({
      'a.md': same('2026-01-01'),
      'b.md': same('2026-01-02'),
      'c.md': same('2026-01-03'),
      'MEMORY.md': lines(['a', 'b']),
    });
    const retire = (path: string): DreamCandidate =>
      candidate({ sources: [path], changes: [{ do: 'retire', path, by: 'c.md' }] });
    expect(verdict(store, retire('a.md'), retire('b.md'))).toEqual([expect.stringContaining('1 of 2 entries')]);
  });

  it('23 files that vanished take no entry with them, however large the index is (anthropics/claude-code#47959)', () => {
    for (const others of [7, 120]) {
      const stay = Array.from({ length: others }, (_, at) => `stay-${at}`);
      const store = dreamStore({
        ...Object.fromEntries(
          stay.map((name) => [`${name}.md`, dated(name, '2026-01-05', `All about ${name}, and nothing else.`)]),
        ),
        'MEMORY.md': lines([...stay, ...gone(23)]),
      });
      const { titles, texts, dropped } = outcomeOf(store);
      expect([titles, texts.size]).toEqual([[], 0]);
      expect(dropped).toEqual([expect.stringContaining('23 of')]);
    }
  });

  it('never exceed the loaded part; an index that is too long may shrink', () => {
    const long = Array.from({ length: 200 }, (_, at) => `long-${at}`);
    const files = Object.fromEntries(
      long.map((name) => [`${name}.md`, dated(name, '2026-01-05', `All about ${name}, and nothing else.`)]),
    );
    const store = dreamStore({ ...files, ...PLAIN, 'MEMORY.md': lines(long) });
    expect(verdict(store, candidate({ kind: 'index', changes: [{ do: 'list', paths: ['api.md'] }] }))).toEqual([
      expect.stringContaining('longer than Claude Code loads'),
    ]);
    const over = dreamStore({ ...files, 'MEMORY.md': lines([...long, 'gone-1', 'gone-2']) });
    expect(verdict(over, unlist(['gone-1']))).toEqual([]);
  });
});

describe('proposals that depend on each other', () => {
  const retire = (path: string, by: string): DreamChange => ({ do: 'retire', path, by });
  const same = dreamStore({
    ...BASE,
    'a.md': dated('a', '2026-01-01', 'One and the same thing.'),
    'b.md': dated('b', '2026-01-02', 'One and the same thing.'),
    'c.md': dated('c', '2026-01-03', 'One and the same thing.'),
  });
  it.each([
    ['retire one memory twice', [retire('a.md', 'b.md')], [retire('a.md', 'c.md')]],
    ['retire what stands for another', [retire('a.md', 'b.md')], [retire('b.md', 'c.md')]],
    ['rely on what is retired', [retire('b.md', 'c.md')], [retire('a.md', 'b.md')]],
  ])('%s: the first stands', (_, first, second) => {
    const { titles, dropped } = outcomeOf(same, [
      candidate({ title: 'First', changes: first }),
      candidate({ title: 'Second', changes: second }),
    ]);
    expect([titles, dropped]).toEqual([
      ['merge: First'],
      [expect.stringContaining('Another proposal already changes')],
    ]);
  });
});

describe('facts in the text of a model', () => {
  it.each([
    ['a number', 'All about the api of this project, on port 8080.', '8080'],
    ['a path', 'All about the api of this project, in src/api/main.ts.', 'src/api/main.ts'],
    ['a name in code', 'All about the api of this project: call start_server.', 'start_server'],
  ])('out of nothing is refused: %s', (_, body, word) => {
    expect(
      verdict(
        dreamStore(BASE),
        candidate({
          by: 'model',
          sources: ['api.md', 'build.md'],
          changes: [text('new.md', undefined, bodied(body)), { do: 'retire', path: 'api.md', by: 'new.md' }],
        }),
      ),
    ).toEqual([expect.stringContaining(`“${word}”`)]);
  });

  it('invented ones are refused in its index entry', () => {
    const described = bodied(API).replace('description: joined', 'description: The api on port 9191');
    expect(
      verdict(
        dreamStore(BASE),
        candidate({
          by: 'model',
          sources: ['api.md', 'build.md'],
          changes: [text('new.md', undefined, described), { do: 'retire', path: 'api.md', by: 'new.md' }],
        }),
      ),
    ).toEqual([expect.stringContaining('“9191”')]);
  });

  it('those of its sources are accepted', () => {
    const store = dreamStore({
      ...BASE,
      'port.md': dated('port', '2026-01-01', 'The api listens on 8080, see `src/api.ts`.'),
    });
    expect(
      verdict(
        store,
        candidate({
          by: 'model',
          sources: ['api.md', 'port.md'],
          changes: [
            text('new.md', undefined, bodied(`${API} The api listens on 8080, see src/api.ts.`)),
            { do: 'retire', path: 'api.md', by: 'new.md' },
            { do: 'retire', path: 'port.md', by: 'new.md' },
          ],
        }),
      ),
    ).toEqual([]);
  });
});

describe('sentences of the index (case 51)', () => {
  const rule = '- Never force-push to main ([api](api.md))\n';
  const store = dreamStore({ ...BASE, 'MEMORY.md': rule + INDEX });
  const change = (after: string): DreamCandidate =>
    candidate({ kind: 'index', sources: ['MEMORY.md'], changes: [text('MEMORY.md', rule + INDEX, after)] });

  it('stay: a change that drops one is refused', () => {
    expect(verdict(store, change(INDEX))).toEqual([expect.stringContaining('would lose the text “never force push')]);
  });

  it('may lose their link', () => {
    expect(verdict(store, change(rule.replace('[api](api.md)', 'api') + INDEX))).toEqual([]);
  });

  it.each(['utf8-invalid', 'binary'] as const)('are made from no file that is %s (case 60)', (encoding) => {
    const files = new Map(store.files);
    const api = files.get('api.md');
    if (api !== undefined) files.set('api.md', { ...api, source: { ...api.source, encoding } });
    expect(verdict({ ...store, files }, candidate({ changes: [text('new.md', undefined, bodied(API))] }))).toHaveLength(
      1,
    );
  });
});
