import { describe, expect, it } from 'vitest';

import { budgetWords } from '../../src/core/index/budget.js';
import type { StoreView } from '../../src/core/results.js';
import {
  budgetShare,
  budgetText,
  buildTree,
  hasContent,
  initialState,
  type TreeNode,
  type TreeSettings,
} from '../../src/extension/tree/tree-model.js';
import { budget, memory, view } from './store-views.js';

const settings = (more: Partial<TreeSettings> = {}): TreeSettings => ({
  groupBy: 'level',
  sortBy: 'age',
  filter: '',
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
        ' project (2)',
        '  e',
        '  a',
        'Long-term (2)',
        ' feedback (1)',
        '  c',
        ' user (1)',
        '  b',
        'Shared (1)',
        ' project (1)',
        '  d',
        'Deleted (1)',
        ' gone',
      ],
    ],
    [
      'type',
      ['MEMORY.md', 'feedback (1)', ' c', 'project (3)', ' d', ' e', ' a', 'user (1)', ' b', 'Deleted (1)', ' gone'],
    ],
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
      [
        'MEMORY.md',
        'Short-term (1)',
        ' project (1)',
        '  a',
        'Daily logs (2)',
        ' logs/2026/03/2026-03-11',
        ' logs/2026/03/2026-03-10',
      ],
    ],
    [
      'a store that lost its index',
      [view([memory('a.md')], { budget: undefined })],
      ['MEMORY.md missing', 'Short-term (1)', ' project (1)', '  a'],
    ],
    [
      'a store of the project that no agent reads by an index',
      [view([memory('a.md')], { budget: undefined, info: { kind: 'in-repo' } })],
      ['Short-term (1)', ' project (1)', '  a'],
    ],
    ['an empty store', [view([], { budget: undefined })], []],
    [
      'two stores',
      [view([memory('a.md')]), view([], { key: 't', budget: undefined })],
      ['s (1)', ' MEMORY.md', ' Short-term (1)', '  project (1)', '   a', 't (0)'],
    ],
    [
      'one that is there beside one that is not',
      [view([], { key: 't', info: { exists: false } }), view([memory('a.md')])],
      ['MEMORY.md', 'Short-term (1)', ' project (1)', '  a'],
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
      { unreachable: expect.stringMatching(/Make it, or take it out of the setting “Memdir: Directories”/) as string },
    ]);
  });

  it.each<TreeSettings['groupBy']>(['level', 'type'])(
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
  it.each<[string, string[]]>([
    ['b.md', ['b']],
    ['tabs', ['b']],
    ['prefers user', ['b']],
    ['feedback', ['c']],
    ['.md', ['e', 'a', 'c', 'b', 'd', 'gone']],
    ['tabs feedback', []],
    ['gone', ['gone']],
  ])('"%s"', (filter, expected) => {
    expect(names([view(some)], { filter })).toEqual(expected);
  });

  it('hides indexes and stores without a match and expands the groups', () => {
    const nodes = buildTree([view(some), view([memory('other.md')], { key: 't' })], settings({ filter: 'tabs' }));
    expect(outline(nodes)).toEqual(['Long-term (1)', ' user (1)', '  b']);
    expect(
      all(nodes)
        .filter((node) => node.kind === 'group')
        .every(({ expanded }) => expanded),
    ).toBe(true);
  });
});

describe('marks', () => {
  it.each<[string, Parameters<typeof memory>[1], string[]]>([
    ['nothing unusual', {}, []],
    ['not listed', { inIndex: false, loaded: false }, ['not in index']],
    ['listed past the cut', { loaded: false }, ['not loaded']],
    ['faded', { survival: 0.09 }, ['stale']],
    ['faded just not', { survival: 0.1 }, []],
    ['a link', { symlink: true, survival: 0 }, ['stale', 'link']],
  ])('%s', (_, more, expected) => {
    expect(marksOf([view([memory('a.md', more)])])).toEqual([expected]);
  });

  it('claim nothing about the age of a memory that cannot be read, which comes last by age (case 61)', () => {
    const unreadable = 'The file cannot be read: it isn’t downloaded from the cloud.';
    const rows = [
      memory('away.md', { ageDays: null, ageSource: null, createdAt: null, survival: null, unreadable }),
      memory('old.md', { ageDays: 900, survival: 0 }),
    ];
    const nodes = all(buildTree([view(rows)], settings())).filter((node) => node.kind === 'memory');
    expect(nodes.map(({ memory: { name }, marks }) => [name, marks])).toEqual([
      ['old', ['stale']],
      ['away', []],
    ]);
    const unindexed = { ...view(rows, { budget: undefined }), indexUnreadable: unreadable, unlisted: 2 };
    const [store] = buildTree([unindexed, view([memory('b.md')], { key: 't' })], settings());
    expect(store).toMatchObject({ gaps: ['MEMORY.md not readable', '2 not listed'] });
  });

  it('omit the index where the store has none', () => {
    expect(marksOf([view([memory('a.md', { inIndex: false, loaded: false })], { budget: undefined })])).toEqual([[]]);
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
    expect(marksOf(views)).toEqual([['1 problem'], ['2 problems']]);
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

it.each<[Parameters<typeof budget>[0], string, number]>([
  [{ lines: 0, units: 0 }, '0/200 lines, 0.0/25.0 k', 0],
  [{ lines: 143, units: 18_240 }, '143/200 lines, 18.2/25.0 k', 0.7296],
  [{ lines: 180, units: 1000 }, '180/200 lines, 1.0/25.0 k', 0.9],
  [{ lines: 203, units: 25_500 }, '203/200 lines, 25.5/25.0 k', 1.02],
])('budget %j', (more, text, share) => {
  expect(budgetText(budget(more))).toBe(text);
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

  it('mark what the agent never sees, and nothing as stale that has no type', () => {
    const unseen = { ...user, memories: user.memories.map((each) => ({ ...each, loaded: false })) };
    expect(marksOf([unseen, repository])).toEqual([['not loaded'], []]);
  });
});
