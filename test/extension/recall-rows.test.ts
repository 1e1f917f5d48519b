import { describe, expect, it } from 'vitest';

import type { Hit, SearchResult } from '../../src/core/results.js';
import { type RecallRow, rowsBefore, rowsFor } from '../../src/extension/recall/rows.js';
import { memory, view } from './store-views.js';

const hit = (name: string, score: number, note?: string): Hit => ({
  id: `s/${name}.md`,
  path: `/store/${name}.md`,
  name,
  type: 'project',
  level: 'short-term',
  snippet: '',
  repos: [],
  score,
  createdAt: '2026-01-01T00:00:00.000Z',
  ageDays: 3,
  estTokens: 1,
  agentId: null,
  line: 1,
  ...(note === undefined ? {} : { note }),
});
const result = (hits: readonly Hit[], confidence: SearchResult['confidence'] = 'high'): SearchResult => ({
  query: '',
  mode: 'keyword',
  confidence,
  embedder: '',
  tookMs: 0,
  hits,
  settling: false,
});
const lines = (rows: readonly RecallRow[]): string[] =>
  rows.map((row) =>
    'heading' in row ? `# ${row.heading}` : [row.target.name, row.target.note].filter(Boolean).join(': '),
  );

const views = [
  view([
    memory('helmets.md', { ageDays: 9 }),
    memory('deploy-helm.md', { ageDays: 2, accessCount: 3 }),
    memory('gone-helm.md', { deleted: true }),
    memory('logs/2026/03/2026-03-10.md', { kind: 'log' }),
  ]),
];

it('shows recent memories before anything is typed, then those used often', () => {
  const many = Array.from({ length: 9 }, (_, at) => memory(`new-${at}.md`, { ageDays: at }));
  const used = memory('old.md', { ageDays: 400, accessCount: 7 });
  const rows = lines(rowsBefore([view([used, ...many])]));
  expect(rows.slice(0, 2)).toEqual(['# recent', 'new-0']);
  expect(rows.slice(-2)).toEqual(['# often used', 'old']);
  expect(lines(rowsBefore(views))).toEqual(['# recent', 'deploy-helm', 'helmets']);
});

describe('while a question is short', () => {
  it.each<[string, string[]]>([
    ['h', ['# names', 'helmets', 'deploy-helm']],
    ['hel', ['# names', 'helmets', 'deploy-helm']],
    ['DEP', ['# names', 'deploy-helm']],
    ['elm', []],
    ['helm deployment of the cluster', []],
  ])('“%s” completes names', (question, expected) => {
    expect(lines(rowsFor(views, question, undefined))).toEqual(expected);
  });

  it('a name is not shown again among the hits', () => {
    expect(lines(rowsFor(views, 'hel', result([hit('helmets', 0.9), hit('other', 0.8)])))).toEqual([
      '# names',
      'helmets',
      'deploy-helm',
      '# best matches',
      'other',
    ]);
  });
});

describe('hits', () => {
  it('are in the order of their strength, weak ones apart', () => {
    expect(lines(rowsFor(views, 'a long question', result([hit('a', 0.8), hit('b', 0.5), hit('c', 0.2)])))).toEqual([
      '# best matches',
      'a',
      'b',
      '# less likely',
      'c',
    ]);
  });

  it('of which the search is not sure are all weak', () => {
    expect(lines(rowsFor(views, 'a long question', result([hit('a', 0.8)], 'low')))).toEqual(['# less likely', 'a']);
  });

  it('that a newer one replaces or contradicts say so', () => {
    const hits = [
      hit('typesense', 0.8, 'newer than elasticsearch'),
      hit('elasticsearch', 0.7, 'contradicted by the newer typesense'),
      hit('solr', 0.6, 'replaced by elasticsearch'),
      hit('solr-old', 0.5, 'perhaps replaced by the newer solr'),
    ];
    expect(lines(rowsFor(views, 'which search engine', result(hits)))).toEqual([
      '# best matches',
      'typesense',
      'elasticsearch: contradicted by the newer typesense',
      'solr: replaced by elasticsearch',
      'solr-old: perhaps replaced by the newer solr',
    ]);
  });
});
