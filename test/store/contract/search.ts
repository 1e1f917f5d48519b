/** The three questions of a search: each answers everything that the next step needs. */
import { describe, expect, it } from 'vitest';

import { hashOf, passageTokens, plane, sample } from '../samples.js';
import type { Subject } from './subject.js';

const plan = (...terms: string[]) => ({ terms, filter: {}, limit: 2 });

export function describeSearch(subject: Subject): void {
  const fill = async (): Promise<void> => {
    await subject.put(
      sample('s1/words.md', 'heron heron'),
      sample('s1/both.md', 'heron nest', { level: 'shared', supersedes: 'older' }),
      sample('s1/meaning.md', 'bird', { type: 'user', dateMs: 7 }),
      sample('s1/older.md', 'stork'),
    );
    await subject.store.putVectors('m', [
      { hash: hashOf('heron nest'), vector: plane(5), tokens: passageTokens([1]) },
      { hash: hashOf('bird'), vector: plane(10), tokens: passageTokens([2]) },
      { hash: hashOf('stork'), vector: plane(60) },
      { hash: hashOf('heron heron'), vector: plane(90) },
    ]);
  };

  describe('words', () => {
    it('tells with the hits their facts, accesses among them, and how far the models are', async () => {
      await fill();
      await subject.store.countAccess(['s1/both.md']);
      const { leg, facts, progress } = await subject.store.words(plan('heron'), ['m', 'other']);
      expect(leg.hits.map(({ id }) => id).sort()).toEqual(['s1/both.md', 's1/words.md']);
      expect(facts.get('s1/both.md')).toEqual({
        type: 'project',
        level: 'shared',
        dateMs: 1_700_000_000_000,
        accessCount: 1,
      });
      expect(facts.get('s1/words.md')?.accessCount).toBe(0);
      expect([...progress]).toEqual([
        ['m', { ready: 4, total: 4, embedded: 4 }],
        ['other', { ready: 0, total: 4, embedded: 0 }],
      ]);
    });
  });

  describe('meaning', () => {
    it('gives each leg the scores of what the others found', async () => {
      await fill();
      const { legs, facts } = await subject.store.meaning(plan('heron', 'bird'), {
        questions: [{ model: 'm', vector: plane(0) }],
        wordHits: ['s1/words.md', 's1/both.md'],
      });
      expect(legs.vectors[0]?.hits.map(({ id }) => id)).toEqual(['s1/both.md', 's1/meaning.md', 's1/words.md']);
      expect(legs.keyword.map(({ id, matched }) => [id, matched])).toEqual([['s1/meaning.md', [false, true]]]);
      expect([...facts.keys()].sort()).toEqual(['s1/both.md', 's1/meaning.md', 's1/words.md']);
      expect(facts.get('s1/meaning.md')).toEqual({ type: 'user', level: 'short-term', dateMs: 7, accessCount: 0 });
    });

    it('adds no hits of words where words were not asked', async () => {
      await fill();
      const questions = [{ model: 'm', vector: plane(0) }];
      expect((await subject.store.meaning(plan('heron', 'bird'), { questions })).legs.keyword).toEqual([]);
    });

    it('gives the token bits of the memories that are chosen from the legs, each of the last model that has some', async () => {
      await fill();
      await subject.store.putVectors('other', [
        { hash: hashOf('bird'), vector: plane(3), tokens: passageTokens([9], 4) },
        { hash: hashOf('stork'), vector: plane(4) },
      ]);
      const seen: string[][] = [];
      const { legs, tokens } = await subject.store.meaning(plan('heron'), {
        questions: [
          { model: 'm', vector: plane(0), overriddenBy: 'other' },
          { model: 'other', vector: plane(0) },
        ],
        wordHits: ['s1/words.md'],
        tokens: {
          models: ['m', 'other'],
          choose: ({ vectors }) => {
            seen.push(...vectors.map(({ hits }) => hits.map(({ id }) => id)));
            return ['s1/meaning.md', 's1/both.md', 's1/words.md', 's1/none.md'];
          },
        },
      });
      expect(seen).toEqual(legs.vectors.map(({ hits }) => hits.map(({ id }) => id)));
      expect(tokens.map(({ model, bits }) => [model, [...bits].map(([id, chunks]) => [id, chunks[0]?.[0]])])).toEqual([
        ['other', [['s1/meaning.md', 4]]],
        ['m', [['s1/both.md', 1]]],
      ]);
      expect(tokens.map(({ statistics }) => statistics.documents)).toEqual([1, 2]);
    });
  });

  describe('present', () => {
    it('gives documents with those that they supersede, and the vectors of the last model that has some', async () => {
      await fill();
      await subject.store.putVectors('other', [{ hash: hashOf('bird'), vector: plane(90) }]);
      const ids = ['s1/both.md', 's1/meaning.md', 's1/none.md'];
      const { documents, vectors } = await subject.store.present(ids, ['m', 'other']);
      expect([...documents.keys()]).toEqual(['s1/both.md', 's1/meaning.md', 's1/older.md']);
      expect(vectors.map(({ model, byId }) => [model, [...byId.keys()]])).toEqual([
        ['other', ['s1/meaning.md']],
        ['m', ['s1/both.md']],
      ]);
      const again = await subject.store.present(ids);
      expect(again.vectors).toEqual([]);
      expect(again.documents.get('s1/both.md'), 'the same object while nothing changed').toBe(
        documents.get('s1/both.md'),
      );
    });
  });
}
