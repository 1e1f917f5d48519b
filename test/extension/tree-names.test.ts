import { expect, it } from 'vitest';

import type { StoreView } from '../../src/core/results.js';
import { NO_FILTER } from '../../src/extension/tree/filter.js';
import { withoutType } from '../../src/extension/tree/grouping.js';
import { buildTree, type TreeNode, type TreeSettings } from '../../src/extension/tree/tree-model.js';
import { memory, view } from './store-views.js';

const settings = (more: Partial<TreeSettings> = {}): TreeSettings => ({
  groupBy: 'type',
  sortBy: 'age',
  filter: NO_FILTER,
  ...more,
});
const all = (nodes: readonly TreeNode[]): TreeNode[] => nodes.flatMap((node) => [node, ...all(node.children)]);

it.each([
  ['project_search_limits', 'project', 'search_limits'],
  ['Project: Search limits', 'project', 'Search limits'],
  ['projector', 'project', 'projector'],
  ['project', 'project', 'project'],
  ['project-', 'project', 'project-'],
  ['project.json lists the targets', 'project', 'project.json lists the targets'],
  ['User interface is German', 'user', 'User interface is German'],
  ['user_interface_language', 'user', 'interface_language'],
  ['feedback-tests', 'project', 'feedback-tests'],
])('a row of “%s” below its type %s is named “%s”', (name, type, label) => {
  expect(withoutType({ name, type })).toBe(label);
});

it('a row has the whole name where no row above it tells its type', () => {
  const named = [memory('a.md', { name: 'project-search' })];
  const marks: StoreView['marks'] = { 'a.md': { severity: 'error', count: 1, codes: { secret: 'error' } } };
  const labels = (groupBy: TreeSettings['groupBy']): string[] =>
    all(buildTree([view(named, { marks })], settings({ groupBy }))).flatMap((node) =>
      node.kind === 'memory' ? [node.label] : [],
    );
  expect(labels('type')).toEqual(['project-search', 'search']);
  for (const groupBy of ['level', 'age', 'store', 'agent'] as const)
    expect(new Set(labels(groupBy))).toEqual(new Set(['project-search']));
});

it('a row says whether the conversation of its memory is on this machine', () => {
  const nodes = all(
    buildTree(
      [view([memory('a.md'), memory('b.md')])],
      settings({ conversationOf: ({ id }) => (id === 's/a.md' ? '/x.jsonl' : undefined) }),
    ),
  );
  expect(nodes.flatMap((node) => (node.kind === 'memory' ? [[node.label, node.hasConversation]] : []))).toEqual([
    ['a', true],
    ['b', false],
  ]);
});
