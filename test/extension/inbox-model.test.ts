import { describe, expect, it } from 'vitest';

import type { QueueState } from '../../src/core/capture/results.js';
import type { PendingDraft } from '../../src/core/inbox/results.js';
import {
  buildInbox,
  emptyInboxMessage,
  formatAgo,
  type InboxNode,
  reviewCounterpart,
  reviewQuestion,
} from '../../src/extension/inbox/inbox-model.js';
import { truncateMiddle, truncateName } from '../../src/extension/inbox/truncate-name.js';
import { memory } from './store-views.js';

const NOW = Date.parse('2026-03-11T15:05:00+01:00');
const draft = (id: string, more: Partial<PendingDraft> = {}): PendingDraft => ({
  id,
  name: id,
  description: '',
  type: 'decision',
  body: `${id} body`,
  origin: { source: 'hook', engine: 'rules', observedAt: '2026-03-11T14:05:00+01:00' },
  createdAt: '2026-03-11T13:05:00Z',
  path: `/inbox/${id}.md`,
  related: [],
  others: [],
  ...more,
});
const related = (name: string, similarity: number, contradicts = false): PendingDraft['related'][number] => ({
  id: `s/${name}.md`,
  path: `/store/${name}.md`,
  name,
  description: '',
  type: 'project',
  ageDays: 3,
  similarity,
  contradicts,
});
const other = (name: string, how: PendingDraft['others'][number]['how']): PendingDraft['others'][number] => ({
  id: name,
  path: `/inbox/${name}.md`,
  name,
  description: '',
  how,
});
const queue = (more: Partial<QueueState>): QueueState => ({
  folder: '/capture',
  waiting: 0,
  dead: 0,
  bytes: 0,
  failures: 0,
  budget: { day: '2026-03-11', entries: 0, mostEntries: 1, tokens: 0, mostTokens: 1 },
  ...more,
});

function line(node: InboxNode): string {
  switch (node.kind) {
    case 'queue':
      return `! ${node.label}: ${node.detail}`;
    case 'unreadable':
      return `? ${node.id}`;
    case 'type':
      return `${node.type} (${node.children.length})`;
    case 'draft':
      return [node.draft.name, node.age, ...node.marks].join(', ');
    case 'related':
      return `${node.memory.how} ${node.memory.name}`;
    case 'other':
      return `draft ${node.other.how} ${node.other.name}`;
  }
}
const outline = (nodes: readonly InboxNode[], depth = 0): string[] =>
  nodes.flatMap((node) => [' '.repeat(depth) + line(node), ...outline(node.children, depth + 1)]);

describe('the inbox', () => {
  it('groups drafts by type, the oldest first, each with the memories it affects', () => {
    const drafts = [
      draft('b'),
      draft('a', { type: 'context' }),
      draft('c', {
        related: [related('near', 0.5), related('nearer', 0.9), related('port', 0.4, true)],
        updates: 's/own.md',
      }),
    ];
    expect(
      outline(
        buildInbox({ inbox: { drafts, unreadable: [] }, queue: queue({}), memories: [memory('own.md')], now: NOW }),
      ),
    ).toEqual([
      'context (1)',
      ' a, 1 h ago',
      'decision (2)',
      ' b, 1 h ago',
      ' c, 1 h ago, updates own, may contradict port',
      '  updates own',
      '  contradicts port',
      '  related nearer',
      '  related near',
    ]);
  });

  it('lists under a draft the drafts that contradict it or are equivalent to it', () => {
    const drafts = [
      draft('a', { others: [other('b', 'contradicts')] }),
      draft('b', { others: [other('a', 'contradicts')] }),
      draft('c', { others: [other('d', 'same')], related: [related('near', 0.5)] }),
    ];
    expect(
      outline(buildInbox({ inbox: { drafts, unreadable: [] }, queue: queue({}), memories: [], now: NOW })),
    ).toEqual([
      'decision (3)',
      ' a, 1 h ago, may contradict the draft b',
      '  draft contradicts b',
      ' b, 1 h ago, may contradict the draft a',
      '  draft contradicts a',
      ' c, 1 h ago, similar to the draft d',
      '  draft same d',
      '  related near',
    ]);
  });

  it('lists failures of capture and unreadable drafts first', () => {
    const at = queue({ paused: { reason: 'quota', until: '2026-03-11T16:00:00Z' }, dead: 2, lastFailure: 'no answer' });
    const nodes = buildInbox({
      inbox: {
        drafts: [draft('a')],
        unreadable: [{ path: 'C:\\inbox\\0123456789abcdef.md', reason: 'it says nothing' }],
      },
      queue: at,
      memories: [],
      now: NOW,
    });
    expect(outline(nodes)).toEqual([
      expect.stringMatching(/^! Capture paused: until /),
      '! 2 failed items: retry',
      '? 0123456789abcdef',
      'decision (1)',
      ' a, 1 h ago',
    ]);
    expect(nodes.flatMap((node) => (node.kind === 'queue' ? [node.reason] : []))).toEqual(['quota', 'no answer']);
  });

  it('has no rows before the host has answered', () => {
    expect(buildInbox({ inbox: undefined, queue: undefined, memories: [], now: NOW })).toEqual([]);
  });

  it('gives every row a unique and stable key', () => {
    const keys = (): string[] => {
      const all = (nodes: readonly InboxNode[]): InboxNode[] => nodes.flatMap((node) => [node, ...all(node.children)]);
      return all(
        buildInbox({
          inbox: {
            drafts: [draft('a', { related: [related('x', 1)] }), draft('b', { related: [related('x', 1)] })],
            unreadable: [],
          },
          queue: queue({ dead: 1 }),
          memories: [],
          now: NOW,
        }),
      ).map(({ key }) => key);
    };
    expect(new Set(keys()).size).toBe(keys().length);
    expect(keys()).toEqual(keys());
  });
});

it.each<[string, Partial<PendingDraft>, string | undefined]>([
  ['alone', {}, undefined],
  ['the most similar memory', { related: [related('far', 0.3), related('near', 0.8)] }, 'near'],
  ['a memory it may contradict', { related: [related('near', 0.8), related('port', 0.4, true)] }, 'port'],
  ['the memory it would replace', { related: [related('port', 0.4, true)], updates: 's/own.md' }, 'own'],
  ['another draft that contradicts it', { related: [related('near', 0.8)], others: [other('b', 'contradicts')] }, 'b'],
  [
    'a memory it may contradict before another draft',
    { related: [related('port', 0.4, true)], others: [other('b', 'contradicts')] },
    'port',
  ],
  [
    'the next memory when the one it would replace is gone',
    { related: [related('port', 0.4, true)], updates: 's/gone.md' },
    'port',
  ],
])('the review compares a draft with %s', (_what, more, expected) => {
  expect(reviewCounterpart(draft('a', more), [memory('own.md')])?.name).toBe(expected);
});

it.each<[string, Partial<PendingDraft>, string]>([
  [
    'alone',
    { related: [related('near', 0.5)] },
    'What do you want to do with “api-of-the-booking-service-listens-port-4001”?',
  ],
  [
    'next to a contradicting draft',
    { others: [other('b', 'contradicts')] },
    'May contradict the draft on the left. What do you want to do with “api-of-the…port-4001”?',
  ],
  [
    'next to an equivalent draft',
    { others: [other('b', 'same')] },
    'Similar to the draft on the left. What do you want to do with “api-of-the…port-4001”?',
  ],
  [
    'next to a memory',
    { related: [related('port', 0.4, true)] },
    'May contradict the memory on the left. What do you want to do with “api-of-the…port-4001”?',
  ],
])('the question about a draft %s names its counterpart', (_how, more, words) => {
  const asked = draft('api-of-the-booking-service-listens-port-4001', more);
  expect(reviewQuestion(asked, reviewCounterpart(asked, []))).toBe(words);
});

it('shortened names of two drafts about one subject differ', () => {
  const [a, b] = ['api-booking-service-listens-port-4001', 'api-booking-service-listens-port-4000'];
  expect([truncateMiddle(a), truncateMiddle(b), truncateName(a)]).toEqual([
    'api-booking…port-4001',
    'api-booking…port-4000',
    'api-booking-service…',
  ]);
  expect([truncateMiddle('short'), truncateMiddle('x'.repeat(60)).length]).toEqual(['short', 26]);
});

it.each<[string, boolean, number, RegExp, string]>([
  ['nothing was seen yet', true, 0, /^No drafts\. Connect Claude Code/, 'memdir.connectClaude'],
  ['capture is off', false, 0, /capture is off/, 'workbench.action.openSettings'],
  ['what is there cannot be read', true, 2, /2 drafts can’t be read/, 'memdir.inbox.focus'],
])('an empty inbox has a message and a command: %s', (_what, capture, unreadable, words, command) => {
  const { text, button } = emptyInboxMessage(
    { unreadable: Array.from({ length: unreadable }, () => ({ path: '/x', reason: 'y' })) },
    capture,
  );
  expect(text).toMatch(words);
  expect(button[1]).toBe(command);
});

it.each([
  [-5, 'just now'],
  [59_000, 'just now'],
  [60_000, '1 min ago'],
  [3_599_000, '59 min ago'],
  [3_600_000, '1 h ago'],
  [86_399_000, '23 h ago'],
  [86_400_000, 'yesterday'],
  [3 * 86_400_000, '3 days ago'],
  [Number.NaN, 'just now'],
])('%d ms is formatted as %s', (ms, words) => {
  expect(formatAgo(ms)).toBe(words);
});
