/** Filters, the same for both legs. */
import { describe, expect, it } from 'vitest';

import type { SearchFilter } from '../../../src/core/ports/index-store.js';
import { wordsLeg } from '../queries.js';
import { hashOf, plane, sample } from '../samples.js';
import type { Subject } from './subject.js';

export function describeFilters(subject: Subject): void {
  describe('filters of both legs', () => {
    const documents = [
      sample('s1/a.md', 'word a'),
      sample('s1/sub/b.md', 'word b', { type: 'feedback', level: 'long-term' }),
      sample('s2/c.md', 'word c', { repos: ['api', 'we"b', 'übung', 'Straße'], level: 'shared' }),
      sample('s2/d.md', 'word d', { agentId: 'bot', dateMs: 100 }),
      sample('s3/e.md', 'word e', { deletedMs: 9 }),
    ];
    it.each<[string, SearchFilter, string[]]>([
      ['none', {}, ['s1/a.md', 's1/sub/b.md', 's2/c.md', 's2/d.md']],
      ['deleted too', { includeDeleted: true }, ['s1/a.md', 's1/sub/b.md', 's2/c.md', 's2/d.md', 's3/e.md']],
      ['stores', { stores: ['s2', 's3'] }, ['s2/c.md', 's2/d.md']],
      ['no store at all', { stores: [] }, []],
      ['type', { type: 'feedback' }, ['s1/sub/b.md']],
      ['level', { level: 'shared' }, ['s2/c.md']],
      ['repo', { repo: 'we"b' }, ['s2/c.md']],
      ['agent', { agentId: 'bot' }, ['s2/d.md']],
      ['agent in another case', { agentId: 'BOT' }, ['s2/d.md']],
      ['reader, its own and those of no agent', { reader: 'BOT' }, ['s1/a.md', 's1/sub/b.md', 's2/c.md', 's2/d.md']],
      ['another reader', { reader: 'other' }, ['s1/a.md', 's1/sub/b.md', 's2/c.md']],
      ['repo in another case', { repo: 'API' }, ['s2/c.md']],
      ['repo in another case, not in ASCII', { repo: 'ÜBUNG' }, ['s2/c.md']],
      ['repo decomposed', { repo: 'u\u0308bung' }, ['s2/c.md']],
      ['repo with a sharp s, in capitals', { repo: 'STRASSE' }, ['s2/c.md']],
      ['path prefix in another case', { pathPrefix: 'SUB/' }, ['s1/sub/b.md']],
      ['path prefix', { pathPrefix: 'sub/' }, ['s1/sub/b.md']],
      ['a prefix is no pattern', { pathPrefix: '%' }, []],
      ['before, exclusive', { beforeMs: 100 }, []],
      ['before', { beforeMs: 101 }, ['s2/d.md']],
      ['after, inclusive', { afterMs: 100, beforeMs: 101 }, ['s2/d.md']],
      [
        'all at once',
        {
          stores: ['s2'],
          type: 'project',
          level: 'short-term',
          agentId: 'bot',
          pathPrefix: 'd',
          afterMs: 1,
          beforeMs: 200,
        },
        ['s2/d.md'],
      ],
    ])('%s', async (_, filter, expected) => {
      await subject.put(...documents);
      await subject.store.putVectors(
        'm',
        documents.map((one, i) => ({ hash: one.chunks[0]?.hash ?? '', vector: plane(i * 10) })),
      );
      expect((await subject.ids(['word'], filter)).sort()).toEqual(expected);
      expect((await subject.near(filter)).sort()).toEqual(expected);
    });

    it('hold phrases to the letter, in one field', async () => {
      await subject.put(
        sample('s1/a.md', 'blue green deploi'),
        sample('s1/b.md', 'green blue deploi'),
        sample('s1/c.md', 'blue', { terms: { name: 'blue', description: 'green', body: 'deploi', path: 'c' } }),
      );
      expect(await subject.ids(['deploi'], { phrases: [['blue', 'green']] })).toEqual(['s1/a.md']);
      expect(
        await subject.ids(['deploi'], {
          phrases: [
            ['blue', 'green'],
            ['green', 'deploi'],
          ],
        }),
      ).toEqual(['s1/a.md']);
      expect(await subject.ids(['deploi'], { phrases: [['"', 'NEAR(']] })).toEqual([]);
    });

    it('apply before the limit', async () => {
      await subject.put(
        ...Array.from({ length: 30 }, (_, i) => sample(`s1/${i}.md`, 'word word word')),
        sample('s2/last.md', 'a long text in which the word stands once', { type: 'user' }),
      );
      expect((await wordsLeg(subject.store, ['word'], { type: 'user' }, 1)).hits.map((hit) => hit.id)).toEqual([
        's2/last.md',
      ]);
      await subject.store.putVectors('m', [
        { hash: hashOf('word word word'), vector: plane(0) },
        { hash: hashOf('a long text in which the word stands once'), vector: plane(170) },
      ]);
      expect(await subject.near({ type: 'user' }, 1)).toEqual(['s2/last.md']);
    });
  });
}
