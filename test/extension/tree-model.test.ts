import { describe, expect, it } from 'vitest';

import { budgetWords } from '../../src/core/index/budget.js';
import type { StoreView } from '../../src/core/results.js';
import { type Filter, NO_FILTER } from '../../src/extension/tree/filter.js';
import {
  budgetShare,
  budgetShort,
  budgetText,
  buildTree,
  hasContent,
  initialState,
  type TreeNode,
  type TreeSettings,
} from '../../src/extension/tree/tree-model.js';
import { budget, memory, view } from './store-views.js';

const settings = (more: Partial<TreeSettings> = {}): TreeSettings => ({
  groupBy: 'type',
  sortBy: 'age',
  filter: NO_FILTER,
  ...more,
});

function line(node: TreeNode): string {
  if (node.kind === 'store') return `${node.key} (${node.count})`;
  if (node.kind === 'group') return `${node.label} (${node.count})`;
  if (node.kind === 'missing-index') return 'MEMORY.md missing';
  return node.kind === 'index' ? 'MEMORY.md' : node.memory.name;
}
const outline = (nodes: readonly TreeNode[], depth = 0): string[] =>
  nodes.flatMap((node) => [' '.repeat(depth) + line(node), ...outline(node.children, depth + 1)]);
const all = (nodes: readonly TreeNode[]): TreeNode[] => nodes.flatMap((node) => [node, ...all(node.children)]);
const names = (views: readonly StoreView[], more: Partial<TreeSettings>): string[] =>
  all(buildTree(views, settings(more)))
    .filter((node) => node.kind === 'memory')
    .map(line);
const marksOf = (views: readonly StoreView[]): (readonly string[])[] =>
  all(buildTree(views, settings()))
    .filter((node) => node.kind === 'memory')
    .filter(({ key, memory }) => key === memory.id)
    .map(({ marks }) => marks);

const some = [
  memory('a.md', { type: 'project', level: 'short-term', ageDays: 9, accessCount: 1 }),
  memory('b.md', { type: 'user', level: 'long-term', ageDays: 3, accessCount: 5, description: 'Prefers Tabs' }),
  memory('c.md', { type: 'feedback', level: 'long-term', ageDays: 6, accessCount: 1 }),
  memory('d.md', { type: 'project', level: 'shared', ageDays: 1 }),
  memory('e.md', { type: 'project', level: 'short-term', ageDays: 2 }),
  memory('gone.md', { deleted: true }),
];

describe('grouping', () => {
  it.each<[TreeSettings['groupBy'], string[]]>([
    [
      'level',
      [
        'MEMORY.md',
        'Short-term (2)',
        ' e',
        ' a',
        'Long-term (2)',
        ' b',
        ' c',
        'Shared (1)',
        ' d',
        'Deleted (1)',
        ' gone',
      ],
    ],
    [
      'type',
      ['MEMORY.md', 'feedback (1)', ' c', 'project (3)', ' d', ' e', ' a', 'user (1)', ' b', 'Deleted (1)', ' gone'],
    ],
    [
      'age',
      [
        'MEMORY.md',
        'Yesterday (1)',
        ' d',
        'Last 7 days (3)',
        ' e',
        ' b',
        ' c',
        'Last 30 days (1)',
        ' a',
        'Deleted (1)',
        ' gone',
      ],
    ],
    ['agent', ['MEMORY.md', 'No agent recorded (5)', ' d', ' e', ' b', ' c', ' a', 'Deleted (1)', ' gone']],
    ['problem', ['MEMORY.md', 'No problems (5)', ' d', ' e', ' b', ' c', ' a', 'Deleted (1)', ' gone']],
    ['store', ['s (5)', ' MEMORY.md', ' d', ' e', ' b', ' c', ' a', ' Deleted (1)', '  gone']],
  ])('by %s shows every memory exactly once, deleted memories last', (groupBy, expected) => {
    expect(outline(buildTree([view(some)], settings({ groupBy })))).toEqual(expected);
  });

  it.each<[string, StoreView[], string[]]>([
    ['nothing', [], []],
    ['a store that is not there', [view([], { info: { exists: false }, budget: undefined })], []],
    [
      'daily logs',
      [
        view([
          memory('logs/2026/03/2026-03-10.md', { inIndex: false, survival: 0 }),
          memory('logs/2026/03/2026-03-11.md', { inIndex: false, ageDays: 5 }),
          memory('a.md'),
        ]),
      ],
      ['MEMORY.md', 'project (1)', ' a', 'Daily logs (2)', ' logs/2026/03/2026-03-11', ' logs/2026/03/2026-03-10'],
    ],
    [
      'a store that lost its index',
      [view([memory('a.md')], { budget: undefined })],
      ['MEMORY.md missing', 'project (1)', ' a'],
    ],
    [
      'a store of the project that no agent reads by an index',
      [view([memory('a.md')], { budget: undefined, info: { kind: 'in-repo' } })],
      ['project (1)', ' a'],
    ],
    ['an empty store', [view([], { budget: undefined })], []],
    [
      'two stores',
      [view([memory('a.md')]), view([], { key: 't', budget: undefined })],
      ['s (1)', ' MEMORY.md', ' project (1)', '  a', 't (0)'],
    ],
    [
      'one that is there beside one that is not',
      [view([], { key: 't', info: { exists: false } }), view([memory('a.md')])],
      ['MEMORY.md', 'project (1)', ' a'],
    ],
    [
      'nothing of a project without memories',
      [view([], { unreachable: 'Its parent is not there.', budget: undefined, info: { exists: false } })],
      [],
    ],
    [
      'a directory of the settings that does not exist',
      [view([], { budget: undefined, info: { kind: 'extra', exists: false } })],
      ['s (0)'],
    ],
    [
      'a directory of the settings on a drive that is gone',
      [
        view([], {
          unreachable: 'Its parent is not there.',
          budget: undefined,
          info: { kind: 'extra', exists: false },
        }),
      ],
      ['s (0)'],
    ],
    ['one that cannot be read', [view([], { unreachable: 'No permission.', budget: undefined })], ['s (0)']],
  ])('shows %s', (_, views, expected) => {
    expect(outline(buildTree(views, settings()))).toEqual(expected);
  });

  it('names the setting to change for an extra directory that does not exist', () => {
    expect(
      buildTree([view([], { budget: undefined, info: { kind: 'extra', exists: false } })], settings()),
    ).toMatchObject([
      {
        unreachable: expect.stringMatching(/Create it, or remove it from the setting “Memdir: Directories”/) as string,
      },
    ]);
  });

  it.each<TreeSettings['groupBy']>(['level', 'type', 'store', 'age', 'problem', 'agent'])(
    'gives every node a key of its own, whatever types and files are called (%s)',
    (groupBy) => {
      const odd = [
        'project',
        'a.md',
        '#index',
        'index',
        'short-term',
        '#short-term',
        '/short-term',
        'type',
        '/type/project',
      ];
      const nodes = all(
        buildTree(
          [
            view(odd.map((type, at) => memory(at === 0 ? 'a.md' : `${type.replace('/', '')}-${at}.md`, { type }))),
            view([], { key: 't' }),
          ],
          settings({ groupBy }),
        ),
      );
      const keys = nodes.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    },
  );

  it('keeps the keys of its rows when memories are added, removed and changed', () => {
    const groups = (views: StoreView[]): string[] =>
      all(buildTree(views, settings()))
        .filter((node) => node.kind === 'group')
        .map(({ key }) => key);
    expect(groups([view(some)])).toEqual(groups([view([...some, memory('new.md')])]));
  });
});

it.each<[TreeSettings['sortBy'], string[]]>([
  ['age', ['d', 'e', 'a', 'gone']],
  ['name', ['a', 'd', 'e', 'gone']],
  ['use', ['a', 'd', 'e', 'gone']],
])('sorts by %s within a group, deleted memories last', (sortBy, expected) => {
  expect(names([view(some.filter(({ type }) => type === 'project'))], { sortBy, groupBy: 'type' })).toEqual(expected);
});

describe('filtering', () => {
  const words = (text: string): Filter => ({ words: text, conditions: [] });

  it.each<[string, string[]]>([
    ['b.md', ['b']],
    ['tabs', ['b']],
    ['prefers user', ['b']],
    ['feedback', ['c']],
    ['.md', ['c', 'd', 'e', 'a', 'b', 'gone']],
    ['tabs feedback', []],
    ['gone', ['gone']],
  ])('"%s"', (filter, expected) => {
    expect(names([view(some)], { filter: words(filter) })).toEqual(expected);
  });

  it('shows the stores with a match alone, and expands them and their groups', () => {
    const nodes = buildTree(
      [view(some), view([memory('other.md')], { key: 't' })],
      settings({ filter: words('tabs') }),
    );
    expect(outline(nodes)).toEqual(['s//filtered (1)', ' MEMORY.md', ' user (1)', '  b']);
    const second = buildTree(
      [view([memory('other.md')], { key: 't' }), view(some)],
      settings({ filter: words('tabs') }),
    );
    expect(second).toMatchObject([{ kind: 'store', first: true, children: [{}, { kind: 'group', expanded: true }] }]);
  });

  it.each<[Filter['conditions'], string[]]>([
    [['problems'], ['a']],
    [['stale'], ['b']],
    [
      ['secret', 'unlisted'],
      ['a', 'c'],
    ],
    [['week'], ['c', 'd', 'e', 'b', 'gone']],
  ])('by conditions: %j', (conditions, expected) => {
    const marks: StoreView['marks'] = {
      'a.md': { severity: 'error', count: 1, codes: { secret: 'error' } },
      'b.md': { severity: 'hint', count: 0, codes: { stale: 'hint' } },
      'c.md': { severity: 'hint', count: 0, codes: { 'index-orphan': 'hint' } },
    };
    expect(new Set(names([view(some, { marks })], { filter: { words: '', conditions } }))).toEqual(new Set(expected));
  });
});

describe('what needs attention', () => {
  const marks: StoreView['marks'] = {
    'a.md': { severity: 'error', count: 2, codes: { secret: 'error', 'why-missing': 'info' } },
    'b.md': { severity: 'hint', count: 0, codes: { stale: 'hint' } },
    'c.md': { severity: 'warning', count: 2, codes: { secret: 'warning', 'frontmatter-yaml': 'warning' } },
    'd.md': { severity: 'info', count: 1, codes: { 'why-missing': 'info' } },
  };

  it('is grouped by reason before the types, each memory counted once in all', () => {
    expect(outline(buildTree([view(some, { marks })], settings())).slice(0, 9)).toEqual([
      'MEMORY.md',
      'Needs attention (3)',
      ' Contains a secret (2)',
      '  c',
      '  a',
      ' Stale (1)',
      '  b',
      ' Other problems (1)',
      '  c',
    ]);
  });

  it('is what the grouping by problem shows instead', () => {
    const rows = outline(buildTree([view(some, { marks })], settings({ groupBy: 'problem' })));
    expect(rows.filter((row) => !row.startsWith(' '))).toEqual([
      'MEMORY.md',
      'Contains a secret (2)',
      'Stale (1)',
      'Other problems (1)',
      'No problems (2)',
      'Deleted (1)',
    ]);
  });

  it('is counted at the groups of types, notes called what they are', () => {
    const groups = all(buildTree([view(some, { marks })], settings())).flatMap((node) =>
      node.kind === 'group' && node.type !== undefined ? [[node.type, node.rolledUp]] : [],
    );
    expect(groups).toEqual([
      ['feedback', { problems: 2, severity: 'warning' }],
      ['project', { problems: 3, severity: 'error' }],
      ['user', undefined],
    ]);
  });
});

describe('marks', () => {
  const found = (codes: NonNullable<StoreView['marks'][string]['codes']>, count = 0): StoreView['marks'][string] => ({
    severity: Object.values(codes)[0] ?? 'hint',
    count,
    codes,
  });

  it.each<[string, Parameters<typeof memory>[1], StoreView['marks'][string] | undefined, string[]]>([
    ['nothing unusual', {}, undefined, []],
    ['not listed', { inIndex: false, loaded: false }, found({ 'index-orphan': 'warning' }, 1), ['not listed']],
    ['not listed, and more', { inIndex: false }, found({ 'index-orphan': 'warning' }, 3), ['not listed']],
    ['listed past the cut', { loaded: false }, undefined, ['not loaded']],
    ['stale', {}, found({ stale: 'hint' }), ['stale']],
    ['a note', {}, found({ 'why-missing': 'info' }, 1), ['1 note']],
    ['a link', { symlink: true }, undefined, ['link']],
  ])('%s', (_, more, marks, expected) => {
    expect(marksOf([view([memory('a.md', more)], marks === undefined ? {} : { marks: { 'a.md': marks } })])).toEqual([
      expected,
    ]);
  });

  it('claim nothing about the age of a memory that cannot be read, which comes last by age (case 61)', () => {
    const unreadable = 'The file cannot be read: it isn’t downloaded from the cloud.';
    const rows = [
      memory('away.md', { ageDays: null, ageSource: null, createdAt: null, survival: null, unreadable }),
      memory('old.md', { ageDays: 900, survival: 0 }),
    ];
    const nodes = all(buildTree([view(rows)], settings())).filter((node) => node.kind === 'memory');
    expect(nodes.map(({ memory: { name }, marks }) => [name, marks])).toEqual([
      ['old', []],
      ['away', []],
    ]);
    const unindexed = { ...view(rows, { budget: undefined }), indexUnreadable: unreadable, unlisted: 2 };
    const [store] = buildTree([unindexed, view([memory('b.md')], { key: 't' })], settings());
    expect(store).toMatchObject({ gaps: ['MEMORY.md not readable', '2 files not readable'] });
  });

  it('omit the index where the store has none', () => {
    expect(marksOf([view([memory('a.md', { inIndex: false, loaded: false })], { budget: undefined })])).toEqual([[]]);
  });

  it.each<[string, Parameters<typeof memory>[1], boolean]>([
    ['loaded', {}, false],
    ['not listed', { inIndex: false, loaded: false }, true],
    ['not loaded', { loaded: false }, true],
    ['forgotten', { deleted: true, inIndex: false, loaded: false }, false],
  ])('say whether agents start without it: %s', (_, more, leftOut) => {
    const [node] = all(buildTree([view([memory('a.md', more)])], settings())).filter(({ kind }) => kind === 'memory');
    expect(node).toMatchObject({ leftOut });
  });

  it('count the problems of a file, also in its folder', () => {
    const views = [
      view([memory('a.md'), memory('sub/a.md')], {
        marks: {
          'a.md': { severity: 'warning', count: 1 },
          'sub/a.md': { severity: 'error', count: 2 },
          'MEMORY.md': { severity: 'info', count: 3 },
        },
      }),
    ];
    const nodes = all(buildTree(views, settings())).filter(({ key }) => /^s\/[^/]/.test(key));
    expect(nodes.flatMap((node) => (node.kind === 'memory' ? [node.found] : []))).toEqual([1, 2]);
    expect(buildTree(views, settings())[0]).toMatchObject({ kind: 'index', problems: { severity: 'info', count: 3 } });
  });
});

it.each<[string, Parameters<typeof view>, boolean]>([
  ['a memory', [[memory('a.md')], { budget: undefined }], true],
  ['a forgotten memory', [[memory('a.md', { deleted: true })], { budget: undefined }], true],
  ['an index alone', [[]], true],
  ['a directory that is there and empty', [[], { budget: undefined }], false],
  ['a directory that cannot be read', [[], { budget: undefined, unreachable: 'EACCES' }], true],
  [
    'the folder of a project that is not made yet',
    [[], { budget: undefined, unreachable: 'ENOENT', info: { exists: false } }],
    false,
  ],
  [
    'a folder of the settings that is gone',
    [[], { budget: undefined, unreachable: 'ENOENT', info: { exists: false, kind: 'extra' } }],
    true,
  ],
  [
    'a folder of the settings that was never there',
    [[], { budget: undefined, info: { exists: false, kind: 'extra' } }],
    true,
  ],
])('the tree has a row for %s: %j', (_, [memories, more], something) => {
  const only = view(memories, more);
  expect(hasContent(only)).toBe(something);
  // The view says that nothing was found where it shows no row.
  expect(buildTree([only], settings()).length > 0).toBe(something);
});

it('the budget of an index is formatted as lines and characters', () => {
  expect(budgetWords(budget({ lines: 143, units: 18_240 }))).toBe('143 of 200 lines, 18,240 of 25,000 characters');
});

it.each<[Parameters<typeof budget>[0], string, string, number]>([
  [{ lines: 0, units: 0 }, '0/200 lines, 0.0/25.0 k', '0/200', 0],
  [{ lines: 143, units: 18_240 }, '143/200 lines, 18.2/25.0 k', '19/25k', 0.7296],
  [{ lines: 180, units: 1000 }, '180/200 lines, 1.0/25.0 k', '180/200', 0.9],
  [{ lines: 203, units: 25_500 }, '203/200 lines, 25.5/25.0 k', '26/25k', 1.02],
])('budget %j', (more, text, short, share) => {
  expect(budgetText(budget(more))).toBe(text);
  expect(budgetShort(budget(more))).toBe(short);
  expect(budgetShare(budget(more))).toBeCloseTo(share, 10);
});

it('only a store with content can be expanded', () => {
  const nodes = buildTree(
    [
      view([memory('a.md')]),
      view([memory('b.md')], { key: 't' }),
      view([], { key: 'u', budget: undefined }),
      view([], { key: 'v', budget: undefined, info: { kind: 'extra', exists: false } }),
    ],
    settings(),
  );
  expect(nodes.map((node) => node.kind === 'store' && [node.key, initialState(node)])).toEqual([
    ['s', 'open'],
    ['t', 'closed'],
    ['u', 'none'],
    ['v', 'none'],
  ]);
});

describe('stores of other agents', () => {
  const user = view([memory('preferences.md', { type: 'unknown', level: 'long-term', survival: 0 })], {
    key: 'u',
    info: { kind: 'copilot', scope: 'user', label: 'Copilot: user' },
    budget: undefined,
    filesBudget: { lines: 212, limitLines: 200, cuts: { 'preferences.md': 0 } },
  });
  const repository = view([memory('build.md', { type: 'unknown', inIndex: false, loaded: false })], {
    key: 'r',
    info: { kind: 'copilot', scope: 'repository', label: 'Copilot: shop' },
    budget: undefined,
  });

  it('are under a row of their agent, notes without groups, after the stores of Claude Code', () => {
    const tree = buildTree([user, view([memory('a.md')], { key: 'c' }), repository], settings({ groupBy: 'type' }));
    expect(outline(tree)).toEqual([
      'c (1)',
      ' MEMORY.md',
      ' project (1)',
      '  a',
      'Copilot (2)',
      ' u (1)',
      '  preferences',
      ' r (1)',
      '  build',
    ]);
    const stores = all(tree).filter((node) => node.kind === 'store');
    expect(stores.map(({ label, gaps }) => [label, ...gaps])).toEqual([['c'], ['User', '212/200 lines'], ['shop']]);
  });

  it('mark what the agent never sees', () => {
    const unseen = { ...user, memories: user.memories.map((each) => ({ ...each, loaded: false })) };
    expect(marksOf([unseen, repository])).toEqual([['not loaded'], []]);
  });
});
